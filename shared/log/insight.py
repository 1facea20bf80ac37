"""What players ask of the bots' search, as the API and the bots' processes tell each other: hints and analyses."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from redis.asyncio import Redis

from shared.log.archive import Archive
from shared.log.keys import Keys, keys_of

FUNCTIONS = Path(__file__).with_name("insight.lua")

SEARCHED = frozenset({"elevators", "floor"})
"""Kinds that there is a search for."""

ASKS = "insight:asks"
"""Stream of `HintAsked`, trimmed: what is lost is asked again by whoever waits for it."""
MOST_ASKS = 1000

KEPT_AS = "analysis"
"""What a finished analysis is called in the archive."""

Do = dict[str, Any]
"""A command with its `type`, as receivers get it."""


class HintAsked(msgspec.Struct, frozen=True, array_like=True):
    game: str
    seat: int
    at: int
    """The version since which the game has been as it is."""


class Ranked(msgspec.Struct, frozen=True):
    """One of a seat's legal commands, as the search sees it."""

    do: Do
    worth: float | None
    """How likely the seat then wins the match, from 0 to 1; `None` where that makes no difference."""
    tried: int
    """Simulations that tried it: the best is the one that was tried most."""


class Hint(msgspec.Struct, frozen=True):
    at: int
    ranked: tuple[Ranked, ...]
    """Best first."""


class Decision(msgspec.Struct, frozen=True):
    """What a seat did where it had a choice, and what else it could have done, by what it knew then."""

    version: int
    """The entry that it became."""
    seat: int
    bot: str | None
    """Level of the bot that decided; `None` for the player."""
    choices: int
    """Legal commands that there were."""
    chosen: Do
    worth: float | None
    """How likely the seat wins the match with it, from 0 to 1; `None` where it could not be judged."""
    best: Do | None
    best_worth: float | None
    loss: float | None
    """How much more likely it would have won with the best; 0 for the best."""


class Analysis(msgspec.Struct, frozen=True):
    """A finished one, as the archive keeps it."""

    id: str
    kind: str
    asked_at: int
    simulations: int
    """For each decision."""
    decisions: tuple[Decision, ...]


class Underway(NamedTuple):
    """An analysis that is not done."""

    id: str
    kind: str
    asked_at: int
    by: frozenset[str]
    total: int | None
    """Decisions; not known before the work has begun."""
    decisions: dict[int, Decision]
    """Those that are judged, by their number."""


encode = msgspec.msgpack.Encoder().encode
decode_ask = msgspec.msgpack.Decoder(HintAsked).decode
decode_hint = msgspec.msgpack.Decoder(Hint).decode
_decode_decision = msgspec.msgpack.Decoder(Decision).decode
_decode_analysis = msgspec.msgpack.Decoder(Analysis).decode


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


async def analyses_due(redis: Redis, keys: Keys, again_ms: int, most: int) -> list[str]:
    """Games to see to; they come up again after `again_ms` unless the work on them goes on."""
    found = await cast(Any, redis).fcall("analyses_due", 1, keys.analyses, again_ms, most)
    return [game.decode() for game in found]


class Analyses:
    """Those that are asked for, in Valkey, and those that are done, in the archive."""

    def __init__(self, redis: Redis, archive: Archive, partitions: int) -> None:
        self._redis: Any = redis
        self._archive = archive
        self._partitions = partitions

    async def ask(self, game: str, id: str, kind: str, by: str) -> None:
        await self._call("analysis_ask", game, id, kind, by)

    async def leave(self, game: str, by: str) -> bool:
        """Whether there was one that they had asked for."""
        return bool(await self._call("analysis_leave", game, by))

    async def underway(self, game: str) -> Underway | None:
        found: dict[bytes, bytes] = await self._redis.hgetall(keys_of(game, self._partitions).analysis(game))
        fields = {name.decode(): value for name, value in found.items()}
        return _underway(fields) if "id" in fields else None

    async def done(self, game: str) -> Analysis | None:
        """Raises `ArchiveAway`."""
        packed = await self._archive.get_beside(game, KEPT_AS)
        return None if packed is None else _decode_analysis(zlib.decompress(packed))

    async def keep(self, game: str, analysis: Analysis) -> None:
        """For good. Raises `ArchiveAway`."""
        await self._archive.put_beside(game, KEPT_AS, zlib.compress(encode(analysis), 9))

    async def end(self, game: str, id: str) -> None:
        await self._call("analysis_end", game, id)

    async def note(self, game: str, id: str, again_ms: int, found: Mapping[str, bytes | int]) -> bool:
        """Notes findings; whether anybody still wants them. Without another note the work begins anew after `again_ms`."""
        flat = [part for pair in found.items() for part in pair]
        return bool(await self._call("analysis_note", game, id, again_ms, *flat))

    async def begin(self, game: str, id: str, number: int) -> int:
        """How often a decision has been begun, with this; 0 when nobody wants it any more."""
        return int(await self._call("analysis_try", game, id, number))

    async def _call(self, function: str, game: str, *arguments: Any) -> Any:
        keys = keys_of(game, self._partitions)
        return await self._redis.fcall(function, 2, keys.analysis(game), keys.analyses, game, *arguments)


def _underway(fields: Mapping[str, bytes]) -> Underway:
    return Underway(
        id=fields["id"].decode(),
        kind=fields["kind"].decode(),
        asked_at=int(fields["at"]),
        by=frozenset(name[3:] for name in fields if name.startswith("by:")),
        total=int(fields["total"]) if "total" in fields else None,
        decisions={
            int(name[2:]): _decode_decision(value)
            for name, value in sorted(fields.items())
            if name.startswith("d:")
        },
    )
