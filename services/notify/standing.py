"""What is known of one player's games, and what the player was told of it. Pure; times are ms since 1970.

An index of state and no queue: each game once, as it is now. What was not told yet is the difference.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from shared.api.notices.words import Happening
from shared.games.kinds import KINDS
from shared.log.commands import FeedItem

DAY_MS = 24 * 3_600_000
KEPT_MS = 3 * DAY_MS
"""How long something that is over is remembered, so that a feed read again does not tell it again."""
MOST_OVER = 200


class Known(msgspec.Struct, frozen=True, array_like=True):
    """A game."""

    kind: str
    seat: int
    version: int
    at: int
    ended: bool = False
    clock: int | None = None
    """While it waits for the player: which turn of the seat it is."""
    turn: int = 0
    """The version at which this turn was first seen."""
    since: int = 0
    due: int | None = None
    away: tuple[int, ...] = ()
    """Other people's seats that a bot plays."""
    began: int = 0
    """0 until its log was read."""
    told: int = 0
    """The turn that was told, or seen by the player."""
    shown: int = 0
    """The turn that the message of turns on the player's devices names."""
    rung: int = 0
    """The same of the reminder."""
    looked: int = 0
    """When the player was found looking at the turn that was to be told."""
    reminded: int = 0
    """The last stage of reminders that this turn is through."""
    told_start: bool = False
    told_end: bool = False
    told_away: tuple[int, ...] = ()
    reminded_due: int = 0
    """The deadline by which that stage was counted."""
    trace: str | None = None
    """The context of its last change that concerned the player, where traces are on."""

    @property
    def waits(self) -> bool:
        return self.turn > 0


class Thing(msgspec.Struct, frozen=True, array_like=True):
    """Something that is no game: an invitation, a tournament's round."""

    happening: Happening
    version: int
    code: str
    at: int
    params: dict[str, str | int] = {}
    open: bool = True
    """It still concerns the player."""
    until: int | None = None
    told: bool = False
    shown: bool = False
    """A message on the player's devices names it."""


class Standing(msgspec.Struct, frozen=True, array_like=True):
    games: Mapping[str, Known] = {}
    things: Mapping[str, Thing] = {}
    digest_at: int = 0
    """When the last digest was due."""


NOTHING = Standing()

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Standing).decode


def encode(standing: Standing) -> bytes:
    """Nothing for what there is nothing to know of."""
    return _encode(standing) if standing.games or standing.things else b""


def decode(stored: bytes | None) -> Standing:
    return _decode(stored) if stored else NOTHING


def note_game(standing: Standing, item: FeedItem, account: str, now: int, began: int = 0) -> Standing:
    """Takes what a feed tells, in any order and as often as it may; `began` when its log was read for it."""
    known = standing.games.get(item.game)
    if account not in item.players or (known is None and item.ended and item.at < now - KEPT_MS):
        return standing
    if known is not None and item.version < known.version:
        return standing
    changed = _changed(known, item, item.players.index(account), began)
    if known is not None and replace(changed, version=known.version, at=known.at) == known:
        return standing  # somebody else moved
    return with_game(standing, item.game, replace(changed, trace=item.trace))


def _changed(known: Known | None, item: FeedItem, seat: int, began: int) -> Known:
    fresh = known or Known(item.kind, seat, item.version, item.at)
    clock = None if item.ended else _clock(item, seat)
    away = tuple(other for other in item.away if other != seat)
    now = replace(
        fresh, version=item.version, at=item.at, ended=item.ended or fresh.ended, away=away,
        began=fresh.began or began, told_away=tuple(s for s in fresh.told_away if s in away),
    )  # fmt: skip
    if clock is None:
        return replace(now, clock=None, turn=0, since=0, due=None, reminded=0, reminded_due=0, looked=0)
    if clock == fresh.clock and fresh.turn:
        return replace(now, due=item.due.get(seat))
    return replace(
        now, clock=clock, turn=item.version, since=item.at, due=item.due.get(seat), reminded=0, reminded_due=0,
        looked=0,
    )  # fmt: skip


def _clock(item: FeedItem, seat: int) -> int | None:
    """Which turn of the seat waits for its player; in kinds without turns nobody is waited for."""
    realtime = item.kind in KINDS and KINDS[item.kind].realtime
    if realtime or seat not in item.awaited or seat in item.bots or seat in item.away:
        return None
    return item.turns.get(seat, item.version)


def note_thing(standing: Standing, id: str, thing: Thing) -> Standing:
    known = standing.things.get(id)
    if known is not None and thing.version <= known.version:
        return standing
    if known is not None:
        thing = replace(thing, told=known.told, shown=known.shown)
    return with_thing(standing, id, thing)


def with_game(standing: Standing, game: str, known: Known) -> Standing:
    return replace(standing, games={**standing.games, game: known})


def with_thing(standing: Standing, id: str, thing: Thing) -> Standing:
    return replace(standing, things={**standing.things, id: thing})


def pruned(standing: Standing, now: int) -> Standing:
    """Without what was over long ago."""
    games = _kept(standing.games, _game_over, now - KEPT_MS)
    things = _kept(standing.things, _thing_over, now - KEPT_MS)
    return (
        standing
        if games is standing.games and things is standing.things
        else replace(standing, games=games, things=things)
    )


def next_pruning(standing: Standing) -> int | None:
    over = [known.at for known in standing.games.values() if _game_over(known)]
    over += [thing.at for thing in standing.things.values() if _thing_over(thing)]
    return min(over) + KEPT_MS + 1 if over else None


def _game_over(known: Known) -> bool:
    return known.ended and known.told_end


def _thing_over(thing: Thing) -> bool:
    return thing.told or not thing.open


T = TypeVar("T", Known, Thing)


def _kept(found: Mapping[str, T], over: Callable[[T], bool], old: int) -> Mapping[str, T]:
    ended = sorted((one.at, id) for id, one in found.items() if over(one))
    gone = {id for _, id in ended[: max(0, len(ended) - MOST_OVER)]} | {id for at, id in ended if at < old}
    return {id: one for id, one in found.items() if id not in gone} if gone else found
