"""A round's beginning: all that chance decides."""

from collections.abc import Sequence

from shared.games.chance import Chance
from shared.games.floor.cards import FLOORS, HAND, OPERATOR, VISITS, pack
from shared.games.floor.events import Dealt, Hands, Markers
from shared.games.floor.state import State


def open_match(state: State, chance: Chance) -> tuple[Dealt, ...]:
    (dealer,) = chance.below("dealer", state.setup.players)
    return (_deal(state, dealer, chance),)


def next_round(state: State, chance: Chance) -> Dealt:
    return _deal(state, (state.dealer + 1) % state.setup.players, chance)


def _deal(state: State, dealer: int, chance: Chance) -> Dealt:
    """The shuffled deck goes out in blocks: every seat's hand, then every seat's cards of the turnaround."""
    players, options = state.setup.players, state.setup.options
    markers = _markers(chance.below("markers", len(FLOORS), 2 * players))
    deck = chance.shuffle("deck", pack(options.deck, state.seats))
    at_once = len(VISITS) if options.friendly else HAND
    hands, rest = _blocks(deck, state.seats, at_once)
    later, _ = _blocks(rest, state.seats, len(VISITS) - at_once)
    if players == state.seats:
        return Dealt(dealer, markers, hands, later)
    automa = _with_operator(state, hands[players], chance)
    return Dealt(dealer, markers, hands[:players], later[:players], automa, later[players])


def _markers(throws: Sequence[int]) -> Markers:
    floors = [1 + throw for throw in throws]
    return tuple(zip(floors[::2], floors[1::2], strict=True))


def _blocks(deck: tuple[str, ...], seats: int, size: int) -> tuple[Hands, tuple[str, ...]]:
    hands = tuple(deck[size * seat : size * (seat + 1)] for seat in range(seats))
    return hands, deck[size * seats :]


def _with_operator(state: State, cards: tuple[str, ...], chance: Chance) -> tuple[str, ...]:
    """One that has not shown up in an earlier round comes in again."""
    if not state.operators[-1]:
        return cards
    return chance.shuffle("automa", (*cards, OPERATOR))
