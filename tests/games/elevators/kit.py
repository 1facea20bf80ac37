"""What the kit needs to know of elevators."""

from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from random import Random

import msgspec

from shared.games.elevators import RULES
from shared.games.elevators.cards import COLOUR_OF, PEOPLE, Colour, Type
from shared.games.elevators.commands import ElevatorsCommand, PlayPerson, RedrawChild
from shared.games.elevators.options import ElevatorCard, ElevatorSet, Group, Options
from shared.games.elevators.state import State
from shared.games.rules import Seat, Setup
from tests.games.elevators.plain import plain_count
from tests.games.kit import Kit

SEEDS = Path(__file__).parents[3] / "seeds"
HOUSE = msgspec.json.decode((SEEDS / "sets/elevators.json").read_bytes(), type=dict[str, ElevatorSet])[
    "house"
]

_LONG = ElevatorCard(two_or_four=(0, 20) * 5, three=(1,) * 10)
_SHORT = ElevatorCard(two_or_four=(20,), three=(7,))
CUSTOM = ElevatorSet(
    (
        Group((Type.GIRL, Type.GRANDPA), (_LONG, _SHORT, _LONG)),
        Group((Type.BOY, Type.GIRL), (_SHORT, _SHORT, _SHORT)),
        Group((Type.MOTHER, Type.BOY), (_SHORT, _LONG, _LONG)),
    )
)


def setup(players: int, *colours: str, chosen: ElevatorSet = HOUSE) -> Setup[Options]:
    """Picks by seat as letters: `"rg"`, `""`."""
    return Setup(players, Options(chosen, tuple(tuple(map(Colour, letters)) for letters in colours)))


SETUPS = {
    "two": setup(2),
    "three": setup(3),
    "four": setup(4),
    "two-all-picked": setup(2, "nb", "rg"),
    "two-some-picked": setup(2, "", "y"),
    "three-all-picked": setup(3, "y", "n", "b"),
    "three-custom-set": setup(3, "", "r", chosen=CUSTOM),
    "four-all-picked": setup(4, "g", "b", "r", "n"),
    "four-custom-set": setup(4, "g", chosen=CUSTOM),
}


def candidates(state: State, seat: Seat) -> Iterator[ElevatorsCommand]:
    """Every card and every companion anywhere; lines and decks also beyond the table."""
    on_table = tuple(chain.from_iterable(state.lines))
    yield from map(RedrawChild, Colour)
    for card, deck in product((*PEOPLE, "x.ghost"), (None, 0, 1, 2)):
        yield PlayPerson(card, 0, None, deck)
    for card, line, deck in product(state.hands[seat], (-1, 0, 1, 2, 3), (None, -1, 0, 1, 2, 3)):
        yield PlayPerson(card, line, None, deck)
        yield PlayPerson(card, line, card, deck)
    for card, line, moved, deck in product(state.hands[seat], range(3), on_table, (None, 0, 1, 2)):
        yield PlayPerson(card, line, moved, deck)


def redraw(state: State, receiver: Seat | None, rng: Random) -> State:
    """Others' hands and the decks from all cards the receiver cannot see; backs in view stay as they are."""
    hidden = [card for card in PEOPLE if card not in _known(state, receiver)]
    rng.shuffle(hidden)
    hands = tuple(
        hand if seat == receiver or seat in state.choosing else tuple(_take(hidden, card) for card in hand)
        for seat, hand in enumerate(state.hands)
    )
    tops = [[_take(hidden, card) for card in deck[:1]] for deck in state.decks]
    out = [_take(hidden, card) for card in _out(state)]
    decks = tuple(
        (*top, *(hidden.pop() for _ in deck[1:])) for top, deck in zip(tops, state.decks, strict=True)
    )
    people = tuple(card for card in PEOPLE if card not in out and card not in _unused(state))
    match = msgspec.structs.replace(state.match, people=people)
    return msgspec.structs.replace(state, match=match, hands=hands, decks=decks)


def _known(state: State, receiver: Seat | None) -> tuple[str, ...]:
    """Whoever chooses is known to hold two lost children."""
    held = (hand for seat, hand in enumerate(state.hands) if seat == receiver or seat in state.choosing)
    cafes = chain.from_iterable(chain.from_iterable(state.cafes))
    return (*chain.from_iterable(state.lines), *cafes, *chain.from_iterable(held), *_unused(state))


def _unused(state: State) -> tuple[str, ...]:
    """With three players the colour that nobody has is out of the match."""
    if state.match.neutral is None:
        return ()
    used = (state.match.neutral, *chain.from_iterable(state.match.families))
    return tuple(card for card in PEOPLE if COLOUR_OF[card] not in used)


def _out(state: State) -> tuple[str, ...]:
    unused = _unused(state)
    return tuple(card for card in PEOPLE if card not in state.match.people and card not in unused)


def _take(hidden: list[str], like: str) -> str:
    """Any hidden card with the same back."""
    return hidden.pop(next(at for at, card in enumerate(hidden) if COLOUR_OF[card] is COLOUR_OF[like]))


KIT = Kit(
    rules=RULES,
    setups=SETUPS,
    candidates=candidates,
    redraw=redraw,
    plain_count=plain_count,
    count_depth=2,
)
