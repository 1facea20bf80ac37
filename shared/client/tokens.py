"""A signed-in device's tokens, and how the next ones are got: once for all calls that wait for them."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import msgspec


class Tokens(msgspec.Struct, frozen=True):
    """What an app keeps on its disk. An API token is an `access_token` alone."""

    access_token: str
    refresh_token: str = ""
    attempt: str = ""
    """Of a refresh that has had no answer yet: the same is sent again, and the server gives its answer again."""


class Renewed(msgspec.Struct, frozen=True):
    """What the server answers, as far as it is kept."""

    access_token: str
    refresh_token: str


Keep = Callable[[Tokens | None], None]
Ask = Callable[[Tokens], Awaitable[Renewed]]


def forget(_: Tokens | None) -> None:
    """Keeps nothing beyond the process."""


class TokenHolder:
    """`keep` is called with everything that must outlive the process, before it is used."""

    def __init__(self, tokens: Tokens | None = None, keep: Keep = forget) -> None:
        self.tokens = tokens
        self._keep = keep
        self._renewing = asyncio.Lock()

    def hold(self, tokens: Tokens | None) -> None:
        self.tokens = tokens
        self._keep(tokens)

    def authorization(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens.access_token}"} if self.tokens else {}

    async def renew(self, refused: str, ask: Ask) -> bool:
        """Gets new tokens in place of a refused `authorization`, unless another call just has; `False` if none can be.

        Raises what `ask` raises; the attempt then stays, for the next time.
        """
        async with self._renewing:
            held = self.tokens
            if held is None or refused != f"Bearer {held.access_token}":
                return held is not None
            if not held.refresh_token:
                return False
            if not held.attempt:
                held = msgspec.structs.replace(held, attempt=secrets.token_urlsafe(12))
                self.hold(held)
            renewed = await ask(held)
            self.hold(Tokens(renewed.access_token, renewed.refresh_token))
            return True
