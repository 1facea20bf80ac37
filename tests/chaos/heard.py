"""What a person says and hears of games, whatever carries it, with what the socket carries written down.

HTTP is written down by its transport (`history.Recording`); a socket's messages are written as if each command and
each time of following had been a request.
"""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import msgspec

from shared.client import Accepted, ApiProblem, Client, Item, Transport
from tests.chaos.answers import SOCKET
from tests.chaos.history import Exchange, History

_encode = msgspec.json.Encoder().encode


class Heard:
    """`transport` carries what is followed; on the socket, commands too."""

    def __init__(self, client: Client, history: History, transport: Transport) -> None:
        self.who = ""
        self.transport = transport
        self._client = client
        self._history = history

    async def command(self, game: str, do: dict[str, object], expect: int | None, id: str) -> Accepted:
        if self.transport is not Transport.SOCKET:
            return await self._client.command(game, do, expect=expect, id=id)
        exchange = self._exchange(game, "commands", sent=_encode({"id": id}).decode())
        try:
            accepted = await self._client.command(game, do, expect=expect, id=id)
        except ApiProblem as problem:
            self._write(exchange, 409, {"code": problem.code, "params": problem.params})
            raise
        except BaseException:
            self._history.write(exchange)
            raise
        self._write(exchange, 200, accepted)
        return accepted

    async def follow(self, game: str, after: int, *, words: bool) -> AsyncGenerator[Item]:
        exchange, heard = self._exchange(game, f"events?after={after}", kind=SOCKET), list[bytes]()
        try:
            async with aclosing(self._client.follow(game, after, words=words)) as items:
                async for item in items:
                    heard.append(_encode(_told(item)))
                    yield item
        finally:
            if self.transport is Transport.SOCKET:
                exchange.status, exchange.got = 200, b"\n".join(heard).decode()
                self._history.write(exchange)

    def _exchange(self, game: str, part: str, **more: str) -> Exchange:
        return Exchange(self.who, "SOCKET", f"/v1/games/{game}/{part}", time.monotonic(), **more)

    def _write(self, exchange: Exchange, status: int, answer: object) -> None:
        exchange.status, exchange.whole, exchange.got = status, True, _encode(answer).decode()
        self._history.write(exchange)


def _told(item: Item) -> dict[str, Any]:
    """As it came: what it does not say is left out."""
    said = msgspec.structs.asdict(item)
    return {name: value for name, value in said.items() if value not in (None, ())}
