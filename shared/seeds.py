"""What comes as data: component sets (`seeds/sets`) and texts in several languages (`seeds/texts`)."""

import re
from collections.abc import Mapping, Sequence
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

    def say(self, language: str, phrase: Phrase, names: Sequence[str]) -> str:
        """A sentence; `names` are by seat."""
        args = {name: self._argument(language, arg, names) for name, arg in phrase.args.items()}
        return self.text(language, phrase.message, args)

    def reject_text(self, language: str, kind: str, slug: str, params: Mapping[str, str | int]) -> str:
        """Why a kind's rules refused a command."""
        return self.text(language, f"{kind}-reject-{slug}", params)

    def _argument(
        self, language: str, arg: "str | int | SeatName | Term | Terms", names: Sequence[str]
    ) -> str | int:
        match arg:
            case SeatName(seat):
                return names[seat]
            case Term(message):
                return self.text(language, message)
            case Terms(messages):
                known = language if language in self._bundles else DEFAULT_LANGUAGE
                return format_list([self.text(language, message) for message in messages], locale=known)
            case _:
                return arg


def _bundle(folder: Path) -> FluentBundle:
    bundle = FluentBundle([folder.name], use_isolating=False)
    for path in sorted(folder.glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle


def best_language(accept_language: str, languages: Sequence[str]) -> str:
    """The first accepted language that we have, by its primary tag.

    >>> best_language("fr-CA, ja;q=0.8", ["en", "ja"]), best_language("*", ["en", "ja"])
    ('ja', 'en')
    """
    wanted = sorted((_weighted(part) for part in accept_language.split(",")), key=lambda pair: -pair[0])
    return next((tag for _, tag in wanted if tag in languages), DEFAULT_LANGUAGE)


def _weighted(part: str) -> tuple[float, str]:
    tag, _, quality = part.partition(";q=")
    primary = tag.strip().lower().partition("-")[0]
    try:
        return float(quality or 1), primary
    except ValueError:
        return 0.0, primary
