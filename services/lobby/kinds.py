"""What can be played, and everything an app needs to offer it and to show its cards."""

from typing import Any

import msgspec

from shared.api.people import Level
from shared.games.kinds import KINDS
from shared.games.rules import AnyRules
from shared.seeds import Texts


class KindInfo(msgspec.Struct, frozen=True):
    kind: str
    players: tuple[int, ...]
    """How many may sit down."""
    realtime: bool
    rules_version: int
    levels: tuple[Level, ...]
    """Of bots."""
    options: dict[str, Any]
    """JSON Schema of a new table's `options`."""
    command: dict[str, Any]
    """JSON Schema of what a seat may `do`."""
    sets: dict[str, Any]
    """Component sets by name; a table without one gets `house`."""
    texts: dict[str, str]
    """Names of cards and parts by message id, in the language of Accept-Language."""


class KindList(msgspec.Struct, frozen=True):
    kinds: tuple[KindInfo, ...]


class Kinds:
    """Made once per language, as nothing of it changes while the process runs."""

    def __init__(self, sets: dict[str, dict[str, Any]], texts: Texts) -> None:
        self._sets = sets
        self._by_language = {
            language: {kind: self._info(rules, language, texts) for kind, rules in KINDS.items()}
            for language in texts.languages
        }

    def all(self, language: str) -> KindList:
        return KindList(tuple(self._by_language[language].values()))

    def one(self, language: str, kind: str) -> KindInfo | None:
        return self._by_language[language].get(kind)

    def _info(self, rules: AnyRules, language: str, texts: Texts) -> KindInfo:
        sets = self._sets.get(rules.kind, {})
        options = rules.options(set=sets["house"]) if sets else rules.options()
        return KindInfo(
            kind=rules.kind,
            players=rules.players,
            realtime=rules.realtime,
            rules_version=rules.version,
            levels=tuple(Level),
            options=msgspec.json.schema(rules.options),
            command=msgspec.json.schema(rules.command),
            sets=sets,
            texts={message: texts.text(language, message) for message in rules.texts(options)},
        )
