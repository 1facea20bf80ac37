"""Invitations, from being sent to being answered or overtaken, over HTTP."""

from typing import Any

import pytest

from shared.api.inbox import Cursor, Inbox, InvitationNews
from tests.integration.conftest import Guest, Phone
from tests.lobby.test_tables_http import blocked, code_of, join


async def invited(host: Phone, table: str, whom: Phone) -> dict[str, Any]:
    answer = await host.post(f"/v1/tables/{table}/invitations", {"player": whom.id})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def waiting(phone: Phone) -> list[str]:
    found = (await phone.get("/v1/me/invitations")).json()["invitations"]
    return [one["id"] for one in found]


async def told(app: Any, phone: Phone) -> list[str]:
    """The states of invitations as the inbox has them."""
    news = (await Inbox(app.state.redis).changed(phone.id, Cursor(), 100)).news
    return [one.state for one in news if isinstance(one, InvitationNews)]


async def test_an_invitation_is_told_accepted_and_gone(guest: Guest, app: Any) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(visibility="private")
    invitation = await invited(ann, table, ben)
    assert (await waiting(ben), await told(app, ben)) == ([invitation["id"]], ["open"])
    assert (await ben.get(f"/v1/tables/{table}")).status_code == 200
    accepted = await ben.post(f"/v1/invitations/{invitation['id']}/accept")
    assert accepted.json()["seats"][1]["player"]["id"] == ben.id
    assert (await waiting(ben), await told(app, ben)) == ([], ["accepted"])


async def test_the_same_invitation_again_is_the_first(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens()
    assert await invited(ann, table, ben) == await invited(ann, table, ben)


async def test_who_declines_says_why_and_is_not_asked_again(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens()
    id = (await invited(ann, table, ben))["id"]
    for _ in range(2):
        declined = await ben.post(f"/v1/invitations/{id}/decline", {"reason": "later", "text": "Next week?"})
        assert (declined.json()["state"], declined.json()["reason"]) == ("declined", "later")
    (seen,) = (await ann.get(f"/v1/tables/{table}/invitations")).json()["invitations"]
    assert (seen["state"], seen["text"]) == ("declined", "Next week?")
    again = await ann.post(f"/v1/tables/{table}/invitations", {"player": ben.id})
    assert code_of(again) == "invitation-declined"


@pytest.mark.parametrize("text", ["a\u202eb", "x" * 141])
async def test_what_a_player_says_is_short_and_hides_nothing(guest: Guest, text: str) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    id = (await invited(ann, await ann.opens(), ben))["id"]
    assert code_of(await ben.post(f"/v1/invitations/{id}/decline", {"text": text})) == "malformed"


async def test_an_invitation_is_its_players_own(guest: Guest) -> None:
    ann, ben, cem = await guest("Ann"), await guest("Ben"), await guest("Cem")
    table = await ann.opens()
    id = (await invited(ann, table, ben))["id"]
    for answer in ("accept", "decline"):
        assert code_of(await cem.post(f"/v1/invitations/{id}/{answer}")) == "no-such-invitation"
    assert code_of(await cem.get(f"/v1/tables/{table}/invitations")) == "not-seated"


async def test_an_invitation_that_was_taken_back_is_over(guest: Guest, app: Any) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens()
    id = (await invited(ann, table, ben))["id"]
    assert (await ann.send("DELETE", f"/v1/tables/{table}/invitations/{id}")).json()["state"] == "withdrawn"
    refused = await ben.post(f"/v1/invitations/{id}/accept")
    assert (code_of(refused), refused.json()["params"]) == ("invitation-over", {"state": "withdrawn"})
    assert (await waiting(ben), await told(app, ben)) == ([], ["withdrawn"])


async def test_invitations_are_overtaken_when_the_table_is_full_or_closes(guest: Guest, app: Any) -> None:
    ann, ben, cem = await guest("Ann"), await guest("Ben"), await guest("Cem")
    full, closed = await ann.opens(players=2), await ann.opens()
    for table in (full, closed):
        await invited(ann, table, ben)
    assert await join(cem, full) == ""
    await ann.post(f"/v1/tables/{closed}/leave")
    assert await told(app, ben) == ["overtaken", "overtaken"]


async def test_who_is_blocked_cannot_invite_and_learns_nothing(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens()
    await blocked(ben, ann)
    refused = await ann.post(f"/v1/tables/{table}/invitations", {"player": ben.id})
    assert (code_of(refused), refused.json()["params"]) == ("cannot-invite", {})
    assert await waiting(ben) == []


@pytest.mark.parametrize(("whom", "code"), [("self", "not-yourself"), ("a_nobody", "no-such-account")])
async def test_only_others_can_be_invited(guest: Guest, whom: str, code: str) -> None:
    ann = await guest()
    body = {"player": ann.id if whom == "self" else whom}
    assert code_of(await ann.post(f"/v1/tables/{await ann.opens()}/invitations", body)) == code
