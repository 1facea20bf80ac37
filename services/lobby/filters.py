"""Which of the open tables somebody looks for."""

from enum import StrEnum

import msgspec

from services.lobby.paces import Async, Live, shown_pace
from services.lobby.tables import Table
from services.lobby.terms import Visibility


class PaceType(StrEnum):
    LIVE = "live"
    ASYNC = "async"
    NONE = "none"


class Filter(msgspec.Struct, frozen=True):
    kind: str | None = None
    free: int = 0
    """At least so many free seats."""
    pace: PaceType | None = None
    visibility: Visibility | None = None

    def __call__(self, table: Table) -> bool:
        return (
            self.kind in (None, table.kind)
            and sum(place.free for place in table.places) >= self.free
            and self.pace in (None, pace_type(table))
            and self.visibility in (None, table.terms.visibility)
        )


def pace_type(table: Table) -> PaceType:
    match shown_pace(table.pace):
        case Live():
            return PaceType.LIVE
        case Async():
            return PaceType.ASYNC
        case None:
            return PaceType.NONE
