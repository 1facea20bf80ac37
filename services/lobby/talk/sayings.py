"""What is said at tables, in Valkey: for each table a capped stream, and a hash of what may be said and what is hidden."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from services.lobby.talk.emotes import Emote
from shared.api.caps import CAPS, Cap
from shared.games.rules import Rejected

FUNCTIONS = Path(__file__).with_name("talk.lua")

DAY_MS = 24 * 3600 * 1000
KEPT_MS = 30 * DAY_MS
"""How long after the last message all of a table's go."""

MODE = "mode"
HIDDEN = "hidden:"
"""Begins the field of a hidden message's number."""


class Mode(StrEnum):
    """What may be said at a table."""

    ALL = "all"
    EMOTES = "emotes"
    OFF = "off"


class Saying(msgspec.Struct, frozen=True, array_like=True):
    player: str
    emote: Emote | None = None
    text: str | None = None


class Said(NamedTuple):
    number: int
    """Also when it was said, in ms since 1970."""
    saying: Saying
    hidden: bool


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Saying).decode


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Sayings:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def say(self, table: str, id: str, saying: Saying) -> int:
        """The message's number; the same `id` says it once. Raises `Rejected` where the table wants no such thing."""
        kind = "text" if saying.text is not None else "emote"
        given = (id, _encode(saying), kind, CAPS[Cap.TABLE_MESSAGES], KEPT_MS)
        try:
            return await self._redis.fcall("talk_say", 2, said_key(table), rules_key(table), *given)
        except ResponseError as error:
            if not str(error).startswith("SILENT"):
                raise
            raise Rejected("table-is-silent", mode=str(error).split()[1]) from None

    async def all(self, table: str) -> tuple[Mode, list[Said]]:
        """What may be said, and what was, oldest first."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hgetall(rules_key(table))
        pipeline.xrange(said_key(table))
        rules, entries = cast(Any, await pipeline.execute())
        said = [_said(id, fields, rules) for id, fields in entries]
        return Mode(rules.get(MODE.encode(), b"all").decode()), said

    async def set_mode(self, table: str, mode: Mode) -> None:
        await self._rule(table, MODE, "" if mode is Mode.ALL else mode.value)

    async def hide(self, table: str, number: int, by: str | None) -> None:
        """`None` shows it again."""
        await self._rule(table, f"{HIDDEN}{number}", by or "")

    async def _rule(self, table: str, field: str, value: str) -> None:
        await self._redis.fcall("talk_rule", 1, rules_key(table), field, value, KEPT_MS)

    async def of(self, account: str, tables: Iterable[str]) -> list[tuple[str, Said]]:
        """What somebody has said at these tables."""
        known = list(tables)
        pipeline = self._redis.pipeline(transaction=False)
        for table in known:
            pipeline.exists(said_key(table))
        there = zip(known, await pipeline.execute(), strict=True)
        found = [(table, said) for table, exists in there if exists for said in (await self.all(table))[1]]
        return [(table, said) for table, said in found if said.saying.player == account]

    async def forget(self, account: str, tables: Iterable[str]) -> None:
        """Takes away what somebody has said at these tables."""
        for table, said in await self.of(account, tables):
            await self._redis.xdel(said_key(table), f"{said.number}-0")


def _said(id: bytes, fields: dict[bytes, bytes], rules: dict[bytes, bytes]) -> Said:
    number = int(id.split(b"-")[0])
    return Said(number, _decode(fields[b"m"]), f"{HIDDEN}{number}".encode() in rules)


def said_key(table: str) -> str:
    return f"said:{{{table}}}"


def rules_key(table: str) -> str:
    return f"talk:{{{table}}}"
