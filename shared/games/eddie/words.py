"""Seen events as sentences, and the names of cards and parts. The texts are in `seeds/texts`."""

from collections.abc import Mapping
from typing import assert_never

from shared.games.eddie.cards import CARDS, LIFTS
from shared.games.eddie.events import (
    Called,
    DealtSeen,
    DrewSeen,
    EddieSeen,
    Ended,
    LaidSeen,
    TilesMixedSeen,
    TileTurned,
)
from shared.games.eddie.options import EddieOptions
from shared.games.rules import Event, Phrase, SeatName, Term, Terms


def card_id(card: str) -> str:
    """
    >>> card_id("STOP")
    'eddie-card-stop'
    """
    return f"eddie-card-{card.lower()}"


def lift_id(lift: str) -> str:
    return f"eddie-lift-{lift}"


def texts(options: EddieOptions) -> tuple[str, ...]:
    return ("eddie-name", "eddie-tile", *map(card_id, CARDS), *map(lift_id, LIFTS))


def phrases(event: Event) -> tuple[Phrase, ...]:
    return (_phrase(event),) if isinstance(event, EddieSeen) else ()


def refusal(reason: str, params: Mapping[str, str | int]) -> Phrase:
    """Parameters `card` and `top` are cards, `lift` is a lift."""
    return Phrase(f"eddie-reject-{reason}", {name: _named(name, value) for name, value in params.items()})


def _named(name: str, value: str | int) -> str | int | Term:
    match name:
        case "card" | "top":
            return _card(str(value))
        case "lift":
            return _lift(str(value))
        case _:
            return value


def _phrase(event: EddieSeen) -> Phrase:
    match event:
        case DealtSeen(hand_sizes=sizes):
            return Phrase("eddie-dealt", {"count": sizes[0]})
        case TilesMixedSeen(count=count):
            return Phrase("eddie-tiles-mixed", {"count": count})
        case TileTurned(number=number, faces=faces):
            return Phrase("eddie-tile-turned", {"number": number, "faces": _cards(faces)})
        case LaidSeen(seat=seat, card=card, lift=lift):
            return Phrase("eddie-laid", {"player": SeatName(seat), "card": _card(card), "lift": _lift(lift)})
        case DrewSeen():
            return _drew(event)
        case Called():
            return _called(event)
        case Ended():
            return _ended(event)
        case _:
            assert_never(event)


def _ended(event: Ended) -> Phrase:
    if event.winner is None:
        return Phrase("eddie-dead", {})
    return Phrase("eddie-won", {"player": SeatName(event.winner)})


def _drew(event: DrewSeen) -> Phrase:
    player = SeatName(event.seat)
    if event.cards is None:
        return Phrase("eddie-drew", {"player": player, "count": event.count})
    return Phrase("eddie-drew-cards", {"player": player, "cards": _cards(event.cards)})


def _called(event: Called) -> Phrase:
    args = {"player": SeatName(event.seat), "layer": SeatName(event.layer)}
    return Phrase("eddie-called", {**args, "card": _card(event.card), "lift": _lift(event.lift)})


def _card(card: str) -> Term:
    return Term(card_id(card))


def _cards(cards: tuple[str, ...]) -> Terms:
    return Terms(tuple(map(card_id, cards)))


def _lift(lift: str) -> Term:
    return Term(lift_id(lift))
