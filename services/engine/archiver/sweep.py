"""One look through all logs, and what it moved."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis

from shared.log.archive import Archive
from shared.log.archived import archive_game
from shared.log.commands import FIELD
from shared.log.entry import decode_entry
from shared.log.keys import keys_of
from shared.log.port import CorruptLog

log = structlog.get_logger()

LOGS = "{p*}:log:*"
AT_ONCE = 200


class Moved(msgspec.Struct):
    games: int = 0
    bytes: int = 0
    broken: int = 0
    """Logs that do not fold; they stay where they are."""


async def sweep(redis: Redis, archive: Archive, partitions: int, ended_before_ms: int) -> Moved:
    """Archives every game that ended before a moment. Raises `ArchiveAway` when the archive does not take them."""
    moved = Moved()
    async for game in _old_games(redis, ended_before_ms):
        try:
            size = await archive_game(redis, archive, keys_of(game, partitions), game)
        except CorruptLog as cause:
            moved.broken += 1
            log.error("game-not-archived", game=game, cause=str(cause))
            continue
        if size is not None:
            moved.games += 1
            moved.bytes += size
    return moved


async def _old_games(redis: Redis, ended_before_ms: int) -> AsyncIterator[str]:
    """From the logs themselves: a list of finished games would be one more thing to go wrong."""
    names: list[bytes] = []
    async for name in redis.scan_iter(LOGS, count=AT_ONCE):
        names.append(name)
        if len(names) >= AT_ONCE:
            for game in await _ended(redis, names, ended_before_ms):
                yield game
            names.clear()
    for game in await _ended(redis, names, ended_before_ms):
        yield game


async def _ended(redis: Redis, names: list[bytes], before_ms: int) -> list[str]:
    pipeline = redis.pipeline(transaction=False)
    for name in names:
        pipeline.xrevrange(name, count=1)
    return [*_picked(names, await pipeline.execute() if names else [], before_ms)]


def _picked(names: list[bytes], newest: list[Any], before_ms: int) -> Iterator[str]:
    for name, found in zip(names, newest, strict=True):
        if found and _over(found[0][1][FIELD], before_ms):
            yield name.decode().partition(":log:")[2]


def _over(payload: bytes, before_ms: int) -> bool:
    try:
        entry = decode_entry(payload)
    except msgspec.DecodeError:
        return False
    return entry.secret is not None and entry.at < before_ms
