"""What a seat may do now, why it may not, and what it would do. `decide` asks here."""

from collections.abc import Iterator

import msgspec

from shared.games.elevators.cards import COLOUR_OF, TYPE_OF, Colour, Type
from shared.games.elevators.commands import ElevatorsCommand, PlayPerson, RedrawChild
from shared.games.elevators.lines import Line, at_cafe, companions, play
from shared.games.elevators.reasons import Reason
from shared.games.elevators.state import State, on_turn
from shared.games.rules import Rejected, Seat


class Preview(msgspec.Struct, frozen=True):
    """What a command would do; of a redraw only the colour is known beforehand."""

    line: tuple[str, ...] | None
    """The line afterwards, any cafe included."""
    at: int | None
    """The card's place in it, before any cafe."""
    cafe: Type | None
    draws: Colour | None
    """The back of the card that would be drawn."""
    ends_round: bool


def legal(state: State, seat: Seat) -> tuple[ElevatorsCommand, ...]:
    """Cards in the hand's order, then lines, companions and decks from the first."""
    if seat in state.choosing:
        return tuple(RedrawChild(colour) for colour in state.match.families[seat])
    if on_turn(state) != seat:
        return ()
    decks = _decks(state)
    return tuple(
        PlayPerson(card, line, moved, deck)
        for card in state.hands[seat]
        for line, people in enumerate(state.lines)
        for moved in _moves(people, card)
        for deck in decks
    )


def _decks(state: State) -> tuple[int | None, ...]:
    return tuple(at for at, deck in enumerate(state.decks) if deck) or (None,)


def _moves(line: Line, card: str) -> tuple[str | None, ...]:
    """A lost child with one companion may leave it unnamed."""
    candidates = companions(line, card)
    return candidates if len(candidates) > 1 else (None, *candidates)


def moved_by(line: Line, card: str, named: str | None) -> str | None:
    """Whom a legal play moves."""
    return named or next(iter(companions(line, card)), None)


def demand_redraw(state: State, seat: Seat, command: RedrawChild) -> None:
    """Raises `Rejected` unless it is legal."""
    if seat not in state.choosing:
        raise Rejected(Reason.NO_REDRAW)
    if command.colour not in state.match.families[seat]:
        raise Rejected(Reason.COLOUR_NOT_YOURS, colour=command.colour)


def demand_play(state: State, seat: Seat, command: PlayPerson) -> None:
    """Raises `Rejected`, with the first of its reasons, unless it is legal."""
    for refusal in _refusals(state, seat, command):
        raise refusal


def _refusals(state: State, seat: Seat, command: PlayPerson) -> Iterator[Rejected]:
    """The first one counts: later ones take for granted that those before do not apply."""
    if seat in state.choosing:
        yield Rejected(Reason.REDRAW_FIRST)
    if state.choosing:
        yield Rejected(Reason.REDRAW_AWAITED)
    if on_turn(state) != seat:
        yield Rejected(Reason.NOT_YOUR_TURN)
    if command.card not in state.hands[seat]:
        yield Rejected(Reason.CARD_NOT_IN_HAND, card=command.card)
    if not 0 <= command.line < len(state.lines):
        yield Rejected(Reason.NO_SUCH_LINE, line=command.line)
    yield from _wrong_companion(state.lines[command.line], command)
    yield from _wrong_deck(state, command.deck)


def _wrong_companion(line: Line, command: PlayPerson) -> Iterator[Rejected]:
    if command.moved in _moves(line, command.card):
        return
    if command.moved is None:
        yield Rejected(Reason.COMPANION_NEEDED, card=command.card)
    elif not companions(line, command.card):
        yield Rejected(Reason.NOBODY_MOVES, card=command.card)
    else:
        yield Rejected(Reason.NOT_A_COMPANION, card=command.card, moved=command.moved)


def _wrong_deck(state: State, deck: int | None) -> Iterator[Rejected]:
    if deck in (decks := _decks(state)):
        return
    if deck is None:
        yield Rejected(Reason.DECK_NEEDED)
    elif decks == (None,):
        yield Rejected(Reason.NOTHING_TO_DRAW)
    elif 0 <= deck < len(state.decks):
        yield Rejected(Reason.DECK_EMPTY, deck=deck)
    else:
        yield Rejected(Reason.NO_SUCH_DECK, deck=deck)


def preview(state: State, seat: Seat, command: ElevatorsCommand) -> Preview:
    if isinstance(command, RedrawChild):
        return Preview(line=None, at=None, cafe=None, draws=command.colour, ends_round=False)
    line, type_ = state.lines[command.line], TYPE_OF[command.card]
    at, after = play(line, command.card, moved_by(line, command.card, command.moved))
    leaving = at_cafe(after, type_)
    return Preview(
        line=tuple(person for person in after if person not in leaving),
        at=at,
        cafe=type_ if leaving else None,
        draws=None if command.deck is None else COLOUR_OF[state.decks[command.deck][0]],
        ends_round=command.deck is None and _others_have_played(state, seat),
    )


def _others_have_played(state: State, seat: Seat) -> bool:
    """For the time without decks, in which each seat plays down to one card."""
    return len(state.hands[(seat + 1) % state.match.players]) == 1
