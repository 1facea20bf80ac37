"""What README and `make demo` promise, on a whole stack of processes."""

import asyncio
import json
import re
import subprocess
import sys
import time

import httpx

from shared.client import Client, GameView
from shared.games.kinds import KINDS
from tests.e2e.stack import ROOT, Stack

PROOF = re.compile(r"^\d+ commands accepted: each stands once among \d+ entries\.$", re.MULTILINE)


def test_the_demo_plays_one_game_of_each_kind_to_its_end_and_proves_its_log(stack: Stack) -> None:
    demo = subprocess.run(
        [sys.executable, "-m", "services.demo"],
        cwd=ROOT, env=stack.environment(), capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert demo.returncode == 0, demo.stdout[-2000:] + demo.stderr
    assert len(PROOF.findall(demo.stdout)) == len(KINDS)
    assert demo.stdout.count("Result of ") == len(KINDS)


def test_the_walk_in_the_readme_ends_with_a_played_card(stack: Stack) -> None:
    walk = re.search(r"^```bash\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert walk
    shell = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", walk[1]],
        env=stack.environment(), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert shell.returncode == 0, shell.stdout + shell.stderr
    answer = json.loads(shell.stdout)
    assert answer["id"] == "ada-1"
    assert answer["version"] > 1
    assert answer["events"][0]["type"] in {"played", "set-aside"}


async def test_a_spectator_follows_a_game_of_bots_from_its_first_entry_to_its_last(stack: Stack) -> None:
    async with Client.at(stack.address) as client:
        await client.guest("Host")
        table = await client.open_table("floor", 2, bot_ms=0, host_sits=False)
        await client.seat_bots(table)
        await client.start(table.id)
        items = [item async for item in client.follow(table.id, words=True)]
        game = await client.game(table.id)
    assert game.ended
    assert [item.version for item in items] == list(range(1, game.version + 1))
    assert items[-1].words


async def _table_that_waits_for_its_host(client: Client) -> GameView:
    await client.guest("Host")
    table = await client.open_table("elevators", 2, bot_ms=0)
    await client.seat_bots(table)
    await client.start(table.id)
    game = await client.game(table.id)
    while game.awaited != (game.you,):
        await client.events(table.id, game.version, wait_s=5)
        game = await client.game(table.id)
    return game


async def test_a_stream_has_the_media_type_that_browsers_insist_on(stack: Stack) -> None:
    async with Client.at(stack.address) as client:
        game = await _table_that_waits_for_its_host(client)
    path = f"{stack.address}/v1/games/{game.game}/events"
    with httpx.stream("GET", path, headers={"accept": "text/event-stream"}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")


async def test_long_polls_with_nothing_to_tell_wait_as_long_as_they_were_asked_to(stack: Stack) -> None:
    async def poll(client: Client, game: GameView) -> float:
        begun = time.monotonic()
        assert (await client.events(game.game, game.version, wait_s=1)).items == ()
        return time.monotonic() - begun

    async with Client.at(stack.address) as client:
        game = await _table_that_waits_for_its_host(client)
        for _ in range(3):
            took = await asyncio.gather(*(poll(client, game) for _ in range(3)))
            assert min(took) > 0.9


def test_the_page_comes_whole_and_may_run_its_own_script_only(stack: Stack) -> None:
    page = httpx.get(stack.address, headers={"accept": "text/html,*/*;q=0.8"})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'sha256-" in page.headers["content-security-policy"]
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page.text)


def test_the_demo_without_a_server_says_so_in_one_line() -> None:
    demo = subprocess.run(
        [sys.executable, "-m", "services.demo"],
        cwd=ROOT, env={"PATERNOSTER_URL": "http://127.0.0.1:9"}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert demo.returncode == 1
    assert demo.stderr.startswith("paternoster: no answer from http://127.0.0.1:9")
    assert demo.stderr.endswith("Start a server with: make run\n")
    assert demo.stderr.count("\n") == 1
