"""What concerns a player, as an index of state and not a queue: each thing once, at the number of its last change.

Services tell (`Inbox.tell`), the engine API reads. However often a thing has changed meanwhile, whoever comes back
finds it once. Telling again, late or out of order changes nothing, as a thing is known by its version.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from redis.asyncio import Redis
from ulid import ULID

from shared.api.people import Person

FUNCTIONS = Path(__file__).with_name("inbox.lua")

MOST_OVER = 200
"""Things of a player that are over (ended games, closed tables, notices) and still remembered."""


NEWSREEL = "newsreel"
"""Stream of what accounts are told that is no game's, see `shared/api/notices/newsreel.py`."""
MOST_REELED = 10_000


class Standing(StrEnum):
    TURN = "turn"
    """It waits for the player."""
    OPEN = "open"
    OVER = "over"
    """May be forgotten when there is too much."""


class GameNews(msgspec.Struct, frozen=True, array_like=True, tag="game"):
    """A game of the player's changed. What it looks like now is folded from its log."""

    id: str
    version: int
    at: int
    """Milliseconds since 1970, as `due`."""
    due: int | None
    """When the player's time runs out."""
    my_turn: bool
    ended: bool

    @property
    def standing(self) -> Standing:
        if self.ended:
            return Standing.OVER
        return Standing.TURN if self.my_turn else Standing.OPEN


class Sitter(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """Who sits somewhere; neither, where nobody does."""

    player: str | None = None
    """An account id."""
    bot: str | None = None
    """Its level."""


class TableNews(msgspec.Struct, frozen=True, array_like=True, tag="table"):
    """A table at which the player sits or sat, or that the player hosts.

    Whoever reads it says what all are called: names change, and are of a language.
    """

    id: str
    version: int
    kind: str
    state: str
    host: str
    seats: tuple[Sitter, ...]
    mine: bool
    """The player still has something to do with it."""

    @property
    def standing(self) -> Standing:
        return Standing.OPEN if self.mine and self.state == "open" else Standing.OVER


class FriendNews(msgspec.Struct, frozen=True, array_like=True, tag="friend"):
    """What the player and somebody else are to each other has changed."""

    id: str
    """The other one's account."""
    version: int
    """When it became so, in ms since 1970."""
    tie: str
    """`asks`: waits for the player's answer; `asked`, `friends` or `none`."""

    @property
    def standing(self) -> Standing:
        return Standing.OPEN if self.tie == "asks" else Standing.OVER


class InvitationNews(msgspec.Struct, frozen=True, array_like=True, tag="invitation"):
    """Somebody asks the player to come to a table; or no longer does."""

    id: str
    version: int
    """The table's at the invitation's last change."""
    table: str
    kind: str
    by: str
    """Account id."""
    until: int
    """When it expires, in ms since 1970."""
    state: str

    @property
    def standing(self) -> Standing:
        return Standing.OPEN if self.state == "open" else Standing.OVER


class ChatNews(msgspec.Struct, frozen=True, array_like=True, tag="chat"):
    """Something was said at a table of the player's."""

    id: str
    """The table's."""
    version: int
    """The last message's number."""

    @property
    def standing(self) -> Standing:
        return Standing.OVER


class Notice(msgspec.Struct, frozen=True, array_like=True, tag="notice"):
    """Something the player should know once."""

    id: str
    code: str
    at: int
    params: dict[str, str | int] = {}
    version: int = 1

    @property
    def standing(self) -> Standing:
        return Standing.OVER


News = GameNews | TableNews | FriendNews | InvitationNews | ChatNews | Notice


class Cursor(NamedTuple):
    """How far a reader has come; of another generation once the index was lost."""

    generation: str = ""
    number: int = 0

    def __str__(self) -> str:
        return f"{self.generation}.{self.number}"

    @classmethod
    def parse(cls, text: str | None) -> "Cursor":
        """What no page gave stands for the beginning, like none at all.

        >>> Cursor.parse("01J.17"), Cursor.parse("nonsense") == Cursor.parse(None) == Cursor()
        (Cursor(generation='01J', number=17), True)
        """
        generation, _, number = (text or "").rpartition(".")
        if not (generation and number.isascii() and number.isdigit() and len(number) <= 15):
            return cls()
        return cls(generation, int(number))


class Changed(NamedTuple):
    """What has changed since a cursor, oldest change first."""

    reset: bool
    """The cursor is unknown or too old: this begins anew, and what the reader has is void."""
    cursor: Cursor
    more: bool
    turns: int
    """Games that wait for the player."""
    news: tuple[News, ...]


class Keys(NamedTuple):
    """One player's, in one slot."""

    inbox: str
    changes: str
    about: str
    turns: str
    over: str
    channel: str

    @classmethod
    def of(cls, account: str) -> "Keys":
        return cls(*(f"{{me:{account}}}:{name}" for name in cls._fields))


_encode = msgspec.msgpack.Encoder().encode
decode_news = msgspec.msgpack.Decoder(News).decode


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Inbox:
    def __init__(self, redis: Redis, most_over: int = MOST_OVER) -> None:
        self._redis = redis
        self._most_over = most_over

    async def tell(self, news: Iterable[tuple[str, News]]) -> int:
        """Tells accounts, and wakes who listens. Returns how many things were news indeed.

        What is no game's also goes onto the newsreel, for whoever is not listening: of games there are the feeds.
        """
        told = tuple(news)
        pipeline = self._redis.pipeline(transaction=False)
        for account, one in told:
            thing = f"{one.__struct_config__.tag}:{one.id}"
            given = (thing, one.version, _encode(one), one.standing.value, str(ULID()), self._most_over)
            pipeline.fcall("tell", len(Keys._fields), *Keys.of(account), *given)
        for account, one in told:
            if not isinstance(one, GameNews):
                pipeline.xadd(NEWSREEL, {"a": account, "e": _encode(one)}, maxlen=MOST_REELED)
        numbers = await pipeline.execute()
        return sum(map(bool, numbers[: len(told)]))

    async def changed(self, account: str, since: Cursor, most: int) -> Changed:
        """A page; `more` when the next one has something."""
        found = await cast(Any, self._redis).fcall_ro("changed", 4, *Keys.of(account)[:4], *since, most)
        generation, reset, number, more, turns, told = found
        news = tuple(_told(one) for one in told)
        return Changed(bool(reset), Cursor(generation.decode(), number), bool(more), turns, news)

    async def games(self, account: str) -> tuple[GameNews, ...]:
        """All running games and those that ended of late, in no order."""
        return tuple(news for news in await self._all(account) if isinstance(news, GameNews))

    async def tables(self, account: str) -> tuple[TableNews, ...]:
        """All tables that have not started, at which the account sits or of which it is the host, in no order."""
        told = await self._all(account)
        return tuple(one for one in told if isinstance(one, TableNews) and one.standing is Standing.OPEN)

    async def playing(self, account: str) -> tuple[str, ...]:
        """Games that run, and tables of the player's from which one may begin at any moment or just did; in no order."""
        told = await self._all(account)
        over = {news.id for news in told if isinstance(news, GameNews) and news.ended}
        games = (
            one.id for one in told if isinstance(one, GameNews) or (isinstance(one, TableNews) and one.mine)
        )
        return tuple(game for game in dict.fromkeys(games) if game not in over)

    async def _all(self, account: str) -> list[News]:
        found: list[bytes] = await cast(Any, self._redis).hvals(Keys.of(account).about)
        return list(map(_told, found))

    async def invitations(self, account: str) -> tuple[InvitationNews, ...]:
        """Those that wait for an answer as far as is known here, in no order."""
        found: list[bytes] = await cast(Any, self._redis).hvals(Keys.of(account).about)
        told = (_told(one) for one in found)
        return tuple(news for news in told if isinstance(news, InvitationNews) and news.state == "open")

    async def last(self, accounts: Iterable[str]) -> list[int]:
        """The numbers of the accounts' last changes."""
        pipeline = self._redis.pipeline(transaction=False)
        for account in accounts:
            pipeline.hget(Keys.of(account).inbox, "last")
        return [int(number or 0) for number in await pipeline.execute()]

    async def forget(self, account: str) -> None:
        """Everything, when an account goes."""
        await self._redis.delete(*Keys.of(account)[:5])


class _NamedTable(msgspec.Struct, frozen=True, array_like=True, tag="table"):
    """`TableNews` as it once was stored, with names."""

    id: str
    version: int
    kind: str
    state: str
    host: Person
    seats: tuple[str | None, ...]
    mine: bool

    def upcast(self) -> TableNews:
        """Who sat there is not known by a name; the host's id is."""
        seats = (Sitter(self.host.id if name == self.host.name else None) for name in self.seats)
        return TableNews(self.id, self.version, self.kind, self.state, self.host.id, tuple(seats), self.mine)


_decode_named = msgspec.msgpack.Decoder(_NamedTable).decode


def _told(about: bytes) -> News:
    """What stands behind the version."""
    told = about[about.index(b" ") + 1 :]
    try:
        return decode_news(told)
    except msgspec.ValidationError:
        return _decode_named(told).upcast()
