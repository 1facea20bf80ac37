"""Judges commands: one decision holds everything that follows from it, up to the next seat's turn."""

from typing import assert_never

from shared.games.chance import Chance
from shared.games.elevators.cards import COLOUR_OF, TYPE_OF
from shared.games.elevators.commands import ElevatorsCommand, PlayPerson, RedrawChild
from shared.games.elevators.deal import colour_on_top, deal_round, line_up, redraw
from shared.games.elevators.events import (
    Drew,
    ElevatorsEvent,
    Ended,
    Played,
    Redrawn,
    Scored,
    WentToCafe,
)
from shared.games.elevators.evolve import evolve
from shared.games.elevators.legal import demand_play, demand_redraw, moved_by
from shared.games.elevators.lines import at_cafe, play
from shared.games.elevators.options import ROUNDS
from shared.games.elevators.scoring import cafe_points, next_start, places, rides
from shared.games.elevators.state import State, boxes_at, group_at, totals
from shared.games.rules import Seat, TimeOut


def decide(
    state: State, seat: Seat | None, command: ElevatorsCommand | TimeOut, chance: Chance
) -> tuple[ElevatorsEvent, ...]:
    if seat is None or isinstance(command, TimeOut):
        raise AssertionError("this kind has no timers")
    match command:
        case PlayPerson():
            demand_play(state, seat, command)
            return _play(state, seat, command, chance)
        case RedrawChild():
            demand_redraw(state, seat, command)
            return _redraw(state, seat, command, chance)
        case _:
            assert_never(command)


def _redraw(state: State, seat: Seat, command: RedrawChild, chance: Chance) -> tuple[ElevatorsEvent, ...]:
    redrawn = Redrawn(seat, command.colour, redraw(state, command.colour, chance))
    after = evolve(state, redrawn)
    return (redrawn,) if after.choosing else (redrawn, line_up(after, chance))


def _play(state: State, seat: Seat, command: PlayPerson, chance: Chance) -> tuple[ElevatorsEvent, ...]:
    turn = (*_join(state, seat, command), *_draw(state, seat, command.deck))
    after = state
    for event in turn:
        after = evolve(after, event)
    return (*turn, *_end_round(after, chance)) if _round_is_over(after) else turn


def _join(state: State, seat: Seat, command: PlayPerson) -> tuple[ElevatorsEvent, ...]:
    line, type_ = state.lines[command.line], TYPE_OF[command.card]
    moved = moved_by(line, command.card, command.moved)
    at, after = play(line, command.card, moved)
    played = Played(seat, command.card, command.line, at, moved)
    return (played, WentToCafe(seat, command.line, type_)) if at_cafe(after, type_) else (played,)


def _draw(state: State, seat: Seat, deck: int | None) -> tuple[ElevatorsEvent, ...]:
    if deck is None:
        return ()
    card, *rest = state.decks[deck]
    return (Drew(seat, deck, card, colour_on_top(tuple(rest))),)


def _round_is_over(state: State) -> bool:
    """Without decks each seat plays once more, down to one card."""
    return not any(state.decks) and len(state.hands[state.turn]) == 1


def _end_round(state: State, chance: Chance) -> tuple[ElevatorsEvent, ...]:
    scored = _score(state)
    after = evolve(state, scored)
    if state.round == ROUNDS:
        return (scored, Ended(totals(after), places(totals(after))))
    start = Seat(next_start(scored.scores, state.start))
    return (scored, *deal_round(after, start, chance))


def _score(state: State) -> Scored:
    match = state.match
    lines = tuple(
        rides(line, boxes_at(match, at, state.round), group_at(match, at).doubles)
        for at, line in enumerate(state.lines)
    )
    cafes = tuple(cafe_points(sets) for sets in state.cafes)
    scores = tuple(_family_points(state, lines, Seat(seat)) + points for seat, points in enumerate(cafes))
    return Scored(lines, cafes, scores)


def _family_points(state: State, lines: tuple[tuple[int, ...], ...], seat: Seat) -> int:
    """Riders stand at the front, so a line and its riders' points go in step from there."""
    family = state.match.families[seat]
    return sum(
        points
        for line, of_riders in zip(state.lines, lines, strict=True)
        for person, points in zip(line, of_riders, strict=False)
        if COLOUR_OF[person] in family
    )
