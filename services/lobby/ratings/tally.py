"""Sums over somebody's games, and what is shown of them. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from services.lobby.ratings.finished import Finished
from shared.api.people import is_bot

CONDUCT_GAMES = 50
"""How many of the last games conduct is judged by."""

Sums = Mapping[str, int]
"""`<kind>:games`, `:rated`, `:wins`, `:score`, `:scored` (games with a score), and `:place:<n>` for each place."""


class KindStatistics(msgspec.Struct, frozen=True):
    kind: str
    games: int
    rated: int
    wins: int
    """First places, shared ones too."""
    places: dict[str, int]
    """How often which; games that rank nobody are missing."""
    average_score: float | None


class Conduct(msgspec.Struct, frozen=True):
    """How somebody of late stayed with games against other people."""

    games: int
    """So many were looked at, at most 50."""
    left: int
    """A bot held the seat at the end."""
    timed_out: int
    """The player's time ran out at least once."""
    share: float
    """Of games that were left or in which time ran out: 0 to 1."""


class Against(msgspec.Struct, frozen=True):
    """Two players' common games, as one of them sees it."""

    kind: str
    games: int
    ahead: int
    """In so many the one came in before the other."""
    behind: int
    level: int


def sums_of(finished: Finished, player: str) -> dict[str, int]:
    """What one game adds."""
    seat = finished.seat_of(player)
    sums = {"games": 1}
    if finished.rated:
        sums["rated"] = 1
    if seat.score is not None:
        sums |= {"score": seat.score, "scored": 1}
    if seat.place is not None:
        sums[f"place:{seat.place}"] = 1
    if seat.place == 1:
        sums["wins"] = 1
    return {f"{finished.kind}:{name}": number for name, number in sums.items()}


def statistics(games: Iterable[Finished], player: str, past: Sums) -> tuple[KindStatistics, ...]:
    """By kind, the one that was played most first."""
    sums = Counter(past)
    for finished in games:
        sums.update(sums_of(finished, player))
    kinds = {name.partition(":")[0] for name in sums}
    found = [_of_kind(kind, sums) for kind in sorted(kinds)]
    return tuple(sorted(found, key=lambda one: -one.games))


def _of_kind(kind: str, sums: Sums) -> KindStatistics:
    def sum_of(name: str) -> int:
        return sums.get(f"{kind}:{name}", 0)

    place = f"{kind}:place:"
    places = {name.removeprefix(place): number for name, number in sums.items() if name.startswith(place)}
    scored = sum_of("scored")
    return KindStatistics(
        kind=kind,
        games=sum_of("games"),
        rated=sum_of("rated"),
        wins=sum_of("wins"),
        places=dict(sorted(places.items(), key=lambda pair: int(pair[0]))),
        average_score=round(sum_of("score") / scored, 2) if scored else None,
    )


def conduct_in(finished: Finished, player: str) -> str:
    """Left and timed out, each 0 or 1; empty for games with programs only, which are nobody's business but the player's.

    Among bots all count: who meets one wants to know whether it stays.
    """
    met = finished.players if is_bot(player) else [one for one in finished.players if not is_bot(one)]
    if len(met) < 2:
        return ""
    seat = finished.seat_of(player)
    return f"{int(seat.left)}{int(seat.time_outs > 0)}"


def against(games: Iterable[Finished], player: str, other: str) -> tuple[Against, ...]:
    """By kind, the one that they played most first."""
    met: dict[str, Counter[str]] = {}
    for finished in games:
        if other in finished.players and other != player:
            met.setdefault(finished.kind, Counter())[_compared(finished, player, other)] += 1
    found = [
        Against(kind, seen.total(), seen["ahead"], seen["behind"], seen["level"])
        for kind, seen in sorted(met.items())
    ]
    return tuple(sorted(found, key=lambda one: -one.games))


def _compared(finished: Finished, player: str, other: str) -> str:
    mine, theirs = finished.seat_of(player).place, finished.seat_of(other).place
    if mine is None or theirs is None or mine == theirs:
        return "level"
    return "ahead" if mine < theirs else "behind"
