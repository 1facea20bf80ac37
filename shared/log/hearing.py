"""Subscriptions to sharded channels, of a single server or of a cluster.

On a cluster a channel is heard at the node that owns its slot. When a node is lost, or a slot moves, its channels are
subscribed to where they are now; their new confirmations tell that something may have been missed.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
import contextlib
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.log.cluster import Cluster
from shared.log.outage import end
from shared.log.slots import Address
from shared.log.subscriptions import QUIET_S, Subscriptions

log = structlog.get_logger()

MEND_S = 0.3
"""Between two attempts to find a place for channels that have none."""
MOST_HEARD = 1000
"""Messages that wait to be taken; then the nodes' connections wait."""


def subscriptions(listening: Redis) -> "Subscriptions | ClusterSubscriptions":
    return ClusterSubscriptions(listening) if isinstance(listening, Cluster) else Subscriptions(listening)


class ClusterSubscriptions:
    """Used as `Subscriptions` are; mends itself, so that one node that is away silences no other."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._channels: dict[str, Address | None] = {}
        """Where each is heard; `None` for nowhere at the moment."""
        self._nodes: dict[Address, Subscriptions] = {}
        self._hearers: dict[Address, asyncio.Task[None]] = {}
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_HEARD)
        self._mending: asyncio.Task[None] | None = None

    async def add(self, channel: str) -> None:
        """The confirmation is heard later, as a message of type `ssubscribe`; after an outage it comes again."""
        self._channels.setdefault(channel, None)
        try:
            await self._join(channel)
        except BaseException:
            self._channels.pop(channel, None)
            raise

    async def remove(self, channel: str) -> None:
        address = self._channels.pop(channel, None)
        if address and (node := self._nodes.get(address)):
            await node.remove(channel)

    async def hear(self) -> dict[str, Any] | None:
        """The next message or confirmation; `None` when there was none for a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(QUIET_S):
                return await self._heard.get()
        return None

    async def connect(self) -> None:
        """Nothing: what is lost is looked for anyway."""

    async def close(self) -> None:
        tasks = [*self._hearers.values(), *filter(None, [self._mending])]
        await asyncio.gather(*map(end, tasks), return_exceptions=True)
        for node in self._nodes.values():
            await node.close()

    async def _join(self, channel: str) -> None:
        address = await self._cluster.address(channel)
        if channel in self._channels:
            self._channels[channel] = address
            await self._node(address).add(channel)

    def _node(self, address: Address) -> Subscriptions:
        if (node := self._nodes.get(address)) is None:
            node = self._nodes[address] = Subscriptions(self._cluster.node(address))
            self._hearers[address] = asyncio.create_task(self._hear(address, node))
        return node

    async def _hear(self, address: Address, node: Subscriptions) -> None:
        """Until the node is lost, or a channel has gone from it; then all its channels are looked for anew."""
        with contextlib.suppress(RedisError, OSError):
            while True:
                message = await node.hear()
                if message is not None:
                    if message["type"] == "sunsubscribe" and self._at(message["channel"].decode(), address):
                        break
                    await self._heard.put(message)
        log.info("channels-moved", node=address.netloc)
        await self._leave(address, node)

    def _at(self, channel: str, address: Address) -> bool:
        return self._channels.get(channel) == address

    async def _leave(self, address: Address, node: Subscriptions) -> None:
        self._channels = {name: at if at != address else None for name, at in self._channels.items()}
        self._nodes.pop(address, None)
        self._hearers.pop(address, None)
        if self._mending is None or self._mending.done():
            self._mending = asyncio.create_task(self._mend())
        with contextlib.suppress(RedisError, OSError, RuntimeError):
            await node.close()

    async def _mend(self) -> None:
        while lost := [name for name, at in self._channels.items() if at is None]:
            self._cluster.forget_map()
            try:
                for name in lost:
                    await self._join(name)
            except (RedisError, OSError) as error:
                log.info("channels-still-lost", error=type(error).__name__)
                await asyncio.sleep(MEND_S)
