"""Tournaments in Valkey: one log each, changed one decision at a time, and two lists of them."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import Sequence
from random import SystemRandom
from typing import Any, NamedTuple

from msgspec.structs import replace
from redis.asyncio import Redis

from services.lobby.tournaments.deciding import decide
from services.lobby.tournaments.events import Entry, Opened
from services.lobby.tournaments.tournament import Tournament, apply, encode, fold
from services.lobby.tournaments.wishes import Wish
from shared.api.caps import CAPS, Cap
from shared.api.moment import now_ms
from shared.games.rules import Rejected
from shared.log.port import VersionTaken
from shared.log.valkey import ValkeyLog, append_entry

TRIES = 50
"""Many enter at once when a tournament has been announced."""
PAUSE_S = 0.02
MOST_ORGANIZED = CAPS[Cap.TOURNAMENTS]

ALL = "tournaments"
"""Sorted set of all that are kept, by when they were opened, in ms."""
ALIVE = "tournaments:alive"
"""Set of those that are not over, or of which something is left to be done."""
OVER = "tournaments:over"
"""Sorted set of those that are, by when they ended, in ms."""


class Spot(NamedTuple):
    """Where a list of tournaments goes on: behind this one, newest first."""

    opened_at: int
    tournament: str


class Tournaments:
    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis
        self._log = ValkeyLog(redis)

    async def read(self, id: str) -> Tournament | None:
        return fold(id, await self._log.read(_log(id)))

    async def open(self, id: str, opened: Opened) -> Tournament:
        """Or finds it, when this very wish has opened it before. Raises `too-many-tournaments`.

        It is listed before it is there, so that none is there that nobody sees to.
        """
        await self._count(id, opened.organizer)
        await self._redis.zadd(ALL, {id: now_ms()}, nx=True)
        await self._redis.sadd(ALIVE, id)
        try:
            return await self._append(id, None, Entry(now_ms(), (opened,)))
        except VersionTaken:
            found = await self.read(id)
            assert found is not None  # noqa: S101 (it has a first entry)
            return found

    async def act(self, id: str, by: str, wish: Wish) -> Tournament | None:
        """Folds, decides and appends. `None` when there is no such tournament.

        Raises `Rejected`, or `VersionTaken` when others were quicker too often.
        """
        for left in range(TRIES, -1, -1):
            tournament = await self.read(id)
            if tournament is None:
                return None
            events = decide(tournament, by, wish)
            if not events:
                return tournament
            try:
                return await self._append(id, tournament, Entry(now_ms(), events))
            except VersionTaken:
                if not left:
                    raise
                await asyncio.sleep(SystemRandom().uniform(0, PAUSE_S))
        return None

    async def _append(self, id: str, before: Tournament | None, entry: Entry) -> Tournament:
        last = before.version if before else 0
        after = replace(apply(id, before, entry), version=last + 1)
        await append_entry(self._redis, _log(id), last, encode(entry))
        return after

    async def alive(self) -> list[str]:
        found: set[bytes] = await self._redis.smembers(ALIVE)
        return sorted(map(bytes.decode, found))

    async def page(self, limit: int, after: Spot | None) -> tuple[list[Tournament], Spot | None]:
        """Newest first, and where to go on; `None` when there are no more."""
        newest = after.opened_at if after else "+inf"
        found: Sequence[tuple[bytes, float]] = await self._redis.zrevrangebyscore(
            ALL, newest, "-inf", start=0, num=limit + 20, withscores=True
        )
        spots = [Spot(int(score), id.decode()) for id, score in found]
        spots = [spot for spot in spots if after is None or spot < after]
        tournaments = [one for spot in spots[:limit] if (one := await self.read(spot.tournament))]
        return tournaments, spots[limit - 1] if len(spots) > limit else None

    async def lost(self, id: str) -> None:
        """Whose opening was cut off before its log began, and is not just about to be."""
        opened_at: float | None = await self._redis.zscore(ALL, id)
        if opened_at is None or opened_at < now_ms() - 60_000:
            await self._redis.zrem(ALL, id)
            await self._redis.srem(ALIVE, id)

    async def settle(self, tournament: Tournament) -> None:
        """Nothing is left to be done of it."""
        await self._redis.zadd(OVER, {tournament.id: tournament.ended_at or now_ms()})
        await self._redis.srem(_organized(tournament.organizer), tournament.id)
        await self._redis.srem(ALIVE, tournament.id)

    async def drop(self, before: int) -> None:
        """Takes away those that ended before a moment, in ms."""
        for id in map(bytes.decode, await self._redis.zrangebyscore(OVER, "-inf", before, start=0, num=100)):
            await self._redis.delete(_log(id))
            await self._redis.zrem(ALL, id)
            await self._redis.zrem(OVER, id)

    async def _count(self, id: str, organizer: str) -> None:
        """Adds first and looks then, so that two at once cannot both be the last one."""
        key = _organized(organizer)
        await self._redis.sadd(key, id)
        if await self._redis.scard(key) > MOST_ORGANIZED and not await self._redis.exists(_log(id)):
            await self._redis.srem(key, id)
            raise Rejected("too-many-tournaments", most=MOST_ORGANIZED)


def _log(id: str) -> str:
    return f"tournament:{{{id}}}"


def _organized(account: str) -> str:
    """A set of those of an organizer that are not over."""
    return f"organized:{{{account}}}"
