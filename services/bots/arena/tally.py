"""Results, their intervals and ratings."""

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from statistics import fmean, stdev

import msgspec

from shared.games.rules import Outcome

NORMAL_95 = 1.96


class Result(msgspec.Struct, frozen=True):
    """One player alone against a table full of another."""

    player: str
    against: str
    deals: int
    share: float
    """Of the games won, shared wins in part."""
    low: float
    high: float
    par: float
    """The share of equals."""
    margin: float
    """Points more than the others' mean, by game,"""
    give: float
    """give or take, at 95 %."""


class Game(msgspec.Struct, frozen=True):
    won: float
    margin: float


def game_of(outcome: Outcome, seat: int) -> Game:
    scores = [score for score in outcome.scores if score is not None]
    others = fmean(score for at, score in enumerate(scores) if at != seat)
    won = outcome.places[seat] == 1
    return Game(won / max(1, outcome.places.count(1)), scores[seat] - others)


def result(player: str, against: str, deals: Sequence[Sequence[Game]]) -> Result:
    """From the games of each deal, one from every seat. The deals are what is independent, so intervals are theirs."""
    shares = [fmean(game.won for game in games) for games in deals]
    margins = [fmean(game.margin for game in games) for games in deals]
    share, give = fmean(shares), _give(shares)
    return Result(
        player, against, len(deals), share, max(0.0, share - give), min(1.0, share + give),
        1 / len(deals[0]), fmean(margins), _give(margins),
    )  # fmt: skip


def _give(values: Sequence[float]) -> float:
    return NORMAL_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")


def ratings(results: Sequence[Result]) -> Mapping[str, float]:
    """Elo points from the odds against par (Bradley-Terry by its usual iteration), `normal` or the first at 1500."""
    names = list(dict.fromkeys(name for one in results for name in (one.player, one.against)))
    strength = dict.fromkeys(names, 1.0)
    for _ in range(200):
        strength = {name: _strength(name, results, strength) for name in names}
    anchor = strength["normal" if "normal" in names else names[0]]
    return {name: 1500 + 400 * log10(value / anchor) for name, value in strength.items()}


def _strength(name: str, results: Sequence[Result], strength: Mapping[str, float]) -> float:
    won = weight = 0.0
    for one in results:
        if name in (one.player, one.against):
            other = one.against if name == one.player else one.player
            chance = _as_duel(one)
            won += one.deals * (chance if name == one.player else 1 - chance)
            weight += one.deals / (strength[name] + strength[other])
    return won / weight


def _as_duel(one: Result) -> float:
    """The share of wins as it would be against a single opponent with these odds; never quite 0 or 1."""
    share = min(max(one.share, 0.5 / one.deals), 1 - 0.5 / one.deals)
    odds = share / (1 - share) * (1 - one.par) / one.par
    return odds / (1 + odds)
