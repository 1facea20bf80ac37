"""Who stands where. Pure, in whole numbers, and documented to the last tie in docs/tournaments.md."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec


class Result(NamedTuple):
    """A game that counts: its players, and their places, both by seat."""

    players: tuple[str, ...]
    places: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True):
    player: str
    rank: int
    """Shared by those who are equal in everything."""
    points: int
    places: tuple[int, ...]
    """How often first, second ..."""
    games: int
    byes: int


def points(places: Sequence[int]) -> tuple[int, ...]:
    """Two for everybody one is ahead of, one for everybody one shares a place with.

    >>> points((1, 2)), points((1, 1)), points((2, 1, 2, 4))
    ((2, 0), (1, 1), (3, 6, 3, 0))
    """
    return tuple(sum(2 * (place < other) + (place == other) for other in places) - 1 for place in places)


def bye_points(seats: int) -> int:
    """As if one had been ahead of half of the others, rounded up: a win in a game of two.

    >>> [bye_points(seats) for seats in (2, 3, 4, 5)]
    [2, 2, 4, 4]
    """
    return 2 * (seats // 2)


def standings(
    players: Sequence[str], results: Sequence[Result], byes: Sequence[str], seats: int
) -> tuple[Standing, ...]:
    """Best first: by points, then by better places, then by points in the games among those still equal.

    Who is equal even then shares the rank, and stands in the order of entry.
    """
    rows = {player: _row(player, results, byes.count(player), seats) for player in players}
    order = sorted(players, key=lambda player: _better_first(rows[player]))
    ranked: list[tuple[str, int]] = []
    for _, equals in groupby(order, key=lambda player: _better_first(rows[player])):
        ranked += _head_to_head(list(equals), results, len(ranked))
    return tuple(msgspec.structs.replace(rows[player], rank=rank) for player, rank in ranked)


def _row(player: str, results: Iterable[Result], byes: int, seats: int) -> Standing:
    own = [(one.places, one.players.index(player)) for one in results if player in one.players]
    places = [0] * seats
    for by_seat, seat in own:
        places[by_seat[seat] - 1] += 1
    total = sum(points(by_seat)[seat] for by_seat, seat in own) + byes * bye_points(seats)
    return Standing(player, 0, total, tuple(places), len(own), byes)


def _better_first(row: Standing) -> tuple[int, ...]:
    """Lower is better: more points, then more first places, then more second ones ...; to be last is nothing."""
    return (-row.points, *(-count for count in row.places[:-1]))


def _head_to_head(equals: list[str], results: Iterable[Result], before: int) -> list[tuple[str, int]]:
    """With their ranks, which begin behind so many others."""
    among = dict.fromkeys(equals, 0)
    for one in results:
        seats = [seat for seat, player in enumerate(one.players) if player in among]
        for seat, won in zip(seats, points([one.places[seat] for seat in seats]), strict=True):
            among[one.players[seat]] += won
    order = sorted(equals, key=lambda player: -among[player])
    return [(player, before + 1 + sum(among[other] > among[player] for other in equals)) for player in order]
