"""What can be checked of a game, over HTTP and by the stand-alone verifier, run as the program that it is."""

import json
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from shared.log.verdict import verdict
from shared.settings import Settings
from tests.engine.finished import KINDS, finished, playing
from tests.engine.tampering import out_swapped, tampered, with_draws, with_entry, with_events
from tests.integration.conftest import Crowd, Guest, Phone

VERIFIER = Path(__file__).parents[3] / "docs" / "verify.py"
Json = dict[str, Any]


async def _stored(server: Redis, log: Sequence[bytes], game: str = "g_1") -> None:
    await ValkeyLog(server).append(keys_of(game, Settings().partitions).log(game), 0, log)


def _verified(folder: Path, export: Json, *head: str) -> tuple[int, str]:
    """Exit status and words."""
    file = folder / "game.json"
    file.write_text(json.dumps(export))
    program = [sys.executable, "-I", str(VERIFIER), str(file), *head]
    done = subprocess.run(program, capture_output=True, text=True, timeout=30)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_an_exported_game_is_found_fair_by_a_program_that_is_not_ours(
    kind: str, players: int, server: Redis, nobody: Phone, tmp_path: Path
) -> None:
    log = finished(kind, players=players)
    await _stored(server, log)
    export = (await nobody.get("/v1/games/g_1/export")).json()
    assert [b64decode(entry["raw"]) for entry in export["entries"]] == list(log)
    assert (export["ended"], export["seen"], export["head"]) == (True, [], verdict("g_1", log).head)
    status, words = _verified(tmp_path, export, export["head"])
    assert (status, words) == (0, f"fair: {len(log)} entries, head {export['head']}\n")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_game_that_has_ended_shows_its_secret_every_draw_and_our_verdict(
    kind: str, server: Redis, nobody: Phone
) -> None:
    await _stored(server, finished(kind))
    told = (await nobody.get("/v1/games/g_1/fairness")).json()
    assert {check["result"] for check in told["checks"]} == {"held"}
    assert (told["secret"], told["found"]) == ("5e" * 32, [])
    assert [draw["n"] for draw in told["draws"]] == list(range(len(told["draws"])))
    assert told["head"] == verdict("g_1", finished(kind)).head


@pytest.mark.parametrize("kind", KINDS)
async def test_a_running_game_tells_what_can_be_checked_later_and_nothing_that_confirms_a_guess(
    kind: str, server: Redis, nobody: Phone
) -> None:
    await _stored(server, playing(kind, 8).log)
    told = (await nobody.get("/v1/games/g_1/fairness")).json()
    assert {check["result"] for check in told["checks"]} == {"later"}
    assert (told["secret"], told["head"], told["draws"], told["found"]) == (None, None, [], [])
    assert (len(told["commitment"]), told["contributions"]) == (64, ["", "", ""])


@pytest.mark.parametrize("kind", KINDS)
async def test_a_running_games_export_is_what_its_stream_says_to_that_seat(
    kind: str, server: Redis, crowd: Crowd, nobody: Phone
) -> None:
    await _stored(server, playing(kind, 20).log)
    for seat, phone in (*enumerate(crowd(3)), (None, nobody)):
        export = (await phone.get("/v1/games/g_1/export")).json()
        events = (await phone.get("/v1/games/g_1/events")).json()
        assert export["seen"] == events["items"]
        assert (export["you"], export["entries"], export["head"]) == (seat, [], None)


async def test_a_finished_games_export_is_the_same_for_everybody(
    server: Redis, crowd: Crowd, nobody: Phone
) -> None:
    await _stored(server, finished("floor"))
    exports = [(await phone.get("/v1/games/g_1/export")).json() for phone in (*crowd(3), nobody)]
    assert exports == [exports[0]] * 4


def _hands_changed(events: Any) -> None:
    hands = next(event for event in events if event[0] == "dealt")[3]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


Change = Callable[[Json, Sequence[bytes]], None]


def _raw(rewrite: Callable[[Sequence[bytes]], list[bytes]]) -> Change:
    """Puts other bytes into the export, and their hash at its end."""

    def change(export: Json, log: Sequence[bytes]) -> None:
        changed = rewrite(log)
        export["entries"] = [
            {"version": version, "raw": b64encode(payload).decode()}
            for version, payload in enumerate(changed, 1)
        ]
        export["head"] = verdict("g_1", changed).head

    return change


def _missing(export: Json, log: Sequence[bytes]) -> None:
    del export["entries"][4]


def _exchanged(export: Json, log: Sequence[bytes]) -> None:
    entries = export["entries"]
    entries[4], entries[5] = entries[5], entries[4]


def _cut(export: Json, log: Sequence[bytes]) -> None:
    del export["entries"][-1]


TAMPERINGS: dict[str, tuple[Change, str]] = {
    "another secret": (
        _raw(lambda log: tampered("g_1", log, with_entry(-1, secret="77" * 32))),
        "the secret is not the one that was committed to",
    ),
    "a missing entry": (_missing, "entry 6 stands where entry 5 should"),
    "a missing entry with new numbers": (
        _raw(lambda log: [*log[:4], *log[5:]]),
        "entry 5 does not follow the one before it",
    ),
    "exchanged entries": (_exchanged, "entry 6 stands where entry 5 should"),
    "exchanged entries with new numbers": (
        _raw(lambda log: [*log[:4], log[5], log[4], *log[6:]]),
        "entry 5 does not follow the one before it",
    ),
    "no end": (_cut, "the secret is not the one that was committed to"),
    "another draw": (
        _raw(lambda log: tampered("g_1", log, with_draws(0, out_swapped))),
        "entry 1: draw 2 (deck) did not come out of the secret",
    ),
    "no draw": (
        _raw(lambda log: tampered("g_1", log, with_draws(0, lambda draws: draws[:-1]))),
        "entry 1: the events are not what was drawn",
    ),
    "another deal": (
        _raw(lambda log: tampered("g_1", log, with_events(0, _hands_changed))),
        "entry 1: the events are not what was drawn",
    ),
}


@pytest.mark.parametrize("name", TAMPERINGS)
async def test_the_verifier_names_what_was_tampered_with(
    name: str, server: Redis, nobody: Phone, tmp_path: Path
) -> None:
    change, sentence = TAMPERINGS[name]
    log = finished("floor")
    await _stored(server, log)
    export = (await nobody.get("/v1/games/g_1/export")).json()
    change(export, log)
    status, words = _verified(tmp_path, export)
    assert status == 1
    assert sentence in words


async def test_a_changed_end_is_noticed_by_whoever_noted_the_head(
    server: Redis, nobody: Phone, tmp_path: Path
) -> None:
    log = finished("eddie")
    await _stored(server, log)
    export = (await nobody.get("/v1/games/g_1/export")).json()
    noted = export["head"]
    _raw(lambda log: tampered("g_1", log, with_entry(-1, command="another")))(export, log)
    assert _verified(tmp_path, export)[0] == 0
    assert _verified(tmp_path, export, noted)[0] == 1


async def test_a_log_that_was_tampered_with_says_so_in_our_own_verdict(server: Redis, nobody: Phone) -> None:
    await _stored(server, tampered("g_1", finished("floor"), with_draws(0, out_swapped)))
    told = (await nobody.get("/v1/games/g_1/fairness")).json()
    assert {check["check"]: check["result"] for check in told["checks"]} == {
        "commitment": "held", "draws": "broken", "deal": "held", "chain": "held",
    }  # fmt: skip
    assert told["found"] == [{"fault": "wrong-draw", "version": 1}]


@pytest.mark.parametrize("path", ["fairness", "export"])
async def test_a_game_that_is_not_there_or_not_readable_is_told(
    path: str, server: Redis, nobody: Phone
) -> None:
    missing = await nobody.get(f"/v1/games/g_1/{path}")
    assert (missing.status_code, missing.json()["code"]) == (404, "no-such-game")
    await _stored(server, [b"\xc1"])
    parked = await nobody.get(f"/v1/games/g_1/{path}")
    assert (parked.status_code, parked.json()["code"]) == (503, "game-parked")


async def test_an_export_that_is_none_is_refused(tmp_path: Path) -> None:
    status, words = _verified(tmp_path, {"game": "g_1", "entries": []})
    assert (status, words.split("(")[0]) == (2, "this is not the export of a game that has ended: IndexError")


async def test_a_program_without_the_right_to_read_games_gets_no_seats_export(
    server: Redis, guest: Guest
) -> None:
    await _stored(server, playing("floor", 8).log)
    phone = await guest()
    made = await phone.post("/v1/me/tokens", {"name": "bot", "scopes": ["tables:write"]})
    assert made.status_code == 201, made.text
    program = Phone(phone.http, phone.id, made.json()["token"])
    for path in ("fairness", "export"):
        refused = await program.get(f"/v1/games/g_1/{path}")
        assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")
