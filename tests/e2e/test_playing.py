"""What README and `make demo` promise, on a whole stack of processes."""

import json
import re
import subprocess
import sys

import httpx

from shared.client import Client
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
