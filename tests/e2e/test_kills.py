"""`kill -9` of every part, one after the other, while the demo plays."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from services.run.control import State
from shared.client import Client
from shared.games.kinds import KINDS
from tests.e2e.stack import ROOT, Stack, running, until

AT_LINE = {20: "worker", 60: "http", 100: "celery", 140: "valkey"}
"""Lines of the demo's output at which a program dies: all within the first game."""
VICTIMS = tuple(AT_LINE.values())


@pytest.fixture
def own_stack() -> Iterator[Stack]:
    with running() as started:
        yield started


def _play_and_kill(stack: Stack) -> str:
    """The demo's output; it fails the demo's own proof if an answer does not stand exactly once."""
    command = [sys.executable, "-m", "services.demo"]
    lines: list[str] = []
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=stack.environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as demo:
        assert demo.stdout
        for line in demo.stdout:
            lines.append(line)
            if victim := AT_LINE.get(len(lines)):
                stack.kill(victim)
    assert demo.returncode == 0, "".join(lines[-20:])
    return "".join(lines)


def _restarted(before: dict[str, State], now: dict[str, State]) -> bool:
    return all(now[name].state == "RUNNING" and now[name].pid != before[name].pid for name in VICTIMS)


def test_every_accepted_command_stands_exactly_once_though_every_part_was_killed(own_stack: Stack) -> None:
    before = own_stack.states()
    output = _play_and_kill(own_stack)
    assert output.count("each stands once among") == len(KINDS)
    until(lambda: _restarted(before, own_stack.states()), 20, "all that was killed runs again")


async def test_a_stream_resumes_without_gap_or_repetition_when_the_api_is_killed(own_stack: Stack) -> None:
    async with Client.at(own_stack.address, patience_s=60) as client:
        await client.guest("Host")
        table = await client.open_table("elevators", 2, bot_ms=20, host_sits=False)
        await client.seat_bots(table)
        await client.start(table.id)
        versions: list[int] = []
        async for item in client.follow(table.id):
            versions.append(item.version)
            if len(versions) in (10, 40):
                own_stack.kill("http")
        assert versions == list(range(1, (await client.game(table.id)).version + 1))
