"""Golden games: the rules still make the same events, and events of every released shape still fold."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shared.games.kinds import KINDS
from shared.games.rules import Setup
from tests.games.golden import FOLDER, command_of
from tests.games.kit import Board, Kit

FILES = sorted(FOLDER.glob("*/*.json"))
every_file = pytest.mark.parametrize("path", [pytest.param(f, id=f"{f.parent.name}-{f.stem}") for f in FILES])


def _load(path: Path) -> tuple[Kit, dict[str, Any], Setup[Any]]:
    kit: Kit = import_module(f"tests.games.{path.parent.name}.kit").KIT
    golden = json.loads(path.read_text(encoding="utf-8"))
    return kit, golden, msgspec.convert(golden["setup"], Setup[kit.rules.options])


def _plain(value: object) -> Any:
    """As JSON has it: no tuples."""
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_has_two_golden_games_that_were_checked(kind: str) -> None:
    checked = [path for path in FILES if path.parent.name == kind and json.loads(path.read_text())["checks"]]
    assert len(checked) >= 2


@every_file
def test_the_rules_still_decide_a_golden_game_the_same_way(path: Path) -> None:
    kit, golden, setup = _load(path)
    if golden["rules_version"] != kit.rules.version:
        return
    game = Board(kit.rules, setup, bytes.fromhex(golden["secret"]))
    for entry in golden["entries"][1:]:
        game.play(entry["seat"], command_of(kit, entry))
    assert [_plain(step.events) for step in game.steps] == [e["events"] for e in golden["entries"]]


@every_file
def test_a_golden_game_still_folds_to_its_outcome_and_its_checked_facts(path: Path) -> None:
    kit, golden, setup = _load(path)
    state = kit.rules.initial(setup)
    checks = {check["after"]: check for check in golden["checks"]}
    decode = msgspec.msgpack.Decoder(tuple[kit.rules.event, ...]).decode
    for number, entry in enumerate(golden["entries"], 1):
        for event in decode(msgspec.msgpack.encode(entry["events"])):
            state = kit.rules.evolve(state, event)
        if check := checks.pop(number, None):
            view = _plain(kit.rules.view(state, None))
            assert {key: view[key] for key in check["view"]} == check["view"], check["why"]
    assert not checks
    assert _plain(kit.rules.outcome(state)) == golden["outcome"]
