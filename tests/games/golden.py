"""Golden games: whole games as documents in `seeds/golden/<kind>/`, checked by hand, that must fold for ever.

`python -m tests.games.golden <kind> <setup> <seed> <name>` records a random game to start from; a person then reads
it through and writes down in `checks` what the rulebook says must hold after which entry.
"""

import json
import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from shared.games.rules import TimeOut
from tests.games.kit import Board, Kit, board

FOLDER = Path(__file__).parents[2] / "seeds" / "golden"


def document(kit: Kit, name: str, game: Board, about: str) -> dict[str, Any]:
    """A finished game as JSON values: setup, secret, every decision with its events, and the outcome."""
    return {
        "about": about,
        "setup_name": name,
        "rules_version": kit.rules.version,
        "setup": msgspec.to_builtins(kit.setups[name]),
        "secret": game.secret.hex(),
        "checks": [],
        "entries": [_entry(step) for step in game.steps],
        "outcome": msgspec.to_builtins(kit.rules.outcome(game.state)),
    }


def _entry(step: Any) -> dict[str, Any]:
    command = None if step.command is None else msgspec.to_builtins(step.command)
    return {"seat": step.seat, "do": command, "events": msgspec.to_builtins(step.events)}


def write(path: Path, content: dict[str, Any]) -> None:
    """One line per entry, so that a person can read and compare it."""
    head = {key: value for key, value in content.items() if key != "entries"}
    text = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
    lines = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in content["entries"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{text},\n "entries": [\n{lines}\n ]\n}}\n', encoding="utf-8")


def command_of(kit: Kit, entry: dict[str, Any]) -> Any:
    """The command of a golden entry."""
    if entry["seat"] is None:
        return msgspec.convert(entry["do"], TimeOut)
    return msgspec.convert(entry["do"], kit.rules.command)


if __name__ == "__main__":
    kind, setup_name, seed, file_name = sys.argv[1:]
    the_kit: Kit = import_module(f"tests.games.{kind}.kit").KIT
    played = board(the_kit, setup_name, int(seed)).play_out(random.Random(int(seed)))
    write(FOLDER / kind / f"{file_name}.json", document(the_kit, setup_name, played, "unchecked"))
