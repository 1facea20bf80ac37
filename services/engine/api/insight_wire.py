"""Analyses and hints as answers, and the figures that sum an analysis up."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from statistics import fmean
from typing import Annotated, Any

import msgspec

from shared.api.kindschemas import any_kind
from shared.api.moment import rfc3339
from shared.log.insight import Analysis, Decision, Hint, Underway

Do = Annotated[dict[str, Any], any_kind("command")]

AS_GOOD = 0.01
"""A command that loses less than that is as good as the best: estimates are no surer."""
WORST = 3


class AnalysisState(StrEnum):
    WAITING = "waiting"
    """Nobody has begun it."""
    RUNNING = "running"
    DONE = "done"


class DecisionInfo(msgspec.Struct, frozen=True):
    """What a seat did where it had a choice, judged by what it knew then. Figures are chances to win the match, 0 to 1."""

    version: int
    """The entry that it became."""
    seat: int
    bot: str | None
    """Level of the bot that decided; `null` for the player."""
    choices: int
    """Legal commands that there were."""
    chosen: Do
    worth: float | None
    """Of the chosen command; `null` where it could not be judged."""
    best: Do | None
    best_worth: float | None
    loss: float | None
    """What the chosen one is worth less than the best."""


class SeatAnalysis(msgspec.Struct, frozen=True):
    seat: int
    decisions: int
    """That were judged so far."""
    accuracy: float | None
    """Share of decisions that lost less than 0.01."""
    average_loss: float | None
    worst: tuple[int, ...]
    """Versions of the up to three decisions that lost most, the worst first."""


class AnalysisInfo(msgspec.Struct, frozen=True):
    game: str
    kind: str
    state: AnalysisState
    asked_at: str
    done: int
    """Decisions that are judged."""
    total: int | None
    """Decisions that there are; known once the work has begun."""
    seats: tuple[SeatAnalysis, ...]
    decisions: tuple[DecisionInfo, ...]
    """Those that are judged, in the game's order."""


class RankedInfo(msgspec.Struct, frozen=True):
    do: Do
    worth: float | None
    """How likely the seat then wins the match, 0 to 1, by what it knows; `null` where the search has nothing to say."""
    tried: int
    """Simulations that tried it; a figure of few tries says little."""


class HintInfo(msgspec.Struct, frozen=True):
    game: str
    seat: int
    version: int
    """The hint is for the game as it has been since that version."""
    moves: tuple[RankedInfo, ...]
    """All legal commands, the best first."""
    taken: int
    """Hints of this seat so far; everybody at the table sees that number."""
    left: int


def underway_info(game: str, seats: int, found: Underway) -> AnalysisInfo:
    decisions = [found.decisions[number] for number in sorted(found.decisions)]
    state = AnalysisState.WAITING if found.total is None else AnalysisState.RUNNING
    return _info(game, seats, found, decisions, state, found.total)


def done_info(game: str, seats: int, found: Analysis) -> AnalysisInfo:
    return _info(game, seats, found, found.decisions, AnalysisState.DONE, len(found.decisions))


def _info(
    game: str,
    seats: int,
    found: Underway | Analysis,
    decisions: Sequence[Decision],
    state: AnalysisState,
    total: int | None,
) -> AnalysisInfo:
    return AnalysisInfo(
        game=game,
        kind=found.kind,
        state=state,
        asked_at=rfc3339(found.asked_at),
        done=len(decisions),
        total=total,
        seats=tuple(summary(seat, decisions) for seat in range(seats)),
        decisions=tuple(DecisionInfo(**msgspec.structs.asdict(one)) for one in decisions),
    )


def summary(seat: int, decisions: Iterable[Decision]) -> SeatAnalysis:
    losses = {one.version: one.loss for one in decisions if one.seat == seat and one.loss is not None}
    worst = sorted((version for version, loss in losses.items() if loss), key=lambda one: -losses[one])
    return SeatAnalysis(
        seat=seat,
        decisions=len(losses),
        accuracy=round(fmean(loss < AS_GOOD for loss in losses.values()), 4) if losses else None,
        average_loss=round(fmean(losses.values()), 4) if losses else None,
        worst=tuple(worst[:WORST]),
    )


def hint_info(game: str, seat: int, hint: Hint, *, taken: int, most: int) -> HintInfo:
    moves = tuple(RankedInfo(one.do, one.worth, one.tried) for one in hint.ranked)
    return HintInfo(game, seat, hint.at, moves, taken, max(0, most - taken))
