"""What the logs say of a race, folded here a second time and much more plainly than the lobby does it."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from redis.asyncio import Redis

from shared.log.commands import FIELD
from shared.log.game import fold
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from tests.lobby.race.client import Deed

Log = Sequence[Sequence[Any]]
"""A table's events in order, each `[tag, field, ...]`."""


async def logs(redis: Redis) -> dict[str, Log]:
    found: dict[str, Log] = {}
    async for name in redis.scan_iter("{p*}:table:*"):
        entries = [fields[FIELD] for _, fields in await redis.xrange(name)]
        found[name.decode().partition(":table:")[2]] = [
            event for entry in entries for event in msgspec.msgpack.decode(entry)[1]
        ]
    return found


def seats_of(log: Log) -> dict[int, str]:
    """Who sits where at the end."""
    seats: dict[int, str] = {}
    for tag, *fields in log:
        match tag:
            case "seat-taken":
                seats[fields[0]] = fields[1]
            case "seat-left":
                del seats[fields[0]]
            case "kicked":
                seats = {seat: player for seat, player in seats.items() if player != fields[0]}
            case _:
                pass
    return seats


def faults(table: str, log: Log) -> Iterator[str]:
    """What may never be, of one table."""
    kicked: set[str] = set()
    for at, (tag, *fields) in enumerate(log):
        before = seats_of(log[:at])
        if tag == "seat-taken" and fields[0] in before:
            yield f"{table}: {fields[1]} and {before[fields[0]]} in one seat"
        if tag == "seat-taken" and fields[1] in before.values():
            yield f"{table}: {fields[1]} in two seats"
        if tag == "seat-taken" and fields[1] in kicked:
            yield f"{table}: {fields[1]} is back who was sent away"
        if tag == "started" and len(before) != 3:
            yield f"{table}: started with {len(before)} people"
        if tag == "kicked":
            kicked.add(fields[0])
        if any(earlier[0] in ("started", "closed") for earlier in log[:at]) and tag != "invitation-ended":
            yield f"{table}: {tag} after its end"


def unkept(log: Log, table: str, player: str, deeds: Sequence[Deed]) -> Iterator[str]:
    """Answers of a player that the table's log does not bear out."""
    here = [deed for deed in deeds if deed.table == table and deed.status < 300]
    came = [deed.word for deed in here if deed.word in ("join", "leave")]
    if any(deed.table == table and deed.word in ("join", "leave") and not deed.sure for deed in deeds):
        return
    taken = sum(tag == "seat-taken" and fields[1] == player for tag, *fields in log)
    if "join" in came and not taken:
        yield f"{table}: {player} was let in and never sat there"
    sent_away = any(tag == "kicked" and fields[0] == player for tag, *fields in log)
    sits = player in seats_of(log).values()
    if came and came[-1] == "leave" and sits:
        yield f"{table}: {player} left and holds a seat"
    if came and came[-1] == "join" and not sits and not sent_away:
        yield f"{table}: {player} came, never left, and has no seat"
    if any(deed.word == "start" for deed in here) and not any(tag == "started" for tag, *_ in log):
        yield f"{table}: {player} was told that it started"


def sent_away(log: Log, table: str, deeds: Sequence[Deed]) -> Iterator[str]:
    for deed in deeds:
        if (
            deed.table == table
            and deed.word == "kick"
            and deed.status < 300
            and deed.whom in seats_of(log).values()
        ):
            yield f"{table}: {deed.whom} was sent away and holds a seat"


async def games_apart(redis: Redis, tables: dict[str, Log], partitions: int) -> list[str]:
    """Started tables without their game as it should be, and games without their table."""
    started = {id: seats_of(log) for id, log in tables.items() if any(tag == "started" for tag, *_ in log)}
    games = {name.decode().partition(":log:")[2] async for name in redis.scan_iter("{p*}:log:*")}
    found = [f"{game}: a game without its table" for game in games - started.keys()]
    for id, seats in started.items():
        payloads = await ValkeyLog(redis).read(keys_of(id, partitions).log(id))
        if not payloads:
            found.append(f"{id}: started without its game")
            continue
        holders = [holder.player for holder in fold(id, payloads).opening.holders]
        if holders != [seats[seat] for seat in sorted(seats)]:
            found.append(f"{id}: others play than sat there")
    return found
