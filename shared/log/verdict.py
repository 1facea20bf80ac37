"""Whether a game's log holds together and its deals were fair, from its entries' bytes alone.

It judges and never raises, so that a log which no longer folds still gets an answer. `docs/verify.py` does the same
without any of our code; a test holds the two to each other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

import msgspec

from shared.games.chance import Chance
from shared.games.rules import Event, Seat, TimeOut
from shared.log.entry import Entry, Opening, decode_entry, first_hash, mark, next_hash
from shared.log.fair import Draw, Draws, commitment, draw_key
from shared.log.game import Game, setup_of
from shared.log.port import CorruptLog
from shared.log.seats import SEAT_EVENTS


class Fault(StrEnum):
    """What can be wrong with a log. Stable names."""

    UNREADABLE = "unreadable-entry"
    CHAIN = "broken-chain"
    OPENING = "no-opening"
    COMMITMENT = "wrong-secret"
    NUMBER = "draw-missing"
    OUTCOME = "wrong-draw"
    DEAL = "deal-not-as-drawn"
    RULES = "does-not-fold"


class Found(msgspec.Struct, frozen=True):
    """One thing wrong, and in which entry."""

    fault: Fault
    version: int


class Verdict(msgspec.Struct, frozen=True):
    entries: int
    head: str
    """The hash chain's last hash, in hex; tell it to nobody while the game runs, it would confirm guesses."""
    opening: Opening | None
    secret: bytes | None
    """`None` while the game runs."""
    draws: tuple[tuple[int, Draw], ...]
    """All of them, each with its entry's version."""
    found: tuple[Found, ...]


class _Before(NamedTuple):
    """Where a game stood before an entry."""

    state: Any
    """`None` before the first."""
    draws: int


def verdict(game: str, payloads: Sequence[bytes]) -> Verdict:
    """Checks everything that can be checked now; without a secret (a running game) no draw can."""
    entries, found = _read(game, payloads)
    opening = entries[0].opening if entries else None
    secret = _secret(entries)
    draws = tuple((version, draw) for version, entry in enumerate(entries, 1) for draw in entry.draws)
    if opening is None:
        found.append(Found(Fault.OPENING, 1))
    else:
        found += _drawn(game, opening, secret, draws)
        found += [] if found else _played(game, payloads, secret)
    return Verdict(len(payloads), _head(game, payloads).hex(), opening, secret, draws, tuple(found))


def _read(game: str, payloads: Sequence[bytes]) -> tuple[list[Entry], list[Found]]:
    """The entries up to the first unreadable one, and where the chain breaks first; nothing behind that is certain."""
    entries: list[Entry] = []
    found: list[Found] = []
    head = first_hash(game)
    for version, payload in enumerate(payloads, 1):
        try:
            entry = decode_entry(payload)
        except msgspec.DecodeError:
            return entries, [*found, Found(Fault.UNREADABLE, version)]
        if entry.before != mark(head) and not found:
            found.append(Found(Fault.CHAIN, version))
        head = next_hash(head, payload)
        entries.append(entry)
    return entries, found


def _head(game: str, payloads: Iterable[bytes]) -> bytes:
    head = first_hash(game)
    for payload in payloads:
        head = next_hash(head, payload)
    return head


def _secret(entries: Sequence[Entry]) -> bytes | None:
    if not entries or entries[-1].secret is None:
        return None
    try:
        return bytes.fromhex(entries[-1].secret)
    except ValueError:
        return b""


def _drawn(
    game: str, opening: Opening, secret: bytes | None, draws: Iterable[tuple[int, Draw]]
) -> Iterator[Found]:
    """Steps 1 and 3 to 7 of the page: the commitment, each draw's number, and each draw drawn again."""
    if secret is not None and commitment(secret) != opening.commitment:
        yield Found(Fault.COMMITMENT, 1)
    key = None if secret is None else draw_key(secret, game, opening.contributions)
    for number, (version, draw) in enumerate(draws):
        if draw.n != number:
            yield Found(Fault.NUMBER, version)
        elif key is not None and _again(key, draw) != draw:
            yield Found(Fault.OUTCOME, version)


def _again(key: bytes, draw: Draw) -> Draw | None:
    """The draw as the secret makes it; `None` for one that our rules never made."""
    chance = Draws(key, draw.n)
    if not draw.purpose.isascii() or draw.n < 0 or (draw.below or 1) < 1:
        return None
    if draw.from_ is not None:
        chance.shuffle(draw.purpose, draw.from_)
    elif draw.below:
        chance.below(draw.purpose, draw.below, len(draw.out))
    return chance.made[0] if chance.made else None


def _played(game: str, payloads: Sequence[bytes], secret: bytes | None) -> Iterator[Found]:
    folded = Game(game)
    dealing: set[type[Event]] = set()
    try:
        for payload in payloads:
            before = _Before(folded.state if folded.version else None, folded.draws)
            entry, events = folded.apply(payload)
            made = tuple(event for event in events if type(event) not in SEAT_EVENTS)
            dealing = dealing or set(map(type, made))
            deals = entry.draws or not dealing.isdisjoint(map(type, made))
            if deals and secret is not None and not _as_drawn(folded, before, made, entry, secret):
                yield Found(Fault.DEAL, folded.version)
    except CorruptLog:
        yield Found(Fault.RULES, folded.version + 1)


def _as_drawn(folded: Game, before: _Before, made: tuple[Event, ...], entry: Entry, secret: bytes) -> bool:
    """Whether the rules, where those of its time are still ours, make these events and draws of some command."""
    if folded.rules.version != folded.opening.rules_version:
        return True
    key = draw_key(secret, folded.id, folded.opening.contributions)
    try:
        return any(
            (again(chance := Draws(key, before.draws)), chance.made) == (made, entry.draws)
            for again in _decisions(folded, before.state)
        )
    except Exception:  # no game by these rules comes to such a state
        return False


def _decisions(folded: Game, state: Any) -> Iterator[Callable[[Chance], tuple[Event, ...]]]:
    """All that could be decided before the entry; `state` is `None` before the first."""
    rules = folded.rules
    if state is None:
        yield partial(rules.open, rules.initial(setup_of(folded.opening)))
        return
    for seat in map(Seat, folded.seats):
        for command in rules.legal(state, seat):
            yield partial(rules.decide, state, seat, command)
    for timer in rules.timers(state):
        yield partial(rules.decide, state, None, TimeOut(timer.key))
