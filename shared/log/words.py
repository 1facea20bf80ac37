"""Seen events in words, of the kind's own or a seat's."""

from shared.games.rules import AnyRules, Event, Phrase, SeatName, tag_of
from shared.log.seats import (
    SEAT_EVENTS,
    BotSatIn,
    GameStopped,
    ServiceAway,
    TakenBack,
)


def phrases(rules: AnyRules, event: Event) -> tuple[Phrase, ...]:
    """What is said of an event; messages of seats are called after the event's tag."""
    if type(event) not in SEAT_EVENTS:
        return rules.phrases(event)
    match event:
        case BotSatIn(seat):
            return (Phrase("seat-bot-sat-in", {"seat": SeatName(seat)}),)
        case GameStopped(why):
            return (Phrase(f"game-stopped-{why}", {}),)
        case ServiceAway() | TakenBack():
            return (Phrase(tag_of(event), {}),)
        case _:
            return (Phrase(f"seat-{_said(event)}", {"seat": SeatName(seat_named(event))}),)


def _said(event: Event) -> str:
    """Those that are about seats anyway do not say so twice."""
    return tag_of(event).removeprefix("seat-")


def seat_named(event: Event) -> int:
    """The seat that an event of `SEAT_EVENTS` is about, where it is about one."""
    return int(getattr(event, "seat"))  # noqa: B009 - not every one of them has it
