"""Everything a game can say exists in the catalogue and formats."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource

from shared.games.floor import RULES
from shared.games.floor.events import CardSetAside, Ended
from shared.games.floor.options import Deck, Options
from shared.games.floor.reasons import Reason
from shared.games.rules import Event, Phrase, SeatName, Term, Terms
from tests.games.floor.kit import KIT, SETUPS
from tests.games.kit import board

CATALOGUE = Path(__file__).parents[3] / "seeds" / "texts" / "en" / "floor.ftl"


@pytest.fixture(scope="module")
def bundle() -> FluentBundle:
    bundle = FluentBundle(["en"], use_isolating=False)
    bundle.add_resource(FluentResource(CATALOGUE.read_text(encoding="utf-8")))
    return bundle


def _text(bundle: FluentBundle, message: str, args: dict[str, object] | None = None) -> str:
    assert bundle.has_message(message), message
    text, errors = bundle.format_pattern(bundle.get_message(message).value, args)
    assert not errors, (message, errors)
    return str(text)


def _told(bundle: FluentBundle, phrase: Phrase) -> str:
    args: dict[str, object] = {}
    for name, value in phrase.args.items():
        match value:
            case SeatName():
                args[name] = f"player {value.seat}"
            case Term():
                args[name] = _text(bundle, value.message)
            case Terms():
                args[name] = ", ".join(_text(bundle, message) for message in value.messages)
            case _:
                args[name] = value
    return _text(bundle, phrase.message, args)


def _seen(name: str, seed: int) -> Iterator[Event]:
    game = board(KIT, name, seed).play_out(random.Random(seed))
    for step in game.steps:
        for event in step.events:
            for receiver in (None, *range(game.seats)):
                yield RULES.redact(event, receiver)


def test_every_sentence_of_the_catalogue_about_events_is_told_in_some_game_and_formats(
    bundle: FluentBundle,
) -> None:
    phrases = [phrase for name in SETUPS for event in _seen(name, 5) for phrase in RULES.phrases(event)]
    assert all(_told(bundle, phrase) for phrase in phrases)
    section = CATALOGUE.read_text(encoding="utf-8").split("## Rejections")[0].split("## Events")[1]
    written = {line.split(" = ")[0] for line in section.splitlines() if line.startswith("floor-")}
    assert {phrase.message for phrase in phrases} == written


@pytest.mark.parametrize("deck", Deck)
def test_every_card_and_part_has_a_name_of_its_own(bundle: FluentBundle, deck: Deck) -> None:
    ids = RULES.texts(Options(deck=deck))
    assert len({_text(bundle, message) for message in ids}) == len(ids) == 59


@pytest.mark.parametrize("reason", Reason)
def test_every_rejection_has_a_meaning(bundle: FluentBundle, reason: Reason) -> None:
    assert _told(bundle, RULES.refusal(reason, {"card": "a4", "suit": "a"}))


@pytest.mark.parametrize(
    ("reason", "params", "told"),
    [
        (Reason.CARD_NOT_IN_HAND, {"card": "S12"}, "You do not hold queen of spades."),
        (Reason.CARD_NOT_IN_HAND, {"card": "zz"}, "You do not hold zz."),
        (Reason.SUIT_ALREADY_IN_TRICK, {"suit": "H"}, "There is already hearts in this trick;"),
    ],
)
def test_a_rejection_calls_cards_and_suits_by_their_names(
    bundle: FluentBundle, reason: Reason, params: dict[str, str | int], told: str
) -> None:
    assert _told(bundle, RULES.refusal(reason, params)).startswith(told)


def test_no_rejection_is_worded_that_never_happens() -> None:
    text = CATALOGUE.read_text(encoding="utf-8")
    written = {line.split(" = ")[0] for line in text.splitlines() if line.startswith("floor-reject-")}
    assert written == {f"floor-reject-{reason}" for reason in Reason}


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (0, "player 0 has no card to play and sets blue 4 aside."),
        (1, "player 0 has no card to play and sets one aside."),
        (None, "player 0 has no card to play and sets one aside."),
    ],
)
def test_a_card_set_aside_is_named_to_its_owner_only(
    bundle: FluentBundle, seat: int | None, told: str
) -> None:
    (phrase,) = RULES.phrases(RULES.redact(CardSetAside(0, "b4"), seat))
    assert _told(bundle, phrase) == told


@pytest.mark.parametrize("name", SETUPS)
def test_the_last_thing_that_is_said_is_who_has_won(bundle: FluentBundle, name: str) -> None:
    last = list(_seen(name, 6))[-1]
    assert [_told(bundle, phrase).split(" ")[2] for phrase in RULES.phrases(last)][-1] in ("wins", "shares")


def test_whoever_shares_the_win_is_named(bundle: FluentBundle) -> None:
    told = [_told(bundle, phrase) for phrase in RULES.phrases(Ended((6, 1, 6), (1, 3, 1)))]
    assert told == ["player 0 shares the win with 6 points.", "player 2 shares the win with 6 points."]
    (alone,) = RULES.phrases(Ended((6, 1, 6), (1, 3, 2)))
    assert _told(bundle, alone) == "player 0 wins the match with 6 points."
