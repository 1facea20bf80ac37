"""The kinds that can be played. A further game is one folder beside this file and one line here."""

from collections.abc import Mapping
from types import MappingProxyType

from shared.games import eddie, elevators, floor
from shared.games.rules import AnyRules

KINDS: Mapping[str, AnyRules] = MappingProxyType(
    {rules.kind: rules for rules in (elevators.RULES, floor.RULES, eddie.RULES)}
)
