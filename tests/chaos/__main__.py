"""`python -m tests.chaos [MINUTES]`: exit code 1 when anything was violated."""

import argparse
import asyncio
import logging
import signal
import sys
from pathlib import Path

import uvloop

from shared.logs import set_up
from tests.chaos.report import Report
from tests.chaos.run import Plan, folder, run
from tests.e2e.stack import ROOT


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("minutes", nargs="?", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1, help="of the schedule of faults and games")
    parser.add_argument("--games", type=int, default=6, help="with people, at once")
    parser.add_argument("--keep", type=Path, help="folder for data, logs and history, which are kept")
    parser.add_argument("--servers", type=Path, default=ROOT, help="tree that the servers run from")
    parser.add_argument("--fault", action="append", default=[], help="only faults with this in their name")
    parser.add_argument(
        "--cluster", action="store_true", help="on a Valkey Cluster whose writes wait for a replica"
    )
    return parser.parse_args()


async def chaos(given: argparse.Namespace) -> Report:
    ending = asyncio.current_task()
    assert ending
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, ending.cancel)
    plan = Plan(
        given.minutes * 60,
        given.seed,
        given.servers.resolve(),
        tuple(given.fault),
        given.games,
        given.cluster,
    )
    with folder(given.keep) as var:
        return await run(plan, var)


if __name__ == "__main__":
    set_up("chaos")
    logging.getLogger("httpx").setLevel(logging.WARNING)  # the history has every request
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        report = runner.run(chaos(arguments()))
    print("\n".join(report.lines()))
    sys.exit(1 if report.violations else 0)
