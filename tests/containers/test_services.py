"""What the services beside the games do, each in its container: analyses and calls to bots' webhooks."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from services.demo.play import play
from shared.client import Client
from tests.containers import called
from tests.containers.composed import IMAGE, Composed, docker, succeeds
from tests.e2e.challenges import challenged, owner, plays_to_the_end
from tests.e2e.stack import until

ANALYSED_S = 240
"""Before the first of all, the search is compiled."""
BOT = "bot.example"
CONNECTS = "import socket; socket.create_connection(('127.0.0.1', 8443), 2)"


async def test_an_ended_game_is_analysed(stack: Composed) -> None:
    async with asyncio.timeout(ANALYSED_S), Client.at(stack.address) as client:
        await client.guest("Robin")
        (floor,) = [kind for kind in await client.kinds() if kind.kind == "floor"]
        played = await play(client, floor, 2, lambda _: None)
        found = await client.analysis.until_done(played.game)
    assert found.decisions
    assert all(decision.worth is not None for decision in found.decisions)


@contextmanager
def _bots_server(stack: Composed, folder: Path, secret: str) -> Iterator[None]:
    """In the stack's network, under a name and with a certificate of its own."""
    folder.chmod(0o755)
    shutil.copy(called.__file__, folder / "called.py")
    stack.authority.issue_cert(BOT).private_key_and_cert_chain_pem.write_to_path(str(folder / "bot.pem"))
    (folder / "bot.pem").chmod(0o644)
    server = docker(
        "run", "--detach", "--rm", "--read-only", "--network", f"{stack.project}_default",
        "--network-alias", BOT, "--volume", f"{folder}:/bot:ro", "--env", f"SECRET={secret}",
        "--no-healthcheck", IMAGE, "uvicorn", "called:app", "--app-dir", "/bot", "--host", "0.0.0.0",
        "--port", "8443", "--lifespan", "off", "--ssl-certfile", "/bot/bot.pem",
    )  # fmt: skip
    try:
        until(lambda: succeeds("exec", server, "/venv/bin/python", "-c", CONNECTS), 60, "the bot listens")
        yield
    finally:
        docker("kill", server)


async def test_a_bot_that_is_called_plays_to_the_end_itself(stack: Composed, tmp_path: Path) -> None:
    client, bot = await owner(stack.address, "called")
    async with client:
        hook = await client.bots.set_webhook(bot.id, f"https://{BOT}:8443/turn")
        with _bots_server(stack, tmp_path, hook.secret):
            game = await challenged(client, bot)
            await plays_to_the_end(client, game)
        assert (await client.game(game)).ended
        assert await client.bots.failures(bot.id) == ()
