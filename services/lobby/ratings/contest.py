"""What a finished game is to a list, and how contests make ratings, in whatever order they are heard of.

Ratings are folded in one order for ever: by the time a game ended, then by its id. A contest that is heard of late is
put where it belongs, and what rests on it is folded anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from services.lobby.ratings.finished import Finished, Seated
from services.lobby.ratings.lists import bots_of
from services.lobby.ratings.skill import NEWCOMER, Skill, rate

Order = tuple[int, str]


class Contest(msgspec.Struct, frozen=True, array_like=True):
    """Who met, and their places; nobody twice."""

    game: str
    ended_at: int
    who: tuple[str, ...]
    """Accounts, or levels in a list of bots."""
    places: tuple[float, ...]

    @property
    def order(self) -> Order:
        return self.ended_at, self.game


class Rated(msgspec.Struct, frozen=True, array_like=True):
    """A contest that has counted."""

    contest: Contest
    before: tuple[Skill, ...]
    after: tuple[Skill, ...]


class Counted(NamedTuple):
    """What changes when contests are counted."""

    rated: tuple[Rated, ...]
    """The new ones, and those after them that now began from other skills."""
    skills: dict[str, Skill]
    """As they are at the end, of everybody in `rated`."""


def contest_of(finished: Finished) -> tuple[str, Contest] | None:
    """The list that a game counts in, and as what; `None` for most: those of people with levels, and unrated ones."""
    if finished.players and not finished.rated:
        return None
    met = _met(finished.seats)
    if len(met) < 2:
        return None
    list_id = finished.list_id if finished.rated else bots_of(finished.list_id)
    return list_id, Contest(finished.game, finished.ended_at, *zip(*met, strict=True))


def _met(seats: Iterable[Seated]) -> list[tuple[str, float]]:
    """Each account with its place, each level of bots with the mean of its places; who gets none is no player."""
    places: dict[str, list[int]] = {}
    for seat in seats:
        who = seat.player or seat.bot
        if who and seat.place is not None:
            places.setdefault(who, []).append(seat.place)
    return [(who, sum(won) / len(won)) for who, won in places.items()]


def count(new: Iterable[Contest], later: Sequence[Rated], now: Mapping[str, Skill]) -> Counted:
    """Counts contests that have not counted yet.

    `later` is all that has counted behind the first of them, in order; `now` the skills at the end, of everybody in both.
    """
    at = dict(now)
    for rated in reversed(later):
        at.update(zip(rated.contest.who, rated.before, strict=True))
    known = {rated.contest.game: rated for rated in later}
    changed: list[Rated] = []
    for contest in sorted((*new, *(rated.contest for rated in later)), key=lambda contest: contest.order):
        before = tuple(at.get(one, NEWCOMER) for one in contest.who)
        rated = known.get(contest.game)
        if rated is None or rated.before != before:
            rated = Rated(contest, before, rate(before, contest.places))
            changed.append(rated)
        at.update(zip(contest.who, rated.after, strict=True))
    return Counted(tuple(changed), {one: at[one] for rated in changed for one in rated.contest.who})
