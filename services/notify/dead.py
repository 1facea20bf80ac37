"""Deliveries that were given up, kept for operators: `paternoster notices`."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from typing import Any

import msgspec
from redis.asyncio import Redis

from services.notify.notice import Delivery
from services.notify.outbox import Sending
from shared.api.notices.book import DEAD, DEAD_LETTERS


class DeadLetter(msgspec.Struct, frozen=True, array_like=True):
    """A delivery that was given up."""

    account: str
    delivery: Delivery
    at: int
    why: str


MOST_DEAD = 1000

_encode_letter = msgspec.msgpack.Encoder().encode
_decode_letter = msgspec.msgpack.Decoder(DeadLetter).decode


class DeadLetters:
    """The last that were given up, for operators."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def add(self, letter: DeadLetter) -> None:
        """Once, however often it is added; the oldest make room."""
        member = Sending(letter.account, letter.delivery.id).member
        pipeline = self._redis.pipeline(transaction=True)
        pipeline.hset(DEAD_LETTERS, member, _encode_letter(letter))
        pipeline.zadd(DEAD, {member: letter.at})
        await pipeline.execute()
        if excess := await self._redis.zrange(DEAD, 0, -MOST_DEAD - 1):
            await self._forget(excess)

    async def all(self, most: int = MOST_DEAD) -> list[DeadLetter]:
        """Newest first."""
        members = await self._redis.zrevrange(DEAD, 0, most - 1)
        found = await self._redis.hmget(DEAD_LETTERS, members) if members else []
        return [_decode_letter(one) for one in found if one]

    async def count(self) -> int:
        return int(await self._redis.zcard(DEAD))

    async def take(self, letter: DeadLetter) -> None:
        await self._forget([Sending(letter.account, letter.delivery.id).member])

    async def _forget(self, members: list[Any]) -> None:
        pipeline = self._redis.pipeline(transaction=True)
        pipeline.zrem(DEAD, *members)
        pipeline.hdel(DEAD_LETTERS, *members)
        await pipeline.execute()
