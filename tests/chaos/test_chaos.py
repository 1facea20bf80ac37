"""A short run of the whole suite; `make chaos` runs it for longer."""

import pytest

from tests.chaos.run import Plan, folder, run
from tests.e2e.stack import ROOT

SECONDS = 15
FAULTS = ("kill a worker", "past its lease", "kill Valkey", "cut answers after", "cut commits")


@pytest.mark.slow
async def test_nothing_is_lost_doubled_or_leaked_while_parts_die() -> None:
    with folder(None) as var:
        report = await run(Plan(SECONDS, 3, ROOT, FAULTS, games=3), var)
    assert report.violations == []
    assert report.verdict.acknowledged > 100
    assert len(report.strikes) >= 3
