"""Bots' accounts: making and keeping them, finding and challenging others'."""

from collections.abc import Sequence
from typing import Any

import msgspec

from shared.client.http import Http
from shared.client.ratings import Rating
from shared.client.tables import Invitation
from shared.client.values import Pace, Player, Table


class Accepts(msgspec.Struct, frozen=True):
    """What a bot plays."""

    kinds: tuple[str, ...] = ("elevators", "floor", "eddie")
    players: tuple[int, ...] = ()
    paces: tuple[str, ...] = ("live", "async", "none")
    rated: bool = False
    most_games: int = 10
    challengers: str = "everybody"


class Bot(msgspec.Struct, frozen=True):
    """A bot's account, as everybody may see it."""

    id: str
    name: str
    owner: Player
    accepts: Accepts
    online: bool
    games: int
    webhook: bool = False
    handle: str | None = None
    about: str | None = None
    ratings: tuple[Rating, ...] = ()


class Bots(msgspec.Struct, frozen=True):
    """The newest first."""

    bots: tuple[Bot, ...]
    next: str | None = None


class Hook(msgspec.Struct, frozen=True):
    url: str
    failures_in_a_row: int = 0
    aside_since: str | None = None
    """Not called any more; setting it again brings it back."""


class OwnBot(msgspec.Struct, frozen=True):
    bot: Bot
    hook: Hook | None = None


class OwnBots(msgspec.Struct, frozen=True):
    bots: tuple[OwnBot, ...]


class HookSet(msgspec.Struct, frozen=True):
    hook: Hook
    secret: str


class MadeToken(msgspec.Struct, frozen=True):
    token: str
    """Shown this once."""


class Failure(msgspec.Struct, frozen=True):
    """A turn that a built-in bot played for a bot."""

    at: str
    game: str
    version: int
    seat: int
    fault: str
    """`late`, `unreachable`, `not-public`, `status`, `unreadable` or `illegal`."""
    took_ms: int
    status: int | None = None


class Failures(msgspec.Struct, frozen=True):
    failures: tuple[Failure, ...]


class Challenge(msgspec.Struct, frozen=True):
    """The table starts by itself when the bot accepts, and closes if it does not."""

    table: Table
    invitation: Invitation


PLAYING = ("games:read", "games:play", "tables:write", "account:read", "account:write")


class BotCalls:
    """`client.bots`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def find(self, cursor: str | None = None, **filters: str | int) -> Bots:
        """Bots that can be challenged; `kind`, `online` (`true`, `false`), `limit` narrow them."""
        params = filters if cursor is None else {**filters, "cursor": cursor}
        return await self._http.get("/v1/bots", Bots, params)

    async def bot(self, bot: str) -> Bot:
        return await self._http.get(f"/v1/bots/{bot}", Bot)

    async def challenge(
        self,
        bot: str,
        kind: str,
        players: int = 2,
        *,
        pace: Pace | None = None,
        rated: bool = False,
        **more: Any,
    ) -> Challenge:
        """Asks a bot to play. Raises `ApiProblem` with `bot-does-not-accept` when it would not."""
        body = {"kind": kind, "players": players, "rated": rated, **more}
        if pace is not None:
            body["pace"] = pace
        return await self._http.send("POST", f"/v1/bots/{bot}/challenges", body, Challenge)

    async def accept(self, bot: str, **said: Any) -> Bot:
        """Says what a bot accepts, whole; for its owner and for itself."""
        return await self._http.send("PUT", f"/v1/bots/{bot}/accepts", said, Bot)

    async def mine(self) -> tuple[OwnBot, ...]:
        return (await self._http.get("/v1/me/bots", OwnBots)).bots

    async def make(self, handle: str, name: str, about: str | None = None) -> OwnBot:
        """Makes a bot; for people with a handle of their own."""
        body = {"handle": handle, "name": name, "about": about}
        return await self._http.send("POST", "/v1/me/bots", body, OwnBot)

    async def change(self, bot: str, **profile: str | None) -> OwnBot:
        """Its `name` and `about`."""
        return await self._http.send("PATCH", f"/v1/me/bots/{bot}", profile, OwnBot)

    async def end(self, bot: str) -> None:
        """For good."""
        await self._http.send("DELETE", f"/v1/me/bots/{bot}", {}, dict[str, Any])

    async def make_token(self, bot: str, name: str, scopes: Sequence[str] = PLAYING) -> str:
        """A token with which a program is the bot: `Client.at(address, tokens=Tokens(token))`."""
        body = {"name": name, "scopes": list(scopes)}
        return (await self._http.send("POST", f"/v1/me/bots/{bot}/tokens", body, MadeToken)).token

    async def set_webhook(self, bot: str, url: str) -> HookSet:
        """Has the server call this address for each of the bot's turns; the secret checks the calls."""
        return await self._http.send("PUT", f"/v1/me/bots/{bot}/webhook", {"url": url}, HookSet)

    async def drop_webhook(self, bot: str) -> OwnBot:
        return await self._http.send("DELETE", f"/v1/me/bots/{bot}/webhook", {}, OwnBot)

    async def failures(self, bot: str) -> tuple[Failure, ...]:
        """The newest first."""
        return (await self._http.get(f"/v1/me/bots/{bot}/failures", Failures)).failures
