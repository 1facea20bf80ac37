"""A match as its events left it, and what follows from it at once."""

import msgspec

from shared.games.floor.cards import VISITS
from shared.games.floor.events import Hands, Markers
from shared.games.floor.options import Options
from shared.games.rules import Seat, Setup


class Play(msgspec.Struct, frozen=True):
    """A seat's part in a trick. Without a card: one set aside, or an Automa that had none to play."""

    seat: Seat
    card: str | None
    operator: bool = False
    revealed: tuple[str, ...] = ()
    """What the Automa turned up."""


class Trick(msgspec.Struct, frozen=True):
    floor: int
    winner: Seat
    plays: tuple[Play, ...]


class Round(msgspec.Struct, frozen=True):
    """A scored round."""

    dealer: Seat
    markers: Markers
    values: tuple[int, ...]
    scores: tuple[int, ...]
    aside: Hands
    automa: tuple[str, ...]


class State(msgspec.Struct, frozen=True):
    """Everything by seat leaves the Automa out, except `operators`."""

    setup: Setup[Options]
    seats: int
    operators: tuple[bool, ...]
    """Who still has one to give."""
    round: int = 0
    """The current one counts from its deal on."""
    dealer: Seat = Seat(0)
    leader: Seat = Seat(0)
    markers: Markers = ()
    hands: Hands = ()
    later: Hands = ()
    aside: Hands = ()
    automa: tuple[str, ...] = ()
    automa_later: tuple[str, ...] = ()
    plays: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    rounds: tuple[Round, ...] = ()


def initial(setup: Setup[Options]) -> State:
    seats = max(setup.players, 3)
    return State(setup, seats, operators=(setup.options.operator,) * seats)


def over(state: State) -> bool:
    return len(state.rounds) == state.setup.players


def turn(state: State) -> Seat | None:
    """Who has to act, which after the end is nobody."""
    return None if over(state) else Seat((state.leader + len(state.plays)) % state.seats)


def floor(state: State) -> int:
    """Where the elevator stands; after a round it stays at the bottom."""
    return VISITS[min(len(state.tricks), len(VISITS) - 1)]


def is_automa(state: State, seat: int) -> bool:
    return seat >= state.setup.players


def clock(state: State, seat: Seat) -> int | None:
    """The number of turns taken so far, for the seat that has the next."""
    if turn(state) != seat:
        return None
    tricks = len(VISITS) * len(state.rounds) + len(state.tricks)
    return tricks * state.seats + len(state.plays)
