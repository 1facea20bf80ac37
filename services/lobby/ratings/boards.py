"""Leaderboards: whose rating is settled, by the number shown. Equal numbers share a rank."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis

from services.lobby.ratings.keys import Keys
from services.lobby.ratings.ratings import decode_skill


class Spot(NamedTuple):
    """Where a board goes on: behind this one."""

    shown: int
    who: str


class Ranked(NamedTuple):
    rank: int
    who: str
    """An account, or a level of bots."""
    shown: int
    games: int


class Boards:
    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def page(self, list_id: str, limit: int, after: Spot | None) -> tuple[list[Ranked], Spot | None]:
        """The best first, and where to go on; `None` when there are no more."""
        keys = Keys.of(list_id)
        shown, who = after or ("", "")
        found = await self._redis.fcall_ro("board_page", 1, keys.board, shown, who, limit + 1)
        ranked = await self._ranked(keys, *found)
        page = ranked[:limit]
        return page, Spot(page[-1].shown, page[-1].who) if len(ranked) > limit else None

    async def around(self, list_id: str, who: str, each: int) -> list[Ranked]:
        """Up to so many on each side and the one in between; empty when that one is not on the board."""
        keys = Keys.of(list_id)
        found = await self._redis.fcall_ro("board_around", 1, keys.board, who, each)
        return await self._ranked(keys, *found)

    async def sizes(self, list_ids: Sequence[str]) -> list[int]:
        """How many are on each board."""
        pipeline = self._redis.pipeline(transaction=False)
        for list_id in list_ids:
            pipeline.zcard(Keys.of(list_id).board)
        return await pipeline.execute()

    async def ranks(self, list_ids: Sequence[str], who: str) -> list[int | None]:
        """Somebody's rank in each list; `None` off the board."""
        scores = self._redis.pipeline(transaction=False)
        for list_id in list_ids:
            scores.zscore(Keys.of(list_id).board, who)
        found: list[float | None] = await scores.execute()
        better = self._redis.pipeline(transaction=False)
        for list_id, score in zip(list_ids, found, strict=True):
            better.zcount(Keys.of(list_id).board, "+inf" if score is None else f"({score}", "+inf")
        counts: list[int] = await better.execute()
        return [None if score is None else count + 1 for score, count in zip(found, counts, strict=True)]

    async def _ranked(self, keys: Keys, first: int, rank: int, found: list[bytes]) -> list[Ranked]:
        """`found` is members and scores in turn; `first` stand before them, and the first has this rank."""
        who, shown = [one.decode() for one in found[::2]], [int(score) for score in found[1::2]]
        if not who:
            return []
        skills = cast("list[bytes | None]", await self._redis.hmget(keys.skills, who))
        ranked: list[Ranked] = []
        for place, (one, number, skill) in enumerate(zip(who, shown, skills, strict=True), first + 1):
            if ranked:
                rank = ranked[-1].rank if number == ranked[-1].shown else place
            ranked.append(Ranked(rank, one, number, decode_skill(skill).games if skill else 0))
        return ranked
