"""Everything that is true of a game at one moment, the hidden part included."""

from typing import Optional

import msgspec

from shared.games.eddie.cards import PLACE, Lift
from shared.games.eddie.options import EddieOptions
from shared.games.rules import Seat, Setup


class Top(msgspec.Struct, frozen=True):
    """What shows on a lift."""

    card: str
    by: Seat | None = None
    """`None` when it is printed on the tile."""
    wrong_on: Optional["Top"] = None
    """What it was wrongly laid on, as long as that may be called; a call uncovers it again."""


class State(msgspec.Struct, frozen=True):
    options: EddieOptions
    hands: tuple[tuple[str, ...], ...]
    """By seat, each sorted."""
    piles: tuple[tuple[str, ...], ...]
    """By seat, top first."""
    claims: tuple[int | None, ...]
    """By seat: `laid` after its mistaken last card, which wins when nobody calls it in time."""
    coming: tuple[str, ...] = ()
    """The tiles face down, top first."""
    turned: int = 0
    faces: tuple[str, ...] = ()
    lifts: tuple[Top, ...] = ()
    """In the order of `LIFTS`; empty before the first tile."""
    laid: int = 0
    """Cards laid since the deal, those called back included."""
    mixed_at: int | None = None
    """`laid` when the tiles were last mixed again; `None` in their first round."""
    ended: bool = False
    winner: Seat | None = None

    @property
    def players(self) -> int:
        return len(self.hands)

    def top(self, lift: Lift) -> Top:
        return self.lifts[PLACE[lift]]

    def mistake(self, lift: Lift) -> tuple[Seat, Top]:
        """Who laid the mistake that is on top there, and what it lies on."""
        top = self.top(lift)
        if top.by is None or top.wrong_on is None:
            raise AssertionError(f"no mistake on the {lift} lift")
        return top.by, top.wrong_on


def initial(setup: Setup[EddieOptions]) -> State:
    nothing: tuple[tuple[str, ...], ...] = ((),) * setup.players
    return State(setup.options, hands=nothing, piles=nothing, claims=(None,) * setup.players)
