"""Events as sentences, and what cards and parts are called, as ids of `seeds/texts/<language>/floor.ftl`."""

from collections.abc import Iterable, Mapping

from shared.games.floor.cards import FLOORS, OPERATOR, pack
from shared.games.floor.events import (
    AutomaRevealed,
    Ended,
    Played,
    Scored,
    SeenDealt,
    SeenSetAside,
    SeenTurned,
    TrickWon,
)
from shared.games.floor.options import Deck, Options
from shared.games.rules import Event, Phrase, SeatName, Term, Terms

CARDS = frozenset(card for deck in Deck for card in pack(deck, 4))


def texts(options: Options) -> tuple[str, ...]:
    """Named for the most seats, which the options do not tell."""
    parts = ("floor-name", "floor-elevator", "floor-marker", "floor-operator", "floor-automa")
    floors = (f"floor-storey-{number}" for number in FLOORS)
    return (*parts, *floors, *map(_name, pack(options.deck, 4)))


def phrases(event: Event) -> tuple[Phrase, ...]:
    match event:
        case SeenDealt():
            return _dealt(event)
        case Played():
            return (_played(event),)
        case SeenSetAside():
            return (_set_aside(event),)
        case AutomaRevealed():
            return _revealed(event)
        case TrickWon():
            return (Phrase("floor-won", {"player": SeatName(event.seat)}),)
        case SeenTurned():
            return (Phrase("floor-turned", {"cards": event.cards}),)
        case Scored():
            return _scored(event)
        case Ended():
            return _ended(event)
        case _:
            raise TypeError(f"nobody sees {event!r} in this game")


def refusal(reason: str, params: Mapping[str, str | int]) -> Phrase:
    return Phrase(f"floor-reject-{reason}", {name: _named(name, value) for name, value in params.items()})


def _named(name: str, value: str | int) -> str | int | Term:
    """A text that is no card stays as the client sent it."""
    if name == "suit":
        return Term(f"floor-suit-{value}")
    return Term(_name(str(value))) if name == "card" and value in CARDS else value


def _name(card: str) -> str:
    return "floor-operator" if card == OPERATOR else f"floor-card-{card}"


def _names(cards: Iterable[str]) -> Terms:
    return Terms(tuple(map(_name, cards)))


def _dealt(event: SeenDealt) -> tuple[Phrase, ...]:
    dealt = Phrase("floor-dealt", {"player": SeatName(event.dealer), "cards": event.cards})
    return (dealt, *(_markers(seat, pair) for seat, pair in enumerate(event.markers)))


def _markers(seat: int, pair: tuple[int, int]) -> Phrase:
    low, high = sorted(pair)
    if low == high:
        return Phrase("floor-markers-double", {"player": SeatName(seat), "floor": low})
    return Phrase("floor-markers", {"player": SeatName(seat), "low": low, "high": high})


def _played(event: Played) -> Phrase:
    message = "floor-played-operator" if event.operator else "floor-played"
    return Phrase(message, {"player": SeatName(event.seat), "card": Term(_name(event.card))})


def _set_aside(event: SeenSetAside) -> Phrase:
    player = SeatName(event.seat)
    if event.card is None:
        return Phrase("floor-set-aside", {"player": player})
    return Phrase("floor-set-aside-own", {"player": player, "card": Term(_name(event.card))})


def _revealed(event: AutomaRevealed) -> tuple[Phrase, ...]:
    player, cards = SeatName(event.seat), _names(event.cards)
    placed = (Phrase("floor-automa-operator", {"player": player}),) if OPERATOR in event.cards else ()
    if event.played is None:
        return (Phrase("floor-automa-nothing", {"player": player, "cards": cards}), *placed)
    played = Term(_name(event.played))
    return (Phrase("floor-automa-played", {"player": player, "cards": cards, "card": played}), *placed)


def _scored(event: Scored) -> tuple[Phrase, ...]:
    points = (
        Phrase("floor-scored", {"player": SeatName(seat), "points": score})
        for seat, score in enumerate(event.scores)
    )
    shown = (
        Phrase("floor-aside-shown", {"player": SeatName(seat), "cards": _names(cards)})
        for seat, cards in enumerate(event.aside)
        if cards
    )
    left = (Phrase("floor-automa-left", {"cards": _names(event.automa)}),) if event.automa else ()
    return (*points, *shown, *left)


def _ended(event: Ended) -> tuple[Phrase, ...]:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    message = "floor-match-won" if len(winners) == 1 else "floor-match-shared"
    return tuple(
        Phrase(message, {"player": SeatName(seat), "points": event.scores[seat]}) for seat in winners
    )
