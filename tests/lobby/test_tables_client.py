"""The client's calls for tables and invitations, on a lobby in this process."""

import httpx
import pytest
from litestar import Litestar

from shared.client import ApiProblem, Client, Http


async def client_of(app: Litestar, name: str) -> Client:
    client = Client(Http("http://lobby", transport=httpx.ASGITransport(app)))
    await client.guest(name)
    return client


async def test_a_table_is_found_altered_invited_to_and_left(app: Litestar) -> None:
    ann, ben, cem = [await client_of(app, name) for name in ("Ann", "Ben", "Cem")]
    ben_id = (await ben.me()).id
    table = await ann.open_table("elevators", 3)
    assert [one.id for one in (await ben.tables.open(kind="elevators", free=2)).tables] == [table.id]
    private = await ann.tables.alter(table.id, visibility="private", ask_ready=True)
    await ann.tables.invite(table.id, ben_id)
    (invitation,) = await ben.tables.my_invitations()
    joined = await ben.tables.accept(invitation.id)
    assert joined.code == private.code
    assert (await cem.tables.join_by_code(private.code or "")).seats[2].player is not None
    assert (await ben.tables.say_ready(table.id)).seats[1].ready
    assert (await ben.tables.pick_colours(table.id, ["r"])).seats[1].colours == ("r",)
    assert (await ann.tables.hand_over(table.id, ben_id)).host == joined.seats[1].player
    assert (await ben.tables.kick(table.id, (await cem.me()).id)).seats[2].player is None
    assert (await ann.tables.leave(table.id)).seats[0].player is None


async def test_invitations_are_declined_and_taken_back(app: Litestar) -> None:
    ann, ben, cem = [await client_of(app, name) for name in ("Ann", "Ben", "Cem")]
    table = await ann.open_table("floor", 3)
    for_ben, for_cem = [await ann.tables.invite(table.id, (await one.me()).id) for one in (ben, cem)]
    assert (await ben.tables.decline(for_ben.id, "busy", "Sorry!")).text == "Sorry!"
    assert (await ann.tables.withdraw(for_cem)).state == "withdrawn"
    assert [one.state for one in await ann.tables.invitations(table.id)] == ["withdrawn", "declined"]
    with pytest.raises(ApiProblem, match="no-such-game"):
        await ann.tables.rematch(table.id)
