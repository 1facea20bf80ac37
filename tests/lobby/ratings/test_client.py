"""The client's calls about ratings, on a real lobby."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from shared.client import Client, Http, Tokens
from tests.integration.conftest import Phone

Ranked = tuple[Phone, Phone, Phone, Phone]


@pytest.fixture
async def ann(app: Any, ranked: Ranked) -> AsyncIterator[Client]:
    """Ann's client; she is first."""
    http = Http("http://lobby", transport=httpx.ASGITransport(app), tokens=Tokens(ranked[0].token))
    async with Client(http) as client:
        yield client


async def test_the_client_reads_boards_and_ones_own_place(ann: Client, ranked: Ranked) -> None:
    board = await ann.ratings.board("eddie", limit=2)
    assert [entry.player and entry.player.name for entry in board.entries] == ["Ann", "Ben"]
    assert (await ann.ratings.board("eddie", cursor=board.next)).entries[0].rank == 3
    assert (await ann.ratings.around_me("eddie")).me.rank == 1
    assert {one.list.id: one.size for one in await ann.ratings.boards()}["eddie"] == 4


async def test_the_client_reads_what_somebody_played(ann: Client, ranked: Ranked) -> None:
    me, ben = ranked[0].id, ranked[1].id
    games = [game async for game in ann.ratings.all_games(me)]
    (course,) = (await ann.ratings.of(me)).ratings
    assert [point.game for point in course.points] == [game.id for game in reversed(games)]
    assert (await ann.ratings.statistics(me)).wins == 10
    assert (await ann.ratings.against(ben, me)).behind == 10
    assert (await ann.people.profile(ben)).ratings[0].rank == 2
