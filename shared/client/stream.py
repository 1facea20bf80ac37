"""A game's stream of entries, on as many connections as it takes."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import httpx
import msgspec

from shared.client.http import RETRIED, Http, Unreachable, pauses, problem_of
from shared.client.sse import Message, messages
from shared.client.values import Item

SILENCE_S = 60.0
"""A stream that says nothing for so long, not even a keep-alive, is dead."""


async def follow(http: Http, game: str, after: int, *, words: bool) -> AsyncGenerator[Item]:
    """See `Client.follow`."""
    waits, until = pauses(), _now() + http.patience_s
    while True:
        try:
            async with aclosing(_connection(http, game, after, words=words)) as connection:
                async for message in connection:
                    waits, until = pauses(), _now() + http.patience_s
                    if message.event == "ended":
                        return
                    if message.event == "entry":
                        item = msgspec.json.decode(message.data, type=Item)
                        after = item.version
                        yield item
        except httpx.TransportError as error:
            if _now() > until:
                raise Unreachable(f"the stream of {game} broke: {error!r}") from error
        await asyncio.sleep(next(waits))


async def _connection(http: Http, game: str, after: int, *, words: bool) -> AsyncGenerator[Message]:
    """One connection's messages; a server that says "not now" counts as a broken connection."""
    async with http.open_stream(
        f"/v1/games/{game}/events", {"after": after, "words": str(words).lower()}, SILENCE_S
    ) as response:
        if response.is_success:
            async for message in messages(response.aiter_lines()):
                yield message
        elif response.status_code in RETRIED:
            raise httpx.ReadError(f"the server answered {response.status_code}")
        else:
            await response.aread()
            problem = problem_of(response)
            if not await http.renewed(response.request, problem):
                raise problem


def _now() -> float:
    return asyncio.get_running_loop().time()
