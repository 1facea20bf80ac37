"""The lists in Valkey: contests in, ratings out, each contest once, whatever is told twice, late or out of order."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import structlog
from redis.asyncio import Redis

from services.lobby.ratings.contest import Contest, Counted, Order, Rated, count
from services.lobby.ratings.keys import Keys
from services.lobby.ratings.lists import LISTS, stands
from services.lobby.ratings.ratings import decode_skill, encode_skill
from services.lobby.ratings.skill import Skill
from shared.log.port import VersionTaken

log = structlog.get_logger(__name__)

FUNCTIONS = Path(__file__).with_name("ratings.lua")

MOST_RESULTS = 10_000
"""Results of a list that can still be folded anew; older ones are settled, and nothing gets behind them any more."""
AT_ONCE = 200
"""Contests counted in one stroke."""
TRIES = 5

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Rated).decode


class Read(NamedTuple):
    """A list as far as some contests need it."""

    revision: int
    new: list[Contest]
    """Those that have not counted."""
    later: list[Rated]
    skills: dict[str, Skill]


class Change(NamedTuple):
    """What a game did to those who played it, for their histories."""

    rated: Rated
    revision: int
    """The newest is right."""


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Lists:
    def __init__(self, redis: Redis, most: int = MOST_RESULTS) -> None:
        self._redis = redis
        self._most = most

    async def count(self, list_id: str, contests: Iterable[Contest]) -> set[str]:
        """Counts those that have not counted. Whose skills changed."""
        ordered = sorted(set(contests), key=lambda contest: contest.order)
        changed: set[str] = set()
        for start in range(0, len(ordered), AT_ONCE):
            changed |= await self._count(list_id, ordered[start : start + AT_ONCE])
        return changed

    async def _count(self, list_id: str, contests: Sequence[Contest]) -> set[str]:
        keys = Keys.of(list_id)
        for _ in range(TRIES):
            read = await self._read(keys, contests)
            if not read.new:
                return set()
            counted = await asyncio.to_thread(count, read.new, read.later, read.skills)
            if await self._write(list_id, read.revision, counted):
                return set(counted.skills)
        raise VersionTaken(keys.head, -1)

    async def _read(self, keys: Keys, contests: Sequence[Contest]) -> Read:
        """Not in one stroke: `revision`, which is read first, tells when writing whether it was all of one moment."""
        head = await self._head(keys)
        known = await self._results(keys, [contest.game for contest in contests])
        unknown = [contest for contest, rated in zip(contests, known, strict=True) if rated is None]
        new = [contest for contest in unknown if contest.order > head.floor]
        if len(new) < len(unknown):
            log.info("results-behind-the-floor", list=keys.head, count=len(unknown) - len(new))
        if not new:
            return Read(head.revision, [], [], {})
        later = await self._later(keys, new[0].order)
        who = {one for contest in (*new, *(rated.contest for rated in later)) for one in contest.who}
        return Read(head.revision, new, later, await self._skills(keys, sorted(who)))

    async def _head(self, keys: Keys) -> "Head":
        found: list[bytes | None] = await cast(Any, self._redis).hmget(
            keys.head, ["revision", "floor_at", "floor_game"]
        )
        revision, floor_at, floor_game = found
        floor = (int(float(floor_at)), floor_game.decode()) if floor_at and floor_game else (0, "")
        return Head(int(revision or 0), floor)

    async def _later(self, keys: Keys, first: Order) -> list[Rated]:
        found: list[bytes] = cast(Any, await self._redis.zrange(keys.order, first[0], "+inf", byscore=True))  # pyright: ignore[reportArgumentType]
        results = await self._results(keys, [game.decode() for game in found])
        return [rated for rated in results if rated and rated.contest.order > first]

    async def _results(self, keys: Keys, games: Sequence[str]) -> list[Rated | None]:
        if not games:
            return []
        found: list[bytes | None] = await cast(Any, self._redis).hmget(keys.results, games)
        return [_decode(result) if result else None for result in found]

    async def _skills(self, keys: Keys, who: Sequence[str]) -> dict[str, Skill]:
        found: list[bytes | None] = await cast(Any, self._redis).hmget(keys.skills, who)
        return {one: decode_skill(skill) for one, skill in zip(who, found, strict=True) if skill}

    async def _write(self, list_id: str, revision: int, counted: Counted) -> bool:
        keys = Keys.of(list_id)
        results = [
            part
            for rated in counted.rated
            for part in (rated.contest.game, rated.contest.ended_at, _encode(rated))
        ]
        skills = [
            part
            for who, skill in counted.skills.items()
            for part in (who, encode_skill(skill), skill.shown if _is_shown(list_id, who, skill) else "")
        ]
        given: list[Any] = [revision, self._most, len(counted.rated), *results, *skills]
        return bool(await self._redis.fcall("ratings_count", len(keys), *keys, *given))

    async def board(self, list_id: str) -> dict[str, int]:
        """Everybody on it, by the number shown."""
        found: list[Any] = cast(Any, await self._redis.zrange(Keys.of(list_id).board, 0, -1, withscores=True))
        return {who.decode(): int(shown) for who, shown in found}

    async def all(self, list_id: str) -> dict[str, Skill]:
        """Everybody's skill."""
        found: dict[bytes, bytes] = await cast(Any, self._redis).hgetall(Keys.of(list_id).skills)
        return {who.decode(): decode_skill(skill) for who, skill in found.items()}

    async def clear(self, list_id: str) -> list[str]:
        """Forgets a list that is to be counted anew; the games whose results it still had."""
        keys = Keys.of(list_id)
        games: list[bytes] = await self._redis.fcall("ratings_clear", len(keys), *keys)
        return [game.decode() for game in games]

    async def untold(self, list_id: str, most: int = AT_ONCE) -> list[Change]:
        """Changes that the players' histories have not heard of, in no order."""
        keys = Keys.of(list_id)
        _, some = await cast(Any, self._redis).hscan(keys.untold, count=most)
        found: list[tuple[bytes, bytes]] = list(some.items())
        results = await self._results(keys, [game.decode() for game, _ in found])
        return [
            Change(rated, int(revision)) for (_, revision), rated in zip(found, results, strict=True) if rated
        ]

    async def told(self, list_id: str, changes: Iterable[Change]) -> None:
        """The histories have heard of these."""
        pairs = [part for change in changes for part in (change.rated.contest.game, change.revision)]
        if pairs:
            await self._redis.fcall("ratings_told", 1, Keys.of(list_id).untold, *pairs)

    async def off_the_boards(self, list_id: str, who: Iterable[str]) -> None:
        """Whoever is gone stays part of the others' ratings, and is shown nowhere."""
        gone = list(who)
        if gone:
            await self._redis.zrem(Keys.of(list_id).board, *gone)

    async def forget(self, account: str) -> None:
        """Takes it off all boards."""
        for list_id in LISTS:
            await self.off_the_boards(list_id, [account])


def _is_shown(list_id: str, who: str, skill: Skill) -> bool:
    return stands(list_id, who) and not skill.provisional


class Head(NamedTuple):
    revision: int
    floor: Order
