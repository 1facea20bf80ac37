"""Other people: profiles, friends, blocks."""

import msgspec

from shared.client.http import Http
from shared.client.ratings import Conduct, Rating
from shared.client.values import Player


class Profile(msgspec.Struct, frozen=True):
    """Somebody, as everybody may see them."""

    id: str
    name: str
    created_at: str
    bot: bool = False
    about: str | None = None
    avatar: str | None = None
    country: str | None = None
    ratings: tuple[Rating, ...] = ()
    conduct: Conduct | None = None
    standing: str | None = None
    """What they are to the caller: `none`, `asked`, `asks` or `friends`."""
    blocked: bool = False


class Relation(msgspec.Struct, frozen=True):
    player: Player
    standing: str
    blocked: bool


class Friend(msgspec.Struct, frozen=True):
    player: Player
    standing: str
    since: str


class Friends(msgspec.Struct, frozen=True):
    friends: tuple[Friend, ...]
    next: str | None = None


class Blocked(msgspec.Struct, frozen=True):
    player: Player
    since: str


class Blocks(msgspec.Struct, frozen=True):
    blocked: tuple[Blocked, ...]
    next: str | None = None


class Message(msgspec.Struct, frozen=True):
    """Something that was said at a table; no words when it is hidden."""

    number: int
    at: str
    player: Player
    emote: str | None = None
    text: str | None = None
    hidden: bool = False


class Messages(msgspec.Struct, frozen=True):
    """Oldest first; with `more`, ask again after the last one."""

    mode: str
    messages: tuple[Message, ...]
    more: bool = False


class Reported(msgspec.Struct, frozen=True):
    id: str


class People:
    """`client.people`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def profile(self, player: str) -> Profile:
        return await self._http.get(f"/v1/players/{player}", Profile)

    async def find(self, handle: str) -> Profile:
        """By the whole handle. Raises `ApiProblem` with `no-such-account`."""
        return await self._http.get("/v1/players", Profile, {"handle": handle})

    async def friends(self, standing: str | None = None, cursor: str | None = None) -> Friends:
        """A page: friends and requests, or those of one standing."""
        params = {"standing": standing, "cursor": cursor}
        return await self._http.get(
            "/v1/me/friends", Friends, {name: value for name, value in params.items() if value}
        )

    async def befriend(self, player: str) -> Relation:
        """Asks, or says yes to whoever has asked."""
        return await self._http.send("PUT", f"/v1/me/friends/{player}", {}, Relation)

    async def part(self, player: str) -> Relation:
        """Declines, withdraws, or ends a friendship."""
        return await self._http.send("DELETE", f"/v1/me/friends/{player}", {}, Relation)

    async def blocks(self, cursor: str | None = None) -> Blocks:
        return await self._http.get("/v1/me/blocks", Blocks, {"cursor": cursor} if cursor else {})

    async def block(self, player: str) -> Relation:
        return await self._http.send("PUT", f"/v1/me/blocks/{player}", {}, Relation)

    async def unblock(self, player: str) -> Relation:
        return await self._http.send("DELETE", f"/v1/me/blocks/{player}", {}, Relation)

    async def say(self, table: str, text: str) -> Message:
        return await self._http.send("POST", f"/v1/tables/{table}/messages", {"text": text}, Message)

    async def emote(self, table: str, key: str) -> Message:
        return await self._http.send("POST", f"/v1/tables/{table}/messages", {"emote": key}, Message)

    async def messages(self, table: str, after: int = 0) -> Messages:
        """What was said after a message's number; a `ChatChange` tells when there is more."""
        return await self._http.get(f"/v1/tables/{table}/messages", Messages, {"after": after})

    async def report(
        self,
        player: str,
        reason: str,
        text: str = "",
        *,
        table: str | None = None,
        message: int | None = None,
    ) -> Reported:
        """Tells the moderators of somebody, and where it was."""
        where = {"table": table, "message": message}
        body = {"reason": reason, "text": text, **{name: at for name, at in where.items() if at is not None}}
        return await self._http.send("POST", f"/v1/players/{player}/reports", body, Reported)
