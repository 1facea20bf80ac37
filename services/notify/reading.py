"""Games as they are now, read from their logs."""

from collections.abc import Iterable
from typing import NamedTuple

import structlog

from services.notify.message import LOOKED_BACK
from shared.log.entry import decode_entry
from shared.log.game import Game, fold
from shared.log.keys import keys_of
from shared.log.port import ArchiveAway, CorruptLog
from shared.log.valkey import ValkeyLog

log = structlog.get_logger(__name__)


class Read(NamedTuple):
    game: Game
    newest: tuple[bytes, ...]
    """The last entries, newest first."""
    began: int
    """Milliseconds since 1970."""


class Games:
    def __init__(self, log: ValkeyLog, partitions: int) -> None:
        self._log = log
        self._partitions = partitions

    async def read(self, games: Iterable[str]) -> dict[str, Read]:
        """By id; those that are not there or do not fold are missing: nobody is told of them."""
        wanted = list(dict.fromkeys(games))
        if not wanted:
            return {}
        try:
            found = await self._log.read_all(
                [(keys_of(game, self._partitions).log(game), 0) for game in wanted]
            )
        except ArchiveAway as error:
            log.warning("archive-away", cause=str(error))
            return {}
        read = {game: _read(game, payloads) for game, payloads in zip(wanted, found, strict=True)}
        return {game: one for game, one in read.items() if one is not None}


def _read(game: str, payloads: list[bytes] | CorruptLog) -> Read | None:
    try:
        if isinstance(payloads, CorruptLog):
            raise payloads
        if not payloads:
            return None
        newest = tuple(reversed(payloads[-LOOKED_BACK:]))
        return Read(fold(game, payloads), newest, decode_entry(payloads[0]).at)
    except CorruptLog:
        log.info("game-not-told", game=game)  # whoever owns its partition has said it louder
        return None
