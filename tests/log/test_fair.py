"""Fair deals, to the letter: the page's vectors."""

import pytest

from shared.log.fair import Draw, Draws, commitment, draw_key

SECRET = bytes(range(32))
KEY = draw_key(SECRET, "g_test", ("ann", "", "日本"))


def test_the_commitment_is_the_secrets_hash() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_key_mixes_the_game_and_what_each_seat_gave() -> None:
    assert KEY.hex() == "393340cf96e514565ea05146b7bb23fdc3051aa684bd8addb2f3bd598c24cb80"


@pytest.mark.parametrize("given", [("ann", "日本", ""), ("", "ann", "日本"), ("ann", "", "日", "本")])
def test_another_split_of_the_same_contributions_gives_another_key(given: tuple[str, ...]) -> None:
    assert draw_key(SECRET, "g_test", given) != KEY


def test_draw_0_ten_dice() -> None:
    dice = [1 + face for face in Draws(KEY, 0).below("dice", 6, 10)]
    assert dice == [1, 4, 3, 3, 4, 6, 5, 3, 6, 2]


def test_draw_1_a_shuffle_whatever_the_order_it_is_given() -> None:
    cards = ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4"]
    expected = ("b3", "a2", "c4", "a1", "c3", "a4", "b4", "c2", "b2", "a3", "b1", "c1")
    assert Draws(KEY, 1).shuffle("deal", cards) == Draws(KEY, 1).shuffle("deal", cards[::-1]) == expected


def test_draw_3_numbers_that_must_throw_words_away() -> None:
    drawn = Draws(KEY, 3).below("big", 2**63 + 1, 3)
    assert drawn == (4217288308866147555, 4670990496135266598, 6813588581960806676)


def test_draws_are_numbered_on_and_recorded_with_what_they_drew_from() -> None:
    draws = Draws(KEY, 5)
    thrown, order = draws.below("dice", 6), draws.shuffle("deal", ["b", "a"])
    assert draws.made == (
        Draw(5, "dice", below=6, out=thrown),
        Draw(6, "deal", from_=("a", "b"), out=order),
    )
