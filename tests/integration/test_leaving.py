"""How the API ends while a proxy before it holds connections: nobody new, and no request without an answer."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from shared.settings import Settings
from tests.e2e.stack import ROOT, free_port, until

DRAIN_S = 30
"""Longer than the test takes: it ends by closing its connection."""


@pytest.fixture
def address() -> str:
    return f"http://127.0.0.1:{free_port()}"


def _refused(address: str) -> bool:
    try:
        httpx.get(f"{address}/health/live")
    except httpx.ConnectError:
        return True
    return False


@pytest.fixture
def api(config: Settings, address: str) -> Iterator["subprocess.Popen[bytes]"]:
    own = {"REDIS_URL": config.valkey, "PORT": address.rpartition(":")[2], "DRAIN_S": str(DRAIN_S)}
    environment = {**os.environ, **{f"PATERNOSTER_{name}": value for name, value in own.items()}}
    command = [sys.executable, "-m", "services.onebox"]
    with subprocess.Popen(
        command, cwd=ROOT, env={**environment, "PATERNOSTER_TOKEN_KEY": "k" * 32}
    ) as process:
        until(lambda: not _refused(address), 60, "it answers")
        yield process
        process.kill()


def test_a_connection_that_is_there_gets_its_answer_and_is_closed_then(
    api: "subprocess.Popen[bytes]", address: str
) -> None:
    with httpx.Client(base_url=address, timeout=20) as proxy:
        assert "connection" not in proxy.get("/health/live").headers
        api.send_signal(signal.SIGTERM)
        until(lambda: _refused(address), 20, "nobody new is let in")
        last = proxy.get("/health/live")
    assert (last.status_code, last.headers["connection"]) == (200, "close")
    assert api.wait(20) == -signal.SIGTERM
