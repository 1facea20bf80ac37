"""The only source of legality: `refusal`. The list of legal commands is every wish it does not refuse."""

from collections.abc import Iterator
from typing import assert_never, cast

from shared.games.eddie.cards import LIFTS, CardText, fits
from shared.games.eddie.commands import Call, Draw, EddieCommand, LayCard
from shared.games.eddie.options import Mistakes, Refill, hand_size
from shared.games.eddie.state import State
from shared.games.rules import Rejected, Seat


def legal(state: State, seat: Seat) -> tuple[EddieCommand, ...]:
    """Lays by card and lift with the tile's number, then the draw, then calls."""
    return tuple(wish for wish in _wishes(state, seat) if refusal(state, seat, wish) is None)


def _wishes(state: State, seat: Seat) -> Iterator[EddieCommand]:
    for card in dict.fromkeys(state.hands[seat]):
        for lift in LIFTS:
            yield LayCard(cast(CardText, card), lift, state.turned)
    yield Draw()
    yield from map(Call, LIFTS)


def refusal(state: State, seat: Seat, command: EddieCommand) -> Rejected | None:
    """Why the command may not be carried out now; `None` when it may."""
    if state.ended:
        return Rejected("game-over")
    if not state.turned:
        return Rejected("not-begun")
    match command:
        case LayCard():
            return _lay_refusal(state, seat, command)
        case Draw():
            return _draw_refusal(state, seat)
        case Call():
            return _call_refusal(state, seat, command)
        case _:
            assert_never(command)


def _lay_refusal(state: State, seat: Seat, command: LayCard) -> Rejected | None:
    if command.tile not in (None, state.turned):
        return Rejected("tile-changed", tile=state.turned)
    if command.card not in state.hands[seat]:
        return Rejected("card-not-in-hand", card=command.card)
    if state.options.mistakes is Mistakes.REFUSED and is_wrong(state, command):
        top = state.top(command.lift).card
        return Rejected("card-does-not-fit", card=command.card, lift=command.lift.value, top=top)
    return None


def _draw_refusal(state: State, seat: Seat) -> Rejected | None:
    if state.options.refill is Refill.AUTO:
        return Rejected("hand-fills-itself")
    if not state.piles[seat]:
        return Rejected("pile-empty")
    if not may_draw(state, seat):
        return Rejected("hand-full", size=hand_size(state.players))
    return None


def _call_refusal(state: State, seat: Seat, command: Call) -> Rejected | None:
    if state.options.mistakes is Mistakes.REFUSED:
        return Rejected("nothing-to-call")
    top = state.top(command.lift)
    if top.by == seat:
        return Rejected("own-card", lift=command.lift.value)
    if top.wrong_on is None:
        return Rejected("no-mistake", lift=command.lift.value, top=top.card)
    return None


def is_wrong(state: State, command: LayCard) -> bool:
    return not fits(command.card, state.top(command.lift).card)


def can_play(state: State, seat: Seat) -> bool:
    """Whether the seat holds a card that fits; a mistake never counts as a way on."""
    return any(fits(card, top.card) for card in state.hands[seat] for top in state.lifts)


def anyone_can_play(state: State) -> bool:
    return any(can_play(state, Seat(seat)) for seat in range(state.players))


def may_draw(state: State, seat: Seat) -> bool:
    """Whether the hand is short of its size and the pile could help; the deal left no other way to draw."""
    return missing(state, seat) > 0


def missing(state: State, seat: Seat, laying: int = 0) -> int:
    """How many cards a draw gives to the seat once it has laid that many more."""
    wanted = hand_size(state.players) + laying - len(state.hands[seat])
    return max(0, min(wanted, len(state.piles[seat])))


def drawers(state: State) -> tuple[Seat, ...]:
    """Seats that a draw would give something."""
    return tuple(seat for seat in map(Seat, range(state.players)) if may_draw(state, seat))
