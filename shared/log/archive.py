"""The archive of finished games: one small object per game, in a folder or in any store that `obstore` knows."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from obstore.exceptions import BaseError
from obstore.store import LocalStore, ObjectStore, from_url

from shared.log.packing import Packer
from shared.log.port import ArchiveAway, CorruptLog
from shared.settings import Settings

if TYPE_CHECKING:  # obstore has these types for checkers only
    from obstore import ObjectMeta
    from obstore.store import ClientConfig, RetryConfig

DICTIONARIES = Path(__file__).parents[2] / "seeds" / "archive"
SUFFIX = ".game.zst"
FAILURES = (BaseError, OSError)
"""What stores raise; a missing bucket is a `FileNotFoundError`."""
PATIENCE: "ClientConfig" = {
    "timeout": timedelta(seconds=10),
    "connect_timeout": timedelta(seconds=2),
    "allow_http": True,  # where the operator's endpoint is one
}
RETRIES: "RetryConfig" = {"max_retries": 2, "retry_timeout": timedelta(seconds=10)}
"""Somebody waits for the answer, and can ask again."""
GAME = re.compile(r"[A-Za-z0-9_]{3,64}")


class Archive:
    def __init__(self, store: ObjectStore, packer: Packer) -> None:
        self._store = store
        self._packer = packer

    async def put(self, game: str, kind: str, log: Sequence[bytes]) -> int:
        """Stores a finished game's whole log, and has it on disk when it returns. How many bytes it took."""
        packed = self._packer.pack(game, kind, log)
        await self._put(path_of(game), packed)
        return len(packed)

    async def put_beside(self, game: str, what: str, content: bytes) -> None:
        """Stores something of a game beside its log, for good. Raises `ArchiveAway`."""
        await self._put(path_of(game, f".{what}"), content)

    async def get_beside(self, game: str, what: str) -> bytes | None:
        """`None` when there is no such thing. Raises `ArchiveAway`."""
        try:
            found = await self._store.get_async(path_of(game, f".{what}"))
            return bytes(await found.bytes_async())
        except FileNotFoundError:
            return None
        except FAILURES as cause:
            raise _away(cause) from cause

    async def _put(self, path: str, content: bytes) -> None:
        try:
            await self._store.put_async(path, content)
        except FAILURES as cause:
            raise _away(cause) from cause
        if isinstance(self._store, LocalStore):
            await asyncio.to_thread(_settle, Path(str(self._store.prefix)) / path)

    async def get(self, game: str) -> list[bytes]:
        """Raises `CorruptLog` when the object is missing or damaged, `ArchiveAway` when nobody can tell."""
        try:
            found = await self._store.get_async(path_of(game))
            packed = bytes(await found.bytes_async())
        except FileNotFoundError as cause:
            raise CorruptLog(f"{game}: it is not in the archive") from cause
        except FAILURES as cause:
            raise _away(cause) from cause
        return self._packer.unpack(game, packed)

    async def games(self) -> AsyncIterator[str]:
        """Every game in the archive, in no order."""
        try:
            listed: AsyncIterator[Sequence[ObjectMeta]] = cast(Any, self._store).list()
            async for found in listed:
                for meta in found:
                    if meta["path"].endswith(SUFFIX):
                        yield meta["path"].rpartition("/")[2].removesuffix(SUFFIX)
        except FAILURES as cause:
            raise _away(cause) from cause

    async def forget(self, game: str) -> None:
        """Takes a game out that is hot again."""
        try:
            await self._store.delete_async(path_of(game))
        except FileNotFoundError:
            return
        except FAILURES as cause:
            raise _away(cause) from cause


def path_of(game: str, suffix: str = SUFFIX) -> str:
    """
    >>> path_of("g_01JB2Q0000000000000000007K")
    '7K/g_01JB2Q0000000000000000007K.game.zst'
    """
    if not GAME.fullmatch(game):
        raise CorruptLog(f"{game!r} cannot be a game")
    return f"{game[-2:]}/{game}{suffix}"


def open_archive(settings: Settings) -> Archive:
    """The archive that the settings name; makes the folder where it is one."""
    url = settings.archive_url
    if url.startswith("file:"):
        return Archive(from_url(url, mkdir=True), packer())
    if url:
        return Archive(from_url(url, client_options=PATIENCE, retry_config=RETRIES), packer())
    folder = (settings.var / "archive").resolve()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Archive(LocalStore(folder), packer())


@cache
def packer() -> Packer:
    return Packer(dictionaries(DICTIONARIES))


def dictionaries(folder: Path) -> Mapping[str, Sequence[bytes]]:
    """`<kind>-<n>.zdict` by kind, the newest last; none is ever taken away, as old games need theirs."""
    found: dict[str, list[bytes]] = {}
    for path in sorted(folder.glob("*.zdict"), key=lambda path: int(path.stem.rpartition("-")[2])):
        found.setdefault(path.stem.rpartition("-")[0], []).append(path.read_bytes())
    return found


def _away(cause: Exception) -> ArchiveAway:
    return ArchiveAway(f"the archive failed ({type(cause).__name__})")


def _settle(path: Path) -> None:
    """Has a file and its name on disk: the store itself only hands them to the operating system."""
    for place in (path, path.parent, path.parent.parent):
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
