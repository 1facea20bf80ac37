"""Builders: positions as the rules page writes them, lines front to rear, `LC` for a lost child."""

from collections.abc import Iterable
from typing import Any

import msgspec

from shared.games.elevators.cards import PEOPLE, Colour
from shared.games.elevators.commands import PlayPerson
from shared.games.elevators.state import Match, State
from shared.games.rules import Event, Seat
from shared.log.fair import Draws
from tests.games.elevators.kit import HOUSE, KIT

FAMILIES = {2: ("bg", "ry"), 3: ("b", "r", "g"), 4: ("b", "r", "g", "y")}


def cards(text: str) -> tuple[str, ...]:
    """`"b.girl r.LC"`."""
    return tuple(text.replace("LC", "lost_child").split())


def short(people: Iterable[str]) -> str:
    return " ".join(people).replace("lost_child", "LC")


def table(
    lines: tuple[str, ...] = ("", "", ""),
    *,
    hands: tuple[str, ...],
    decks: tuple[str, ...] = ("", "", ""),
    **fields: Any,
) -> State:
    """As many players as hands; groups at their places in the set's order; seat 0 to play in round 1."""
    families = tuple(tuple(map(Colour, letters)) for letters in FAMILIES[len(hands)])
    match = Match(len(hands), (), HOUSE, families, order=(0, 1, 2), people=PEOPLE)
    state = State(
        match,
        round=1,
        hands=tuple(map(cards, hands)),
        lines=tuple(map(cards, lines)),
        decks=tuple(map(cards, decks)),
        cafes=((),) * len(hands),
    )
    return msgspec.structs.replace(state, **fields)


def play(card: str, line: int = 0, moved: str | None = None, deck: int | None = None) -> PlayPerson:
    (person,) = cards(card)
    return PlayPerson(person, line, None if moved is None else cards(moved)[0], deck)


def decide(state: State, seat: int, command: Any) -> tuple[Event, ...]:
    return KIT.rules.decide(state, Seat(seat), command, Draws(bytes(32), 0))


def after(state: State, seat: int, command: Any) -> State:
    for event in decide(state, seat, command):
        state = KIT.rules.evolve(state, event)
    return state
