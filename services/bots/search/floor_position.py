"""That's My Floor: where a view stands, as the model keeps it, and on which slots the unseen cards may be."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from services.bots.playout import floor as model
from services.bots.playout import floor_habits as habits
from services.bots.search.floor_beliefs import COLUMNS, Past
from services.bots.search.position import NOWHERE, Position
from services.bots.search.worlds import first_deal
from services.bots.search.worth import Match
from shared.games.floor.cards import FLOORS, HAND, TURNAROUND, VISITS, rank, suit
from shared.games.floor.options import Deck
from shared.games.floor.view import View

ANY = (1 << model.OPERATOR) - 1
THE_OPERATOR = 1 << model.OPERATOR

POINTS = 6.0
"""How clear a lead of so many points is. Flatter than scores really spread: tuned by play."""


class Slot(NamedTuple):
    place: int
    allowed: int = ANY
    owner: int = model.NOBODY
    """Who held the card in this half of the round,"""
    until: int = model.TRICKS
    """and up to which trick."""


def position(view: View) -> Position:
    """Raises `ValueError` for a view in which nobody plays."""
    root = _root(view)
    cards = model.PACKS[root[model.PACK]]
    slots = _slots(view, cards)
    unseen = [cards.index(card) for card in cards if card not in _seen(view)]
    if any(slot.allowed & THE_OPERATOR for slot in slots):
        unseen.append(model.OPERATOR)
    allowed = [slot.allowed for slot in slots]
    places = np.array([slot.place for slot in slots], np.int64)
    return Position(root, first_deal(unseen, allowed), np.array(allowed, np.int64), places, _match(view))


def past(view: View) -> Past:
    """What was played so far, for the slots of `position`."""
    cards = model.PACKS[_pack(view)]
    slots = _slots(view, cards)
    return Past(
        np.array([*_played(view, cards)], np.int64).reshape(-1, COLUMNS),
        np.array([slot.owner for slot in slots], np.int64),
        np.array([slot.until for slot in slots], np.int64),
        np.zeros(len(view.hand_sizes)),
    )


def _played(view: View, cards: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """The others' plays of this half, the last one first, as rows of `Past.plays`."""
    tricks = [*(trick.plays for trick in view.tricks), view.plays]
    since = [0] * len(view.hand_sizes)
    for number in reversed(range(len(tricks))):
        for at, play in reversed([*enumerate(tricks[number])]):
            if play.card is None or play.seat in (view.seat, len(since)) or not _now(view, number):
                continue
            card = cards.index(play.card)
            since[play.seat] |= 1 << card
            lay = [before.card for before in tricks[number][:at] if before.card is not None]
            blocked = _mask(cards, {suit(one) for one in lay})
            highest = max(map(rank, lay), default=0)
            yield play.seat, number, at, highest, blocked, card, since[play.seat]


def _pack(view: View) -> int:
    return 2 * list(Deck).index(view.options.deck) + (len(view.hand_sizes) == 4)


def _slots(view: View, cards: tuple[str, ...]) -> Sequence[Slot]:
    return [*_hand_slots(view, cards), *_later_slots(view), *_deck_slots(view)]


def _root(view: View) -> np.ndarray:
    """All that the view shows."""
    root = np.zeros(model.STATE, np.int64)
    players = len(view.hand_sizes)
    seats = max(players, 3)
    root[model.SEATS], root[model.PLAYERS] = seats, players
    root[model.PACK] = _pack(view)
    cards = model.PACKS[root[model.PACK]]
    root[model.TRICK], root[model.LEADER] = len(view.tricks), view.leader
    for seat, pair in enumerate(view.markers):
        for number in pair:
            root[model.MARKERS + len(FLOORS) * seat + number - 1] += 1
    habits.share_out(root)
    root[model.OPERATORS : model.OPERATORS + seats] = view.operators
    if view.seat is not None and view.hand is not None:
        root[model.HANDS + view.seat] = sum(1 << cards.index(card) for card in view.hand)
    _enter_table(view, root, cards)
    _enter_deck(view, root, cards)
    return root


def _enter_table(view: View, root: np.ndarray, cards: tuple[str, ...]) -> None:
    """Floors and the trick so far, whose cards the view counts to no floor yet."""
    for at, floor in enumerate(view.floors):
        root[model.CARDS + at], root[model.OPERATORS_AT + at] = len(floor.cards), floor.operators
    for play in view.plays:
        root[model.PLAYED] += 1
        root[model.OPERATORS_AT + view.floor - 1] += play.operator
        if play.card is None:
            continue
        root[model.CARDS + view.floor - 1] += rank(play.card) == view.floor
        root[model.BLOCKED] |= model.SUIT[root[model.PACK], cards.index(play.card)]
        if rank(play.card) >= root[model.HIGHEST]:
            root[model.HIGHEST], root[model.WINNER] = rank(play.card), play.seat


def _enter_deck(view: View, root: np.ndarray, cards: tuple[str, ...]) -> None:
    deck = view.automa or ()
    root[model.TOP], root[model.END] = model.AUTOMA, model.AUTOMA + len(deck)
    root[model.LATER_CARDS] = _to_come(view) if view.automa is not None else 0
    for at, card in enumerate(deck):
        if card is not None:
            root[model.AUTOMA + at] = cards.index(card)


def _to_come(view: View) -> int:
    """Cards for each seat at the turnaround."""
    return 0 if view.options.friendly or len(view.tricks) >= TURNAROUND else len(VISITS) - HAND


def _seen(view: View) -> frozenset[str]:
    """Cards whose place this seat knows."""
    plays = _plays(view)
    revealed = (card for play in plays for card in play.revealed)
    played = (play.card for play in plays if play.card is not None)
    return frozenset((*(view.hand or ()), *(view.aside or ()), *revealed, *played))


def _plays(view: View) -> tuple:
    return (*(play for trick in view.tricks for play in trick.plays), *view.plays)


def _hand_slots(view: View, cards: tuple[str, ...]) -> Iterator[Slot]:
    """Others' hands and what they set aside.

    Whoever set a card aside held nothing but suits that lay in the trick then. What is dealt at the turnaround is
    free of that; the one card kept from before it is taken to be free of it too.
    """
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            continue
        held = [ANY, ANY]
        for trick, suits in _set_aside(view, seat):
            held[_half(view, trick)] &= _mask(cards, suits)
            yield Slot(NOWHERE, held[_half(view, trick)], seat if _now(view, trick) else model.NOBODY, trick)
        for _ in range(size):
            yield Slot(model.HANDS + seat, held[_half(view, len(view.tricks))], seat)


def _half(view: View, trick: int) -> int:
    return 0 if view.options.friendly else int(trick >= TURNAROUND)


def _now(view: View, trick: int) -> bool:
    """Whether a trick belongs to the present half."""
    return _half(view, trick) == _half(view, len(view.tricks))


def _set_aside(view: View, seat: int) -> Iterator[tuple[int, set[str]]]:
    """In which tricks, from 0, and the suits that lay there then."""
    for number, plays in enumerate((*(trick.plays for trick in view.tricks), view.plays)):
        suits: set[str] = set()
        for play in plays:
            if play.card is not None:
                suits.add(suit(play.card))
            elif play.seat == seat:
                yield number, set(suits)


def _mask(cards: tuple[str, ...], suits: set[str]) -> int:
    return sum(1 << at for at, card in enumerate(cards) if suit(card) in suits)


def _later_slots(view: View) -> Iterator[Slot]:
    """What waits for the turnaround, one's own cards too."""
    for seat in range(len(view.hand_sizes)):
        for _ in range(_to_come(view)):
            yield Slot(model.LATER + seat)
    if view.automa is not None:
        for at in range(_to_come(view)):
            yield Slot(model.AUTOMA_LATER + at)


def _deck_slots(view: View) -> Iterator[Slot]:
    """Of the Automa's deck. Its operator came in with the first cards, before those of the turnaround."""
    left = _first_cards_left(view)
    for at, card in enumerate(view.automa or ()):
        if card is None:
            yield Slot(model.AUTOMA + at, ANY | THE_OPERATOR if left > 0 else ANY)
            left -= 1


def _first_cards_left(view: View) -> int:
    """How many unseen cards of the deck have been there from the start; 0 when its operator is out."""
    if view.automa is None or not view.operators[-1]:
        return 0
    revealed = {card for play in _plays(view) for card in play.revealed}
    return 1 + (len(VISITS) if view.options.friendly else HAND) - len(revealed)


def _match(view: View) -> Match:
    players = len(view.hand_sizes)
    ties = [0.0] * players
    for scored in view.scored:  # the latest weighs most
        ties = [tie / 100 + points for tie, points in zip(ties, scored.scores, strict=True)]
    left = view.rounds - view.round
    return Match(
        before=np.array(view.totals, np.float64),
        scale=POINTS * (1 + left) ** 0.5,
        last=left == 0,
        tie_weight=1.0,
        ties=np.array(ties),
    )
