"""The log's own tests, on a real Valkey and on a real Redis in a container each."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import LogMessageWaitStrategy

from tests.e2e.stack import ROOT

os.environ.setdefault("TESTCONTAINERS_RYUK_DISABLED", "true")  # it would need an image of its own

SERVERS = {
    "valkey": (os.environ.get("VALKEY_IMAGE", "valkey/valkey:9.1"), "valkey-server"),
    "redis": (os.environ.get("REDIS_IMAGE", "redis:7"), "redis-server"),
}


@pytest.fixture(params=SERVERS)
def server_url(request: pytest.FixtureRequest) -> Iterator[str]:
    image, program = SERVERS[request.param]
    configured = DockerContainer(image).with_exposed_ports(6379)
    configured.with_command(f"{program} --protected-mode no --appendonly yes --appendfsync always --save ''")
    configured.waiting_for(LogMessageWaitStrategy("Ready to accept connections"))
    with configured as running:
        yield f"redis://127.0.0.1:{running.get_exposed_port(6379)}"


def test_the_log_keeps_what_it_promises_on_a_server_in_a_container(server_url: str) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/log"]
    environment = {**os.environ, "PATERNOSTER_TEST_SERVER": server_url}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=170)
    assert done.returncode == 0, done.stdout[-3000:]
