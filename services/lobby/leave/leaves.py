"""Leaves in Valkey, and games told of them: at once, and again by a duty until every game knows.

The account's own record is the truth. `told` remembers which game was told of which end, so that games which begin during a
leave are told too, and a process that dies between two steps costs nothing but a few seconds.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable
from typing import Any, cast

import msgspec
from redis.asyncio import Redis

from services.lobby.leave.leave import Leave
from shared.api.inbox import Inbox
from shared.log.commands import FIELD, LEAVE, OnLeave, Sent, encode, pack
from shared.log.keys import keys_of

EVERY_S = 15.0
ON_LEAVE = "leaves"
"""Sorted set of accounts by when their leave ends, in ms; those stay that games must still be told about."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Leave).decode


def leave_key(account: str) -> str:
    return f"leave:{{{account}}}"


def told_key(account: str) -> str:
    """A hash: the end that each game was told, by game."""
    return f"leave-told:{{{account}}}"


class Leaves:
    def __init__(self, redis: Redis, inbox: Inbox, partitions: int) -> None:
        self._redis = redis
        self._inbox = inbox
        self._partitions = partitions

    async def read(self, account: str) -> Leave:
        found = cast("bytes | None", await self._redis.get(leave_key(account)))
        return _decode(found) if found else Leave()

    async def change(self, account: str, made: Callable[[Leave], Leave], now: int) -> Leave:
        """Whatever is made of the leave as it stands; then tells the account's games."""
        leave = await self._swapped(account, made)
        await self._redis.zadd(ON_LEAVE, {account: max(leave.until, now)})
        await self.settle(account, now)
        return leave

    async def _swapped(self, account: str, made: Callable[[Leave], Leave]) -> Leave:
        key = leave_key(account)

        async def swap(pipeline: Any) -> Leave:
            found = await pipeline.get(key)
            leave = made(_decode(found) if found else Leave())
            pipeline.multi()
            pipeline.set(key, _encode(leave))
            return leave

        return await cast(Any, self._redis).transaction(swap, key, value_from_callable=True)

    async def step(self, now: int) -> int:
        """One round of the duty; returns how many accounts it looked at."""
        found: list[bytes] = cast(Any, await self._redis.zrange(ON_LEAVE, 0, -1))
        for account in map(bytes.decode, found):
            await self.settle(account, now)
        return len(found)

    async def settle(self, account: str, now: int) -> None:
        """Tells the running games that do not know yet; forgets a leave that is over once they do."""
        leave = await self.read(account)
        told: dict[bytes, bytes] = cast(Any, await self._redis.hgetall(told_key(account)))
        known = {game.decode(): int(until) for game, until in told.items()}
        running = [news.id for news in await self._inbox.games(account) if not news.ended]
        over = leave.until <= now
        untold = [game for game in running if known.get(game, leave.until if over else 0) != leave.until]
        await self._tell(account, untold, leave.until)
        if over:
            await self._redis.zrem(ON_LEAVE, account)
            await self._redis.delete(told_key(account))

    async def _tell(self, account: str, games: list[str], until: int) -> None:
        if not games:
            return
        do = pack(OnLeave(account, until))
        pipeline = self._redis.pipeline(transaction=False)
        for game in games:
            sent = Sent(f"leave:{account}:{until}", game, LEAVE, None, do)
            pipeline.xadd(keys_of(game, self._partitions).commands, {FIELD: encode(sent)})
        await pipeline.execute()
        await self._redis.hset(told_key(account), mapping=dict.fromkeys(games, until))

    async def forget(self, account: str) -> None:
        """With the account; its clocks in running games go on when the leave that they know of ends."""
        await self._redis.zrem(ON_LEAVE, account)
        await self._redis.delete(leave_key(account), told_key(account))
