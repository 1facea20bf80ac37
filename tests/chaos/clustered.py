"""The same stack on a Valkey Cluster: three masters with a replica each, and what can befall those.

Every write waits for a replica, so that no failover may lose or double anything that was answered. Celery's broker is a
server of its own, which keeps nothing that counts.
"""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from shared.settings import Settings
from tests.chaos.catalogue import ALWAYS, Fault
from tests.chaos.faults import Do, Moment, now
from tests.chaos.stack import PARTITIONS, Stack
from tests.cluster.nodes import ClusterOfNodes, Node, until

Strike = Callable[[Node, Node], None]
"""What is done to a master and its replica."""
LEFT = ("Valkey", "cut commits", "cut commands", "silence the workers", "silence the dispatcher")
"""Faults of a single server, and of connections to it, which here are to many."""


class ClusterStack(Stack):
    def __init__(self, var: Path, servers: Path, rng: Random) -> None:
        super().__init__(var, servers, rng)
        self.broker = self.config.broker
        self.nodes = ClusterOfNodes(var / "nodes", min_replicas=1)
        self.config = Settings(
            var=var, partitions=PARTITIONS, redis_url=self.nodes.url, replicas=1, broker_url=self.broker
        )

    async def start(self) -> None:
        await asyncio.to_thread(self.nodes.start)
        await super().start()

    async def _way(self, name: str) -> dict[str, str]:
        return {"REDIS_URL": self.nodes.url, "REPLICAS": "1", "BROKER_URL": self.broker}

    async def close(self) -> None:
        await super().close()
        await asyncio.to_thread(self.nodes.stop)


def on_cluster() -> Mapping[str, Fault]:
    """All that can befall the cluster, and what befalls the services on any."""
    return {
        **{name: fault for name, fault in ALWAYS.items() if not any(part in name for part in LEFT)},
        "kill a master": Fault(struck(_kill), 20, 40),
        "hang a master until its replica is master": Fault(struck(_hang), 20, 40),
        "fail over by command": Fault(struck(_hand_over), 10, 30),
        "cut a replica off": Fault(struck(_cut_off), 10, 30),
    }


def struck(strike: Strike) -> Do:
    """Strikes a master of a whole cluster; recovery counts from when the cluster is whole again."""

    async def do(moment: Moment) -> float:
        stack = moment.stack
        assert isinstance(stack, ClusterStack)
        nodes = stack.nodes
        await asyncio.to_thread(nodes.wait_until_whole)
        master = moment.rng.choice(sorted(nodes.masters(), key=lambda node: node.port))
        await asyncio.to_thread(strike, master, nodes.replica_of(master))
        await asyncio.to_thread(nodes.wait_until_whole)
        return now()

    return do


def _kill(master: Node, replica: Node) -> None:
    """It comes back as a replica of the one that was its own."""
    master.kill()
    until(lambda: replica.is_master)
    master.start()


def _hang(master: Node, replica: Node) -> None:
    """It goes on as if it were master still, with what had been sent to it meanwhile."""
    master.pause()
    try:
        until(lambda: replica.is_master)
    finally:
        master.resume()


def _hand_over(master: Node, replica: Node) -> None:
    replica.ask("CLUSTER", "FAILOVER")
    until(lambda: replica.is_master)


def _cut_off(master: Node, replica: Node) -> None:
    """Nothing is acknowledged meanwhile by this master: there is nobody beside it that has it."""
    replica.pause()
    until(lambda: _good_replicas(master) == 0)
    replica.resume()


def _good_replicas(master: Node) -> int:
    return int(master.ask("INFO", "replication")["min_slaves_good_slaves"])
