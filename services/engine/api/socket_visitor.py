"""Who is at the other end of a socket, and what they may do."""

import time
from collections.abc import Awaitable
from math import inf
from typing import TypeVar

from services.engine.api.socket_close import CloseCode, Closing, closing_of
from services.engine.api.socket_desk import Desk
from services.engine.api.socket_in import Hello
from shared.api.auth import Access, Caller, refused, scope_missing
from shared.api.caps import Bucket
from shared.api.ended import Cut
from shared.api.failure import as_api_error
from shared.api.language import best_language
from shared.api.places import Place
from shared.api.problem import Code
from shared.api.scopes import Scope

T = TypeVar("T")


class Visitor:
    __slots__ = ("_access", "_address", "_desk", "_ended", "_hello", "_place")

    def __init__(self, desk: Desk, address: str) -> None:
        self._desk = desk
        self._address = address
        self._hello = Hello()
        self._access: Access | None = None
        self._ended: Cut = _nothing
        self._place: Place | None = None

    @property
    def account(self) -> Caller | None:
        """`None` for a spectator."""
        return self._access and self._access.account

    @property
    def expires_at(self) -> int | None:
        """Seconds since 1970."""
        return self._access and self._access.expires_at

    @property
    def language(self) -> str:
        chosen, known = self._access and self._access.language, self._desk.texts.languages
        return chosen if chosen in known else best_language(self._hello.language, known)

    @property
    def telling(self) -> str | None:
        """The language to tell entries in, if they are wanted in words."""
        return self.language if self._hello.words else None

    async def enter(self, hello: Hello, ended: Cut) -> None:
        """`ended` is called once the session has ended. Raises `Closing`, as `renew` and `stay`."""
        self._ended = ended
        await self._identify(hello)
        self._place = await _or_close(self._desk.places.take(self.account, self._address))

    async def renew(self, hello: Hello) -> None:
        before = self.account
        await self._identify(hello)
        if self.account != before:
            raise Closing(CloseCode.FORBIDDEN, "another account")

    async def stay(self) -> None:
        """Asks again whether the token is good: it may have expired, or its session was ended elsewhere."""
        if self._hello.token is not None:
            await _or_close(self._desk.check(self._hello.token))

    def left_s(self) -> float:
        """How long the token is good."""
        return inf if self.expires_at is None else max(self.expires_at - time.time(), 0.0)

    def may(self, scope: Scope) -> None:
        """Raises `scope-missing`."""
        if self._access is not None and not self._access.allows(scope):
            raise scope_missing(scope)

    def player(self, scope: Scope = Scope.GAMES_PLAY) -> Caller:
        """Raises `token-missing` or `scope-missing`."""
        if self._access is None:
            raise refused(Code.TOKEN_MISSING)
        self.may(scope)
        return self._access.account

    async def count(self, own: Bucket, of_address: Bucket) -> None:
        """Raises `too-many-requests`."""
        await self._desk.limits.take_all([(own, str(self.account)), (of_address, self._address)])

    def look_at(self, game: str) -> None:
        if self.account:
            self._desk.presence.enter(self.account, game)

    def look_away(self, game: str) -> None:
        if self.account:
            self._desk.presence.leave(self.account, game)

    async def leave(self) -> None:
        self._watch(None)
        if self._place is not None:
            await self._desk.places.leave(self._place)

    async def _identify(self, hello: Hello) -> None:
        access = None if hello.token is None else await _or_close(self._desk.check(hello.token))
        self._hello = hello
        self._watch(access)

    def _watch(self, access: Access | None) -> None:
        if self._access is not None:
            self._desk.ended.unwatch(self._access.session, self._ended)
        self._access = access
        if access is not None:
            self._desk.ended.watch(access.session, self._ended)


def _nothing() -> None:
    pass


async def _or_close(doing: Awaitable[T]) -> T:
    """What would be a refusal of HTTP ends a socket."""
    try:
        return await doing
    except Exception as error:
        raise closing_of(as_api_error(error)) from error
