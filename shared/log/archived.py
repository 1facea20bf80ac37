"""Logs wherever they are: in Valkey while they are hot, in the archive afterwards. Readers need not know which."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from shared.log.archive import Archive
from shared.log.connect import confirm
from shared.log.game import fold
from shared.log.keys import Keys
from shared.log.port import CorruptLog
from shared.log.valkey import ValkeyLog, contiguous

FUNCTIONS = Path(__file__).with_name("archive.lua")
KEPT = 64
"""Archived logs kept unpacked; they never change."""


class ArchivedLog(ValkeyLog):
    """The port of a log over both places. Appending goes to Valkey only: what is archived has ended.

    Reading raises `ArchiveAway` beside what the port says.
    """

    def __init__(self, redis: Redis, archive: Archive) -> None:
        super().__init__(redis)
        self._archive = archive
        self._unpacked: OrderedDict[str, list[bytes]] = OrderedDict()

    async def read(self, log: str, after: int = 0, count: int | None = None) -> list[bytes]:
        tag, game = _parts(log)
        pipeline = self._redis.pipeline(transaction=True)
        pipeline.xrange(log, f"({after}-0", count=count)
        pipeline.zscore(tag + ARCHIVED, game)
        found, archived = await pipeline.execute()
        await confirm(self._redis, log)
        if found or archived is None:
            return contiguous(log, after, found)
        whole = await self._whole(log)
        return whole[after : None if count is None else after + count]

    async def read_all(self, logs: Sequence[tuple[str, int]]) -> list[list[bytes] | CorruptLog]:
        found = await super().read_all(logs)
        silent = [at for at, entries in enumerate(found) if entries == []]
        for at in await self._archived([logs[at][0] for at in silent], silent):
            log, after = logs[at]
            try:
                found[at] = (await self._whole(log))[after:]
            except CorruptLog as error:
                found[at] = error
        return found

    async def newest(self, logs: Sequence[tuple[str, int]], count: int) -> list[list[tuple[int, bytes]]]:
        found = await super().newest(logs, count)
        silent = [at for at, entries in enumerate(found) if not entries]
        for at in await self._archived([logs[at][0] for at in silent], silent):
            log, version = logs[at]
            numbered = list(enumerate(await self._whole(log), 1))[:version]
            found[at] = numbered[::-1][:count]
        return found

    async def _archived(self, logs: Sequence[str], marks: Sequence[int]) -> list[int]:
        """The marks of those logs that are in the archive."""
        if not logs:
            return []
        pipeline = self._redis.pipeline(transaction=False)
        for tag, game in map(_parts, logs):
            pipeline.zscore(tag + ARCHIVED, game)
        scores: list[Any] = await pipeline.execute()
        return [mark for mark, score in zip(marks, scores, strict=True) if score is not None]

    async def _whole(self, log: str) -> list[bytes]:
        _, game = _parts(log)
        whole = self._unpacked.pop(game, None) or await self._archive.get(game)
        self._unpacked[game] = whole
        if len(self._unpacked) > KEPT:
            self._unpacked.popitem(last=False)
        return whole


ARCHIVED = Keys(0).archived.removeprefix(Keys(0).tag)


def _parts(log: str) -> tuple[str, str]:
    """
    >>> _parts("{p07}:log:g_1")
    ('{p07}', 'g_1')
    """
    tag, _, game = log.partition(":log:")
    return tag, game


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


async def archive_game(redis: Redis, archive: Archive, keys: Keys, game: str) -> int | None:
    """Moves a finished game's log: stored, read back and compared before the hot copy goes. Bytes of the object.

    `None` when there is nothing to move: the game runs, or its log is not there. Stopping it anywhere does no harm, as
    the same object is then written again. Raises `CorruptLog` for a log that does not fold, and `ArchiveAway`.
    """
    log = await ValkeyLog(redis).read(keys.log(game))
    if not log or (folded := fold(game, log)).outcome is None:
        return None
    size = await archive.put(game, folded.opening.kind, log)
    if await archive.get(game) != log:
        raise CorruptLog(f"{game}: the archive gave back something else than it was given")
    await redis.fcall(
        "archive_game", 2, keys.log(game), keys.archived, folded.version, game, folded.updated_at
    )
    return size


async def restore_game(redis: Redis, archive: Archive, keys: Keys, game: str) -> int:
    """Brings an archived log back; the object stays until the game is archived again. Entries, 0 if it is hot already."""
    log = await archive.get(game)
    arguments: list[Any] = [game, *log]
    return int(await redis.fcall("restore_game", 2, keys.log(game), keys.archived, *arguments))
