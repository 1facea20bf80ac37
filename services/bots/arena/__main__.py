"""`python -m services.bots.arena floor 3 --games 600 --ms 300`: every pair of players, the seats rotated."""

import argparse
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from services.bots.arena import realtime
from services.bots.arena.chart import draw
from services.bots.arena.match import PLAYERS, play
from services.bots.arena.tally import Result, game_of, ratings, result
from services.bots.policies import LEVELS
from services.bots.search.budget import Budget
from shared.games.kinds import KINDS
from shared.games.rules import Outcome

FIRST_SEED = 20_000


def main() -> None:
    given = _arguments()
    budget = Budget(ms=None if given.simulations else given.ms, simulations=given.simulations)
    deals = max(1, given.games // given.players)
    pairs = list(combinations(sorted(given.who, key=PLAYERS.index, reverse=True), 2))
    results = [_pair(given.kind, given.players, pair, deals, budget) for pair in pairs]
    _tell_ratings(results)
    if given.chart:
        draw(f"{given.kind}, {given.players} players, {deals} deals a pair", results, given.chart)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="arena", description="Measure how strong bots are.")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("players", type=int, choices=(2, 3, 4))
    parser.add_argument("--who", nargs="+", choices=PLAYERS, help="without turns, built-in levels only")
    parser.add_argument(
        "--games", type=int, default=60, help="for each pair, rounded down to whole rotations"
    )
    parser.add_argument("--ms", type=float, default=300, help="time to think for each move")
    parser.add_argument("--simulations", type=int, help="instead of a time; then results can be repeated")
    parser.add_argument("--chart", type=Path, help="a PNG file to draw")
    given = parser.parse_args()
    able = LEVELS if KINDS[given.kind].realtime else PLAYERS
    given.who = given.who or [name for name in able if name not in ("openspiel", "clairvoyant")]
    if beyond := set(given.who) - set(able):
        parser.error(f"nobody called {', '.join(sorted(beyond))} plays {given.kind}")
    if "openspiel" in given.who and given.kind != "floor":
        parser.error("openspiel plays floor only")
    return given


def _pair(kind: str, players: int, pair: Sequence[str], deals: int, budget: Budget) -> Result:
    """One of the first among the second, on every seat of each deal."""
    one, other = pair
    games = [
        [
            game_of(_play(kind, _seated(players, seat, one, other), FIRST_SEED + deal, budget), seat)
            for seat in range(players)
        ]
        for deal in range(deals)
    ]
    told = result(one, other, games)
    _tell(told)
    return told


def _play(kind: str, names: Sequence[str], seed: int, budget: Budget) -> Outcome:
    return realtime.play(kind, names, seed) if KINDS[kind].realtime else play(kind, names, seed, budget)


def _seated(players: int, seat: int, one: str, other: str) -> list[str]:
    return [one if at == seat else other for at in range(players)]


def _tell(one: Result) -> None:
    games = one.deals * round(1 / one.par)
    print(
        f"{one.player:<12}among {one.against:<10}{games:>5} games  won {one.share:6.1%}"
        f"  [{one.low:6.1%}, {one.high:6.1%}]  par {one.par:5.1%}  points {one.margin:+6.2f} +- {one.give:.2f}",
        flush=True,
    )


def _tell_ratings(results: Sequence[Result]) -> None:
    print()
    for name, rating in sorted(ratings(results).items(), key=lambda entry: -entry[1]):
        print(f"{name:<12}{rating:6.0f}")


if __name__ == "__main__":
    main()
