"""The bots of `docs/bots.md`: the one that listens plays a game to its end, and so does one that is called."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks.webhooks import WebhookVerificationError

from shared.api.signing import new_secret, signed
from shared.client import Client
from shared.client.bots import Bot
from tests.bots.webhook.receiver import Receiver, first_move, listening
from tests.e2e.challenges import challenged, owner, plays_to_the_end, until_begun
from tests.e2e.stack import ROOT, Stack, running

GUIDE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
LISTENING, CALLED = re.findall(r"^```python\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
MOST_LINES = 30


def test_a_whole_bot_takes_no_more_lines_than_promised() -> None:
    assert len(LISTENING.splitlines()) <= MOST_LINES


@contextmanager
def program(code: str, folder: Path, *args: str) -> Iterator[None]:
    (folder / "bot.py").write_text(code, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(folder / "bot.py"), *args], env={"PYTHONPATH": str(ROOT)}, cwd=folder
    )
    try:
        yield
        assert process.poll() is None, "the bot has ended"
    finally:
        process.kill()
        process.wait()


async def test_the_guides_bot_listens_accepts_and_plays_to_the_end(stack: Stack, tmp_path: Path) -> None:
    client, bot = await owner(stack.address, "listener")
    token = await client.bots.make_token(bot.id, "home")
    with program(LISTENING, tmp_path, stack.address, token):
        game = await challenged(client, bot)
        await until_begun(client, game)
        await plays_to_the_end(client, game)
    view = await client.game(game)
    assert (view.state, view.seats[1].player and view.seats[1].player.bot) == ("ended", True)
    assert not any(seat.sitting_in for seat in view.seats)
    await client.bots.end(bot.id)
    await client.__aexit__()


def test_the_guides_answer_checks_who_calls() -> None:
    guide: dict[str, Any] = {}
    exec(CALLED, guide)
    secret, body = new_secret(), json.dumps({"data": {"moves": [{"do": {"type": "x"}}]}}).encode()
    head = signed(secret, "turn_1", datetime.now(UTC), body)
    assert guide["answer"](secret, body, head) == {"do": {"type": "x"}}
    with pytest.raises(WebhookVerificationError):
        guide["answer"](new_secret(), body, head)


@contextmanager
def calling(folder: Path) -> Iterator[tuple[Stack, Receiver]]:
    """A stack that calls bots on this machine, and the server of one."""
    with listening(folder) as receiver:
        settings = {
            "PATERNOSTER_NOTICE_NETWORKS": "127.0.0.0/8,::1/128",
            "PATERNOSTER_NOTICE_CA": receiver.authority,
            "PATERNOSTER_BOT_WEBHOOK_MS": "3000",
        }
        with running(**settings) as stack:
            yield stack, receiver


async def called_bot(stack: Stack, receiver: Receiver) -> tuple[Client, Bot]:
    client, bot = await owner(stack.address, "called")
    receiver.secret = (await client.bots.set_webhook(bot.id, receiver.url)).secret
    return client, bot


@pytest.mark.slow
async def test_a_called_bot_plays_to_the_end_though_its_callers_and_its_server_die(tmp_path: Path) -> None:
    with calling(tmp_path) as (stack, receiver):
        client, bot = await called_bot(stack, receiver)
        receiver.answer = killing(stack, receiver)
        game = await challenged(client, bot)
        await plays_to_the_end(client, game)
        assert (await client.game(game)).state == "ended"
        faults = {failure.fault for failure in await client.bots.failures(bot.id)}
        assert "status" in faults
        assert {turn["seat"] for turn in receiver.turns} == {1}
        await client.__aexit__()


@pytest.mark.slow
async def test_a_called_bot_races_to_the_end(tmp_path: Path) -> None:
    with calling(tmp_path) as (stack, receiver):
        client, bot = await called_bot(stack, receiver)
        game = await challenged(client, bot, "eddie")
        await plays_to_the_end(client, game)
        assert (await client.game(game)).state == "ended"
        assert await client.bots.failures(bot.id) == ()
        told = [event async for item in client.follow(game) for event in item.events]
        assert sum(event["type"] == "laid" and event["seat"] == 1 for event in told) > 10
        await client.__aexit__()


def killing(stack: Stack, receiver: Receiver) -> Any:
    """Answers as the guide does, but kills the callers at its second turn and fails at its fourth."""

    def answer(turn: dict[str, Any]) -> Any:
        if len(receiver.turns) == 2:
            stack.kill("calls")
        if len(receiver.turns) == 4:
            return 500, {}, b""
        return first_move(turn)

    return answer
