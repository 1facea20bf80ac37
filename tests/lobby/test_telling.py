"""What is told by the steward when whoever made a change died first, and what a started table tells the engine."""

import msgspec
import pytest
from redis.asyncio import Redis

from services.lobby.steward.expiry import Expiry
from services.lobby.wishes import Invite, Join
from shared.api.inbox import Cursor, Inbox, InvitationNews, TableNews
from shared.api.moment import now_ms
from shared.log.commands import FIELD, StartGame, decode_sent
from shared.log.keys import keys_of
from tests.integration.conftest import Guest
from tests.lobby.test_tables_http import join


async def _told(server: Redis, account: str) -> list[str]:
    news = (await Inbox(server).changed(account, Cursor(), 100)).news
    return [one.state for one in news if isinstance(one, (TableNews, InvitationNews))]


async def _looked_at(server: Redis, duty: Expiry, table: str) -> None:
    """As if its time to be looked at had come."""
    await server.zadd(keys_of(table).ageing, {table: 1})
    await duty.step()


async def test_a_change_that_nobody_lived_to_tell_is_told_by_the_steward(
    guest: Guest, server: Redis, duty: Expiry
) -> None:
    ann, ben, cem = await guest("Ann"), await guest("Ben"), await guest("Cem")
    table = await ann.opens()
    await duty.tables.act(table, ben.id, Join())
    await duty.tables.act(table, ann.id, Invite(cem.id, now_ms() + 60_000))
    assert (await _told(server, ben.id), await _told(server, cem.id)) == ([], [])
    await _looked_at(server, duty, table)
    assert (await _told(server, ben.id), await _told(server, cem.id)) == (["open"], ["open"])
    assert await server.zscore(keys_of(table).ageing, table) > now_ms()


async def test_the_steward_ends_an_invitation_whose_time_is_over(
    guest: Guest, server: Redis, duty: Expiry
) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens()
    await duty.tables.act(table, ann.id, Invite(ben.id, now_ms() - 1))
    await _looked_at(server, duty, table)
    assert await _told(server, ben.id) == ["expired"]
    assert (await ann.table(table))["state"] == "open"


async def test_the_engine_is_told_how_the_game_counts_and_who_picked_which_colour(
    guest: Guest, server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.lobby.start.WAIT_S", 0.05)
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(kind="elevators", players=2, rated=False, absence="unrated")
    await join(ben, table)
    await ben.send("PUT", f"/v1/tables/{table}/colours", {"colours": ["g", "y"]})
    await ann.post(f"/v1/tables/{table}/start")
    ((_, fields),) = await server.xrange(keys_of(table).commands)
    game = msgspec.msgpack.decode(decode_sent(fields[FIELD]).do, type=StartGame)
    assert (game.rated, game.absence) == (False, "unrated")
    assert game.options["colours"] == [[], ["g", "y"]]
