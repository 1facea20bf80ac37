"""What players are called. The lobby writes it, everybody reads it."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec
from redis.asyncio import Redis

from shared.seeds import DEFAULT_LANGUAGE, Texts

UNKNOWN = "?"
DEPARTED = "Former passenger"
"""Whoever deleted the account, in the games that it played."""


class Person(msgspec.Struct, frozen=True):
    """Somebody, as answers name them."""

    id: str
    name: str


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class Names(NamedTuple):
    """What everybody is called in one language."""

    people: Mapping[str, str]
    """By account id."""
    texts: Texts
    language: str = DEFAULT_LANGUAGE

    def bot(self, level: str) -> str:
        """Also for the policy of a bot that a game brings itself."""
        return self.texts.name(self.language, f"bot-{level}")


class People:
    """Display names by account id, one key each, so that they may lie on any node."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def write(self, account: str, name: str) -> None:
        await self._redis.set(_key(account), name)

    async def forget(self, account: str) -> None:
        """Its games stay and say that somebody was there."""
        await self.write(account, DEPARTED)

    async def names(self, accounts: Iterable[str | None]) -> dict[str, str]:
        """Names of all accounts among these; `None`s (bots) are left out."""
        wanted = list(dict.fromkeys(account for account in accounts if account))
        if not wanted:
            return {}
        pipeline = self._redis.pipeline(transaction=False)
        for account in wanted:
            pipeline.get(_key(account))
        found = await pipeline.execute()
        return {
            account: name.decode() if name else UNKNOWN for account, name in zip(wanted, found, strict=True)
        }


def _key(account: str) -> str:
    return f"name:{account}"
