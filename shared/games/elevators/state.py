"""Everything a match is, folded from its events."""

import msgspec

from shared.games.elevators.cards import Colour
from shared.games.elevators.options import LINES, ElevatorSet, Group, Options
from shared.games.rules import Outcome, Seat, Setup, Timer

Line = tuple[str, ...]


class Match(msgspec.Struct, frozen=True):
    """What stays the same from entry 1 to the end."""

    players: int
    picks: tuple[tuple[Colour, ...], ...]
    set: ElevatorSet
    families: tuple[tuple[Colour, ...], ...] = ()
    order: tuple[int, ...] = ()
    """Which group of the set is at which line."""
    neutral: Colour | None = None
    people: tuple[str, ...] = ()
    """The cards in use."""


class State(msgspec.Struct, frozen=True):
    match: Match
    round: int = 0
    start: Seat = Seat(0)
    turn: Seat = Seat(0)
    """Who plays next; look at `on_turn` for whether it can."""
    choosing: tuple[Seat, ...] = ()
    """Seats that have to redraw a lost child before the lines form."""
    hands: tuple[tuple[str, ...], ...] = ()
    """In the order of arrival."""
    lines: tuple[Line, ...] = ((),) * LINES
    """Front to rear."""
    decks: tuple[tuple[str, ...], ...] = ((),) * LINES
    """Top first."""
    cafes: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """Sets taken in this round, by seat."""
    plays: int = 0
    """Plays of the whole match."""
    rounds: tuple[tuple[int, ...], ...] = ()
    """Scores of finished rounds, each by seat."""
    places: tuple[int, ...] | None = None
    """By seat, once the match has ended."""


def initial(setup: Setup[Options]) -> State:
    options = setup.options
    if options.set is None:
        raise AssertionError("the lobby fills in the component set")
    return State(Match(setup.players, options.colours, options.set))


def house_seats(setup: Setup[Options]) -> tuple[str, ...]:
    return ()


def group_at(match: Match, line: int) -> Group:
    return match.set.groups[match.order[line]]


def boxes_at(match: Match, line: int, round: int) -> tuple[int, ...]:
    """Of a line's card in a round (from 1), on the side for this number of players."""
    card = group_at(match, line).cards[round - 1]
    return card.three if match.players == 3 else card.two_or_four


def on_turn(state: State) -> Seat | None:
    return None if state.choosing or state.places is not None else state.turn


def totals(state: State) -> tuple[int, ...]:
    seats = range(state.match.players)
    return tuple(sum(scores[seat] for scores in state.rounds) for seat in seats)


def clock(state: State, seat: Seat) -> int | None:
    """Even numbers for a redraw, odd ones for a turn; another seat's redraw restarts nobody's clock."""
    if seat in state.choosing:
        return 2 * state.plays
    return 2 * state.plays + 1 if on_turn(state) == seat else None


def timers(state: State) -> tuple[Timer, ...]:
    return ()


def outcome(state: State) -> Outcome | None:
    if state.places is None:
        return None
    return Outcome(places=state.places, scores=totals(state), rounds=state.rounds)
