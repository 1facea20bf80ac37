"""Everybody's finished games in Valkey: noted once each, the newest kept, the older ones summed up."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from redis.asyncio import Redis

from services.lobby.ratings.finished import Finished
from services.lobby.ratings.keeping import Change
from services.lobby.ratings.lists import is_account, stands
from services.lobby.ratings.tally import CONDUCT_GAMES, Conduct, Sums, conduct_in, sums_of
from shared.api.apitokens import account_key
from shared.api.caps import CAPS, Cap

FUNCTIONS = Path(__file__).with_name("history.lua")

MOST_GAMES = CAPS[Cap.HISTORY_GAMES]
"""Of older ones only the sums are kept."""
FLOOR = ("floor_at", "floor_game")


class RatingChange(msgspec.Struct, frozen=True, array_like=True):
    """What a game did to a player's rating; both are numbers as shown."""

    list_id: str
    before: int
    after: int
    provisional: bool
    """Afterwards."""


class Played(NamedTuple):
    """A game in somebody's history."""

    finished: Finished
    change: RatingChange | None


class Spot(NamedTuple):
    """Where a history goes on: behind this game, newest first."""

    ended_at: int
    game: str


class History(NamedTuple):
    games: tuple[Played, ...]
    """All that are kept, the newest first."""
    past: Sums
    """Over those that are not."""


class Keys(NamedTuple):
    """One player's, in one slot; `history.lua` says what each is."""

    games: str
    order: str
    changes: str
    past: str
    conduct: str

    @classmethod
    def of(cls, account: str) -> "Keys":
        return cls(*(f"history-{name}:{{{account}}}" for name in cls._fields))


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Finished).decode
_decode_change = msgspec.msgpack.Decoder(RatingChange).decode


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Histories:
    def __init__(self, redis: Redis, most: int = MOST_GAMES) -> None:
        self._redis = redis
        self._most = most

    async def note(self, games: Iterable[Finished]) -> None:
        """For everybody who played; told twice is told once."""
        told = [(finished, player) for finished in games for player in finished.players]
        pipeline = self._redis.pipeline(transaction=False)
        for finished, player in told:
            keys = Keys.of(player)
            named = account_key(player), keys.games, keys.order, keys.past, keys.conduct
            given = finished.game, finished.ended_at, _encode(finished), conduct_in(finished, player)
            pipeline.fcall("history_note", len(named), *named, *given, CONDUCT_GAMES)
        counts: list[int] = await pipeline.execute() if told else []
        for player in {player for (_, player), count in zip(told, counts, strict=True) if count > self._most}:
            await self._let_go(player)

    async def _let_go(self, player: str) -> None:
        """The oldest, until no more are kept than should be."""
        keys = Keys.of(player)
        excess: int = await self._redis.zcard(keys.order) - self._most
        oldest: list[bytes] = cast(Any, await self._redis.zrange(keys.order, 0, excess - 1))
        for game, finished in zip(oldest, await self._finished(keys, oldest), strict=True):
            if finished:
                sums = [part for pair in sums_of(finished, player).items() for part in pair]
                await self._redis.fcall("history_let_go", 4, *keys[:4], game, *sums)

    async def change(self, list_id: str, changes: Iterable[Change]) -> None:
        """Notes what games did to the ratings of those who are shown in the list; the newest revision stays, in whatever
        order they come."""
        pipeline = self._redis.pipeline(transaction=False)
        for rated, revision in changes:
            for who, before, after in zip(rated.contest.who, rated.before, rated.after, strict=True):
                if not (is_account(who) and stands(list_id, who)):
                    continue
                keys = Keys.of(who)
                change = RatingChange(list_id, before.shown, after.shown, after.provisional)
                given = (rated.contest.game, revision, _encode(change))
                pipeline.fcall("history_rated", 2, keys.games, keys.changes, *given)
        await pipeline.execute()

    async def page(self, player: str, limit: int, after: Spot | None) -> tuple[list[Played], Spot | None]:
        """Finished games, newest first, and where to go on; `None` when there are no more."""
        keys = Keys.of(player)
        newest = after.ended_at if after else "+inf"
        found: list[Any] = await self._redis.zrange(
            keys.order, newest, "-inf", desc=True, byscore=True, withscores=True, offset=0, num=self._most
        )  # pyright: ignore[reportArgumentType]
        spots = [Spot(int(score), game.decode()) for game, score in found]
        spots = [spot for spot in spots if after is None or spot < after]
        games = [spot.game.encode() for spot in spots[:limit]]
        played = await self._played(keys, games)
        return played, spots[limit - 1] if len(spots) > limit else None

    async def whole(self, player: str) -> History:
        keys = Keys.of(player)
        order: list[bytes] = cast(Any, await self._redis.zrange(keys.order, 0, -1, desc=True))
        past: dict[bytes, bytes] = await cast(Any, self._redis).hgetall(keys.past)
        sums = {name.decode(): value.decode() for name, value in past.items()}
        return History(
            tuple(await self._played(keys, order)),
            {name: int(value) for name, value in sums.items() if name not in FLOOR},
        )

    async def conduct(self, players: Iterable[str]) -> dict[str, Conduct]:
        """Of each, over the last games with other people."""
        wanted = list(dict.fromkeys(players))
        pipeline: Any = self._redis.pipeline(transaction=False)
        for player in wanted:
            pipeline.fcall_ro("history_conduct", 1, Keys.of(player).conduct)
        found: list[list[int]] = await pipeline.execute() if wanted else []
        return {
            player: Conduct(games, left, timed_out, round(either / games, 3) if games else 0.0)
            for player, (games, left, timed_out, either) in zip(wanted, found, strict=True)
        }

    async def clear(self, player: str) -> None:
        """Forgets everything, to be noted anew."""
        await self._redis.delete(*Keys.of(player))

    async def _played(self, keys: Keys, games: list[bytes]) -> list[Played]:
        if not games:
            return []
        finished = await self._finished(keys, games)
        changes: list[bytes | None] = await cast(Any, self._redis).hmget(keys.changes, games)
        return [Played(one, _change(change)) for one, change in zip(finished, changes, strict=True) if one]

    async def _finished(self, keys: Keys, games: list[bytes]) -> list[Finished | None]:
        if not games:
            return []
        found: list[bytes | None] = await cast(Any, self._redis).hmget(keys.games, games)
        return [_decode(one) if one else None for one in found]


def _change(stored: bytes | None) -> RatingChange | None:
    """What stands behind the revision."""
    return _decode_change(stored[stored.index(b" ") + 1 :]) if stored else None
