"""The vectors and sample games in `seeds/fair` hold for our verifier and for the stand-alone one."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from shared.log.entry import Entry, decode_entry, first_hash, next_hash
from shared.log.fair import Draws, commitment, draw_key
from shared.log.verdict import verdict
from tests.engine.finished import finished
from tests.engine.tampering import tampered

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


def _rigged(kind: str, folder: Path, change: Callable[[list[Entry], bytes], None]) -> Path:
    """A sample changed by somebody who knows its secret, with all hashes made anew."""
    export = json.loads((SEEDS / f"{kind}.json").read_text())
    log = [base64.b64decode(entry["raw"]) for entry in export["entries"]]
    secret = decode_entry(log[-1]).secret or ""
    key = draw_key(bytes.fromhex(secret), export["game"], export["contributions"])

    changed = tampered(export["game"], log, lambda entries: change(entries, key))
    for entry, raw in zip(export["entries"], changed, strict=True):
        entry["raw"] = base64.b64encode(raw).decode()
    export["head"] = verdict(export["game"], changed).head
    file = folder / "game.json"
    file.write_text(json.dumps(export))
    return file


def _one_draw_more(entries: list[Entry], key: bytes) -> None:
    chance = Draws(key, sum(len(entry.draws) for entry in entries))
    chance.below("spare", 6)
    entries[-1] = replace(entries[-1], draws=chance.made)


def _a_hand_from_its_two_cards(entries: list[Entry], key: bytes) -> None:
    """The first seat's hand, as if nothing else had been there to draw it from."""
    events = msgspec.msgpack.decode(entries[0].events)
    hand = next(event for event in events if event[0] == "dealt")[3][0]
    draws = list(entries[0].draws)
    at = next(at for at, draw in enumerate(draws) if draw.purpose == "hand")
    chance = Draws(key, at)
    hand[:] = chance.shuffle("hand", hand)
    draws[at] = chance.made[0]
    entries[0] = replace(entries[0], draws=tuple(draws), events=msgspec.Raw(msgspec.msgpack.encode(events)))


RIGGED = {
    "a draw that no rule asks for": (_one_draw_more, 64),
    "a hand drawn from less than its colour": (_a_hand_from_its_two_cards, 1),
}


@pytest.mark.parametrize("name", RIGGED)
def test_a_right_draw_of_the_wrong_cards_or_too_many_is_found_by_a_program_that_is_not_ours(
    name: str, tmp_path: Path
) -> None:
    change, entry = RIGGED[name]
    file = _rigged("elevators", tmp_path, change)
    program = [sys.executable, "-I", str(ROOT / "docs" / "verify.py"), str(file)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout) == (1, f"entry {entry}: the events are not what was drawn\n")


@pytest.mark.parametrize("operator", [False, True])
@pytest.mark.parametrize("deck", ["six-suit", "standard"])
@pytest.mark.parametrize("friendly", [False, True])
@pytest.mark.parametrize("players", [2, 4])
def test_every_variant_of_the_floor_is_fair_for_a_program_that_is_not_ours(
    players: int, friendly: bool, deck: str, operator: bool, tmp_path: Path
) -> None:
    log = finished("floor", players=players, friendly=friendly, deck=deck, operator=operator)
    raw = [base64.b64encode(payload).decode() for payload in log]
    entries = [{"version": version, "raw": text} for version, text in enumerate(raw, 1)]
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"game": "g_1", "entries": entries, "head": verdict("g_1", log).head}))
    program = [sys.executable, "-I", str(ROOT / "docs" / "verify.py"), str(file)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("fair: "), done.stdout


def test_there_is_a_sample_of_every_kind() -> None:
    assert [path.stem for path in SAMPLES] == ["eddie", "elevators", "floor"]
