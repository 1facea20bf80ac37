"""The search: what it may know, that it repeats itself, and that it finds what is plainly best."""

import ast
import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
import pytest

from services.bots.playout.compiled import source
from services.bots.policies import POLICIES, policies
from services.bots.policies.moves import Move
from services.bots.search import floor
from services.bots.search.budget import Budget, spend
from services.bots.search.worlds import first_deal, redeal
from shared.games.kinds import KINDS
from shared.games.rules import Command, Seat
from tests.games.kit import Board, Kit, board

ROOT = Path(__file__).parents[2]
KITS: dict[str, Kit] = {kind: import_module(f"tests.games.{kind}.kit").KIT for kind in ("floor", "elevators")}
CASES = [pytest.param(KITS[kind], name, id=f"{kind}-{name}") for kind in KITS for name in KITS[kind].setups]
SHORT = Budget(ms=None, simulations=60)
BLIND = sorted(
    path
    for part in ("policies", "search", "playout")
    for path in (ROOT / "services/bots" / part).glob("*.py")
)
"""Everything that chooses."""

SECRETS = ("state", "events", "evolve", "decide", "deal", "dealing", "redact")
"""Modules of a kind in which hidden cards occur."""


def _midgame(kit: Kit, name: str, seed: int) -> Board:
    """Stopped where some seat has a choice."""
    rng = random.Random(seed)
    game = board(kit, name, seed)
    for _ in range(rng.randrange(60)):
        before = game.state
        game.play(*rng.choice(game.choices()))
        if kit.rules.outcome(game.state) is not None:
            game.state = before
            break
    return game


def _choice(kit: Kit, state: Any, seat: Seat, budget: Budget = SHORT) -> Command | None:
    rules = kit.rules
    moves = [Move(command, rules.preview(state, seat, command)) for command in rules.legal(state, seat)]
    choose = policies(budget)[rules.kind]
    return choose("hard", seat, rules.view(state, seat), moves, random.Random(1))


def _thinking(kit: Kit, game: Board) -> list[Seat]:
    """Players whose turn it is."""
    return [seat for seat in map(Seat, range(game.setup.players)) if kit.rules.legal(game.state, seat)]


@pytest.mark.parametrize(("kit", "name"), CASES)
def test_a_choice_does_not_depend_on_what_is_hidden(kit: Kit, name: str) -> None:
    rng, changed = random.Random(2), 0
    for game in (_midgame(kit, name, seed) for seed in range(6)):
        for seat in _thinking(kit, game):
            for _ in range(3):
                other = kit.redraw(game.state, seat, rng)
                changed += other != game.state
                assert _choice(kit, other, seat) == _choice(kit, game.state, seat)
    assert changed, "the redraw never changed anything"


@pytest.mark.parametrize(("kit", "name"), CASES)
def test_a_choice_is_legal(kit: Kit, name: str) -> None:
    for game in (_midgame(kit, name, seed) for seed in range(10, 25)):
        for seat in _thinking(kit, game):
            assert _choice(kit, game.state, seat) in kit.rules.legal(game.state, seat)


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names} | {str(node.module)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


@pytest.mark.parametrize("path", BLIND, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_that_chooses_can_name_a_state(path: Path) -> None:
    secret = {f"shared.games.{kind}.{module}" for kind in KINDS for module in SECRETS}
    secret |= {f"shared.games.{kind}.RULES" for kind in KINDS} | {"shared.games.kinds", "shared.log"}
    assert not [name for name in _imports(path) if any(name == s or name.startswith(f"{s}.") for s in secret)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_policy_takes_its_seats_view(kind: str) -> None:
    assert get_type_hints(POLICIES[kind])["view"] is KINDS[kind].view_type


def _dealt(cards: list[int], allowed: list[int], times: int) -> dict[tuple[int, ...], int]:
    world, masks, rng = first_deal(cards, allowed), np.array(allowed), source(3)
    counted: dict[tuple[int, ...], int] = {}
    for _ in range(times):
        redeal(world, masks, rng)
        key = tuple(int(card) for card in world)
        counted[key] = counted.get(key, 0) + 1
    return counted


@pytest.mark.parametrize(
    ("allowed", "worlds"),
    [([0b1111] * 4, 24), ([0b0011, 0b1111, 0b1111, 0b1111], 12), ([0b0011, 0b0110, 0b1111, 0b1111], 6)],
    ids=["anything", "one-slot-bound", "two-slots-bound"],
)
def test_all_worlds_that_fit_are_equally_likely(allowed: list[int], worlds: int) -> None:
    counted = _dealt([0, 1, 2, 3], allowed, 24_000)
    assert len(counted) == worlds
    assert min(counted.values()) > 0.85 * 24_000 / worlds
    for world in counted:
        assert all(mask >> card & 1 for mask, card in zip(allowed, world, strict=True))


def test_a_deal_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no deal"):
        first_deal([0, 1], [0b10, 0b10])


def _spent(budget: Budget) -> tuple[int, list[int]]:
    runs: list[int] = []
    record: Callable[[int], None] = runs.append
    return spend(budget, record), runs


def test_a_budget_of_simulations_is_used_exactly() -> None:
    done, runs = _spent(Budget(ms=None, simulations=1100))
    assert done == sum(runs) == 1100


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        (Budget(ms=300), Budget(ms=100)),
        (Budget(ms=None, simulations=900), Budget(ms=None, simulations=300)),
        (Budget(ms=30, simulations=2), Budget(ms=10, simulations=1)),
    ],
)
def test_a_budget_has_equal_parts(whole: Budget, part: Budget) -> None:
    assert whole.parts(3) == [part] * 3


def test_commands_that_look_better_are_tried_more() -> None:
    kit = KITS["floor"]
    game = board(kit, "3-six-suit", 4)
    seat = _thinking(kit, game)[0]
    legal = kit.rules.legal(game.state, seat)
    budget = Budget(ms=None, simulations=4200)
    found = floor.estimates(seat, kit.rules.view(game.state, seat), legal, budget, random.Random(1))
    assert {one.command for one in found} == {*legal}
    wanted = [200 + 350 + 700] * 2 + [200 + 350] * 2 + [200] * 3  # of seven, four and two
    assert [one.visits for one in found] == [pytest.approx(visits, rel=0.1) for visits in wanted]
    assert found[0].worth >= found[1].worth


def test_time_that_is_up_still_leaves_one_run() -> None:
    done, runs = _spent(Budget(ms=0))
    assert len(runs) == 1
    assert done == runs[0] > 0
