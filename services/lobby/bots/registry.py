"""Bots' accounts in Valkey: made once each, capped per owner, and listed for everybody."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from typing import Any, NamedTuple, cast

from redis.asyncio import Redis
from ulid import ULID

from services.lobby.accounts.accounts import Account, Accounts, bots_key
from shared.api.apitokens import account_key
from shared.api.caps import CAPS, Cap
from shared.api.people import BOT
from shared.api.problem import ApiError, Code

MOST = CAPS[Cap.BOTS]
LISTED = "bots"
"""A sorted set of all bots by when they were made, in ms."""


class Spot(NamedTuple):
    """Where the list goes on: behind this one, newest first."""

    made_at: int
    bot: str


class Registry:
    def __init__(self, redis: Redis, accounts: Accounts) -> None:
        self._redis: Any = redis
        self._accounts = accounts

    async def make(self, id: str, owner: str, handle: str, name: str, now_ms: int) -> Account:
        """Makes it, or finds it when this very wish has made it before.

        The place among the owner's comes first, so that no bot is ever without one; what a process that died left
        behind of it is cleared away when places are short. Raises `no-such-account`, `too-many-bots`, `handle-taken`.
        """
        await self._take_place(id, owner)
        try:
            await self._accounts.claim_handle(handle, id)
        except ApiError:
            await self._redis.hdel(bots_key(owner), id)
            raise
        await self._accounts.open(id, name, now_ms)
        await self._accounts.change(id, owner=owner, handle=handle)
        await self._redis.zadd(LISTED, {id: now_ms}, nx=True)
        return cast(Account, await self._accounts.read(id))

    async def _take_place(self, id: str, owner: str) -> None:
        keys = account_key(owner), bots_key(owner)
        count: int = await self._redis.fcall("account_keep", 2, *keys, id, "")
        if not count:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        if count > MOST and await self._without_strays(owner, id) > MOST:
            await self._redis.hdel(bots_key(owner), id)
            raise ApiError(Code.TOO_MANY_BOTS, params={"most": MOST})

    async def _without_strays(self, owner: str, mine: str) -> int:
        """How many are left of an owner's, once places are free of bots that never came to be."""
        taken = await self._accounts.bots_of(owner)
        strays = {*taken} - await self._accounts.known(taken) - {mine}
        if strays:
            await self._redis.hdel(bots_key(owner), *strays)
        return len(taken) - len(strays)

    async def owns(self, owner: str, bot: str) -> bool:
        return bool(await self._redis.hexists(bots_key(owner), bot))

    async def page(self, most: int, after: Spot | None) -> list[Spot]:
        """The newest first."""
        newest = after.made_at if after else "+inf"
        found = await self._redis.zrange(
            LISTED, newest, "-inf", desc=True, byscore=True, withscores=True, offset=0, num=most + 1
        )
        spots = [Spot(int(score), bot.decode()) for bot, score in found]
        return [spot for spot in spots if after is None or spot < after][:most]

    async def forget(self, account: str) -> None:
        if account.startswith(BOT):
            await self._redis.zrem(LISTED, account)


def new_id(ulid: ULID) -> str:
    return f"{BOT}{ulid}"
