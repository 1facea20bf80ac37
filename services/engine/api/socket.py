"""One client's socket: what its messages do."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, assert_never

import structlog

from services.engine.api.socket_close import CloseCode, Closing
from services.engine.api.socket_desk import Desk
from services.engine.api.socket_in import (
    FollowMine,
    Heard,
    Hello,
    Ping,
    SendCommand,
    Subscribe,
    Unsubscribe,
)
from services.engine.api.socket_line import Gone, Line
from services.engine.api.socket_out import Accepted, Credits, Mine, Pong, Refused, Welcome
from services.engine.api.socket_visitor import Visitor
from services.engine.api.socket_watch import Watch
from services.engine.api.told import KeepAlive
from services.engine.api.wire import CommandBody
from shared.api.caps import Bucket
from shared.api.failure import as_api_error
from shared.api.figures import Transport, connected
from shared.api.moment import now_ms, rfc3339
from shared.api.problem import ApiError, Code
from shared.api.scopes import Scope
from shared.watch.requests import request

log = structlog.get_logger()

Do = Callable[[], Awaitable[None]]


class Session:
    __slots__ = ("_desk", "_line", "_mine", "_tasks", "_tick", "_visitor", "_watch")

    def __init__(self, desk: Desk, line: Line, visitor: Visitor) -> None:
        self._desk = desk
        self._line = line
        self._visitor = visitor
        self._watch = Watch(desk.games.hub, line, visitor, self._refuse)
        self._tasks: set[asyncio.Task[None]] = set()
        self._mine: asyncio.Task[None] | None = None
        self._tick: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Until either side ends it."""
        try:
            with connected(Transport.SOCKET):
                await self._greet()
                while True:
                    await self._obey(await self._line.hear())
        except Closing as closing:
            await self._line.close(closing)
        except Gone:
            pass
        finally:
            await self._leave()

    async def _greet(self) -> None:
        try:
            async with asyncio.timeout(self._desk.caps.hello_s):
                first = await self._line.hear()
        except TimeoutError:
            raise Closing(CloseCode.TOO_SLOW, "no hello") from None
        if not isinstance(first, Hello):
            raise Closing(CloseCode.MALFORMED, "say hello first")
        await self._visitor.enter(first, self._ticked)
        await self._welcome()

    async def _welcome(self) -> None:
        caps, expires = self._desk.caps, self._visitor.expires_at
        told = Welcome(
            account=self._visitor.account,
            server_time=rfc3339(now_ms()),
            keep_alive_s=caps.keep_alive_s,
            credits=Credits(caps.frames, caps.frames_per_s),
            most_games=caps.games,
            expires_at=rfc3339(expires * 1000) if expires else None,
        )
        await self._line.tell(told)
        self._wind()

    async def _obey(self, heard: Heard) -> None:
        match heard:
            case Hello():
                await self._visitor.renew(heard)
                await self._welcome()
            case Subscribe(game, after):
                await self._attempt(partial(self._follow, game, after), game)
            case Unsubscribe(game):
                await self._watch.drop(game)
            case SendCommand(game, id):
                await self._spawn(self._attempt(partial(self._command, heard), game, id))
            case FollowMine(cursor):
                self._follow_mine(cursor)
            case Ping(id):
                await self._line.tell(Pong(id, rfc3339(now_ms())))
            case _:
                assert_never(heard)

    async def _follow(self, game: str, after: int) -> None:
        self._visitor.may(Scope.GAMES_READ)
        caps = self._desk.caps
        if len(self._watch) >= caps.games and game not in self._watch:
            raise ApiError(Code.TOO_MANY_REQUESTS, params={"limit": "socket-games"})
        following = await self._desk.games.following(game, self._visitor.account, self._visitor.telling)
        await self._watch.follow(following, after, caps.keep_alive_s)

    async def _command(self, wish: SendCommand) -> None:
        caller = self._visitor.player()
        await self._visitor.count(Bucket.COMMANDS, Bucket.COMMANDS_OF_ADDRESS)
        body = CommandBody(wish.id, wish.do, wish.expect)
        with request("socket command", game=wish.game):
            done = await self._desk.games.command(wish.game, caller, body)
            await self._line.tell(Accepted(wish.game, done.id, done.version, done.events))

    def _follow_mine(self, cursor: str | None) -> None:
        if self._mine:
            self._mine.cancel()
        self._mine = asyncio.create_task(self._attempt(partial(self._tell_mine, cursor)))

    async def _tell_mine(self, cursor: str | None) -> None:
        caller = self._visitor.player(Scope.GAMES_READ)
        if self._desk.mine is None:
            raise ApiError(Code.UNAVAILABLE)
        async for changes in self._desk.mine(caller, cursor, self._visitor.language):
            if changes is not None:
                await self._line.tell(Mine(changes))

    async def _attempt(self, do: Do, game: str | None = None, id: str | None = None) -> None:
        """Nothing is begun before this is: it may be cancelled first."""
        try:
            await do()
        except Gone:
            pass
        except Exception as error:  # whatever it is becomes a refusal, as with HTTP
            await self._refuse(error, game, id)

    async def _refuse(self, error: Exception, game: str | None = None, id: str | None = None) -> None:
        failed = as_api_error(error)
        if failed.status == 500:
            log.error("socket-failed", game=game, exc_info=error)
        told = failed.problem(self._desk.texts, self._visitor.language)
        after = failed.headers.get("Retry-After")
        refusal = Refused(
            failed.code, told.detail, dict(told.params), game, id, int(after) if after else None
        )
        try:
            await self._line.tell(refusal)
        except Gone:
            return

    async def _spawn(self, doing: Coroutine[Any, Any, None]) -> None:
        """Does it beside the reading of further frames, which wait when too much is being done."""
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if len(self._tasks) > self._desk.caps.commands:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    def _wind(self) -> None:
        """Sets the clock for the next sign of life."""
        if self._tick:
            self._tick.cancel()
        after_s = min(self._desk.caps.keep_alive_s, self._visitor.left_s())
        self._tick = asyncio.get_running_loop().call_later(after_s, self._ticked)

    def _ticked(self) -> None:
        task = asyncio.create_task(self._live())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _live(self) -> None:
        """Says where everything stands, unless the token is not good any more."""
        try:
            await self._visitor.stay()
            absent = {game: await self._desk.games.absences.of(game) for game in self._watch.seated()}
            told = {game: seats for game, seats in absent.items() if seats}
            await self._line.tell(KeepAlive(rfc3339(now_ms()), self._watch.versions(), told))
            self._wind()
        except Closing as closing:
            await self._line.close(closing)
        except Gone:
            pass

    async def _leave(self) -> None:
        if self._tick:
            self._tick.cancel()
        for task in (*self._tasks, *filter(None, [self._mine])):
            task.cancel()
        await self._watch.close()
        await self._visitor.leave()
