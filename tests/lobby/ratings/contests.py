"""Contests and finished games for the tests of ratings."""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from services.lobby.ratings.contest import Contest
from services.lobby.ratings.finished import Finished, Seated

PEOPLE = ("a_1", "a_2", "a_3", "a_4", "a_5")
START = 1_800_000_000_000


@st.composite
def contests(draw: st.DrawFn, most: int = 12) -> list[Contest]:
    """Some between few people; several may have ended in the same moment."""
    return [_contest(draw, number) for number in range(draw(st.integers(1, most)))]


def _contest(draw: st.DrawFn, number: int) -> Contest:
    who = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True))
    places = draw(st.lists(st.integers(1, 4).map(float), min_size=len(who), max_size=len(who)))
    return Contest(f"g_{number:02}", START + draw(st.integers(0, 6)), tuple(who), tuple(places))


def finished_game(number: int, *places: int, **other: Any) -> Finished:
    """A rated game of That's My Floor; `a_1` had the first place given, `a_2` the second."""
    seats = tuple(Seated(f"a_{seat}", None, place, 10 * place) for seat, place in enumerate(places, 1))
    game = Finished(f"g_{number:03}", START + number, "floor", f"floor-{len(places)}", True, seats)
    return replace(game, **other)
