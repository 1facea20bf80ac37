"""Every phrase, name and refusal has a text, and every text formats."""

import re
from pathlib import Path
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource

from shared.games import eddie
from shared.games.eddie import RULES
from shared.games.eddie.events import Called, DealtSeen, DrewSeen, Ended, LaidSeen, TilesMixedSeen, TileTurned
from shared.games.rules import Phrase, Seat, SeatName, Term, Terms
from tests.games.eddie.kit import options

CATALOGUE = Path(__file__).parents[3] / "seeds" / "texts" / "en" / "eddie.ftl"
BUNDLE = FluentBundle(["en"], use_isolating=False)
BUNDLE.add_resource(FluentResource(CATALOGUE.read_text(encoding="utf-8")))

REFUSALS = {
    "not-begun": {},
    "game-over": {},
    "tile-changed": {"tile": 3},
    "card-not-in-hand": {"card": "4"},
    "card-does-not-fit": {"card": "4", "lift": "top", "top": "STOP"},
    "hand-fills-itself": {},
    "hand-full": {"size": 3},
    "pile-empty": {},
    "nothing-to-call": {},
    "own-card": {"lift": "left"},
    "no-mistake": {"lift": "left", "top": "4"},
}
SENTENCES = {
    "The cards are dealt; everyone picks up 3.": DealtSeen(None, (3, 3), (33, 33)),
    "8 floor tiles are mixed.": TilesMixedSeen(8),
    "Floor tile 2 is turned up: 2, 8, STOP, 4.": TileTurned(2, ("2", "8", "STOP", "4")),
    "P1 lays GO on the bottom lift.": LaidSeen(Seat(1), "GO", "bottom"),
    "P0 draws a card.": DrewSeen(Seat(0), 1),
    "P0 draws 2 cards.": DrewSeen(Seat(0), 2),
    "P0 draws 2, 8.": DrewSeen(Seat(0), 2, ("2", "8")),
    "P2 calls a mistake: 6 on the top lift goes back to P0.": Called(Seat(2), "top", Seat(0), "6"),
    "P1 has no cards left and wins.": Ended(Seat(1)),
    "No tile lets anyone play on. The fewest cards win.": Ended(None),
}


def text(message: str, args: dict[str, Any]) -> str:
    pattern = BUNDLE.get_message(message).value
    formatted, errors = BUNDLE.format_pattern(pattern, args)
    assert not errors
    return formatted


def _spoken(arg: Any) -> Any:
    match arg:
        case SeatName(seat=seat):
            return f"P{seat}"
        case Term(message=message):
            return text(message, {})
        case Terms(messages=messages):
            return ", ".join(text(message, {}) for message in messages)
        case _:
            return arg


def spoken(phrase: Phrase) -> str:
    return text(phrase.message, {name: _spoken(arg) for name, arg in phrase.args.items()})


@pytest.mark.parametrize(("sentence", "event"), SENTENCES.items())
def test_an_event_is_told_as(sentence: str, event: Any) -> None:
    (phrase,) = RULES.phrases(event)
    assert spoken(phrase) == sentence


def test_all_cards_and_parts_have_names() -> None:
    named = [text(message, {}) for message in RULES.texts(options())]
    assert {"STOP", "GO", "0", "8", "left lift"} <= set(named)


def test_the_refusals_in_the_rules_are_those_with_a_text() -> None:
    sources = "".join(path.read_text() for path in Path(str(eddie.__file__)).parent.glob("*.py"))
    raised = re.findall(r'Rejected\(\s*"([a-z-]+)"', sources)
    assert sorted(raised) == sorted(REFUSALS)
    assert set(re.findall(r"eddie-reject-([a-z-]+) =", CATALOGUE.read_text())) == set(REFUSALS)


@pytest.mark.parametrize(("slug", "params"), REFUSALS.items())
def test_a_refusal_can_be_said(slug: str, params: dict[str, Any]) -> None:
    assert spoken(RULES.refusal(slug, params)).endswith(".")


def test_a_refusal_calls_cards_and_lifts_by_their_names() -> None:
    refusal = RULES.refusal("card-does-not-fit", REFUSALS["card-does-not-fit"])
    assert spoken(refusal) == "4 does not fit there: the top lift shows STOP."


def test_the_catalogue_holds_nothing_that_is_never_said() -> None:
    said = {RULES.phrases(event)[0].message for event in SENTENCES.values()}
    said |= {*RULES.texts(options()), *(f"eddie-reject-{slug}" for slug in REFUSALS)}
    assert set(re.findall(r"^(eddie-(?!option-)[a-z0-9-]+) =", CATALOGUE.read_text(), re.M)) == said
