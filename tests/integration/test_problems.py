"""Each thing that can be wrong with a request to the lobby: a stable code, and nothing changed by it."""

from dataclasses import dataclass
from typing import Any

import pytest
from redis.asyncio import Redis

from shared.api.codes import Code
from shared.api.problem import status_of
from shared.seeds import refusals
from tests.integration.conftest import Crowd, Guest, Phone

UNKNOWN = "g_01ARZ3NDEKTSV4RRFFQ69G5FAV"


@dataclass(frozen=True)
class Bad:
    """A request by the host unless `by` names another; `{open}`, `{full}` and `{closed}` are tables' ids."""

    method: str
    path: str
    status: int
    code: str
    body: Any = None
    at: str | None = None
    by: str = "host"


TABLES, JOIN, BOT = "/v1/tables", "/v1/tables/{open}/join", "/v1/tables/{open}/seats/2/bot"

EASY = {"level": "easy"}

BAD = {
    # accounts
    "name empty": Bad("POST", "/v1/accounts/guest", 400, "malformed", {"name": ""}, "$.name"),
    "name too long": Bad("POST", "/v1/accounts/guest", 400, "malformed", {"name": "x" * 33}, "$.name"),
    "name invisible": Bad("POST", "/v1/accounts/guest", 400, "malformed", {"name": "a\u202eb"}, "$.name"),
    "name no text": Bad("POST", "/v1/accounts/guest", 400, "malformed", {"name": 7}, "$.name"),
    "guest unknown field": Bad("POST", "/v1/accounts/guest", 400, "malformed", {"nane": "Ann"}, "$"),
    "me without token": Bad("GET", "/v1/me", 401, "token-missing", by="nobody"),
    "me with a broken token": Bad("GET", "/v1/me", 401, "token-invalid", by="forger"),
    "me after the account was lost": Bad("GET", "/v1/me", 404, "no-such-account", by="ghost"),
    # kinds
    "unknown kind": Bad("GET", "/v1/kinds/chess", 404, "no-such-kind"),
    # opening
    "no token": Bad("POST", TABLES, 401, "token-missing", {"kind": "floor", "players": 3}, by="nobody"),
    "no body": Bad("POST", TABLES, 400, "malformed", None, "$"),
    "no kind": Bad("POST", TABLES, 400, "malformed", {"players": 3}, "$"),
    "kind of table unknown": Bad("POST", TABLES, 404, "no-such-kind", {"kind": "chess", "players": 3}),
    "players no number": Bad("POST", TABLES, 400, "malformed", {"kind": "floor", "players": ""}, "$.players"),
    "too many players": Bad("POST", TABLES, 422, "invalid-options", {"kind": "floor", "players": 5}),
    "unknown field": Bad("POST", TABLES, 400, "malformed", {"kind": "floor", "players": 3, "x": 1}, "$"),
    "options no object": Bad(
        "POST", TABLES, 400, "malformed", {"kind": "floor", "players": 3, "options": []}, "$.options"
    ),
    "unknown option": Bad(
        "POST", TABLES, 400, "malformed", {"kind": "floor", "players": 3, "options": {"x": 1}}, "$.options"
    ),
    "wrong option": Bad(
        "POST", TABLES, 400, "malformed", {"kind": "eddie", "players": 3, "options": {"countdown": 11}},
        "$.options.countdown",
    ),
    "colours twice": Bad(
        "POST", TABLES, 422, "invalid-options",
        {"kind": "elevators", "players": 3, "options": {"colours": [["b"], ["b"]]}},
    ),
    "pace too fast": Bad(
        "POST", TABLES, 400, "malformed",
        {"kind": "floor", "players": 3, "pace": {"type": "live", "turn_s": 4}}, "$.pace.turn_s",
    ),
    "pace unknown": Bad(
        "POST", TABLES, 400, "malformed",
        {"kind": "floor", "players": 3, "pace": {"type": "x"}}, "$.pace.type",
    ),
    "bots too slow": Bad(
        "POST", TABLES, 400, "malformed", {"kind": "floor", "players": 3, "bot_ms": 10_001}, "$.bot_ms"
    ),
    "entropy too long": Bad(
        "POST", TABLES, 400, "malformed", {"kind": "floor", "players": 3, "entropy": "é" * 33}, "$.entropy"
    ),
    # listing and reading
    "limit too small": Bad("GET", "/v1/tables?limit=0", 400, "malformed", at="limit"),
    "limit too large": Bad("GET", "/v1/tables?limit=101", 400, "malformed", at="limit"),
    "limit no number": Bad("GET", "/v1/tables?limit=x", 400, "malformed", at="limit"),
    "cursor invented": Bad("GET", "/v1/tables?cursor=x", 400, "malformed", at="cursor"),
    "table unknown": Bad("GET", f"/v1/tables/{UNKNOWN}", 404, "no-such-table"),
    "table no id": Bad("GET", "/v1/tables/x", 404, "no-such-table"),
    # joining and leaving
    "join without token": Bad("POST", JOIN, 401, "token-missing", by="nobody"),
    "join unknown table": Bad("POST", f"/v1/tables/{UNKNOWN}/join", 404, "no-such-table"),
    "join seat taken": Bad("POST", JOIN, 409, "seat-taken", {"seat": 0}, by="stranger"),
    "join no such seat": Bad("POST", JOIN, 404, "no-such-seat", {"seat": 3}, by="stranger"),
    "join seat below 0": Bad("POST", JOIN, 400, "malformed", {"seat": -1}, "$.seat", by="stranger"),
    "join elsewhere": Bad("POST", JOIN, 409, "already-seated", {"seat": 2}),
    "join entropy too long": Bad("POST", JOIN, 400, "malformed", {"entropy": "é" * 33}, "$.entropy"),
    "join a full table": Bad("POST", "/v1/tables/{full}/join", 409, "table-full", by="stranger"),
    "join a closed table": Bad("POST", "/v1/tables/{closed}/join", 409, "table-not-open", by="stranger"),
    "leave without token": Bad("POST", "/v1/tables/{open}/leave", 401, "token-missing", by="nobody"),
    "leave unknown table": Bad("POST", f"/v1/tables/{UNKNOWN}/leave", 404, "no-such-table"),
    "leave without a seat": Bad("POST", "/v1/tables/{open}/leave", 403, "not-seated", by="stranger"),
    "leave a closed table": Bad("POST", "/v1/tables/{closed}/leave", 409, "table-not-open"),
    # bots
    "bot without token": Bad("PUT", BOT, 401, "token-missing", EASY, by="nobody"),
    "bot by a guest": Bad("PUT", BOT, 403, "not-host", EASY, by="stranger"),
    "bot level unknown": Bad("PUT", BOT, 400, "malformed", {"level": "godlike"}, "$.level"),
    "bot without body": Bad("PUT", BOT, 400, "malformed", None, "$"),
    "bot on a player": Bad("PUT", "/v1/tables/{open}/seats/0/bot", 409, "seat-taken", EASY),
    "bot on no seat": Bad("PUT", "/v1/tables/{open}/seats/9/bot", 404, "no-such-seat", EASY),
    "bot at unknown table": Bad("PUT", f"/v1/tables/{UNKNOWN}/seats/0/bot", 404, "no-such-table", EASY),
    "bot at closed table": Bad("PUT", "/v1/tables/{closed}/seats/1/bot", 409, "table-not-open", EASY),
    "no bot to remove": Bad("DELETE", BOT, 409, "no-bot-there"),
    "bot removed by a guest": Bad("DELETE", BOT, 403, "not-host", by="stranger"),
    "bot removed without token": Bad("DELETE", BOT, 401, "token-missing", by="nobody"),
    # starting
    "start without token": Bad("POST", "/v1/tables/{full}/start", 401, "token-missing", by="nobody"),
    "start by a guest": Bad("POST", "/v1/tables/{full}/start", 403, "not-host", by="stranger"),
    "start with free seats": Bad("POST", "/v1/tables/{open}/start", 409, "seats-open"),
    "start unknown table": Bad("POST", f"/v1/tables/{UNKNOWN}/start", 404, "no-such-table"),
    "start a closed table": Bad("POST", "/v1/tables/{closed}/start", 409, "table-not-open"),
}  # fmt: skip


@pytest.fixture
async def host(guest: Guest) -> Phone:
    return await guest("Host")


@pytest.fixture
async def tables(host: Phone) -> dict[str, str]:
    ids = {name: await host.opens() for name in ("open", "full", "closed")}
    await host.seats_bots(ids["full"], 1, 2)
    await host.post(f"/v1/tables/{ids['closed']}/leave")
    return ids


@pytest.fixture
async def people(host: Phone, guest: Guest, nobody: Phone, crowd: Crowd) -> dict[str, Phone]:
    forged = host.token[:-4] + ("AAAA" if host.token[-4:] != "AAAA" else "BBBB")
    return {
        "host": host,
        "stranger": await guest("Stranger"),
        "nobody": nobody,
        "ghost": crowd(1)[0],
        "forger": Phone(host.http, "", forged),
    }


async def _everything(server: Redis) -> dict[bytes, bytes | None]:
    """All that is stored, but for the counters of the rate limits and how long things last."""
    keys = sorted(key for key in await server.keys() if not key.startswith(b"limit:"))
    return {key: await server.dump(key) for key in keys}


@pytest.mark.parametrize("name", BAD)
async def test_a_bad_request_gets_its_code_and_changes_nothing(
    name: str, tables: dict[str, str], people: dict[str, Phone], server: Redis
) -> None:
    bad = BAD[name]
    before = await _everything(server)
    answer = await people[bad.by].send(bad.method, bad.path.format(**tables), bad.body)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["status"]) == (bad.status, bad.code, bad.status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert bad.at is None or problem["params"]["path"] == bad.at
    assert await _everything(server) == before


async def test_all_problems_of_a_set_are_told_at_once(host: Phone) -> None:
    options = {"colours": [["b"], ["b"], [], ["r"]]}
    answer = await host.post("/v1/tables", {"kind": "elevators", "players": 3, "options": options})
    found = {problem["path"]: problem["allowed"] for problem in answer.json()["problems"]}
    assert list(found) == ["options.colours", "options.colours[1][0]"]
    assert found["options.colours[1][0]"] == ["r", "g", "y", "n"]


async def test_wrong_numbers_of_players_name_the_right_ones(host: Phone) -> None:
    answer = await host.post("/v1/tables", {"kind": "floor", "players": 7})
    assert answer.json()["problems"][0]["allowed"] == [2, 3, 4]


async def test_what_a_problem_is_of_can_be_read_where_its_type_leads(nobody: Phone) -> None:
    for code in (*Code, *refusals()):
        told = (await nobody.get(f"/problems/{code}")).json()
        assert (told["code"], told["status"], bool(told["title"])) == (code, int(status_of(code)), True)
    assert (await nobody.get("/problems/no-such-thing")).status_code == 404


@pytest.mark.parametrize("name", BAD)
async def test_every_problems_type_leads_somewhere(
    name: str, tables: dict[str, str], people: dict[str, Phone]
) -> None:
    bad = BAD[name]
    problem = (await people[bad.by].send(bad.method, bad.path.format(**tables), bad.body)).json()
    assert (await people["nobody"].get(problem["type"])).json()["title"] == problem["title"]
