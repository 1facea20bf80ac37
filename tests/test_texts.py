"""The catalogues: every language says everything that English says, with the same variables, in its own words."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, ast, visitor

from services.lobby.bots.accepting import Reason
from shared.api.people import Level
from shared.api.problem import Code, Flaw
from shared.games.kinds import KINDS
from shared.games.rules import Setup
from shared.seeds import DEFAULT_LANGUAGE, FOLDER, Texts, house_sets

TEXTS = FOLDER / "texts"
FILES = sorted(path.name for path in (TEXTS / DEFAULT_LANGUAGE).iterdir())
OTHERS = ("fr", "ja", "ko")
FOREIGN = list(product(OTHERS, FILES))
SOURCES = [path for top in ("shared", "services") for path in (FOLDER.parent / top).rglob("*.py")]

ALIKE = frozenset(
    {"eddie-name", "floor-suit-f", "bot-hard", "bot-automa", "eddie-card-stop", "eddie-card-go"}
) | {f"eddie-card-{number}" for number in range(9)}
"""Proper names and signs, which may be the same as in English."""

NUMBERS = frozenset(
    {"count", "number", "tile", "size", "round", "place", "score", "cafe", "points", "low", "high", "floor"}
    | {"least", "most"}
)
SAMPLES = (0, 1, 2, 5, 1000)


class Variables(visitor.Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.found.add(node.id.name)


@cache
def _catalogue(language: str, file: str) -> Mapping[str, frozenset[str]]:
    """The variables of each message."""
    found: dict[str, frozenset[str]] = {}
    for entry in FluentParser().parse((TEXTS / language / file).read_text("utf-8")).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found, f"{entry.id.name} is there twice"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = frozenset(variables.found)
    return found


def _messages(beginning: str) -> set[str]:
    """All of English whose ids begin so."""
    return {
        message
        for file in FILES
        for message in _catalogue(DEFAULT_LANGUAGE, file)
        if message.startswith(beginning)
    }


@cache
def _bundle(language: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    for file in FILES:
        bundle.add_resource(FluentResource((TEXTS / language / file).read_text("utf-8")))
    return bundle


def _said(language: str, message: str, variables: frozenset[str]) -> Iterator[str]:
    """The message with every combination of sample numbers and with words for the rest."""
    numbers = sorted(variables & NUMBERS)
    words = {name: f"<{name}>" for name in variables - NUMBERS}
    for values in product(SAMPLES, repeat=len(numbers)):
        args = {**words, **dict(zip(numbers, values, strict=True))}
        text, errors = _bundle(language).format_pattern(_bundle(language).get_message(message).value, args)
        assert not errors, (language, message, errors)
        assert all(word in text for word in words.values()), f"{message} leaves something out"
        yield text


def test_these_are_the_languages() -> None:
    assert set(Texts().languages) == {DEFAULT_LANGUAGE, *OTHERS}


@pytest.mark.parametrize(("language", "file"), FOREIGN)
def test_every_language_has_every_message_with_the_same_variables(language: str, file: str) -> None:
    assert _catalogue(language, file) == _catalogue(DEFAULT_LANGUAGE, file)


@pytest.mark.parametrize(("language", "file"), [*product((DEFAULT_LANGUAGE,), FILES), *FOREIGN])
def test_every_message_can_be_said(language: str, file: str) -> None:
    for message, variables in _catalogue(language, file).items():
        assert all(text.strip() and "{" not in text for text in _said(language, message, variables))


@pytest.mark.parametrize(("language", "file"), FOREIGN)
def test_no_message_was_left_in_english(language: str, file: str) -> None:
    alike = {
        message
        for message, variables in _catalogue(language, file).items()
        if list(_said(language, message, variables)) == list(_said(DEFAULT_LANGUAGE, message, variables))
    }
    assert alike - ALIKE == set()


@pytest.mark.parametrize("language", OTHERS)
def test_different_cards_have_different_names(language: str) -> None:
    for kind, rules in KINDS.items():
        sets = house_sets()
        options = rules.options(set=sets[kind]) if kind in sets else rules.options()
        names = [Texts().text(language, message) for message in rules.texts(options)]
        assert len(set(names)) == len(names)


def test_every_problem_of_ours_has_a_title_and_every_flaw_a_sentence() -> None:
    wanted = {f"problem-{code}" for code in Code} | {f"problem-malformed-{flaw}" for flaw in Flaw}
    wanted |= {f"problem-{Code.BOT_DOES_NOT_ACCEPT}-{reason}" for reason in Reason}
    assert wanted - _messages("problem-") == set()


def test_no_problem_is_worded_that_never_happens() -> None:
    codes = "|".join(sorted((*Code, "refused-by-the-rules"), key=len, reverse=True))
    about = "|".join(("detail", *Flaw, *Reason))
    known = re.compile(rf"problem-({codes})(-({about}))?")
    assert [message for message in _messages("problem-") if not known.fullmatch(message)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_refusal_of_the_rules_has_a_sentence(kind: str) -> None:
    sources = "".join(path.read_text("utf-8") for path in _folder(kind).glob("*.py"))
    slugs = set(re.findall(r'Rejected\(\s*"([a-z-]+)"', sources))
    slugs |= {
        slug
        for name in re.findall(r"Rejected\(\s*Reason\.(\w+)", sources)
        for slug in re.findall(rf'{name} = "([a-z-]+)"', sources)
    }
    assert slugs
    assert {f"{kind}-reject-{slug}" for slug in slugs} - set(
        _catalogue(DEFAULT_LANGUAGE, f"{kind}.ftl")
    ) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_every_problem_of_a_table_s_options_has_a_sentence(kind: str) -> None:
    source = (_folder(kind) / "options.py").read_text("utf-8")
    codes = set(re.findall(r'Problem\((?:f?"[^"]*"|path), "([a-z-]+)"', source)) | {"player-count"}
    worded = {m for m in _catalogue(DEFAULT_LANGUAGE, f"{kind}.ftl") if "-option-" in m}
    assert {f"{kind}-option-{code}" for code in codes} - worded == set()


def _folder(kind: str) -> Path:
    return FOLDER.parent / "shared/games" / kind


def test_every_bot_has_a_name() -> None:
    sets = house_sets()
    policies = {
        policy
        for kind, rules in KINDS.items()
        for players in rules.players
        for policy in rules.house_seats(
            Setup(players, rules.options(set=sets[kind]) if kind in sets else rules.options())
        )
    }
    assert {f"bot-{name}" for name in (*Level, *policies)} == _messages("bot-")


def test_no_sentence_for_people_is_left_in_the_code() -> None:
    """What an error says stands in the catalogues alone."""
    spoken = re.compile(r'ApiError\([\w.]+, f?"|malformed\(\s*f?"')
    assert [path.name for path in SOURCES if spoken.search(path.read_text("utf-8"))] == []
