"""Judges a command and gives all that follows from it: afterwards somebody can act, or the match is over."""

from typing import assert_never

from shared.games.chance import Chance
from shared.games.floor import automa, scoring
from shared.games.floor.cards import TURNAROUND, VISITS, suit
from shared.games.floor.commands import FloorCommand, PlayCard, RevealAutoma, SetAside
from shared.games.floor.dealing import next_round
from shared.games.floor.events import (
    AutomaRevealed,
    CardSetAside,
    Ended,
    FloorEvent,
    Played,
    Scored,
    TrickWon,
    Turned,
)
from shared.games.floor.evolve import evolve
from shared.games.floor.legal import playable, taken
from shared.games.floor.reasons import Reason
from shared.games.floor.state import State, is_automa, over, turn
from shared.games.rules import Rejected, Seat, TimeOut


def decide(
    state: State, seat: Seat | None, command: FloorCommand | TimeOut, chance: Chance
) -> tuple[FloorEvent, ...]:
    if isinstance(command, TimeOut):
        raise AssertionError("no timer runs in this game")
    if seat is None or turn(state) != seat:
        raise Rejected(Reason.NOT_YOUR_TURN)
    events: list[FloorEvent] = [_judge(state, seat, command)]
    state = evolve(state, events[0])
    while follows := _consequence(state, chance):
        events.append(follows)
        state = evolve(state, follows)
    return (*events, _ended(state)) if over(state) else tuple(events)


def _judge(state: State, seat: Seat, command: FloorCommand) -> FloorEvent:
    if is_automa(state, seat) and not isinstance(command, RevealAutoma):
        raise Rejected(Reason.AUTOMA_ONLY_REVEALS)
    match command:
        case PlayCard():
            return _play(state, seat, command)
        case SetAside():
            return _set_aside(state, seat, command.card)
        case RevealAutoma():
            return _reveal(state, seat)
        case _:
            assert_never(command)


def _play(state: State, seat: Seat, command: PlayCard) -> Played:
    card = command.card
    _require_held(state, seat, card)
    if card not in playable(state, seat):
        raise Rejected(Reason.SUIT_ALREADY_IN_TRICK, suit=suit(card))
    if command.operator and not state.setup.options.operator:
        raise Rejected(Reason.NO_OPERATORS)
    if command.operator and not state.operators[seat]:
        raise Rejected(Reason.OPERATOR_USED)
    return Played(seat, card, command.operator)


def _set_aside(state: State, seat: Seat, card: str) -> CardSetAside:
    _require_held(state, seat, card)
    if playable(state, seat):
        raise Rejected(Reason.MUST_PLAY_A_CARD)
    return CardSetAside(seat, card)


def _require_held(state: State, seat: Seat, card: str) -> None:
    if card not in state.hands[seat]:
        raise Rejected(Reason.CARD_NOT_IN_HAND, card=card)


def _reveal(state: State, seat: Seat) -> AutomaRevealed:
    if not is_automa(state, seat):
        raise Rejected(Reason.NOT_THE_AUTOMA)
    cards, played = automa.reveal(state.automa, taken(state.plays))
    return AutomaRevealed(seat, cards, played)


def _consequence(state: State, chance: Chance) -> FloorEvent | None:
    """The next thing that happens by itself."""
    if len(state.plays) == state.seats:
        return TrickWon(scoring.winner(state.plays))
    if len(state.tricks) == TURNAROUND and any(state.later):
        return Turned(state.later, state.automa_later)
    if len(state.tricks) < len(VISITS) or over(state):
        return None
    return _scored(state) if len(state.rounds) < state.round else next_round(state, chance)


def _scored(state: State) -> Scored:
    worth = scoring.values(state.tricks)
    return Scored(scoring.scores(state.markers, worth), worth, state.aside, state.automa)


def _ended(state: State) -> Ended:
    rounds = tuple(scored.scores for scored in state.rounds)
    return Ended(scoring.totals(rounds, state.setup.players), scoring.places(rounds))
