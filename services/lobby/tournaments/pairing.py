"""Who meets whom in the next round. Pure: players and what they have played in, groups out."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

Pair = frozenset[str]

STEPS = 20_000
"""How many groups are tried for a round without repeated opponents, before a few repetitions are put up with."""
APART = 1000
"""A block weighs as much as so many meetings."""


class Round(NamedTuple):
    groups: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]


def swiss(
    ranking: Sequence[str],
    seats: int,
    met: Mapping[Pair, int],
    byes: Mapping[str, int],
    apart: frozenset[Pair],
) -> Round:
    """Groups of people who stand near each other (`ranking`, best first), without repeated opponents where that is possible.

    Who is left over when the numbers do not divide has a bye: the last of those with the fewest. Blocks count as
    opponents that have been met very often.
    """
    free = _byes(ranking, len(ranking) % seats, byes)
    playing = [player for player in ranking if player not in free]
    weights = {pair: met.get(pair, 0) + APART * (pair in apart) for pair in {*met, *apart}}
    groups = _Search(seats, weights).without_repetition(playing) or _greedy(playing, seats, weights)
    return Round(groups, tuple(player for player in ranking if player in free))


def _byes(ranking: Sequence[str], count: int, byes: Mapping[str, int]) -> frozenset[str]:
    places = sorted(range(len(ranking)), key=lambda place: (byes.get(ranking[place], 0), -place))
    return frozenset(ranking[place] for place in places[:count])


class _Search:
    """Goes back on its choices until all groups are without repetition, or until it has tried often enough."""

    def __init__(self, seats: int, weights: Mapping[Pair, int]) -> None:
        self._seats = seats
        self._weights = weights
        self._steps = STEPS

    def without_repetition(self, players: Sequence[str]) -> tuple[tuple[str, ...], ...] | None:
        if not players:
            return ()
        first, *others = players
        for group in self._groups((first,), others):
            rest = self.without_repetition([player for player in others if player not in group])
            if rest is not None:
                return (group, *rest)
        return None

    def _groups(self, chosen: tuple[str, ...], others: Sequence[str]) -> Iterable[tuple[str, ...]]:
        """Full groups with those chosen of whom no two have met, the nearest first."""
        if len(chosen) == self._seats:
            yield chosen
            return
        for place, other in enumerate(others):
            self._steps -= 1
            if self._steps < 0:
                return
            if not any(self._weights.get(frozenset((one, other)), 0) for one in chosen):
                yield from self._groups((*chosen, other), others[place + 1 :])


def _greedy(players: Sequence[str], seats: int, weights: Mapping[Pair, int]) -> tuple[tuple[str, ...], ...]:
    """The first who is left, and one by one those whom the group has met least; then swaps that mend what is bad."""
    left, groups = list(players), list[list[str]]()
    while left:
        group = [left.pop(0)]
        while len(group) < seats:
            nearest = min(left, key=lambda other: (_met(other, group, weights), left.index(other)))
            left.remove(nearest)
            group.append(nearest)
        groups.append(group)
    _mend(groups, weights)
    return tuple(map(tuple, groups))


def _mend(groups: list[list[str]], weights: Mapping[Pair, int]) -> None:
    """Swaps two people of two groups as long as that makes fewer repetitions. Each swap does, so it ends."""
    better = True
    while better:
        better = any(_swapped(one, other, weights) for one, other in combinations(groups, 2))


def _swapped(one: list[str], other: list[str], weights: Mapping[Pair, int]) -> bool:
    before = _repeated(one, weights) + _repeated(other, weights)
    for a in range(len(one)) if before else ():
        for b in range(len(other)):
            one[a], other[b] = other[b], one[a]
            if _repeated(one, weights) + _repeated(other, weights) < before:
                return True
            one[a], other[b] = other[b], one[a]
    return False


def _met(player: str, group: Iterable[str], weights: Mapping[Pair, int]) -> int:
    return sum(weights.get(frozenset((player, one)), 0) for one in group)


def _repeated(group: Iterable[str], weights: Mapping[Pair, int]) -> int:
    return sum(weights.get(frozenset(pair), 0) for pair in combinations(group, 2))


def round_robin(players: Sequence[str], seats: int) -> tuple[Round, ...]:
    """All rounds, after which everybody has met everybody; for games of two, each exactly once."""
    return _circle(players) if seats == 2 else _everybody_meets(players, seats)


def _circle(players: Sequence[str]) -> tuple[Round, ...]:
    """The first stays, the others go round; in an odd number each has one bye."""
    ring: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds: list[Round] = []
    for _ in range(len(ring) - 1):
        pairs = [(ring[n], ring[-1 - n]) for n in range(len(ring) // 2)]
        groups = tuple((one, other) for one, other in pairs if one is not None and other is not None)
        rounds.append(
            Round(groups, tuple(one or other or "" for one, other in pairs if None in (one, other)))
        )
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return tuple(rounds)


def _everybody_meets(players: Sequence[str], seats: int) -> tuple[Round, ...]:
    """Round after round, those together who have met least, until no two are left who never met."""
    met: dict[Pair, int] = {}
    byes: dict[str, int] = {}
    rounds: list[Round] = []
    missing = {frozenset(pair) for pair in combinations(players, 2)}
    while missing:
        eager = sorted(
            players, key=lambda player: (-sum(player in pair for pair in missing), players.index(player))
        )
        free = _byes(eager, len(players) % seats, byes)
        groups = _greedy([player for player in eager if player not in free], seats, met)
        rounds.append(Round(groups, tuple(player for player in players if player in free)))
        for pair in (frozenset(pair) for group in groups for pair in combinations(group, 2)):
            met[pair] = met.get(pair, 0) + 1
            missing.discard(pair)
        for player in players:
            byes[player] = byes.get(player, 0) + (player in free)
    return tuple(rounds)
