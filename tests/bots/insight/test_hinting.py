"""Hints: what the engine's log says of them, and what is worked out for whom."""

import msgspec
import pytest
import redis
from redis.asyncio import Redis

from services.bots.insight.estimating import distinct
from services.bots.insight.hinting import Hinter
from services.engine.worker.seating import MOST_HINTS
from shared.games.rules import Seat
from shared.log.commands import StartGame
from shared.log.game import see
from shared.log.insight import decode_hint
from shared.log.keys import keys_of
from shared.log.pace import Pace
from shared.log.seatcommands import TakeHint
from shared.log.seats import HintTaken
from tests.bots.insight.conftest import SIMULATIONS, stored
from tests.time.sitting import Sitting, knowledge


class Table(Sitting):
    """One that allows hints."""

    def _paced(self, start: StartGame, pace: Pace) -> StartGame:
        return msgspec.structs.replace(super()._paced(start, pace), hints=True)


def test_without_the_tables_leave_there_are_no_hints() -> None:
    table = Sitting()
    assert table.wishes(table.awaited, TakeHint()) == "hints-off"


def test_a_hint_is_for_who_is_awaited_and_plays_and_once_for_each_moment() -> None:
    table = Table()
    seat = table.awaited
    assert table.wishes((seat + 1) % 3, TakeHint()) == "not-your-turn"
    assert table.wishes(seat, TakeHint()) is None
    assert table.wishes(seat, TakeHint()) == "hint-stands"
    table.passes(60_000)
    assert table.game.bot_at(seat)
    assert table.wishes(seat, TakeHint()) == "not-your-turn"


def test_everybody_sees_that_a_hint_was_taken_and_the_turn_stays_as_it_was() -> None:
    table = Table()
    seat, due, moves = table.awaited, table.game.due(), table.game.moved_at
    table.wishes(seat, TakeHint())
    for receiver in (None, *map(Seat, range(3))):
        assert see(table.game.rules, table.events(), receiver) == [HintTaken(seat, moves)]
    assert (table.awaited, table.game.due(), table.game.moved_at) == (seat, due, moves)
    assert table.game.chairs.hints == table.told_again().chairs.hints == {seat: 1}
    assert knowledge(table.told_again()) == knowledge(table.game)


def test_hints_are_used_up() -> None:
    table = Table("elevators", people=2, players=2)
    reasons: list[str | None] = []
    while len(reasons) <= MOST_HINTS:
        seat = table.awaited
        if seat == 0:
            reasons.append(table.wishes(0, TakeHint()))
        table.moves()
    assert reasons == [None] * MOST_HINTS + ["hints-used-up"]


@pytest.mark.parametrize("kind", ["floor", "elevators"])
async def test_a_hint_ranks_all_legal_commands_once_the_log_says_it_was_taken(
    server: Redis, plain: redis.Redis, searching: None, kind: str
) -> None:
    table, hinter = Table(kind), Hinter(plain, SIMULATIONS, 64)
    seat, at = table.awaited, table.game.moved_at
    await stored(server, "g_1", table.log)
    assert hinter.hint("g_1", seat, at) is None
    table.wishes(seat, TakeHint())
    await server.delete(keys_of("g_1").log("g_1"))
    await stored(server, "g_1", table.log)
    assert hinter.hint("g_1", seat, at)
    hint = decode_hint(await server.get(keys_of("g_1").hint("g_1", seat)))
    legal = distinct(table.game.rules.legal(table.game.state, Seat(seat)))
    assert sorted(str(msgspec.to_builtins(one)) for one in legal) == sorted(
        str(one.do) for one in hint.ranked
    )
    assert sum(one.tried for one in hint.ranked) > SIMULATIONS / 2
    assert 0 < await server.ttl(keys_of("g_1").hint("g_1", seat)) <= 3600


async def test_a_hint_for_a_moment_that_has_passed_is_not_worked_out(
    server: Redis, plain: redis.Redis, searching: None
) -> None:
    table = Table()
    seat, at = table.awaited, table.game.moved_at
    table.wishes(seat, TakeHint())
    table.moves()
    await stored(server, "g_1", table.log)
    assert Hinter(plain, SIMULATIONS, 64).hint("g_1", seat, at) is None
