"""What comes as data: component sets (`seeds/sets`) and texts in several languages (`seeds/texts`)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

from shared.games.kinds import KINDS
from shared.games.rules import Phrase, SeatName, Term, Terms

FOLDER = Path(__file__).parents[1] / "seeds"
HOUSE = "house"
DEFAULT_LANGUAGE = "en"

NAMES_KEPT = 2000
"""Names of cards and lists of them that are kept as they are said."""
SENTENCES_KEPT = 8000
"""Sentences about events that are kept; each is at most a few hundred bytes."""


def load_sets(folder: Path = FOLDER / "sets") -> dict[str, dict[str, Any]]:
    """Component sets by kind and name, as the kind's type. Raises `msgspec.ValidationError`."""
    types: dict[str, Any] = {kind: rules.component_set for kind, rules in KINDS.items()}
    return {kind: _sets(folder / f"{kind}.json", type_) for kind, type_ in types.items() if type_ is not None}


def _sets(path: Path, component_set: Any) -> dict[str, Any]:
    named = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    return {name: msgspec.convert(one, component_set) for name, one in named.items()}


def house_sets(folder: Path = FOLDER / "sets") -> dict[str, Any]:
    """The set a table gets that brings none, by kind; kinds without sets are missing."""
    return {kind: sets[HOUSE] for kind, sets in load_sets(folder).items()}


def refusals(folder: Path = FOLDER / "texts") -> tuple[str, ...]:
    """The reasons for which some kind's rules refuse a command: the codes of its `409`."""
    found = {
        slug
        for kind in KINDS
        for slug in re.findall(
            rf"^{kind}-reject-([a-z0-9-]+)",
            (folder / DEFAULT_LANGUAGE / f"{kind}.ftl").read_text("utf-8"),
            re.M,
        )
    }
    return tuple(sorted(found))


class Texts:
    """All messages of all languages. What a language lacks is said in English; what that lacks, by its id."""

    def __init__(self, folder: Path = FOLDER / "texts") -> None:
        self._bundles = {path.name: _bundle(path) for path in sorted(folder.iterdir()) if path.is_dir()}
        self._named = lru_cache(NAMES_KEPT)(self.text)
        self._listed = lru_cache(NAMES_KEPT)(self._list)
        self._said = lru_cache(SENTENCES_KEPT)(self._sentence)

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self._bundles)

    def has(self, message: str) -> bool:
        return self._bundles[DEFAULT_LANGUAGE].has_message(message)

    def text(self, language: str, message: str, args: Mapping[str, str | int] | None = None) -> str:
        for bundle in (self._bundles.get(language), self._bundles[DEFAULT_LANGUAGE]):
            if bundle and bundle.has_message(message) and (value := bundle.get_message(message).value):
                said, _ = bundle.format_pattern(value, dict(args or {}))
                return str(said)
        return message

    def name(self, language: str, message: str) -> str:
        """A text without arguments, kept."""
        return self._named(language, message)

    def say(self, language: str, phrase: Phrase, names: Sequence[str]) -> str:
        """A sentence; `names` are by seat. Kept, as all who watch a game hear the same."""
        return self._said(language, phrase.message, self._arguments(language, phrase, names))

    def refuse(self, language: str, phrase: Phrase) -> str:
        """A sentence that is not kept: it may quote whatever a client has sent."""
        return self._sentence(language, phrase.message, self._arguments(language, phrase, ()))

    def _sentence(self, language: str, message: str, args: "Arguments") -> str:
        return self.text(language, message, dict(args))

    def _arguments(self, language: str, phrase: Phrase, names: Sequence[str]) -> "Arguments":
        return tuple((name, self._argument(language, arg, names)) for name, arg in phrase.args.items())

    def _argument(
        self, language: str, arg: "str | int | SeatName | Term | Terms", names: Sequence[str]
    ) -> str | int:
        match arg:
            case SeatName(seat):
                return names[seat]
            case Term(message):
                return self.name(language, message)
            case Terms(messages):
                return self._listed(language, messages)
            case _:
                return arg

    def _list(self, language: str, messages: tuple[str, ...]) -> str:
        known = language if language in self._bundles else DEFAULT_LANGUAGE
        return format_list([self.name(language, message) for message in messages], locale=known)


Arguments = tuple[tuple[str, str | int], ...]


@cache
def _bundle(folder: Path) -> FluentBundle:
    """Read once in a process, as it takes a tenth of a second."""
    bundle = FluentBundle([folder.name], use_isolating=False)
    for path in sorted(folder.glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle
