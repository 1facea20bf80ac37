"""What games mean to lists, and that ratings do not depend on the order in which games are heard of."""

from hypothesis import given
from hypothesis import strategies as st

from services.lobby.ratings.contest import Contest, Rated, contest_of, count
from services.lobby.ratings.finished import Seated
from services.lobby.ratings.skill import Skill
from tests.lobby.ratings.contests import contests, finished_game


class Plain:
    """A list in memory: counts as the real one does, one delivery after the other."""

    def __init__(self) -> None:
        self.results: dict[str, Rated] = {}
        self.skills: dict[str, Skill] = {}

    def count(self, *delivered: Contest) -> None:
        new = {contest.game: contest for contest in delivered if contest.game not in self.results}
        if new:
            first = min(contest.order for contest in new.values())
            results = sorted(self.results.values(), key=lambda rated: rated.contest.order)
            later = [rated for rated in results if rated.contest.order > first]
            counted = count(new.values(), later, self.skills)
            self.results |= {rated.contest.game: rated for rated in counted.rated}
            self.skills |= counted.skills


def _recounted(of: list[Contest]) -> Plain:
    whole = Plain()
    for contest in sorted(of, key=lambda contest: contest.order):
        whole.count(contest)
    return whole


@given(data=st.data(), given_contests=contests())
def test_any_order_of_delivery_with_duplicates_gives_the_same_ratings(data, given_contests):
    told = data.draw(st.permutations(given_contests * 2))
    heard, at = Plain(), 0
    while at < len(told):
        size = data.draw(st.integers(1, 5))
        heard.count(*told[at : at + size])
        at += size
    expected = _recounted(given_contests)
    assert (heard.skills, heard.results) == (expected.skills, expected.results)


@given(contests())
def test_everybodys_games_are_those_they_took_part_in(given_contests):
    skills = _recounted(given_contests).skills
    assert {who: skill.games for who, skill in skills.items()} == {
        who: sum(who in contest.who for contest in given_contests) for who in skills
    }


@given(contests())
def test_a_result_that_comes_late_leaves_alone_what_does_not_rest_on_it(given_contests):
    strangers = Contest("g_first", 0, ("a_8", "a_9"), (1.0, 2.0))
    list_ = _recounted(given_contests)
    later = sorted(list_.results.values(), key=lambda rated: rated.contest.order)
    assert [rated.contest for rated in count([strangers], later, list_.skills).rated] == [strangers]


def test_a_rated_game_counts_in_its_list_by_places():
    assert contest_of(finished_game(7, 2, 1, 2)) == (
        "floor-3",
        Contest("g_007", finished_game(7).ended_at, ("a_1", "a_2", "a_3"), (2.0, 1.0, 2.0)),
    )


def test_an_unrated_game_and_one_of_people_with_bots_count_nowhere():
    with_bot = (Seated("a_1", None, 1, 3), Seated(None, "hard", 2, 1))
    assert contest_of(finished_game(1, 1, 2, rated=False)) is None
    assert contest_of(finished_game(1, rated=False, seats=with_bot)) is None


def test_levels_of_bots_meet_in_a_list_of_their_own_each_with_the_mean_of_its_places():
    seats = tuple(Seated(None, level, place, 0) for level, place in [("easy", 3), ("hard", 1), ("easy", 2)])
    list_id, contest = contest_of(finished_game(1, rated=False, list_id="floor-3", seats=seats))
    assert (list_id, contest.who, contest.places) == ("bots-floor-3", ("easy", "hard"), (2.5, 1.0))


def test_bots_of_one_level_prove_nothing():
    seats = (Seated(None, "easy", 1, 3), Seated(None, "easy", 2, 1), Seated(None, "automa", None, None))
    assert contest_of(finished_game(1, rated=False, seats=seats)) is None
