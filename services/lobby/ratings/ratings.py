"""Everybody's rating in every list, for whoever needs to know: tables, matchmaking, profiles."""

from collections.abc import Iterable
from typing import Any, cast

import msgspec
from redis.asyncio import Redis

from services.lobby.ratings.keys import Keys
from services.lobby.ratings.skill import NEWCOMER, Skill


class Rating(msgspec.Struct, frozen=True):
    mu: float
    sigma: float
    shown: int
    """The number that people see."""
    provisional: bool
    """Too few games yet to say much."""
    games: int


class Ratings:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def of(self, list_id: str, accounts: Iterable[str]) -> dict[str, Rating]:
        """One rating for each account; whoever has not played has a newcomer's."""
        wanted = list(dict.fromkeys(accounts))
        if not wanted:
            return {}
        found: list[bytes | None] = await cast(Any, self._redis).hmget(Keys.of(list_id).skills, wanted)
        return {account: _rating(skill) for account, skill in zip(wanted, found, strict=True)}

    async def in_lists(self, list_ids: Iterable[str], account: str) -> list[Rating]:
        """One account's rating in each list, in their order."""
        pipeline: Any = self._redis.pipeline(transaction=False)
        for list_id in list_ids:
            pipeline.hget(Keys.of(list_id).skills, account)
        return [_rating(skill) for skill in await pipeline.execute()]


def _rating(stored: bytes | None) -> Rating:
    return rating_of(decode_skill(stored) if stored else NEWCOMER)


def rating_of(skill: Skill) -> Rating:
    return Rating(skill.mu, skill.sigma, skill.shown, skill.provisional, skill.games)


encode_skill = msgspec.msgpack.Encoder().encode
decode_skill = msgspec.msgpack.Decoder(Skill).decode
