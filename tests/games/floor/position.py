"""Builders: positions in the middle of a round, and the ways tests go on from there."""

from collections.abc import Sequence

from msgspec.structs import replace

from shared.games.floor import RULES
from shared.games.floor.cards import VISITS
from shared.games.floor.events import FloorEvent, Hands
from shared.games.floor.options import Deck, Options
from shared.games.floor.state import Play, State, Trick, initial
from shared.games.rules import Command, Seat, Setup
from shared.log.fair import Draws


def cards(*hands: str) -> Hands:
    """
    >>> cards("a1 b2", "")
    (('a1', 'b2'), ())
    """
    return tuple(tuple(hand.split()) for hand in hands)


def position(
    *hands: str, deck: str | None = None, leader: int = 0, trick: int = 1, options: Options | None = None
) -> State:
    """A first round in which the tricks so far left nothing behind; a `deck` is the Automa's."""
    state = initial(Setup(len(hands), options or Options()))
    nothing = ((),) * len(hands)
    return replace(
        state,
        round=1,
        leader=Seat(leader),
        dealer=Seat(0),
        markers=((1, 2),) * len(hands),
        hands=cards(*hands),
        later=nothing,
        aside=nothing,
        automa=tuple((deck or "").split()),
        tricks=tuple(Trick(floor, Seat(0), ()) for floor in VISITS[: trick - 1]),
    )


def with_trick(state: State, *played: str) -> State:
    """The leader and those on its left have played these."""
    plays = (Play(Seat((state.leader + at) % state.seats), card) for at, card in enumerate(played))
    return replace(state, plays=tuple(plays))


def act(state: State, seat: int, command: Command, seed: int = 0) -> tuple[State, tuple[FloorEvent, ...]]:
    events = RULES.decide(state, Seat(seat), command, Draws(seed.to_bytes(32, "big"), 0))
    for event in events:
        state = RULES.evolve(state, event)
    return state, events


def act_all(state: State, commands: Sequence[Command]) -> tuple[State, tuple[FloorEvent, ...]]:
    """Each by whoever's turn it is; the events are the last command's."""
    events: tuple[FloorEvent, ...] = ()
    for command in commands:
        seat = RULES.view(state, None).turn
        state, events = act(state, seat, command)
    return state, events


SIX_OPERATOR = Options(operator=True)
STANDARD = Options(deck=Deck.STANDARD)
