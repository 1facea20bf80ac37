"""Decisions as they are found in logs, which hold no commands."""

import msgspec
import pytest

from services.bots.insight.decisions import choices
from services.bots.insight.estimating import distinct, is_choice
from shared.games.rules import Command, Seat
from shared.log.game import fold
from shared.log.seatcommands import Agree, AskTakeback
from tests.engine.finished import Playing
from tests.engine.play import start_game
from tests.time.sitting import Sitting
from tests.time.test_offers import before_setting_aside


class _Recording(Playing):
    """Keeps what was sent where there was a choice."""

    def __init__(self, kind: str, seed: int) -> None:
        self.chosen: list[tuple[int, int, Command]] = []
        super().__init__("g_1", start_game(kind, 3, people=2), seed)

    def _act(self, seat: Seat, do: Command) -> None:
        legal = distinct(self.game.rules.legal(self.game.state, seat))
        if is_choice(legal):
            said = do if do in legal else msgspec.structs.replace(do, moved=None)
            assert said in legal
            self.chosen.append((self.game.version + 1, seat, said))
        super()._act(seat, do)


@pytest.mark.parametrize("kind", ["floor", "elevators"])
@pytest.mark.parametrize("seed", range(3))
def test_every_decision_of_a_game_is_found_as_it_was_sent(kind: str, seed: int) -> None:
    played = _Recording(kind, seed)
    while played.game.outcome is None:
        played.step()
    found = choices("g_1", played.log)
    assert [(one.version, one.seat, one.chosen) for one in found] == played.chosen
    assert {one.seat: one.bot for one in found} == {0: None, 1: None, 2: "easy"}


def test_a_decision_is_seen_with_what_the_seat_knew_before_it() -> None:
    played = _Recording("floor", 1)
    for _ in range(20):
        played.step()
    for one in choices("g_1", played.log):
        before = fold("g_1", played.log[: one.version - 1])
        assert one.view == before.rules.view(before.state, one.seat)
        assert tuple(one.legal) == before.rules.legal(before.state, one.seat)


def test_what_was_taken_back_was_not_decided() -> None:
    table = _before_setting_one_of_two_aside()
    seat, before = table.awaited, choices(table.id, table.log)
    table.moves()
    assert len(choices(table.id, table.log)) == len(before) + 1
    table.wishes(seat, AskTakeback())
    asked = table.game.version
    for other in {0, 1, 2} - {seat}:
        table.wishes(other, Agree(asked))
    assert [one.version for one in choices(table.id, table.log)] == [one.version for one in before]


def _before_setting_one_of_two_aside() -> Sitting:
    for seed in range(0, 4000, 400):
        table = before_setting_aside(fold_seed=seed)
        if len(table.game.rules.legal(table.game.state, Seat(table.awaited))) > 1:
            return table
    raise AssertionError("nobody ever may choose what to set aside")
