"""What follows from the logs and is kept beside them so that it need not be looked for: told anew, and compared."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from services.cli.tools import Tools
from services.lobby import tables
from services.lobby.ageing import lives_of, look_at
from services.lobby.ratings.finished import Finished, finished
from shared.log.fair import commitment
from shared.log.game import Game, fold
from shared.log.keys import Keys, partition_of
from shared.log.port import CorruptLog
from shared.log.valkey import ValkeyLog

Scores = dict[str, int]


class Projections(msgspec.Struct):
    """One partition's sorted sets, members by score."""

    running: Scores = msgspec.field(default_factory=dict[str, int])
    due: Scores = msgspec.field(default_factory=dict[str, int])
    tables: Scores = msgspec.field(default_factory=dict[str, int])
    archived: Scores = msgspec.field(default_factory=dict[str, int])
    ageing: Scores = msgspec.field(default_factory=dict[str, int])


class Difference(msgspec.Struct, frozen=True):
    key: str
    member: str
    live: int | str | None
    """What Valkey has; `None` for nothing."""
    right: int | str | None


class Rebuilt(msgspec.Struct):
    """Everything told by the logs."""

    partitions: dict[int, Projections] = msgspec.field(default_factory=dict[int, Projections])
    games: int = 0
    tables: int = 0
    finished: list[Finished] = msgspec.field(default_factory=list[Finished])
    """Games that count in ratings and histories, in no order."""
    troubles: list[str] = msgspec.field(default_factory=list[str])
    """What no rebuilding can mend."""


async def rebuilt(tools: Tools) -> Rebuilt:
    """Folds every log, hot and archived."""
    found = Rebuilt({keys.partition: Projections() for keys in tools.partitions()})
    hot = {game async for game in tools.hot()}
    for game in sorted(hot):
        await _game(tools, found, game)
    async for game in tools.archive.games():
        if game not in hot:
            await _archived(tools, found, game)
    async for name in tools.redis.scan_iter("{p*}:table:*", count=500):
        await _table(tools, found, name.decode())
    return found


async def _game(tools: Tools, found: Rebuilt, game: str) -> None:
    keys = tools.keys(game)
    found.games += 1
    try:
        payloads = await ValkeyLog(tools.redis).read(keys.log(game))
        folded = fold(game, payloads)
    except CorruptLog as cause:
        found.troubles.append(str(cause))
        return
    found.finished += filter(None, (finished(game, payloads),)) if folded.outcome is not None else ()
    if not folded.version or folded.outcome is not None or await tools.parked(game):
        return
    mine = found.partitions[keys.partition]
    mine.running[game] = fold(game, payloads[:1]).updated_at
    mine.due |= {f"{game} {timer}": due for timer, due in folded.timers.items()}
    await _secret(tools, found, keys, folded)


async def _secret(tools: Tools, found: Rebuilt, keys: Keys, game: Game) -> None:
    secret: Any = await tools.redis.get(keys.secret(game.id))
    if not secret or commitment(secret) != game.opening.commitment:
        found.troubles.append(f"{game.id}: its secret is missing or another one, it cannot go on")


async def _archived(tools: Tools, found: Rebuilt, game: str) -> None:
    found.games += 1
    try:
        payloads = await tools.archive.get(game)
        folded = fold(game, payloads)
    except CorruptLog as cause:
        found.troubles.append(str(cause))
        return
    found.partitions[partition_of(game, tools.config.partitions)].archived[game] = folded.updated_at
    found.finished += filter(None, (finished(game, payloads),))


async def _table(tools: Tools, found: Rebuilt, name: str) -> None:
    id = name.partition(":table:")[2]
    found.tables += 1
    try:
        table = tables.fold(id, await ValkeyLog(tools.redis).read(name))
    except CorruptLog as cause:
        found.troubles.append(str(cause))
        return
    if table is not None:
        mine = found.partitions[tools.keys(id).partition]
        mine.ageing[id] = look_at(table, lives_of(tools.config))
        if table.phase is tables.Phase.OPEN:
            mine.tables[id] = table.created_at


async def differences(tools: Tools, found: Rebuilt) -> list[Difference]:
    """What Valkey has otherwise."""
    return [
        difference
        for keys in tools.partitions()
        for name, right in msgspec.structs.asdict(found.partitions[keys.partition]).items()
        for difference in _compared(getattr(keys, name), await _live(tools, getattr(keys, name)), right, name)
    ]


async def _live(tools: Tools, key: str) -> Scores:
    found: Any = await tools.redis.zrange(key, 0, -1, withscores=True)
    return {member.decode(): int(score) for member, score in found}


def _compared(key: str, live: Mapping[str, int], right: Mapping[str, int], name: str) -> Iterator[Difference]:
    """A game's beginning is as late as the batch that it began in, and when to look at a table may be put off."""
    for member in sorted({*live, *right}):
        is_there, should = live.get(member), right.get(member)
        same = (is_there is None) == (should is None) if name in ("running", "ageing") else is_there == should
        if not same:
            yield Difference(key, member, is_there, should)


async def write(tools: Tools, found: list[Difference]) -> None:
    pipeline = tools.redis.pipeline(transaction=False)
    for difference in found:
        if difference.right is None:
            pipeline.zrem(difference.key, difference.member)
        else:
            pipeline.zadd(difference.key, {difference.member: difference.right})
    await pipeline.execute()
