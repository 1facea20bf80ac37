"""What a seat may do now: the only source of legality."""

from collections.abc import Sequence

from shared.games.floor.cards import suit
from shared.games.floor.commands import FloorCommand, PlayCard, RevealAutoma, SetAside
from shared.games.floor.state import Play, State, is_automa, turn
from shared.games.rules import Seat


def taken(plays: Sequence[Play]) -> str:
    """The suits' letters in a trick. Cards set aside or put under block none."""
    return "".join(suit(play.card) for play in plays if play.card is not None)


def playable(state: State, seat: Seat) -> tuple[str, ...]:
    """The cards of a hand whose suit is free (Playing a Trick)."""
    blocked = taken(state.plays)
    return tuple(card for card in state.hands[seat] if suit(card) not in blocked)


def legal(state: State, seat: Seat) -> tuple[FloorCommand, ...]:
    """In the order of the hand, cards alone before cards with the operator."""
    if turn(state) != seat:
        return ()
    if is_automa(state, seat):
        return (RevealAutoma(),)
    cards = playable(state, seat)
    if not cards:
        return tuple(SetAside(card) for card in state.hands[seat])
    plain = tuple(PlayCard(card) for card in cards)
    if not state.operators[seat]:
        return plain
    return (*plain, *(PlayCard(card, operator=True) for card in cards))
