"""What players are called. The lobby writes it, everybody reads it and says it in the reader's language."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec
from redis.asyncio import Redis

from shared.seeds import DEFAULT_LANGUAGE, Texts

UNKNOWN = "?"

Called = str | int | None
"""A name of the player's own; the number of a passenger who gave none; `None` for whoever deleted the account."""

NUMBERED, DEPARTED = "\x01", "\x02"
"""How what is no name of one's own is stored: no name has such signs."""
ONCE_NUMBERED = re.compile(r"Passenger (\d{4})")
ONCE_DEPARTED = "Former passenger"
"""How both were stored before they were said in every language."""


def stored(called: Called) -> str:
    """
    >>> stored("Nora"), stored(17), stored(None)
    ('Nora', '\\x0117', '\\x02')
    """
    if called is None:
        return DEPARTED
    return called if isinstance(called, str) else f"{NUMBERED}{called}"


def called(text: str) -> Called:
    """
    >>> [called(stored(one)) for one in ("Nora", 17, None)], called("Passenger 0017"), called("Former passenger")
    (['Nora', 17, None], 17, None)
    """
    if text in (DEPARTED, ONCE_DEPARTED):
        return None
    if text.startswith(NUMBERED):
        return int(text[1:])
    once = ONCE_NUMBERED.fullmatch(text)
    return int(once[1]) if once else text


BOT = "a_bot"
"""How the ids of bots' accounts begin, and no other's: so it stands in every log for ever."""


def is_bot(account: str | None) -> bool:
    """Whether an account was made for a program.

    >>> is_bot("a_bot01JD2Q0V9Y3M8E5X7K4T6R1ZAB"), is_bot("a_01JD2Q0V9Y3M8E5X7K4T6R1ZAB"), is_bot(None)
    (True, False, False)
    """
    return account is not None and account.startswith(BOT)


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody, as answers name them."""

    id: str
    name: str
    bot: bool = False
    """A program: the account was made for one."""


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class Names(NamedTuple):
    """What everybody is called in one language."""

    people: Mapping[str, Called]
    """By account id."""
    texts: Texts
    language: str = DEFAULT_LANGUAGE

    def of(self, account: str) -> str:
        return self.said(self.people.get(account, UNKNOWN))

    def person(self, account: str) -> Person:
        return Person(account, self.of(account), is_bot(account))

    def said(self, called: Called) -> str:
        match called:
            case None:
                return self.texts.name(self.language, "person-departed")
            case int(number):
                return self.texts.text(self.language, "person-numbered", {"passenger": f"{number:04}"})
            case str(name):
                return name

    def bot(self, level: str) -> str:
        """Also for the policy of a bot that a game brings itself."""
        return self.texts.name(self.language, f"bot-{level}")


class People:
    """Display names by account id, one key each, so that they may lie on any node."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def write(self, account: str, called: Called) -> None:
        await self._redis.set(_key(account), stored(called))

    async def forget(self, account: str) -> None:
        """Its games stay and say that somebody was there."""
        await self.write(account, None)

    async def names(self, accounts: Iterable[str | None]) -> dict[str, Called]:
        """What all accounts among these are called; `None`s (bots) are left out. `Names` says it."""
        wanted = list(dict.fromkeys(account for account in accounts if account))
        if not wanted:
            return {}
        pipeline = self._redis.pipeline(transaction=False)
        for account in wanted:
            pipeline.get(_key(account))
        found = await pipeline.execute()
        return {
            account: called(name.decode()) if name else UNKNOWN
            for account, name in zip(wanted, found, strict=True)
        }


def _key(account: str) -> str:
    return f"name:{account}"
