"""A TCP proxy that spoils connections: between clients and HTTP, and between each service and Valkey.

What is spoilt is decided by chance with a seed; what may be spoilt now is the `weather`, which the nemesis sets.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum
from random import Random

import msgspec

CHUNK = 64 * 1024
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Target = Callable[[], Awaitable[Streams]]


class Spoil(StrEnum):
    NOTHING = "nothing"
    DELAY = "delay"
    """Both ways, each chunk for a while."""
    STALL = "stall"
    """Nothing passes until the weather changes; then all of it does."""
    CUT_BEFORE = "cut-before"
    """A request does not arrive."""
    CUT_AFTER = "cut-after"
    """A request arrives and is acted on; its answer does not come back."""
    CUT_INSIDE = "cut-inside"
    """An answer breaks off in the middle."""


class Weather(msgspec.Struct, frozen=True):
    spoil: Spoil = Spoil.NOTHING
    odds: float = 1.0
    """Of each chunk that could be spoilt so."""


CALM = Weather()
REQUESTS = frozenset({Spoil.DELAY, Spoil.STALL, Spoil.CUT_BEFORE})
ANSWERS = frozenset({Spoil.DELAY, Spoil.STALL, Spoil.CUT_AFTER, Spoil.CUT_INSIDE})


class _Cut(Exception):
    """This connection ends now."""


class Connection:
    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.silent = False
        self._writers = (client, server)

    def close(self) -> None:
        for writer in self._writers:
            writer.transport.abort()


class Proxy:
    def __init__(self, target: Target, rng: Random) -> None:
        self.spoilt: Counter[Spoil] = Counter()
        self.port = 0
        self._target = target
        self._rng = rng
        self._weather = CALM
        self._changed = asyncio.Event()
        self._open: set[Connection] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()

    def set(self, weather: Weather) -> None:
        self._weather = weather
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def cut(self) -> None:
        """Breaks every connection that is open now."""
        for connection in list(self._open):
            connection.close()

    def silence(self) -> None:
        """Every connection that is open now stays so, and nothing ever passes it again."""
        for connection in self._open:
            connection.silent = True

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await self._target()
        except OSError:
            writer.transport.abort()
            return
        connection = Connection(writer, far_writer)
        self._open.add(connection)
        pumps = [
            asyncio.ensure_future(self._pump(connection, reader, far_writer, REQUESTS)),
            asyncio.ensure_future(self._pump(connection, far_reader, writer, ANSWERS)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            connection.close()
            self._open.discard(connection)

    async def _pump(
        self, connection: Connection, source: asyncio.StreamReader, sink: asyncio.StreamWriter,
        may: frozenset[Spoil],
    ) -> None:  # fmt: skip
        with suppress(_Cut, OSError):
            while chunk := await source.read(CHUNK):
                await self._spoil(sink, chunk, may)
                if not connection.silent:
                    sink.write(chunk)
                    await sink.drain()

    async def _spoil(self, sink: asyncio.StreamWriter, chunk: bytes, may: frozenset[Spoil]) -> None:
        spoil = self._weather.spoil
        if spoil not in may or self._rng.random() >= self._weather.odds:
            return
        self.spoilt[spoil] += 1
        match spoil:
            case Spoil.DELAY:
                await asyncio.sleep(self._rng.uniform(0.02, 0.3))
            case Spoil.STALL:
                await self._changed.wait()
            case Spoil.CUT_INSIDE:
                sink.write(chunk[: self._rng.randrange(len(chunk))])
                await sink.drain()
                sink.close()
                await sink.wait_closed()
                raise _Cut
            case _:
                raise _Cut


def tcp(port: int) -> Target:
    return lambda: asyncio.open_connection("127.0.0.1", port)


def unix(path: str) -> Target:
    return lambda: asyncio.open_unix_connection(path)
