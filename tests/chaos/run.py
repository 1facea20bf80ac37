"""One run, from a fresh stack to its verdict."""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec

from shared.client import ApiProblem, Unreachable
from tests.chaos.catalogue import Fault, possible
from tests.chaos.clustered import ClusterStack, on_cluster
from tests.chaos.disk import small_disk
from tests.chaos.history import History
from tests.chaos.load import Load
from tests.chaos.nemesis import Nemesis
from tests.chaos.probe import Probe
from tests.chaos.report import Report
from tests.chaos.stack import Stack
from tests.chaos.verdict import verdict

FINISH_S = 180.0
"""Within so long after the last fault every game ends."""


class Plan(msgspec.Struct, frozen=True):
    seconds: float
    seed: int
    servers: Path
    """The tree that the servers run from; the checks are always this one's."""
    faults: tuple[str, ...] = ()
    """Only those whose names hold one of these; all when there are none."""
    games: int = 6
    cluster: bool = False
    """On a Valkey Cluster, with each write on a replica before it is answered."""


@contextmanager
def folder(kept: Path | None) -> Iterator[Path]:
    """Where the stack keeps its data and logs, and the history is written."""
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="pn-") as made:
        yield Path(made)


async def run(plan: Plan, var: Path) -> Report:
    with small_disk(var):
        made = ClusterStack if plan.cluster else Stack
        stack = made(var, plan.servers, Random(plan.seed))
        history = History(var / "history.jsonl")
        try:
            await stack.start()
            return await _rage(plan, stack, history)
        finally:
            history.close()
            await stack.close()


async def _rage(plan: Plan, stack: Stack, history: History) -> Report:
    load = Load(stack.address, history, plan.seed, games=plan.games)
    try:
        return await _play(plan, stack, history, load)
    finally:
        await load.ended(0)


async def _play(plan: Plan, stack: Stack, history: History, load: Load) -> Report:
    begun = time.monotonic()
    probe = Probe(load, stack.address, history)
    nemesis = Nemesis(stack, probe, _chosen(plan, stack), plan.seed)
    try:
        await probe.prepare()
        await probe.warm()
        await nemesis.rage(plan.seconds)
        ended = await _finish(probe, load)
    except (ApiProblem, Unreachable, TimeoutError) as trouble:
        load.troubles.append(f"trouble: the stack does not play by itself: {trouble!r}")
        ended = await load.ended(0)
    history.close()
    found = await verdict(stack.config, history.path, load, ended=ended)
    return Report(plan.seed, time.monotonic() - begun, nemesis.strikes, load.started, stack.spoilt, found)


def _chosen(plan: Plan, stack: Stack) -> dict[str, Fault]:
    return {
        name: fault for name, fault in (on_cluster() if plan.cluster else possible(stack)).items()
        if not plan.faults or any(part in name for part in plan.faults)
    }  # fmt: skip


async def _finish(probe: Probe, load: Load) -> bool:
    """Whether all games come to their end, now that nothing breaks any more."""
    load.end()
    finishing = asyncio.create_task(probe.finish())
    ended = await load.ended(FINISH_S)
    await _finished(finishing, load)
    return ended


async def _finished(finishing: "asyncio.Task[None]", load: Load) -> None:
    try:
        await asyncio.wait_for(finishing, FINISH_S)
    except Exception as trouble:
        load.troubles.append(f"trouble: the waiting games did not end: {trouble!r}")
