"""Component sets and texts are data; these hold them to the kinds that use them."""

import pytest

from shared.games.kinds import KINDS
from shared.games.rules import Phrase, SeatName, Setup, Term, Terms
from shared.seeds import Texts, house_sets

TEXTS = Texts()
SETS = house_sets()
CASES = [(kind, language) for kind in KINDS for language in TEXTS.languages]


@pytest.mark.parametrize("kind", KINDS)
def test_the_house_set_passes_the_kind_s_own_check(kind: str) -> None:
    rules = KINDS[kind]
    options = rules.options(set=SETS[kind]) if kind in SETS else rules.options()
    assert [rules.check(Setup(players, options)) for players in rules.players] == [()] * len(rules.players)


@pytest.mark.parametrize(("kind", "language"), CASES)
def test_everything_on_the_table_has_a_name(kind: str, language: str) -> None:
    rules = KINDS[kind]
    options = rules.options(set=SETS[kind]) if kind in SETS else rules.options()
    nameless = [text for text in rules.texts(options) if TEXTS.text(language, text) == text]
    assert nameless == []


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        (Phrase("eddie-won", {"player": SeatName(1)}), "Bob has no cards left and wins."),
        (
            Phrase("eddie-laid", {"player": SeatName(0), "card": Term("eddie-card-go"), "lift": Term("eddie-lift-top")}),
            "Ann lays GO on the top lift.",
        ),
        (
            Phrase("eddie-drew-cards", {"player": SeatName(0), "cards": Terms(("eddie-card-1", "eddie-card-stop"))}),
            "Ann draws 1 and STOP.",
        ),
    ],
    ids=["seat", "term", "terms"],
)  # fmt: skip
def test_a_phrase_is_said_with_names_and_terms(phrase: Phrase, said: str) -> None:
    assert TEXTS.say("en", phrase, ["Ann", "Bob"]) == said


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert TEXTS.text("tlh", "eddie-name") == "Elevator Eddie"


def test_why_a_command_was_refused_is_told_with_its_parameters() -> None:
    said = TEXTS.refuse("en", KINDS["eddie"].refusal("tile-changed", {"tile": 7}))
    assert said == "That floor tile is gone; number 7 lies there now."
