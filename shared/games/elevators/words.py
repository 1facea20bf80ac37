"""Events in words, and the names of cards and parts: ids of `seeds/texts/<language>/elevators.ftl`."""

from collections.abc import Mapping
from typing import assert_never, cast

from shared.games.elevators.cards import COLOUR_OF, PEOPLE, TYPE_OF, Colour, Type
from shared.games.elevators.events import (
    Ended,
    Played,
    Scored,
    SeenBegan,
    SeenDealt,
    SeenDrew,
    SeenEvent,
    SeenLinedUp,
    SeenRedrawn,
    WentToCafe,
)
from shared.games.elevators.options import LINES, ROUNDS, Options
from shared.games.rules import Event, Phrase, SeatName, Term, Terms


def texts(options: Options) -> tuple[str, ...]:
    return (
        "elevators-name",
        *(_colour(colour) for colour in Colour),
        *(_type(type_) for type_ in Type),
        *(f"elevators-set-{type_}" for type_ in Type),
        *(_card(person) for person in PEOPLE),
        *(_line(line) for line in range(LINES)),
        *(f"elevators-deck-{deck}" for deck in range(LINES)),
        *(f"elevators-card-of-round-{round}" for round in range(1, ROUNDS + 1)),
    )


def _colour(colour: Colour) -> str:
    return f"elevators-colour-{colour}"


def _type(type_: Type) -> str:
    return f"elevators-type-{type_}"


def _card(person: str) -> str:
    return f"elevators-card-{COLOUR_OF[person]}-{TYPE_OF[person]}"


def _line(line: int) -> str:
    return f"elevators-line-{line}"


def _deck(deck: int) -> Term:
    return Term(f"elevators-deck-{deck}")


def phrases(event: Event) -> tuple[Phrase, ...]:
    seen = cast(SeenEvent, event)
    match seen:
        case Played():
            return (_played(seen),)
        case SeenDrew():
            return (_drew(seen),)
        case WentToCafe():
            people = Term(f"elevators-set-{seen.people}")
            return (_phrase("cafe", seat=SeatName(seen.seat), people=people, line=Term(_line(seen.line))),)
        case Scored():
            return tuple(map(_scored, range(len(seen.scores)), seen.scores, seen.cafes))
        case SeenDealt():
            return _dealt(seen)
        case SeenRedrawn():
            return (_redrawn(seen),)
        case SeenLinedUp():
            return (_phrase("lined-up", people=Terms(tuple(map(_card, seen.people)))),)
        case SeenBegan():
            return _began(seen)
        case Ended():
            return _ended(seen)
        case _:
            assert_never(seen)


def refusal(reason: str, params: Mapping[str, str | int]) -> Phrase:
    return Phrase(f"elevators-reject-{reason}", {name: _named(name, value) for name, value in params.items()})


def _named(name: str, value: str | int) -> str | int | Term:
    match name:
        case "card" | "moved" if value in COLOUR_OF:
            return Term(_card(str(value)))
        case "colour":
            return Term(_colour(Colour(value)))
        case "deck" if value in range(LINES):
            return Term(f"elevators-deck-{value}")
        case _:
            return value


def _phrase(name: str, **args: str | int | SeatName | Term | Terms) -> Phrase:
    return Phrase(f"elevators-{name}", args)


def _played(event: Played) -> Phrase:
    seat, card, line = SeatName(event.seat), Term(_card(event.card)), Term(_line(event.line))
    if event.moved is None:
        return _phrase("played", seat=seat, card=card, line=line, place=event.at + 1)
    return _phrase("played-moving", seat=seat, card=card, line=line, moved=Term(_card(event.moved)))


def _drew(event: SeenDrew) -> Phrase:
    seat, deck = SeatName(event.seat), _deck(event.deck)
    if event.card is None:
        return _phrase("drew", seat=seat, deck=deck, colour=Term(_colour(event.back)))
    return _phrase("drew-card", deck=deck, card=Term(_card(event.card)))


def _scored(seat: int, score: int, cafe: int) -> Phrase:
    return _phrase("scored", seat=SeatName(seat), score=score, cafe=cafe)


def _dealt(event: SeenDealt) -> tuple[Phrase, ...]:
    begins = _phrase("dealt", round=event.round, seat=SeatName(event.start))
    return (begins, *(_phrase("must-redraw", seat=SeatName(seat)) for seat in event.choosing))


def _redrawn(event: SeenRedrawn) -> Phrase:
    if event.card is None:
        return _phrase("redrawn", seat=SeatName(event.seat))
    return _phrase("redrawn-card", card=Term(_card(event.card)))


def _began(event: SeenBegan) -> tuple[Phrase, ...]:
    families = tuple(
        _phrase("family", seat=SeatName(seat), colours=Terms(tuple(map(_colour, colours))))
        for seat, colours in enumerate(event.families)
    )
    if event.neutral is None:
        return families
    return (*families, _phrase("neutral", colour=Term(_colour(event.neutral))))


def _ended(event: Ended) -> tuple[Phrase, ...]:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    name = "won" if len(winners) == 1 else "won-together"
    return tuple(_phrase(name, seat=SeatName(seat), score=event.scores[seat]) for seat in winners)
