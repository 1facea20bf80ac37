"""Every word that the kind can say exists in English and formats without errors."""

import random
from collections.abc import Iterator

import pytest
from fluent.runtime import FluentBundle, FluentResource

from shared.games.elevators.cards import Colour
from shared.games.elevators.events import Ended, SeenBegan, SeenDealt, SeenRedrawn
from shared.games.elevators.reasons import Reason
from shared.games.rules import Event, Phrase, Seat, SeatName, Term, Terms
from tests.games.elevators.kit import KIT, SEEDS, setup
from tests.games.kit import board

FILE = SEEDS / "texts/en/elevators.ftl"
BUNDLE = FluentBundle(["en"], use_isolating=False)
BUNDLE.add_resource(FluentResource(FILE.read_text(encoding="utf-8")))


def _format(message: str, **args: str | int) -> str:
    assert BUNDLE.has_message(message), message
    text, errors = BUNDLE.format_pattern(BUNDLE.get_message(message).value, args)
    assert errors == []
    return text


def _argument(value: str | int | SeatName | Term | Terms) -> str | int:
    match value:
        case SeatName(seat):
            return f"P{seat}"
        case Term(message):
            return _format(message)
        case Terms(messages):
            return ", ".join(map(_format, messages))
        case _:
            return value


def _say(phrase: Phrase) -> str:
    return _format(phrase.message, **{name: _argument(value) for name, value in phrase.args.items()})


RARE: list[Event] = [
    SeenRedrawn(Seat(1)),
    SeenRedrawn(Seat(1), Colour.BLUE, "b.girl"),
    SeenDealt(1, Seat(0), (), (Seat(0), Seat(1))),
    SeenBegan(((Colour.BLUE,),), (0, 1, 2), Colour.RED),
    Ended((3, 4, 4), (3, 1, 1)),
    Ended((3, 5, 4), (3, 1, 2)),
]


def _seen() -> Iterator[Event]:
    yield from RARE
    for name in ("two", "three", "four"):
        game = board(KIT, name, 13).play_out(random.Random(13))
        for receiver in (None, *map(Seat, range(game.seats))):
            for step in game.steps:
                yield from (KIT.rules.redact(event, receiver) for event in step.events)


def test_every_phrase_can_be_said_and_every_phrase_in_the_file_is_used() -> None:
    phrases = [phrase for event in _seen() for phrase in KIT.rules.phrases(event)]
    assert all(map(_say, phrases))
    used = {phrase.message for phrase in phrases}
    names = {*KIT.rules.texts(setup(2).options), *(f"elevators-reject-{reason}" for reason in Reason)}
    assert used | names == {message for message in _ids() if not message.startswith("elevators-option-")}


def _ids() -> set[str]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {line.split(" = ")[0] for line in lines if line.startswith("elevators-")}


def test_names_of_all_cards_and_parts() -> None:
    names = [_format(message) for message in KIT.rules.texts(setup(3).options)]
    assert {"brown lost child", "blue", "three grandmas", "top elevator"} <= set(names)
    assert len(set(names)) == len(names)


NAMED: dict[str, str | int] = {"card": "b.girl", "moved": "b.boy", "colour": "b", "line": 1, "deck": 1}


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_has_a_sentence(reason: Reason) -> None:
    assert _say(KIT.rules.refusal(reason, NAMED)).endswith(".")


@pytest.mark.parametrize(
    ("reason", "params", "text"),
    [
        (Reason.CARD_NOT_IN_HAND, {"card": "n.lost_child"}, "You do not hold the brown lost child."),
        (Reason.COLOUR_NOT_YOURS, {"colour": "y"}, "The yellow family is not yours."),
        (Reason.DECK_EMPTY, {"deck": 2}, "The third deck is empty."),
    ],
)
def test_a_refusal_calls_cards_and_parts_by_their_names(
    reason: Reason, params: dict[str, str | int], text: str
) -> None:
    assert _say(KIT.rules.refusal(reason, params)) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (RARE[0], "P1 has replaced a lost child."),
        (RARE[1], "You have replaced a lost child by the blue girl."),
        (RARE[4], "P1 shares the win with 4 points."),
        (RARE[5], "P1 wins with 5 points."),
    ],
)
def test_rare_events_in_words(event: Event, text: str) -> None:
    assert _say(KIT.rules.phrases(event)[0]) == text
