"""The one WebSocket of a client: opened when it is first needed, and anew whenever it has broken."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from shared.client.http import EXPIRED, Http, given_up, pauses
from shared.client.problems import ApiProblem, Lost
from shared.client.socket_line import Line, decode, end_of
from shared.client.tokens import Tokens
from shared.client.told import GameTold, MineTold, SayHello, SendCommand, Welcome
from shared.client.values import Accepted

TOKEN = 4401
CLOSE_S = 1.0


class Socket:
    def __init__(self, http: Http) -> None:
        self._http = http
        self._line: Line | None = None
        self._words = False
        self._said: Tokens | None = None
        self._opening = asyncio.Lock()

    async def close(self) -> None:
        if self._line is not None:
            await self._line.close()

    async def command(self, wish: SendCommand) -> Accepted:
        """Sends it on one connection after the other until it is answered."""
        until = asyncio.get_running_loop().time() + self._http.patience_s
        for pause in pauses():
            try:
                line = await self._open_line()
                return await line.command(wish, self._http.answer_s)
            except Lost as lost:
                pause = max(pause, lost.pause_s)
                if asyncio.get_running_loop().time() + pause > until:
                    raise given_up(lost, self._http.address) from lost
            await asyncio.sleep(pause)
        raise AssertionError("pauses never end")

    async def follow(self, game: str, after: int, *, words: bool) -> AsyncGenerator[GameTold]:
        """One connection's messages about a game. Words are the whole socket's, once anybody wants them."""
        line = await self._open_line(words=words)
        async with aclosing(line.follow(game, after)) as told:
            async for message in told:
                yield message

    async def follow_mine(self, cursor: str | None) -> AsyncGenerator[MineTold]:
        line = await self._open_line()
        async with aclosing(line.follow_mine(cursor)) as told:
            async for message in told:
                yield message

    async def _open_line(self, *, words: bool = False) -> Line:
        async with self._opening:
            if self._line is not None and words and not self._words:
                await self._line.close()
            self._words = self._words or words
            if self._line is None or self._line.ended is not None:
                self._line = await self._open()
            return self._line

    async def _open(self) -> Line:
        """Raises `Lost`, or `ApiProblem` when coming again would not help."""
        connection = await self._connect()
        try:
            async with asyncio.timeout(self._http.answer_s):
                welcome = await self._greet(connection)
        except ConnectionClosed as closed:
            raise await self._turned_away(closed) from closed
        except (TimeoutError, OSError) as error:
            connection.transport.abort()
            raise Lost(repr(error)) from error
        except BaseException:
            connection.transport.abort()
            raise
        return Line(connection, welcome, self._renewed)

    async def _connect(self) -> ClientConnection:
        address = self._http.address.replace("http", "ws", 1).rstrip("/") + "/v1/socket"
        try:
            return await connect(
                address,
                open_timeout=self._http.answer_s,
                close_timeout=CLOSE_S,
                ping_interval=None,  # silence is noticed by what the server announces
                compression=None,
            )
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Lost(repr(error)) from error

    async def _greet(self, connection: ClientConnection) -> Welcome:
        """The token is said here, never in the address."""
        await connection.send(msgspec.json.encode(self._hello()).decode())
        welcome = decode.decode(await connection.recv())
        if not isinstance(welcome, Welcome):
            raise Lost("no welcome")
        return welcome

    def _hello(self) -> SayHello:
        self._said = self._http.holder.tokens
        token = self._said.access_token if self._said else None
        return SayHello(token, self._http.language, self._words)

    async def _renewed(self) -> SayHello | None:
        """With the next token; `None` where there is none."""
        said = f"Bearer {self._said.access_token}" if self._said else ""
        return self._hello() if await self._http.renewed(said, ApiProblem(401, EXPIRED, "", {})) else None

    async def _turned_away(self, closed: ConnectionClosed) -> Exception:
        if closed.rcvd is None or closed.rcvd.code != TOKEN:
            return end_of(closed)
        problem = ApiProblem(None, closed.rcvd.reason, "", {})
        said = f"Bearer {self._said.access_token}" if self._said else ""
        return Lost("a new token") if await self._http.renewed(said, problem) else problem
