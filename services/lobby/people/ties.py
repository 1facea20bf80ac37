"""Ties in Valkey: one key for each two accounts, and for each account with whom it may have one.

The key of the two is the only truth, so both always see the same. Before it is written, each of the two is noted with
the other; a note without a tie is nothing, and goes when it is `SETTLED_MS` old. So no two keys need change at once.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from redis.asyncio import Redis

from services.lobby.people.tie import Tie, Wish, decide
from shared.api.moment import now_ms
from shared.games.rules import Rejected
from shared.log.port import VersionTaken

FUNCTIONS = Path(__file__).with_name("ties.lua")

MOST = 3_000
"""Others with whom an account may have a tie of any kind: friends, requests, blocks, and those just over."""
SETTLED_MS = 60_000
"""Longer than a change takes from its note to its tie."""
TRIES = 5

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Tie).decode

NOTHING = Tie()


class Change(NamedTuple):
    before: Tie
    after: Tie


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Ties:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def friends(self, account: str) -> frozenset[str]:
        return frozenset(other for other, tie in (await self.all(account)).items() if tie.friends)

    async def blocked(self, account: str) -> frozenset[str]:
        """Everybody whom the account has blocked or who has blocked it: these two never meet."""
        return frozenset(other for other, tie in (await self.all(account)).items() if tie.blocked_by)

    async def blocked_among(self, accounts: Iterable[str]) -> frozenset[frozenset[str]]:
        """Each two of these of whom one has blocked the other."""
        some = dict.fromkeys(accounts)
        pipeline = self._redis.pipeline(transaction=False)
        for account in some:
            pipeline.zrange(others_key(account), 0, -1)
        found: list[list[bytes]] = await pipeline.execute()
        pairs = {
            frozenset((account, other))
            for account, others in zip(some, found, strict=True)
            for other in map(bytes.decode, others)
            if other in some
        }
        ties = await self._read(pairs)
        return frozenset(pair for pair, tie in ties.items() if tie.blocked_by)

    async def all(self, account: str) -> Mapping[str, Tie]:
        """By the other account, the one with whom something changed last first; none is empty."""
        noted: list[tuple[bytes, float]] = cast(
            Any, await self._redis.zrevrange(others_key(account), 0, -1, withscores=True)
        )
        others = {other.decode(): int(at) for other, at in noted}
        ties = await self._read({frozenset((account, other)) for other in others})
        found = {other: ties[frozenset((account, other))] for other in others}
        await self._clear(account, {other: at for other, at in others.items() if found[other].empty})
        return {other: tie for other, tie in found.items() if not tie.empty}

    async def between(self, account: str, other: str) -> Tie:
        found = cast("bytes | None", await self._redis.get(tie_key(account, other)))
        return _decode(found) if found else NOTHING

    async def change(self, by: str, other: str, wish: Wish) -> Change:
        """Raises `Rejected`, or `VersionTaken` when others were quicker too often."""
        key = tie_key(by, other)
        for _ in range(TRIES):
            stored = cast("bytes | None", await self._redis.get(key)) or b""
            before = _decode(stored) if stored else NOTHING
            after = decide(before, by, other, wish, now_ms())
            if after == before:
                return Change(before, after)
            if not after.empty:
                await self._note(by, other)
                await self._note(other, by)
            if await self._redis.fcall("tie_swap", 1, key, stored, b"" if after.empty else _encode(after)):
                return Change(before, after)
        raise VersionTaken(key, 0)

    async def forget(self, account: str) -> None:
        """Everything between the account and others. May be repeated, should it break off."""
        for other in await self.all(account):
            await self._redis.delete(tie_key(account, other))
        await self._redis.delete(others_key(account))

    async def _read(self, pairs: Iterable[frozenset[str]]) -> dict[frozenset[str], Tie]:
        wanted = list(pairs)
        if not wanted:
            return {}
        pipeline = self._redis.pipeline(transaction=False)
        for pair in wanted:
            pipeline.get(tie_key(*pair))
        found: list[bytes | None] = await pipeline.execute()
        return {
            pair: _decode(stored) if stored else NOTHING for pair, stored in zip(wanted, found, strict=True)
        }

    async def _note(self, account: str, other: str) -> None:
        """Raises `Rejected` when the account has too many ties."""
        for again in (False, True):
            if again:
                await self.all(account)
            if await self._redis.fcall("ties_note", 1, others_key(account), other, now_ms(), MOST):
                return
        raise Rejected("too-many-ties", most=MOST)

    async def _clear(self, account: str, over: Mapping[str, int]) -> None:
        old = now_ms() - SETTLED_MS
        pairs = [part for other, at in over.items() if at < old for part in (other, at)]
        if pairs:
            await self._redis.fcall("ties_clear", 1, others_key(account), *pairs)


def others_key(account: str) -> str:
    """A sorted set of accounts by when a tie with them was last about to change, in ms."""
    return f"others:{{{account}}}"


def tie_key(one: str, other: str) -> str:
    """
    >>> tie_key("a_2", "a_1") == tie_key("a_1", "a_2")
    True
    """
    return f"tie:{{{'~'.join(sorted((one, other)))}}}"
