"""The running server held against its description by a tester that knows nothing else."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.stack import ROOT, Stack, running

SECONDS = int(os.environ.get("PATERNOSTER_SCHEMATHESIS_S", "0"))
"""How long it also makes things up and follows links; more finds more. 0: only what each run asks alike."""
PHASES = "examples,coverage,fuzzing,stateful" if SECONDS else "examples,coverage"
LONGEST_S = 90
SEED = os.environ.get("PATERNOSTER_SEED", "1")
"""Equal seeds ask the same, as far as the time reaches."""
CONFIG = Path(__file__).with_name("schemathesis.toml")


@pytest.fixture(scope="module")
def unlimited() -> Iterator[Stack]:
    """A whole stack that counts nothing, as a tester asks more than a family."""
    with running(PATERNOSTER_LIMIT_PERCENT="0", PATERNOSTER_BOT_PROCESSES="1") as stack:
        yield stack


@pytest.mark.slow
def test_no_answer_is_a_failure_or_undescribed(unlimited: Stack, tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "run", f"{unlimited.address}/openapi.json",
        "--url", unlimited.address, "--checks", "all", "--phases", PHASES,
        "--max-time", str(SECONDS or LONGEST_S), "--seed", SEED, "--continue-on-failure", "--no-color",
        "--request-timeout", "40",
        "--suppress-health-check", "all", "--generation-database", "none",
    ]  # fmt: skip
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.contract.hooks", "PYTHONPATH": str(ROOT)}
    told = subprocess.run(
        command, cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=SECONDS * 4 + 240
    )
    assert told.returncode == 0, told.stdout[-60_000:] + told.stderr[-2_000:]
