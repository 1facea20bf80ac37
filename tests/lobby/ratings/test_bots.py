"""Bots' accounts have lists of their own, with the built-in levels; people's ratings never move because of a bot."""

import pytest
from redis.asyncio import Redis

from services.lobby.ratings import histories, keeping
from services.lobby.ratings.contest import contest_of
from services.lobby.ratings.finished import Seated, finished, is_rated
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.reckoning import Reckoning
from services.lobby.ratings.skill import SETTLED_GAMES
from services.lobby.ratings.tally import conduct_in
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog
from shared.log.entry import Absence
from shared.settings import Settings
from tests.lobby.ratings.contests import finished_game
from tests.lobby.ratings.logs import account, played, stored

BOT, OTHER = "a_bot01", "a_bot02"


def seat(player: str | None, place: int, bot: str | None = None) -> Seated:
    return Seated(player, bot, place, 0)


@pytest.mark.parametrize(
    ("holders", "list_id", "rated"),
    [((BOT, OTHER), "bots-floor-2", True), (("a_1", BOT), "bots-floor-2", True), (("a_1", "a_2"), "floor-2", True),
     ((BOT, None), "bots-floor-2", True), (("a_1", None), "floor-2", False)],
)  # fmt: skip
def test_a_game_counts_in_the_programs_list_as_soon_as_a_bots_account_plays(
    holders: tuple[str | None, ...], list_id: str, *, rated: bool
) -> None:
    game = finished("g_1", played("g_1", holders))
    assert game is not None
    assert (game.list_id, game.rated) == (list_id, rated)
    assert (contest_of(game) is not None) is rated


def test_built_in_levels_beside_people_and_a_bot_count_for_nobody() -> None:
    three = (seat("a_1", 1), seat(BOT, 2), seat(None, 3, "hard"))
    assert not is_rated(three, Absence.LAST)
    assert is_rated(three[1:], Absence.LAST)


def test_a_level_meets_a_bots_account_as_itself() -> None:
    seats = (seat(BOT, 1), seat(None, 2, "hard"), seat(None, 3, "hard"))
    game = finished_game(1, list_id="bots-floor-3", seats=seats)
    found = contest_of(game)
    assert found is not None
    assert (found[0], found[1].who, found[1].places) == ("bots-floor-3", (BOT, "hard"), (1.0, 2.5))


def test_leaving_a_bot_is_nobodys_business_and_leaving_people_is() -> None:
    left = Seated("a_1", None, 2, 0, left=True)
    assert conduct_in(finished_game(1, seats=(left, seat(BOT, 1))), "a_1") == ""
    assert conduct_in(finished_game(1, seats=(left, seat("a_2", 1))), "a_1") == "10"
    assert conduct_in(finished_game(1, seats=(left, seat(BOT, 1))), BOT) == "00"


async def test_a_person_who_meets_bots_keeps_their_rating_and_stands_on_no_board_of_theirs(
    server: Redis, config: Settings
) -> None:
    for part in (keeping, histories):
        await part.load_functions(server)
    await account(server, "a_1", BOT)
    games = [f"g_{number}" for number in range(SETTLED_GAMES)]
    for number, game in enumerate(games):
        await stored(server, game, played(game, ("a_1", BOT), seed=number), told=False)
    lists, histories_ = Lists(server), Histories(server)
    await Reckoning(server, ArchivedLog(server, open_archive(config)), 64, lists, histories_).count(games)
    assert set(await lists.board("bots-floor-2")) == {BOT}
    assert await lists.all("floor-2") == {}
    changes = {who: [one.change for one in (await histories_.whole(who)).games] for who in ("a_1", BOT)}
    assert all(changes[BOT])
    assert not any(changes["a_1"])
