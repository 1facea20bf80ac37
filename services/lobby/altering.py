"""What a host wants otherwise, put together with what stays."""

from typing import Any

import msgspec

from services.lobby.asked import AlterTable
from services.lobby.opening import whole_options
from services.lobby.paces import pace_of, shown_pace
from services.lobby.tables import Table
from services.lobby.terms import Terms, Visibility
from services.lobby.wire import checked_terms
from services.lobby.wishes import Alter
from shared.games.kinds import KINDS
from shared.log.entry import Pace

TERMS = (
    "visibility", "rated", "absence", "rating_min", "rating_max", "ask_ready", "chat", "hints", "rated_with_bots",
)  # fmt: skip


def altered(table: Table, asked: AlterTable, house_set: Any, code: str) -> Alter:
    """Raises `malformed` or `invalid-options`. `code`: for a table that is private."""
    given = _given(asked)
    players = given.get("players", table.players)
    options = given.get("options", table.options)
    if "players" in given or "options" in given:
        options = whole_options(KINDS[table.kind], players, options, house_set)
    return Alter(players, options, _pace(table, given), _terms(table, given, code))


def _given(asked: AlterTable) -> dict[str, Any]:
    fields = {name: getattr(asked, name) for name in asked.__struct_fields__}
    return {name: value for name, value in fields.items() if value is not msgspec.UNSET}


def _pace(table: Table, given: dict[str, Any]) -> Pace:
    if not given.keys() & {"pace", "bot_ms"}:
        return table.pace
    pace = given["pace"] if "pace" in given else shown_pace(table.pace)
    realtime = KINDS[table.kind].realtime
    return pace_of(pace, given.get("bot_ms", table.pace.bot_ms), realtime=realtime)


def _terms(table: Table, given: dict[str, Any], code: str) -> Terms:
    changes = {name: given[name] for name in TERMS if name in given}
    terms = msgspec.structs.replace(table.terms, **changes)
    private = terms.visibility is Visibility.PRIVATE
    return checked_terms(msgspec.structs.replace(terms, code=code if private else ""))
