"""The client's calls about other people, against the lobby itself."""

import httpx
import pytest
from litestar import Litestar

from shared.client import ApiProblem, Client
from shared.client.http import Http


def client_of(app: Litestar) -> Client:
    return Client(Http("http://lobby", transport=httpx.ASGITransport(app)))


async def test_two_clients_befriend_talk_report_and_block(app: Litestar) -> None:
    async with client_of(app) as ann, client_of(app) as bob:
        ids = [(await one.guest(name)).account.id for one, name in ((ann, "Ann"), (bob, "Bob"))]
        await ann.people.befriend(ids[1])
        assert (await bob.people.befriend(ids[0])).standing == "friends"
        assert [one.player.name for one in (await ann.people.friends("friends")).friends] == ["Bob"]
        table = (await ann.open_table("floor", 2)).id
        await bob.join(table)
        said = await bob.people.say(table, "Going up?")
        await bob.people.emote(table, "hello")
        heard = (await ann.people.messages(table)).messages
        assert [one.text for one in heard] == ["Going up?", "Hello!"]
        assert (await ann.people.report(ids[1], "spam", table=table, message=said.number)).id
        assert (await ann.people.block(ids[1])).blocked
        assert [one.player.id for one in (await ann.people.blocks()).blocked] == [ids[1]]
        assert (await ann.people.messages(table)).messages == ()
        with pytest.raises(ApiProblem, match="player-blocked"):
            await ann.people.befriend(ids[1])
        assert (await ann.people.profile(ids[1])).standing == "none"
