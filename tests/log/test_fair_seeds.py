"""The vectors and sample games in `seeds/fair` hold for our verifier and for the stand-alone one."""

import base64
import json
import subprocess
import sys
from pathlib import Path

import pytest

from shared.log.entry import first_hash, next_hash
from shared.log.fair import Draws, commitment, draw_key
from shared.log.verdict import verdict

ROOT = Path(__file__).parents[2]
SEEDS = ROOT / "seeds" / "fair"
VECTORS = json.loads((SEEDS / "vectors.json").read_text())
SAMPLES = sorted(path for path in SEEDS.glob("*.json") if path.stem != "vectors")


def test_commitment_and_key() -> None:
    secret = bytes.fromhex(VECTORS["secret"])
    assert commitment(secret) == VECTORS["commitment"]
    assert draw_key(secret, VECTORS["game"], VECTORS["contributions"]).hex() == VECTORS["key"]


@pytest.mark.parametrize("draw", VECTORS["draws"], ids=lambda draw: draw["purpose"])
def test_draws(draw: dict) -> None:
    chance = Draws(bytes.fromhex(VECTORS["key"]), draw["n"])
    if "from" in draw:
        out = chance.shuffle(draw["purpose"], draw["from"])
    else:
        out = chance.below(draw["purpose"], draw["below"], len(draw["out"]))
    assert list(out) == draw["out"]


def test_chain() -> None:
    hashes = [first_hash(VECTORS["game"])]
    for entry in VECTORS["chain"]["entries"]:
        hashes.append(next_hash(hashes[-1], base64.b64decode(entry)))
    assert [one.hex() for one in hashes] == VECTORS["chain"]["hashes"]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_game_is_fair_for_both_verifiers_for_ever(sample: Path) -> None:
    export = json.loads(sample.read_text())
    judged = verdict(export["game"], [base64.b64decode(entry["raw"]) for entry in export["entries"]])
    assert (judged.found, judged.head) == ((), export["head"])
    program = [sys.executable, "-I", str(ROOT / "docs" / "verify.py"), str(sample)]
    assert subprocess.run(program, capture_output=True, timeout=30).returncode == 0


def test_there_is_a_sample_of_every_kind() -> None:
    assert [path.stem for path in SAMPLES] == ["eddie", "elevators", "floor"]
