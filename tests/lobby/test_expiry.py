"""Tables that nobody starts close, and none stays for ever."""

import msgspec
import pytest
from redis.asyncio import Redis

from services.lobby.accounts.accounts import tables_key
from services.lobby.ageing import DAY_MS, HOUR_MS
from services.lobby.events import TableEntry
from services.lobby.steward.expiry import Expiry
from services.lobby.tables import encode
from shared.api.moment import now_ms
from shared.log.keys import keys_of
from tests.integration.conftest import Guest, Phone


async def _aged(server: Redis, id: str, ms: int) -> None:
    """The table's log and marks as if all of it had happened so much earlier."""
    keys = keys_of(id)
    entries = await server.xrange(keys.table(id))
    await server.delete(keys.table(id))
    for key, fields in entries:
        entry = msgspec.msgpack.decode(fields[b"e"], type=TableEntry)
        older = msgspec.structs.replace(entry, at=entry.at - ms)
        await server.xadd(keys.table(id), {"e": encode(older)}, id=key)
    await server.zincrby(keys.ageing, -ms, id)


async def _states(phone: Phone, *tables: str) -> list[str]:
    return [(await phone.table(table)).get("state", "gone") for table in tables]


LIVE, ASYNC = {"type": "live", "turn_s": 60}, {"type": "async", "turn_days": 1}


@pytest.mark.parametrize(
    ("age_ms", "left"),
    [(HOUR_MS, ["open"] * 3), (2 * HOUR_MS, ["closed", "closed", "open"]), (14 * DAY_MS, ["closed"] * 3)],
    ids=["an-hour", "two-hours", "two-weeks"],
)
async def test_a_table_closes_that_nobody_started_in_the_time_of_its_pace(
    guest: Guest, server: Redis, duty: Expiry, age_ms: int, left: list[str]
) -> None:
    ann = await guest()
    tables = [await ann.opens(pace=pace) for pace in (LIVE, None, ASYNC)]
    for table in tables:
        await _aged(server, table, age_ms)
    await duty.step()
    assert await _states(ann, *tables) == left


async def test_who_sat_at_an_expired_table_is_told_and_why(guest: Guest, server: Redis, duty: Expiry) -> None:
    ann = await guest()
    table = await ann.opens()
    soon = (await ann.table(table))["expires_at"]
    await _aged(server, table, 2 * HOUR_MS)
    await duty.step()
    closed = await ann.table(table)
    assert soon is not None
    assert (closed["closed_by"], closed["expires_at"]) == ("expired", None)
    assert (await ann.get("/v1/tables")).json()["tables"] == []
    assert b"closed" in b"".join(await server.hvals(f"{{me:{ann.id}}}:about"))


async def test_a_closed_table_is_removed_after_a_week_with_every_mark_of_it(
    guest: Guest, server: Redis, duty: Expiry
) -> None:
    ann, bob = await guest(), await guest("Bob")
    table = await ann.opens()
    for step in ("join", "leave"):
        await bob.post(f"/v1/tables/{table}/{step}")
    await ann.post(f"/v1/tables/{table}/leave")
    await _aged(server, table, 7 * DAY_MS)
    await duty.step()
    keys = keys_of(table)
    marks = [keys.table(table), keys.tables, keys.ageing, tables_key(ann.id), tables_key(bob.id)]
    assert await server.exists(*marks) == 0


async def test_a_started_table_stays_until_its_game_is_archived_and_is_remembered_by_its_players(
    guest: Guest, server: Redis, duty: Expiry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.lobby.start.WAIT_S", 0.05)
    ann = await guest()
    table = await ann.opens()
    await ann.seats_bots(table, 1, 2)
    await ann.post(f"/v1/tables/{table}/start")
    seen: list[list[str]] = []
    for archived in (False, True):
        if archived:
            await server.zadd(keys_of(table).archived, {table: 1})
        await _aged(server, table, 30 * DAY_MS)
        await duty.step()
        seen.append(await _states(ann, table))
    assert seen == [["started"], ["gone"]]
    assert (await ann.get("/v1/me/export")).json()["games"] == [table]


async def test_a_table_that_changed_meanwhile_is_not_closed(
    guest: Guest, server: Redis, duty: Expiry
) -> None:
    ann, bob = await guest(), await guest("Bob")
    table = await ann.opens()
    await _aged(server, table, 2 * HOUR_MS)
    stale = await duty.tables.read(table)
    assert stale is not None
    await bob.post(f"/v1/tables/{table}/join")
    await duty._expire(stale)  # pyright: ignore[reportPrivateUsage]
    assert await _states(ann, table) == ["open"]


async def test_tables_of_older_releases_age_too(guest: Guest, server: Redis, duty: Expiry) -> None:
    ann = await guest()
    table = await ann.opens()
    await _aged(server, table, 2 * HOUR_MS)
    await server.delete(keys_of(table).ageing)
    await duty.step()
    assert await _states(ann, table) == ["closed"]


@pytest.mark.logs("table-corrupt")
async def test_a_broken_table_is_put_off_and_keeps_none_from_ageing(
    guest: Guest, server: Redis, duty: Expiry
) -> None:
    ann = await guest()
    broken, whole = await ann.opens(), await ann.opens()
    for table in (broken, whole):
        await _aged(server, table, 2 * HOUR_MS)
    await server.xadd(keys_of(broken).table(broken), {"e": b"?"}, id="2-0")
    await duty.step()
    assert await _states(ann, whole) == ["closed"]
    assert (await server.zscore(keys_of(broken).ageing, broken)) > now_ms()
