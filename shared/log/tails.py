"""Blocking reads of streams that lie on several nodes, or in several slots of one.

What is there already is read from each node in one go; a stream that has nothing gets a read of its own that waits. That
goes on from one call to the next, so that nothing is lost between two. A stream whose node does not answer keeps no
other waiting.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from redis.exceptions import RedisError

from shared.log.outage import end

BLOCK_MS = 2000
"""Of one read."""
SILENT_S = 2.0
"""A read that takes so much longer than it was to wait has lost its node without a word."""
PAUSE_S = 0.2
"""Between two reads of a stream whose node does not answer."""

Command = tuple[tuple[Any, ...], Mapping[str, Any]]
Stream = tuple[Any, list[Any]]


class Nodes(Protocol):
    async def execute_command(self, *args: Any, **options: Any) -> Any: ...

    async def run(self, commands: Sequence[Command]) -> list[Any]: ...

    def forget_map(self) -> None: ...


class Tail:
    """A stream that is waited for, from one id on."""

    def __init__(self, after: Any) -> None:
        self.after = after
        self.found: list[Stream] = []
        self.failed: Exception | None = None
        self.task: asyncio.Task[None]


class Tails:
    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._tails: dict[Any, Tail] = {}
        self._changed = asyncio.Event()

    async def close(self) -> None:
        tails, self._tails = self._tails, {}
        await asyncio.gather(*(end(tail.task) for tail in tails.values()), return_exceptions=True)

    async def read(self, streams: Mapping[Any, Any], count: int | None, block_ms: int) -> list[Stream]:
        """What `XREAD` answers, empty after `block_ms`. Raises when no stream at all can be read."""
        self._stop(name for name, tail in self._tails.items() if streams.get(name) != tail.after)
        found = await self._at_once(
            {name: at for name, at in streams.items() if name not in self._tails}, count
        )
        for name, after in streams.items():
            if name not in self._tails and name not in found:
                self._begin(name, after, count)
        return [*found.values(), *await self._ready(0 if found else block_ms)]

    async def _at_once(self, streams: Mapping[Any, Any], count: int | None) -> dict[Any, Stream]:
        """What is there; nothing of a node that does not answer."""
        asked: list[Command] = [(xread(name, after, count), {}) for name, after in streams.items()]
        answers = await self._nodes.run(asked) if asked else []
        return {
            name: answer[0]
            for name, answer in zip(streams, answers, strict=bool(asked))
            if answer and not isinstance(answer, Exception)
        }

    async def _ready(self, block_ms: int) -> list[Stream]:
        try:
            async with asyncio.timeout(block_ms / 1000):
                while not any(tail.found for tail in self._tails.values()):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            if block_ms:
                self._tell_failure()
        ready = [name for name, tail in self._tails.items() if tail.found]
        return [stream for name in ready for stream in self._tails.pop(name).found]

    def _stop(self, names: Iterable[Any]) -> None:
        for name in list(names):
            self._tails.pop(name).task.cancel()

    def _begin(self, name: Any, after: Any, count: int | None) -> None:
        tail = self._tails[name] = Tail(after)
        tail.task = asyncio.create_task(self._wait(tail, xread(name, after, count, BLOCK_MS)))

    async def _wait(self, tail: Tail, asked: tuple[Any, ...]) -> None:
        while not tail.found:
            try:
                async with asyncio.timeout(BLOCK_MS / 1000 + SILENT_S):
                    tail.found = await self._nodes.execute_command(*asked) or []
                tail.failed = None
            except (RedisError, OSError) as error:
                tail.failed = error
                self._nodes.forget_map()
                await asyncio.sleep(PAUSE_S)
        self._changed.set()

    def _tell_failure(self) -> None:
        failed = [tail.failed for tail in self._tails.values() if tail.failed]
        if failed and len(failed) == len(self._tails):
            raise failed[0]


def xread(name: Any, after: Any, count: int | None, block_ms: int | None = None) -> tuple[Any, ...]:
    counted = () if count is None else ("COUNT", count)
    blocking = () if block_ms is None else ("BLOCK", block_ms)
    return ("XREAD", *counted, *blocking, "STREAMS", name, after)
