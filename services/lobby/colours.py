"""Colours that players pick at their seats, in kinds whose options have a place for them."""

from typing import Any

import msgspec

from services.lobby.tables import Table
from shared.games.kinds import KINDS
from shared.games.rules import Rejected, Setup

FIELD = "colours"
"""Of a kind's options: colours by seat."""


def check_picks(table: Table, seat: int, colours: tuple[str, ...]) -> None:
    """Raises `Rejected` when a seat cannot have these."""
    rules = KINDS[table.kind]
    if not has_colours(table.kind):
        raise Rejected("no-such-colour")
    options = {**table.options, FIELD: _by_seat(table, {seat: colours})}
    try:
        setup = Setup(table.players, msgspec.convert(options, rules.options))
    except msgspec.ValidationError as error:
        raise Rejected("no-such-colour") from error
    codes = [problem.code for problem in rules.check(setup)]
    if codes:
        raise Rejected("colour-taken" if "colour-taken" in codes else "too-many-colours")


def has_colours(kind: str) -> bool:
    """
    >>> has_colours("elevators"), has_colours("eddie")
    (True, False)
    """
    return FIELD in KINDS[kind].options.__struct_fields__


def options_of(table: Table) -> dict[str, Any]:
    """What the game will be played with: the table's options and the colours picked."""
    if not any(place.colours for place in table.places):
        return table.options
    return {**table.options, FIELD: _by_seat(table, {})}


def _by_seat(table: Table, picked: dict[int, tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """A player's pick goes before what the options say of the seat."""
    said: list[tuple[str, ...]] = [tuple(colours) for colours in table.options.get(FIELD, ())]
    preset = (*said, *((),) * table.players)
    return tuple(picked.get(seat, place.colours or preset[seat]) for seat, place in enumerate(table.places))
