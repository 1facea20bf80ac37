"""One connection of the socket: messages sorted to those who wait for them, until it breaks."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from shared.client.problems import ApiProblem, Lost, Unreachable, is_not_now
from shared.client.socket_pace import Pace
from shared.client.told import (
    CommandAccepted,
    Ended,
    Entry,
    FollowMine,
    GameTold,
    Hello,
    Mine,
    MineTold,
    Refused,
    Resync,
    Said,
    SayHello,
    SendCommand,
    SocketTold,
    Subscribe,
    Unsubscribe,
    Welcome,
)
from shared.client.values import Accepted

TOO_MANY = 4429
TOO_MANY_PAUSE_S = 5.0
OURS = frozenset({1009, 4400, 4403})
"""Close codes for what sending again would not mend."""

EARLY_S = 30.0
"""How long before its token expires a socket is given the next one."""

Hellos = Callable[[], Awaitable[SayHello | None]]
Heard = SocketTold | Exception
decode: msgspec.json.Decoder[SocketTold] = msgspec.json.Decoder(SocketTold)  # pyright: ignore[reportArgumentType]


def end_of(closed: ConnectionClosed) -> Exception:
    """What a close code asks for."""
    code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
    if code in OURS:
        return ApiProblem(None, "socket-closed", f"{code} {reason}", {"close": code})
    return Lost(f"the socket was closed: {code} {reason}", TOO_MANY_PAUSE_S if code == TOO_MANY else 0.0)


def refusal(told: Refused) -> Exception:
    problem = ApiProblem(None, told.code, told.detail, told.params)
    if told.retry_after_s is not None or is_not_now(problem):
        return Lost(str(problem), float(told.retry_after_s or 0))
    return problem


class Line:
    def __init__(self, connection: ClientConnection, welcome: Welcome, hello: Hellos) -> None:
        """`hello` gives the next one, with a fresh token, when the old one is about to expire."""
        self.ended: Exception | None = None
        self._connection = connection
        self._silence_s = 2 * welcome.keep_alive_s
        self._pace = Pace(welcome.credits)
        self._hello = hello
        self._renewing: asyncio.Task[None] | None = None
        self._games: dict[str, asyncio.Queue[Heard]] = {}
        self._mine: asyncio.Queue[Heard] | None = None
        self._asked: dict[tuple[str, str], asyncio.Future[Accepted]] = {}
        self._reading = asyncio.create_task(self._read())
        self._welcomed(welcome)

    async def command(self, wish: SendCommand, answer_s: float) -> Accepted:
        """Raises `Lost`, or what the game says against it."""
        key = (wish.game, wish.id)
        future = self._asked.setdefault(key, asyncio.get_running_loop().create_future())
        try:
            await self._say(wish)
            async with asyncio.timeout(answer_s):
                return await asyncio.shield(future)
        except TimeoutError:
            self.end(Lost("a command was not answered"))
            raise Lost("a command was not answered") from None
        finally:
            if self._asked.get(key) is future:
                del self._asked[key]

    async def follow(self, game: str, after: int) -> AsyncGenerator[GameTold]:
        """Each game once at a time: the server knows one position of a socket in it."""
        if game in self._games:
            raise ValueError(f"{game} is followed on this socket already")
        queue = self._games[game] = asyncio.Queue[Heard]()
        try:
            await self._say(Subscribe(game, after))
            while True:
                match await queue.get():
                    case (Hello() | Entry() | Resync() | Ended()) as told:
                        yield told
                    case Exception() as error:
                        raise error
                    case _:
                        pass
        finally:
            del self._games[game]
            with suppress(Lost, ApiProblem):
                await self._say(Unsubscribe(game))

    async def follow_mine(self, cursor: str | None) -> AsyncGenerator[MineTold]:
        if self._mine is not None:
            raise ValueError("what concerns the caller is followed on this socket already")
        queue = self._mine = asyncio.Queue[Heard]()
        try:
            await self._say(FollowMine(cursor))
            while True:
                match await queue.get():
                    case Mine(changes):
                        yield changes
                    case Exception() as error:
                        raise error
                    case _:
                        pass
        finally:
            self._mine = None

    def end(self, error: Exception) -> None:
        """Everybody who waits is told, once."""
        if self.ended is not None:
            return
        self.ended = error
        if self._renewing:
            self._renewing.cancel()
        self._connection.transport.abort()
        for queue in (*self._games.values(), *filter(None, [self._mine])):
            queue.put_nowait(error)
        for future in self._asked.values():
            _fail(future, error)

    async def close(self) -> None:
        if self.ended is None:
            await self._connection.close()
        self.end(Lost("closed"))
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _say(self, said: Said) -> None:
        await self._pace.turn()
        if self.ended is not None:
            raise self.ended
        try:
            await self._connection.send(msgspec.json.encode(said).decode())
        except (WebSocketException, OSError) as error:
            raise Lost(repr(error)) from error

    async def _read(self) -> None:
        try:
            while True:
                async with asyncio.timeout(self._silence_s):
                    frame = await self._connection.recv()
                self._take(decode.decode(frame))
        except ConnectionClosed as closed:
            self.end(end_of(closed))
        except (TimeoutError, OSError, msgspec.DecodeError) as error:
            self.end(Lost(repr(error)))

    def _take(self, told: SocketTold) -> None:
        match told:
            case Hello(game=game) | Entry(game=game) | Resync(game=game) | Ended(game=game):
                self._tell(self._games.get(game), told)
            case CommandAccepted(game, id, version, events):
                future = self._asked.get((game, id))
                if future is not None and not future.done():
                    future.set_result(Accepted(id, version, events))
            case Refused():
                self._refuse(told)
            case Mine():
                self._tell(self._mine, told)
            case Welcome():
                self._welcomed(told)
            case _:
                pass

    def _welcomed(self, welcome: Welcome) -> None:
        if welcome.left_s is not None:
            self._renewing = asyncio.create_task(self._renew(welcome.left_s))

    async def _renew(self, left_s: float) -> None:
        """Says hello again in time. What goes wrong ends with the token: the server closes, and others see why."""
        await asyncio.sleep(max(left_s - EARLY_S, left_s / 2))
        with suppress(Lost, ApiProblem, Unreachable):
            if hello := await self._hello():
                await self._say(hello)

    def _refuse(self, told: Refused) -> None:
        error = refusal(told)
        if told.game is not None and told.id is not None:
            _fail(self._asked.get((told.game, told.id)), error)
        else:
            self._tell(self._mine if told.game is None else self._games.get(told.game), error)

    def _tell(self, queue: asyncio.Queue[Heard] | None, told: Heard) -> None:
        if queue is not None:
            queue.put_nowait(told)


def _fail(future: asyncio.Future[Accepted] | None, error: Exception) -> None:
    if future is not None and not future.done():
        future.set_exception(error)
        future.exception()  # whoever waited may have gone
