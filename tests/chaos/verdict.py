"""The whole comparison: every game's log, everything told about it, and all that is kept beside it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from shared.log.connect import connect
from shared.settings import Settings
from tests.chaos.answers import OfGame, sort
from tests.chaos.commands import OURS, check_commands
from tests.chaos.history import read
from tests.chaos.load import Load
from tests.chaos.logs import check_beside, check_deal, check_settled
from tests.chaos.readings import check_readings
from tests.chaos.truth import Truth, read_logs


class Verdict(msgspec.Struct):
    """Counts, and every violation in one line."""

    exchanges: int = 0
    games: int = 0
    entries: int = 0
    by_bots: int = 0
    acknowledged: int = 0
    refused: int = 0
    unknown: int = 0
    readings: int = 0
    items: int = 0
    violations: list[str] = msgspec.field(default_factory=list)


async def verdict(config: Settings, history: Path, load: Load, *, ended: bool) -> Verdict:
    found = Verdict(violations=list(load.troubles))
    async with connect(config.valkey) as redis:
        found.violations += await check_settled(redis, config.partitions)
        truths, broken = await read_logs(redis, config.partitions)
        found.violations += broken
        found.violations += await check_beside(redis, config.partitions, truths)
        await redis.connection_pool.disconnect()
    if not ended:
        found.violations.append("unended: not every game came to its end")
    told = sort(_counted(history, found))
    for game in load.games:
        if game not in truths:
            found.violations.append(f"lost: {game} was started and has no log")
    for game, of_game in told.items():
        _judge(found, truths.get(game), game, of_game)
    return found


def _counted(history: Path, found: Verdict) -> Iterator:
    for exchange in read(history):
        found.exchanges += 1
        yield exchange


def _judge(found: Verdict, truth: Truth | None, game: str, told: OfGame) -> None:
    _count_commands(found, told)
    if truth is None:
        found.violations.append(f"lost: {game} was told of and has no log")
        return
    found.games += 1
    found.entries += len(truth.payloads)
    found.by_bots += sum(folded.entry.command.startswith(OURS[0]) for folded in truth.entries)
    for check in (check_commands, check_readings):
        found.violations.extend(check(truth, told))
    found.violations.extend(check_deal(truth))
    if not truth.ended:
        found.violations.append(f"unended: {game} stands at {len(truth.payloads)}")


def _count_commands(found: Verdict, told: OfGame) -> None:
    for command in told.commands.values():
        found.acknowledged += bool(command.accepted)
        found.refused += bool(command.refused)
        found.unknown += not command.accepted and not command.refused
    found.readings += len(told.readings)
    found.items += sum(len(page.items) for page in told.pages)
