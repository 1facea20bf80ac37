"""The one place where Redis clients are made, so that timeouts, retries and reply shapes are decided once.

A URL that begins with `redis+cluster://` names a cluster: its client is used as that of a single server is.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import Coroutine
from functools import cache
from typing import Any, cast

import redis
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.connection import HiredisRespSerializer
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeout
from redis.retry import Retry as PlainRetry

from shared.log.cluster import Cluster
from shared.log.limit import TimeLimit
from shared.log.plaincluster import PlainCluster
from shared.log.slots import is_cluster, replicas_of

ANSWER_S = 5.0
"""A server that takes longer is taken to be gone: the connection may be dead without anybody having said so."""
LONGEST_BLOCK_S = 15.0
"""The same for calls that block, which themselves wait for less."""
STREAMS = 256
"""Connections to one node of a cluster for calls that block: each stream has its own."""


def connect(url: str, *, blocking: bool = False, connections: int = 32) -> "Redis":
    """A client for short calls, or (`blocking`) for XREAD BLOCK and subscriptions.

    Neither retries by itself: a retried XADD is a second command. Retries are ours, with ids that make them harmless.
    """
    if is_cluster(url):
        most = STREAMS if blocking else connections
        return Cluster(
            url, lambda node: _connect(node, blocking=blocking, connections=most), replicas_of(url)
        )
    return _connect(url, blocking=blocking, connections=connections)


def _connect(url: str, *, blocking: bool, connections: int) -> "Redis":
    pool: BlockingConnectionPool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=None if blocking else 10,
        socket_timeout=None,  # ours is on the connections
        socket_connect_timeout=2,
        retry=Retry(NoBackoff(), 0),
        health_check_interval=0,
        protocol=2,
    )
    pool.connection_class = _mended(pool.connection_class, LONGEST_BLOCK_S if blocking else ANSWER_S)
    return Redis.from_pool(pool)


@cache
def _mended(kind: type[Any], within_s: float) -> type[Any]:
    """A class of connections that says in one way that its other side has closed it, be it in the very moment of writing.

    Cheaper, too: it packs commands by hiredis, as redis-py's connections without asyncio do; it writes without a task and
    a timer where all that was written before has left; and one timer serves all answers.
    """
    serializer: Any = HiredisRespSerializer()

    class Connection(kind):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.within_s = within_s
            """How long an answer may take."""
            self._limit = TimeLimit()

        def pack_command(self, *args: Any) -> list[bytes]:
            return serializer.pack(*args)

        async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
            try:
                if self._is_idle():
                    self._writer.writelines([command] if isinstance(command, bytes) else command)
                    return
                async with asyncio.timeout(within_s):
                    await super().send_packed_command(command, check_health)
            except (RuntimeError, AttributeError) as error:  # of uvloop, and of a writer that is gone
                await self.disconnect(nowait=True)
                raise RedisConnectionError(str(error)) from error
            except TimeoutError as error:
                raise RedisTimeout("the other side does not read") from error

        async def _read_response_from_parser(self, *args: Any, **options: Any) -> Any:
            reading = cast(Coroutine[Any, Any, Any], super()._read_response_from_parser(*args, **options))
            return await self._limit.wait(reading, self.within_s)

        def _is_idle(self) -> bool:
            transport = self._writer and self._writer.transport
            return bool(transport) and not transport.is_closing() and not transport.get_write_buffer_size()

    return Connection


def connect_plain(url: str) -> redis.Redis:
    """A client for short calls of a process without an event loop; retries as little as the others."""
    return PlainCluster(url, _connect_plain) if is_cluster(url) else _connect_plain(url)


def _connect_plain(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_timeout=ANSWER_S,
        socket_connect_timeout=2,
        retry=PlainRetry(NoBackoff(), 0),
        health_check_interval=0,
        protocol=2,
    )


async def confirm(client: "Redis", *keys: str) -> None:
    """What was just read under these keys will stay, if the operator asks for replicas; raises `Unconfirmed`."""
    if isinstance(client, Cluster):
        await client.confirm(*keys)


def confirms(client: "Redis") -> bool:
    """Whether writes wait for replicas: then nothing may be told of one before it has been answered."""
    return isinstance(client, Cluster) and client.replicas > 0
