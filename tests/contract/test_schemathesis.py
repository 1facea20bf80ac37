"""The running server held against its description by a tester that knows nothing else."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.stack import ROOT, Stack, running

SECONDS = int(os.environ.get("PATERNOSTER_SCHEMATHESIS_S", "45"))
"""How long it looks; more finds more."""
CONFIG = Path(__file__).with_name("schemathesis.toml")
STREAMS = r"^/v1/stream$"
"""Does not end."""


@pytest.fixture(scope="module")
def unlimited() -> Iterator[Stack]:
    """A whole stack that counts nothing, as a tester asks more than a family."""
    with running(PATERNOSTER_LIMIT_PERCENT="0", PATERNOSTER_BOT_PROCESSES="1") as stack:
        yield stack


@pytest.mark.slow
def test_no_answer_is_a_failure_or_undescribed(unlimited: Stack, tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "run", f"{unlimited.address}/openapi.json",
        "--url", unlimited.address, "--checks", "all", "--phases", "examples,coverage,fuzzing,stateful",
        "--max-time", str(SECONDS), "--continue-on-failure", "--no-color", "--request-timeout", "40",
        "--suppress-health-check", "all", "--exclude-path-regex", STREAMS, "--generation-database", "none",
    ]  # fmt: skip
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.contract.hooks", "PYTHONPATH": str(ROOT)}
    told = subprocess.run(
        command, cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=SECONDS * 4 + 120
    )
    assert told.returncode == 0, told.stdout[-60_000:] + told.stderr[-2_000:]
