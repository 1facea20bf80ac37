"""Reports, moderators and administrators: what they may, what comes of it, and that it is noted."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.app import lobby
from shared.api.inbox import Cursor, Notice
from shared.api.scopes import GRANTED, STAFF, Scope
from shared.settings import Settings
from tests.integration.accounts.conftest import Device
from tests.integration.conftest import Guest, Phone, alive
from tests.integration.people.conftest import Staff
from tests.integration.people.test_talk import reads, says, table_of

ADMIN, MODERATOR = STAFF, (Scope.MODERATION_READ, Scope.MODERATION_WRITE)
WHY = {"reason": "insults"}


async def audit(phone: Phone) -> list[tuple[str, str]]:
    entries = (await phone.get("/v1/admin/audit")).json()["entries"]
    return [(entry["did"], entry["whom"]) for entry in entries]


async def test_a_report_waits_until_a_moderator_settles_it(
    app: Litestar, guest: Guest, staff: Staff, nobody: Phone
) -> None:
    ann, bob, mod = await guest("Ann"), await guest("Bob"), await staff(*MODERATOR)
    table = await table_of(ann, bob)
    number = await says(bob, table, "something rude")
    body = {"reason": "insult", "text": "rude", "table": table, "message": number}
    filed = [await ann.post(f"/v1/players/{bob.id}/reports", body) for _ in range(2)]
    (id,) = {answer.json()["id"] for answer in filed}
    (waiting,) = (await mod.get("/v1/moderation/reports")).json()["reports"]
    assert (waiting["said"]["text"], waiting["reporter"]["name"]) == ("something rude", "Ann")
    verdict = {"outcome": "warned", "note": "first time"}
    settled = await mod.post(f"/v1/moderation/reports/{id}/settle", verdict)
    assert settled.json()["verdict"]["outcome"] == "warned"
    again = await mod.post(f"/v1/moderation/reports/{id}/settle", {"outcome": "suspended"})
    assert again.json()["verdict"]["outcome"] == "warned"
    assert (await mod.get("/v1/moderation/reports")).json()["reports"] == []
    assert len((await mod.get("/v1/moderation/reports?settled=true")).json()["reports"]) == 1
    told = (await app.state.inbox.changed(ann.id, Cursor(), 10)).news
    assert [news.code for news in told if isinstance(news, Notice)] == ["report-settled"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"table": "g_nowhere"}, "no-such-table"),
        ({"message": 1}, "malformed"),
        ({"table": "{table}", "message": 1}, "no-such-message"),
        ({"table": "{table}", "message": "{own}"}, "no-such-message"),
        ({"reason": "boring"}, "malformed"),
        ({"text": "x" * 501}, "malformed"),
    ],
)
async def test_a_report_names_a_place_that_there_is(guest: Guest, wrong: dict[str, Any], code: str) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await table_of(ann, bob)
    known = {"{table}": table, "{own}": await says(ann, table, "mine")}
    body = {"reason": "other", **{name: known.get(value, value) for name, value in wrong.items()}}
    assert (await ann.post(f"/v1/players/{bob.id}/reports", body)).json()["code"] == code


async def test_nobody_reports_themselves(guest: Guest) -> None:
    ann = await guest()
    answers = [await ann.post(f"/v1/players/{id}/reports", {"reason": "spam"}) for id in (ann.id, "a_0")]
    assert [answer.json()["code"] for answer in answers] == ["that-is-you", "no-such-account"]


async def test_the_words_of_a_deleted_account_leave_its_reports(guest: Guest, staff: Staff) -> None:
    ann, bob, mod = await guest("Ann"), await guest("Bob"), await staff(*MODERATOR)
    await ann.post(f"/v1/players/{bob.id}/reports", {"reason": "spam", "text": "from Ann"})
    assert (await ann.get("/v1/me/export")).json()["reports"][0]["text"] == "from Ann"
    await ann.send("DELETE", "/v1/me")
    (waiting,) = (await mod.get("/v1/moderation/reports")).json()["reports"]
    assert (waiting["reporter"], waiting["text"], waiting["reason"]) == (None, "", "spam")


async def test_reports_come_in_pages(guest: Guest, staff: Staff) -> None:
    mod, bob = await staff(*MODERATOR), await guest("Bob")
    reporters = [await guest(f"{n}") for n in range(3)]
    for reporter in reporters:
        await reporter.post(f"/v1/players/{bob.id}/reports", {"reason": "spam"})
    first = (await mod.get("/v1/moderation/reports?limit=2")).json()
    rest = (await mod.get(f"/v1/moderation/reports?limit=2&cursor={first['next']}")).json()
    names = [one["reporter"]["name"] for page in (first, rest) for one in page["reports"]]
    assert (names, rest["next"]) == (["0", "1", "2"], None)


async def test_a_hidden_message_is_read_by_moderators_only(guest: Guest, staff: Staff) -> None:
    ann, mod = await guest("Ann"), await staff(*MODERATOR)
    table = await table_of(ann)
    number = await says(ann, table, "something rude")
    path = f"/v1/moderation/tables/{table}/messages"
    hidden = await mod.post(f"{path}/{number}/hide", WHY)
    assert hidden.json()["messages"][0]["text"] == "something rude"
    assert await reads(ann, table) == [None]
    await mod.post(f"{path}/{number}/show", WHY)
    assert await reads(ann, table) == ["something rude"]
    assert (await mod.post(f"{path}/1/hide", WHY)).json()["code"] == "no-such-message"


async def test_the_silenced_read_and_play_but_do_not_speak(guest: Guest, staff: Staff) -> None:
    ann, mod = await guest("Ann"), await staff(*MODERATOR)
    table = await table_of(ann)
    await mod.post(f"/v1/admin/accounts/{ann.id}/silence", WHY)
    refused = await ann.post(f"/v1/tables/{table}/messages", {"emote": "hello"})
    assert (refused.status_code, refused.json()["code"]) == (403, "silenced")
    assert refused.json()["params"] == WHY
    assert (await reads(ann, table), (await ann.get("/v1/me")).status_code) == ([], 200)
    await mod.post(f"/v1/admin/accounts/{ann.id}/unsilence", WHY)
    await says(ann, table)


async def test_a_suspension_is_felt_at_once_everywhere_and_lifting_it_loses_nothing(
    app: Litestar, config: Settings, guest: Guest, staff: Staff
) -> None:
    boss, ann = await staff(*ADMIN), Device((await guest()).http)
    ann = Device.of(ann.http, (await ann.post("/v1/accounts/guest", {"name": "Ann"})).json())
    made = await ann.post("/v1/me/tokens", {"name": "bot", "scopes": ["account:read"]})
    program = Phone(ann.http, ann.id, made.json()["token"])
    app.state.ended._look_s = 0
    other = lobby(config)
    async with alive(other):
        other.state.ended._look_s = 0
        await other.state.ended.holds(ann.session)
        suspended = await boss.post(f"/v1/admin/accounts/{ann.id}/suspend", WHY)
        assert suspended.json()["suspended"]["reason"] == "insults"
        codes = [(await one.get("/v1/me")).json()["code"] for one in (ann, program)]
        assert [*codes, (await ann.refresh()).json()["code"]] == ["account-suspended"] * 3
        with pytest.raises(Exception, match="account-suspended"):
            await other.state.ended.check(ann.session, "session-ended")
    await boss.post(f"/v1/admin/accounts/{ann.id}/unsuspend", WHY)
    assert [(await one.get("/v1/me")).status_code for one in (ann, program)] == [200, 200]
    ann.keep((await ann.refresh()).json())
    assert await ann.code_of_me() == 200


async def test_somebody_suspended_looks_for_no_games_any_more(guest: Guest, staff: Staff) -> None:
    boss, ann = await staff(*ADMIN), await guest("Ann")
    wanted = {"kind": "floor", "players": [3], "pace": {"type": "async", "turn_days": 1}}
    ticket = (await ann.post("/v1/tickets", wanted)).json()["id"]
    await boss.post(f"/v1/admin/accounts/{ann.id}/suspend", WHY)
    await boss.post(f"/v1/admin/accounts/{ann.id}/unsuspend", WHY)
    assert (await ann.get(f"/v1/tickets/{ticket}")).json()["state"] == "cancelled"


async def test_a_suspended_handle_does_not_sign_in(
    guest: Guest, staff: Staff, http: Any, nobody: Phone
) -> None:
    boss, ann = await staff(*ADMIN), await guest("Ann")
    credentials = {"handle": "ann", "password": "four lifts go down"}
    await ann.send("PUT", "/v1/me/credentials", credentials)
    until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    await boss.post(f"/v1/admin/accounts/{ann.id}/suspend", {**WHY, "until": until})
    refused = (await nobody.post("/v1/sessions", credentials)).json()
    assert (refused["code"], set(refused["params"])) == ("account-suspended", {"reason", "until"})
    past = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
    await boss.post(f"/v1/admin/accounts/{ann.id}/suspend", {**WHY, "until": past})
    assert (await nobody.post("/v1/sessions", credentials)).status_code == 201
    assert (await ann.get("/v1/me")).status_code == 200


async def test_accounts_are_found_by_id_handle_and_the_beginning_of_a_name(
    guest: Guest, staff: Staff
) -> None:
    boss = await staff(*ADMIN)
    nora, norman, _ = await guest("Nora"), await guest("norman"), await guest("Eleanor")
    await nora.send("PUT", "/v1/me/credentials", {"handle": "n.b", "password": "four lifts go down"})

    async def found(query: str) -> list[str]:
        return [one["name"] for one in (await boss.get(f"/v1/admin/accounts?{query}")).json()["accounts"]]

    assert await found("name=NOR") == ["Nora", "norman"]
    assert [await found("handle=N.B"), await found(f"id={norman.id}"), await found("")] == [
        ["Nora"], ["norman"], [],
    ]  # fmt: skip
    await boss.post(f"/v1/admin/accounts/{nora.id}/rename", {"name": " Leonora ", **WHY})
    assert (await found("name=nor"), await found("name=leo")) == (["norman"], ["Leonora"])
    assert (await nora.get("/v1/me")).json()["name"] == "Leonora"
    await norman.send("DELETE", "/v1/me")
    assert await found("name=nor") == []


async def test_everything_that_staff_does_is_noted(guest: Guest, staff: Staff) -> None:
    boss, ann = await staff(*ADMIN), await guest("Ann")
    path = f"/v1/admin/accounts/{ann.id}"
    for act in ("silence", "unsilence", "suspend", "unsuspend"):
        await boss.post(f"{path}/{act}", WHY)
    table = await ann.opens()
    await boss.post(f"/v1/admin/tables/{table}/end", WHY)
    await boss.post("/v1/admin/accounts/a_nobody/suspend", WHY)
    acts = ["unsuspended", "suspended", "unsilenced", "silenced"]
    assert (await audit(boss))[:5] == [("end-table", table), *((act, ann.id) for act in acts)]
    page = (await boss.get("/v1/admin/audit?limit=2")).json()
    assert (page["entries"][0]["by"], page["entries"][0]["why"]) == (boss.id, "insults")
    rest = (await boss.get(f"/v1/admin/audit?limit=2&cursor={page['next']}")).json()
    assert [entry["did"] for entry in rest["entries"]] == acts[1:3]
    assert (await boss.get("/v1/admin/audit?cursor=x")).json()["code"] == "malformed"


async def test_an_open_table_is_closed_by_staff(guest: Guest, staff: Staff) -> None:
    boss, ann = await staff(*ADMIN), await guest("Ann")
    table = await ann.opens()
    ended = await boss.post(f"/v1/admin/tables/{table}/end", WHY)
    assert (ended.json()["state"], (await ann.table(table))["state"]) == ("closed", "closed")
    again = await boss.post(f"/v1/admin/tables/{table}/end", WHY)
    assert again.json()["code"] == "table-not-open"
    assert (await boss.post("/v1/admin/tables/g_none/end", WHY)).json()["code"] == "no-such-table"


ROUTES: list[tuple[str, str, Scope, Any]] = [
    ("GET", "/v1/moderation/reports", Scope.MODERATION_READ, None),
    ("GET", "/v1/moderation/reports/r_0", Scope.MODERATION_READ, None),
    ("POST", "/v1/moderation/reports/r_0/settle", Scope.MODERATION_WRITE, {"outcome": "warned"}),
    ("GET", "/v1/moderation/tables/g_0/messages", Scope.MODERATION_READ, None),
    ("POST", "/v1/moderation/tables/g_0/messages/1/hide", Scope.MODERATION_WRITE, WHY),
    ("POST", "/v1/moderation/tables/g_0/messages/1/show", Scope.MODERATION_WRITE, WHY),
    ("GET", "/v1/admin/accounts", Scope.ADMIN_READ, None),
    ("GET", "/v1/admin/accounts/a_0", Scope.ADMIN_READ, None),
    ("POST", "/v1/admin/accounts/a_0/rename", Scope.ADMIN_WRITE, {"name": "x", **WHY}),
    ("POST", "/v1/admin/accounts/a_0/suspend", Scope.ADMIN_WRITE, WHY),
    ("POST", "/v1/admin/accounts/a_0/unsuspend", Scope.ADMIN_WRITE, WHY),
    ("POST", "/v1/admin/accounts/a_0/silence", Scope.MODERATION_WRITE, WHY),
    ("POST", "/v1/admin/accounts/a_0/unsilence", Scope.MODERATION_WRITE, WHY),
    ("POST", "/v1/admin/tables/g_0/end", Scope.ADMIN_WRITE, WHY),
    ("GET", "/v1/admin/audit", Scope.ADMIN_READ, None),
]
"""Every route of staff, the scope that it is to need, and a body with which it passes."""


def test_every_route_of_staff_is_in_the_matrix(app: Litestar) -> None:
    filled = {"account": "a_0", "report": "r_0", "table": "g_0", "number": "1"}
    found = {
        (method, route.path_format.format_map(filled))
        for route in app.routes
        if route.path.startswith(("/v1/admin", "/v1/moderation"))
        for method in route.methods - {"HEAD", "OPTIONS"}
    }
    assert found == {(method, path) for method, path, _, _ in ROUTES}


WHO = {
    "a player": (),
    "a reader of reports": (Scope.MODERATION_READ,),
    "a moderator": MODERATOR,
    "a reader of accounts": (Scope.ADMIN_READ,),
    "an administrator": ADMIN,
}


@pytest.mark.parametrize("who", WHO, ids=str)
async def test_staff_may_what_its_scopes_say_and_nothing_else(staff: Staff, who: str) -> None:
    one = await staff(*WHO[who])
    for method, path, scope, body in ROUTES:
        answer = await one.send(method, path, body)
        refused = answer.status_code == 403 and answer.json()["code"] == "staff-only"
        assert refused == (scope not in WHO[who]), f"{who} at {method} {path}: {answer.text}"


async def test_nobody_else_may_anything(guest: Guest, nobody: Phone, staff: Staff) -> None:
    """Not without a token, not a guest, and no program, even one of an administrator's with every scope there is."""
    ann, boss = await guest("Ann"), await staff(*ADMIN)
    made = await boss.post("/v1/me/tokens", {"name": "all", "scopes": list(GRANTED)})
    program = Phone(boss.http, boss.id, made.json()["token"])
    for method, path, _, body in ROUTES:
        answers = [await one.send(method, path, body) for one in (nobody, ann, program)]
        codes = [answer.json()["code"] for answer in answers]
        assert codes == ["token-missing", "staff-only", "scope-missing"], path
    greedy = {"name": "greedy", "scopes": ["admin:write"]}
    assert (await boss.post("/v1/me/tokens", greedy)).json()["code"] == "malformed"


async def test_who_is_no_longer_staff_is_signed_out(app: Litestar, staff: Staff) -> None:
    boss = await staff(*ADMIN)
    await app.state.backoffice.revoke("operator:Eve", boss.id, Scope.ADMIN_READ, "left us")
    assert (await boss.get("/v1/admin/audit")).json()["code"] == "session-ended"
    body = {"handle": f"staff{boss.id[-8:]}", "password": "four lifts go down"}
    boss.token = (await boss.http.post("/v1/sessions", json=body)).json()["access_token"]
    assert (await boss.get("/v1/admin/audit")).json()["code"] == "staff-only"
    assert (await boss.get("/v1/moderation/reports")).status_code == 200


async def test_no_guest_becomes_staff(app: Litestar, guest: Guest, server: Redis) -> None:
    ann = await guest("Ann")
    with pytest.raises(Exception, match="not-for-guests"):
        await app.state.backoffice.grant("operator:Eve", ann.id, Scope.ADMIN_READ, "helps us")
    assert await server.exists("audit") == 0
