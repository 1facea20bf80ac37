"""Streams that go on over as many connections as it takes, whatever carries them."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import TypeVar, assert_never

from shared.client.http import given_up, pauses
from shared.client.mine import Changes
from shared.client.problems import Lost, Resynced
from shared.client.told import Ended, Entry, GameTold, Hello, KeepAlive, MineTold, Resync
from shared.client.values import Item

T = TypeVar("T")

Connect = Callable[[int], AsyncGenerator[GameTold]]
"""One connection's messages about a game after a version; raises `Lost` when it breaks."""
ConnectMine = Callable[[str | None], AsyncGenerator[MineTold]]
"""The same about oneself, after a cursor."""


async def follow(connect: Connect, after: int, game: str, patience_s: float) -> AsyncGenerator[Item]:
    """See `Client.follow`."""
    reached = after
    async with aclosing(heard(lambda: contiguous(connect(reached), reached), patience_s)) as messages:
        async for message in messages:
            match message:
                case Entry(item=item):
                    reached = item.version
                    yield item
                case Resync(version=version):
                    raise Resynced(game, version)
                case Ended():
                    return
                case Hello() | KeepAlive():
                    pass
                case _:
                    assert_never(message)


async def follow_mine(connect: ConnectMine, cursor: str | None, patience_s: float) -> AsyncGenerator[Changes]:
    """See `Client.changes`."""
    reached = cursor
    async with aclosing(heard(lambda: connect(reached), patience_s)) as messages:
        async for message in messages:
            if isinstance(message, Changes):
                yield message
                reached = message.cursor


async def heard(connect: Callable[[], AsyncGenerator[T]], patience_s: float) -> AsyncGenerator[T]:
    """The messages of one connection after the other; `Unreachable` after so long without any."""
    waits, until = pauses(), _now() + patience_s
    while True:
        pause = 0.0
        try:
            async with aclosing(connect()) as told:
                async for message in told:
                    waits, until = pauses(), _now() + patience_s
                    yield message
        except Lost as lost:
            pause = lost.pause_s
            if _now() > until:
                raise given_up(lost, "the stream") from lost
        await asyncio.sleep(max(pause, next(waits)))


async def contiguous(told: AsyncGenerator[GameTold], after: int) -> AsyncGenerator[GameTold]:
    """Ends a connection that leaves a version out or says one again: the next begins where all was well."""
    async with aclosing(told):
        async for message in told:
            if isinstance(message, Entry):
                if message.item.version != after + 1:
                    raise Lost(f"{message.item.version} came after {after}")
                after = message.item.version
            yield message


async def attentive(told: AsyncGenerator[T], first_s: float) -> AsyncGenerator[T]:
    """Ends a connection that is silent for longer than it said it would be; until it said so, for `first_s`."""
    silence_s = first_s
    async with aclosing(told):
        while True:
            try:
                async with asyncio.timeout(silence_s):
                    message = await anext(told, None)
            except TimeoutError:
                raise Lost(f"nothing was heard for {silence_s} s") from None
            if message is None:
                return
            if isinstance(message, Hello):
                silence_s = 2 * message.keep_alive_s
            yield message


def _now() -> float:
    return asyncio.get_running_loop().time()
