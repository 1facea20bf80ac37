"""What is stored of a bot's account beside the account: what it accepts, its webhook, and how that fails.

The lobby writes it for the bot's owner; the bots' service calls the webhook and notes what came of it.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from enum import StrEnum
from typing import Any, cast

import msgspec
from redis.asyncio import Redis

from shared.api.apitokens import account_key
from shared.api.caps import CAPS, Cap
from shared.api.measures import OWNER_SUSPENDED, SUSPENDED, measure

MOST_FAILURES = CAPS[Cap.BOT_FAILURES]
MOST_IN_A_ROW = CAPS[Cap.BOT_FAILURES_IN_A_ROW]

ACCEPTS, HOOK, IN_A_ROW, ASIDE = "accepts", "hook", "failures", "aside"
"""Fields of a bot's hash."""


class Hook(msgspec.Struct, frozen=True):
    url: str
    secret: str
    """Signs what is sent; `whsec_...`."""
    set_at: int
    """Milliseconds since 1970."""


class CallFault(StrEnum):
    """Why a webhook's answer could not be played."""

    LATE = "late"
    """None within the budget."""
    UNREACHABLE = "unreachable"
    """No connection, or it broke off."""
    NOT_PUBLIC = "not-public"
    """Its name leads to an address that is not on the internet."""
    STATUS = "status"
    """It was not 200; redirects are not followed."""
    UNREADABLE = "unreadable"
    """No JSON with one command of the kind, or too long."""
    ILLEGAL = "illegal"
    """The command was none of the legal ones."""


class Failure(msgspec.Struct, frozen=True, array_like=True):
    at: int
    game: str
    version: int
    seat: int
    fault: CallFault
    status: int | None
    took_ms: int


class Standing(msgspec.Struct, frozen=True):
    """Whether and where a bot can be called."""

    name: str | None = None
    """As stored; `None` when there is no such account any more."""
    owner: str | None = None
    hook: Hook | None = None
    in_a_row: int = 0
    aside_at: int | None = None
    """Since when it is not called any more, because of its failures."""
    suspended: bool = False

    @property
    def gone(self) -> bool:
        return self.name is None

    @property
    def callable(self) -> bool:
        return self.hook is not None and self.aside_at is None and not (self.gone or self.suspended)

    @property
    def ours_to_play(self) -> bool:
        """Whether its turns are ours to see to: nobody else would play for it."""
        return self.hook is not None or self.gone or self.suspended


def bot_key(bot: str) -> str:
    """A hash; of one slot with the account."""
    return f"bot:{{{bot}}}"


def failures_key(bot: str) -> str:
    """A list, the newest first."""
    return f"bot-failures:{{{bot}}}"


_hook = msgspec.json.Decoder(Hook).decode
_encode = msgspec.msgpack.Encoder().encode
_failure = msgspec.msgpack.Decoder(Failure).decode


class BotBook:
    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def standings(self, bots: list[str], now_ms: int) -> dict[str, Standing]:
        """Of each, in two reads that one pipeline carries."""
        if not bots:
            return {}
        pipeline = self._redis.pipeline(transaction=False)
        for bot in bots:
            pipeline.hmget(account_key(bot), "name", "owner", SUSPENDED, OWNER_SUSPENDED)
            pipeline.hmget(bot_key(bot), HOOK, IN_A_ROW, ASIDE)
        found = await pipeline.execute()
        pairs = zip(bots, found[::2], found[1::2], strict=True)
        return {bot: _standing(account, kept, now_ms) for bot, account, kept in pairs}

    async def accepts(self, bot: str) -> bytes | None:
        return await self._redis.hget(bot_key(bot), ACCEPTS)

    async def accept(self, bot: str, accepts: bytes) -> None:
        await self._redis.hset(bot_key(bot), ACCEPTS, accepts)

    async def hook(self, bot: str, hook: Hook | None) -> None:
        """Sets it anew, or takes it away; either way its failures are forgiven."""
        pipeline = self._redis.pipeline(transaction=True)
        pipeline.hdel(bot_key(bot), HOOK, IN_A_ROW, ASIDE)
        if hook:
            pipeline.hset(bot_key(bot), HOOK, msgspec.json.encode(hook))
        await pipeline.execute()

    async def note(self, bot: str, failure: Failure) -> bool:
        """Keeps a failure. Whether it was the one for which the webhook is set aside."""
        pipeline = self._redis.pipeline(transaction=True)
        pipeline.lpush(failures_key(bot), _encode(failure))
        pipeline.ltrim(failures_key(bot), 0, MOST_FAILURES - 1)
        pipeline.hincrby(bot_key(bot), IN_A_ROW, 1)
        _, _, in_a_row = await pipeline.execute()
        if in_a_row < MOST_IN_A_ROW:
            return False
        return bool(await self._redis.hsetnx(bot_key(bot), ASIDE, failure.at))

    async def forgive(self, bot: str) -> None:
        """A turn was answered well."""
        await self._redis.hdel(bot_key(bot), IN_A_ROW)

    async def failures(self, bot: str) -> tuple[Failure, ...]:
        """The newest first."""
        found = cast("list[bytes]", await self._redis.lrange(failures_key(bot), 0, -1))
        return tuple(map(_failure, found))


def _standing(account: list[bytes | None], kept: list[bytes | None], now_ms: int) -> Standing:
    name, owner, *measures = account
    hook, in_a_row, aside = kept
    taken = filter(None, map(measure, measures))
    return Standing(
        name=name.decode() if name else None,
        owner=owner.decode() if owner else None,
        hook=_hook(hook) if hook else None,
        in_a_row=int(in_a_row or 0),
        aside_at=int(aside) if aside else None,
        suspended=any(one.holds(now_ms) for one in taken),
    )
