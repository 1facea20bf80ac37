"""Deliveries on their way: the account's outbox is the truth, the schedule says which is begun when, for all accounts.

A delivery leaves the outbox when it has ended, in one stroke with the entry in the player's history. The schedule may name
what has left, which does no harm; what is in an outbox but not in the schedule gets into it when its account is planned.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis

from services.notify.notice import Delivery, decode_delivery, encode_delivery
from services.notify.schedule import Schedule
from services.notify.standing import Standing, decode
from shared.api.notices.book import SENDING, Keys
from shared.api.notices.history import MOST_TOLD, Told, encode_told

REACHED_S = 3 * 24 * 3600


class Sending(NamedTuple):
    """A delivery in the schedule."""

    account: str
    id: str

    @property
    def member(self) -> str:
        return f"{self.account} {self.id}"

    @classmethod
    def of(cls, member: str) -> "Sending":
        account, _, id = member.partition(" ")
        return cls(account, id)


class Outbox:
    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis
        self.schedule = Schedule(redis, SENDING)

    async def commit(self, account: str, old: bytes, new: bytes, deliveries: Iterable[Delivery] = ()) -> bool:
        """Notes what is known and told, and puts what is to be sent into the outbox; `False` if `old` is not it."""
        keys, packed = Keys.of(account), _packed(deliveries)
        return bool(
            await self._redis.fcall("notice_commit", 2, keys.standing, keys.outbox, old, new, *packed)
        )

    async def commit_all(self, changed: Sequence[tuple[str, bytes, bytes]]) -> list[bool]:
        """The same for many accounts, of whom nothing is sent."""
        pipeline = self._redis.pipeline(transaction=False)
        for account, old, new in changed:
            keys = Keys.of(account)
            pipeline.fcall("notice_commit", 2, keys.standing, keys.outbox, old, new)
        return [bool(done) for done in await pipeline.execute()] if changed else []

    async def put(self, account: str, deliveries: Iterable[Delivery], now: int) -> None:
        """Sends what nobody planned: a test, a code."""
        given = tuple(deliveries)
        pipeline = self._redis.pipeline(transaction=False)
        for delivery in given:
            pipeline.hset(Keys.of(account).outbox, delivery.id, encode_delivery(delivery))
        await pipeline.execute()
        await self.schedule.first((Sending(account, one.id).member, now) for one in given)

    async def standing(self, account: str) -> Standing:
        """What is known of the account, and was told."""
        return decode(await self.stored(account))

    async def stored(self, account: str) -> bytes:
        return await self._redis.get(Keys.of(account).standing) or b""

    async def stored_of(self, accounts: Sequence[str]) -> list[bytes]:
        pipeline = self._redis.pipeline(transaction=False)
        for account in accounts:
            pipeline.get(Keys.of(account).standing)
        return [found or b"" for found in await pipeline.execute()] if accounts else []

    async def waiting(self, account: str) -> list[str]:
        """Ids of all that has not ended."""
        return [id.decode() for id in await self._redis.hkeys(Keys.of(account).outbox)]

    async def read(self, sending: Sending) -> Delivery | None:
        """`None` when it has ended."""
        found = await self._redis.hget(Keys.of(sending.account).outbox, sending.id)
        return decode_delivery(found) if found else None

    async def drop(self, sending: Sending, now: int) -> None:
        """Takes what has ended, or never was to be, out of the schedule; not what was put in meanwhile."""
        await self.schedule.take_out(sending.member)
        if await self.read(sending) is not None:
            await self.schedule.first([(sending.member, now)])

    async def claim(self, sending: Sending, by: str, ms: int) -> bool:
        """Keeps two attempts at the same from running at once, as far as that can be."""
        return bool(await self._redis.set(_claim(sending), by, nx=True, px=ms))

    async def unclaim(self, sending: Sending, by: str) -> None:
        await self._redis.fcall("notice_let_go", 1, _claim(sending), by)

    async def again(self, sending: Sending, delivery: Delivery, at: int) -> None:
        """Tries it again then."""
        key = Keys.of(sending.account).outbox
        if await self._redis.fcall("notice_again", 1, key, sending.id, encode_delivery(delivery)):
            await self.schedule.put(sending.member, at)

    async def settle(
        self, sending: Sending, told: Told, now: int, notice: str, instead: Iterable[Delivery] = ()
    ) -> bool:
        """Ends it; `False` when it had ended.

        What takes its place is on its way then, unless the notice has reached a device, or is on its way to another.
        """
        given = tuple(instead)
        keys, reached = Keys.of(sending.account), _reached(sending.account, notice)
        others = [(Sending(sending.account, one.id).member, now) for one in given]
        # Before: should this process die in between, what is in the outbox is found there when it comes up.
        await self.schedule.first(others)
        ended = await self._redis.fcall(
            "notice_settle", 3, keys.outbox, keys.history, reached, sending.id, MOST_TOLD, encode_told(told),
            *_packed(given),
        )  # fmt: skip
        # After: it may have come up before it was there.
        await self.schedule.first(others)
        await self.schedule.take_out(sending.member)
        return bool(ended)

    async def reached(self, sending: Sending, notice: str) -> None:
        """Some device has this notice: no other way has to be found."""
        await self._redis.set(_reached(sending.account, notice), 1, ex=REACHED_S)


def _packed(deliveries: Iterable[Delivery]) -> list[Any]:
    return [part for one in deliveries for part in (one.id, encode_delivery(one))]


def _claim(sending: Sending) -> str:
    return f"{{me:{sending.account}}}:notices:claim:{sending.id}"


def _reached(account: str, notice: str) -> str:
    return f"{{me:{account}}}:notices:reached:{notice}"
