"""Clients that generators make of our description: they take all of it, and what they make plays."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from services.onebox.openapi import FILE
from tests.e2e.stack import Stack, running

PLAYER = Path(__file__).with_name("generated_player.py")
UNTAKEN = ("Unable", "Cannot", "Unsupported", "Invalid", "Attempted")
"""How the generator begins to say what it left out."""
UNREAD = ("application/msgpack", "application/x-msgpack", "application/vnd.msgpack")
"""Media types that the Python generator does not know, and says so; it takes JSON."""
NAMES = (
    "send_command", "sync", "GameView", '"floor.PlayCard"',
    '"socket-in.message"', '"socket-out.message"', '"stream.message"', '"my-stream.message"', 'type: "follow-mine"',
)  # fmt: skip

pytestmark = pytest.mark.slow


def _run(
    command: Sequence[str | Path], timeout_s: int = 240, **environment: str
) -> "subprocess.CompletedProcess[str]":
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [*map(str, command)],
        text=True,
        capture_output=True,
        timeout=timeout_s,
        env={**inherited, **environment},
    )


def test_typescript_types_are_made_of_it(tmp_path: Path) -> None:
    if shutil.which("npx") is None:
        pytest.skip("npx is not installed: Node is needed for openapi-typescript")
    if _run(["npm", "view", "openapi-typescript@7", "version"]).returncode:
        pytest.skip("no network: npm does not reach its registry for openapi-typescript")
    types = tmp_path / "api.ts"
    made = _run(["npx", "--yes", "openapi-typescript@7", FILE, "-o", types])
    assert made.returncode == 0, made.stdout + made.stderr
    assert [name for name in NAMES if name not in types.read_text()] == []


@pytest.fixture(scope="module")
def generator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of the generator's own, as what it depends on is none of ours."""
    folder = tmp_path_factory.mktemp("generator")
    _run([sys.executable, "-m", "venv", folder])
    python = folder / "bin" / "python"
    installed = _run([python, "-m", "pip", "install", "--quiet", "openapi-python-client==0.29.*"])
    if installed.returncode:
        pytest.skip(f"no network: pip does not get openapi-python-client ({installed.stderr[-200:]})")
    return python


@pytest.fixture(scope="module")
def package(generator: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "client"
    made = _run(
        [generator.parent / "openapi-python-client", "generate", "--path", FILE, "--output-path", out]
    )
    assert made.returncode == 0, made.stdout + made.stderr
    told = [line for line in made.stderr.splitlines() if line.startswith(UNTAKEN)]
    assert [line for line in told if not line.endswith(UNREAD)] == []
    return out


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running() as started:
        yield started


@pytest.mark.parametrize("kind", ["floor", "elevators", "eddie"])
def test_a_generated_python_client_plays_a_whole_game(
    generator: Path, package: Path, stack: Stack, kind: str
) -> None:
    played = _run([generator, PLAYER, stack.address, kind], PYTHONPATH=str(package))
    assert played.returncode == 0, played.stdout + played.stderr
    assert int(played.stdout) > 10
