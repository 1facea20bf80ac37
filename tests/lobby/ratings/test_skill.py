"""What one result makes of skills."""

import pytest

from services.lobby.ratings.keys import Keys
from services.lobby.ratings.lists import LISTS, list_of
from services.lobby.ratings.ratings import Ratings, encode_skill, rating_of
from services.lobby.ratings.skill import NEWCOMER, SETTLED_GAMES, Skill, rate
from shared.games.kinds import KINDS

FAVOURITE, OUTSIDER = Skill(32, 2, 50), Skill(20, 2, 50)


@pytest.mark.parametrize(
    ("places", "order"),
    [
        ((1, 2, 3), (0, 1, 2)),
        ((3, 2, 1), (2, 1, 0)),
        ((2, 1, 3, 4), (1, 0, 2, 3)),
    ],
)
def test_newcomers_are_ordered_by_their_places(places, order):
    skills = rate([NEWCOMER] * len(places), places)
    assert sorted(range(len(places)), key=lambda seat: -skills[seat].mu) == list(order)


@pytest.mark.parametrize("places", [(1, 1), (1, 1, 1), (2, 2, 2, 2)])
def test_a_draw_between_equals_leaves_them_equal(places):
    assert len({round(skill.mu, 9) for skill in rate([NEWCOMER] * len(places), places)}) == 1


def test_an_outsider_wins_more_than_a_favourite():
    upset, expected = rate([OUTSIDER, FAVOURITE], (1, 2)), rate([FAVOURITE, OUTSIDER], (1, 2))
    assert upset[0].mu - OUTSIDER.mu > expected[0].mu - FAVOURITE.mu > 0


def test_every_game_counts_for_everybody_and_makes_newcomers_surer():
    assert {(skill.games, skill.sigma < NEWCOMER.sigma) for skill in rate([NEWCOMER] * 4, (1, 2, 3, 3))} == {
        (1, True)
    }


def test_a_newcomer_is_shown_1000_and_is_provisional_until_the_tenth_game():
    assert (NEWCOMER.shown, NEWCOMER.provisional) == (1000, True)
    assert not Skill(games=SETTLED_GAMES).provisional


def test_every_kind_has_its_lists():
    assert {list_of(kind, count) for kind, rules in KINDS.items() for count in rules.players} < set(LISTS)


async def test_whoever_has_not_played_has_a_newcomers_rating(server):
    await server.hset(Keys.of("eddie").skills, "a_1", encode_skill(FAVOURITE))
    found = await Ratings(server).of("eddie", ["a_1", "a_2", "a_1"])
    assert found == {"a_1": rating_of(FAVOURITE), "a_2": rating_of(NEWCOMER)}
