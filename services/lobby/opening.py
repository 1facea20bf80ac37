"""A new table: its options judged and made whole, its secret drawn."""

import secrets
from typing import Any

import msgspec

from services.lobby.events import Opened, SeatTaken, TableEvent
from services.lobby.paces import pace_of
from services.lobby.wire import NewTable, checked_entropy, terms_of
from shared.api.media import convert
from shared.api.problem import ApiError, Code
from shared.games.kinds import KINDS
from shared.games.rules import AnyRules, Problem, Setup

SECRET_BYTES = 32


def opening(
    new: NewTable, host: str, house_sets: dict[str, Any], code: str = ""
) -> tuple[Opened, *tuple[TableEvent, ...]]:
    """The events of a table's first entry. Raises `no-such-kind`, `malformed` or `invalid-options`."""
    rules = KINDS.get(new.kind)
    if rules is None:
        raise ApiError(Code.NO_SUCH_KIND, params={"kind": new.kind})
    entropy = checked_entropy(new.entropy) or ""
    options = whole_options(rules, new.players, new.options, house_sets.get(new.kind))
    pace = pace_of(new.pace, new.bot_ms, realtime=rules.realtime)
    opened = Opened(new.kind, new.players, options, pace, host, new_secret(), terms_of(new, code))
    return (opened, SeatTaken(0, host, entropy)) if new.host_sits else (opened,)


def new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def whole_options(rules: AnyRules, players: int, given: dict[str, Any], house_set: Any) -> dict[str, Any]:
    """The options as logs have them, with the house set where none is brought. Raises as `opening`."""
    if players not in rules.players:
        raise _invalid(rules.kind, (Problem("players", "player-count", tuple(rules.players)),))
    options = convert(given, rules.options, "$.options")
    if rules.component_set is not None and options.set is None:
        options = msgspec.structs.replace(options, set=house_set)
    if problems := rules.check(Setup(players, options)):
        raise _invalid(rules.kind, problems)
    return msgspec.json.decode(msgspec.json.encode(options))


def _invalid(kind: str, problems: tuple[Problem, ...]) -> ApiError:
    return ApiError(Code.INVALID_OPTIONS, kind=kind, problems=problems)
