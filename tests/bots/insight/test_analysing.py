"""Analyses: what is judged stays judged whatever dies, and nobody's hidden cards have a part in it."""

import random
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import count
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from services.bots.choosing import choose
from services.bots.insight.analysing import MOST_TRIES, Analyst
from services.bots.insight.decisions import choices
from services.bots.insight.estimating import distinct
from services.bots.insight.hinting import hint
from services.bots.policies import policies
from services.bots.search.budget import Budget
from services.bots.seeds import Seeds
from shared.games.rules import Seat
from shared.log.archive import open_archive
from shared.log.archived import archive_game, load_functions
from shared.log.game import Game
from shared.log.insight import Analysis, analyses_due
from shared.log.keys import keys_of
from shared.settings import Settings
from tests.bots.insight.conftest import SIMULATIONS, NewAnalyst, stored
from tests.engine.finished import finished, playing

BUDGET = Budget(ms=None, simulations=SIMULATIONS)
SEEDS = Seeds(b"secret")
AT_ONCE: Any = lambda: 0.0  # noqa: E731 - a clock that stands still, so that a slice never ends


async def _done(analyst: Analyst, game: str = "g_1") -> Analysis:
    await analyst.work(game)
    found = await analyst.analyses.done(game)
    assert found is not None
    return found


async def _asked(new_analyst: NewAnalyst, server: Redis, kind: str = "floor") -> Analyst:
    await stored(server, "g_1", finished(kind))
    analyst = replace(await new_analyst(), clock=AT_ONCE)
    await analyst.analyses.ask("g_1", "n_1", kind, "a_0")
    return analyst


@pytest.mark.parametrize("kind", ["floor", "elevators"])
async def test_every_decision_gets_estimates_and_a_loss(
    new_analyst: NewAnalyst, server: Redis, kind: str
) -> None:
    done = await _done(await _asked(new_analyst, server, kind))
    assert [one.version for one in done.decisions] == [one.version for one in choices("g_1", finished(kind))]
    judged = [one for one in done.decisions if one.loss is not None]
    assert len(judged) > 0.7 * len(done.decisions)
    for one in judged:
        assert 0 <= one.worth <= one.best_worth <= 1
        assert one.loss == pytest.approx(one.best_worth - one.worth, abs=1e-3)
        assert one.loss == 0 or one.best != one.chosen


async def test_who_comes_after_a_killed_worker_goes_on_where_it_was(
    new_analyst: NewAnalyst, server: Redis
) -> None:
    first = await _asked(new_analyst, server)
    ticks = count()
    await replace(first, clock=lambda: next(ticks) / 2).work("g_1")
    underway = await first.analyses.underway("g_1")
    assert 0 < len(underway.decisions) < underway.total
    done = await _done(replace(await new_analyst(), clock=AT_ONCE))
    assert len(done.decisions) == underway.total
    await first.analyses.ask("g_1", "n_2", "floor", "a_0")
    assert (await _done(first)).decisions == done.decisions


async def test_no_decision_is_judged_twice(new_analyst: NewAnalyst, server: Redis, monkeypatch) -> None:
    asked: list[int] = []
    judge = Analyst._decision

    def noting(self: Analyst, game: str, kind: str, choice: Any, *, judged: bool) -> Any:
        asked.append(choice.version)
        return judge(self, game, kind, choice, judged=judged)

    monkeypatch.setattr(Analyst, "_decision", noting)
    first = await _asked(new_analyst, server)
    ticks = count()
    await replace(first, clock=lambda: next(ticks) / 2).work("g_1")
    await _done(first)
    assert len(asked) == len(set(asked))


async def test_a_decision_that_killed_its_worker_three_times_stays_without_an_estimate(
    new_analyst: NewAnalyst, server: Redis
) -> None:
    analyst = await _asked(new_analyst, server)
    for _ in range(MOST_TRIES):
        await analyst.analyses.begin("g_1", "n_1", 2)
    done = await _done(analyst)
    assert [at for at, one in enumerate(done.decisions) if one.best is None] == [2]


async def test_a_cancelled_analysis_ends_and_leaves_nothing(new_analyst: NewAnalyst, server: Redis) -> None:
    analyst = await _asked(new_analyst, server)
    asked = await analyst.analyses.underway("g_1")
    assert await analyst.analyses.leave("g_1", "a_0")
    assert not await analyst._judge("g_1", asked, choices("g_1", finished("floor")))
    await analyst.work("g_1")
    assert await analyst.analyses.done("g_1") is None
    assert not [key async for key in server.scan_iter(match="*anal*")]


async def test_a_new_one_is_not_given_what_an_old_worker_finds(
    new_analyst: NewAnalyst, server: Redis
) -> None:
    analyst = await _asked(new_analyst, server)
    await analyst.analyses.leave("g_1", "a_0")
    await analyst.analyses.ask("g_1", "n_2", "floor", "a_1")
    assert not await analyst.analyses.note("g_1", "n_1", 0, {"d:0": b"old"})
    assert (await analyst.analyses.underway("g_1")).decisions == {}


async def test_what_is_not_heard_of_comes_up_again(new_analyst: NewAnalyst, server: Redis) -> None:
    analyst, keys = await _asked(new_analyst, server), keys_of("g_1")
    assert await analyses_due(server, keys, 10_000, 5) == ["g_1"]
    assert await analyses_due(server, keys, 10_000, 5) == []
    await analyst.analyses.note("g_1", "n_1", 0, {})
    assert await analyses_due(server, keys, 10_000, 5) == ["g_1"]


async def test_an_analysis_outlives_the_logs_move_to_the_archive(
    new_analyst: NewAnalyst, server: Redis, config: Settings
) -> None:
    analyst, archive = await _asked(new_analyst, server), open_archive(config)
    await load_functions(server)
    assert await archive_game(server, archive, keys_of("g_1"), "g_1")
    done = await _done(analyst)
    assert await analyst.analyses.done("g_1") == done
    assert [game async for game in archive.games() if game == "g_1"] == ["g_1"]


def _redrawn(kind: str, steps: int, seed: int) -> tuple[Game, Any]:
    """A game at some moment, and a way to redraw what its awaited seat cannot see."""
    game = playing(kind, steps, seed=seed).game
    return game, import_module(f"tests.games.{kind}.kit").KIT.redraw


@pytest.mark.parametrize("kind", ["floor", "elevators"])
def test_hints_analyses_and_every_bots_choice_know_only_what_their_seat_sees(
    kind: str, searching: None
) -> None:
    rng, changed = random.Random(2), 0
    for steps in (3, 8, 14, 21):
        game, redraw = _redrawn(kind, steps, steps)
        seat, state = Seat(game.awaited()[0]), game.state
        said = _said(game, seat)
        for _ in range(3):
            game.state = redraw(state, seat, rng)
            changed += game.state != state
            assert _said(game, seat) == said
    assert changed, "the redraw never changed anything"


def _said(game: Game, seat: Seat) -> Sequence[Any]:
    """All that the search and every level say at this moment."""
    holders = game.opening.holders
    chosen: list[Any] = []
    for level in ("easy", "normal", "hard"):
        bots = tuple(msgspec.structs.replace(one, player=None, bot=level) for one in holders)
        game.opening = msgspec.structs.replace(game.opening, holders=bots)
        chosen.append(choose(game, seat, policies(BUDGET), SEEDS, attempt=0, idle_ms=0))
    game.opening = msgspec.structs.replace(game.opening, holders=holders)
    return (hint(game, seat, BUDGET, SEEDS), *chosen)


@pytest.mark.parametrize("kind", ["floor", "elevators"])
async def test_an_analysis_of_a_seats_decisions_is_the_same_whatever_the_others_held(
    new_analyst: NewAnalyst, kind: str
) -> None:
    analyst, rng, changed = await new_analyst(), random.Random(2), 0
    for choice in choices("g_1", finished(kind))[::12]:
        before = playing_until(kind, choice.version)
        other = import_module(f"tests.games.{kind}.kit").KIT.redraw(before.state, choice.seat, rng)
        changed += other != before.state
        seen = choice._replace(
            view=before.rules.view(other, choice.seat), legal=distinct(before.rules.legal(other, choice.seat))
        )
        told = [analyst._decision("g_1", kind, one, judged=True) for one in (choice, seen)]
        assert told[0] == told[1]
    assert changed, "the redraw never changed anything"


def playing_until(kind: str, version: int) -> Game:
    """The finished game as it was before an entry."""
    game = Game("g_1")
    for payload in finished(kind)[: version - 1]:
        game.apply(payload)
    return game
