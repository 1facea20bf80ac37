"""`cluster.py` for a process without an event loop, which sends one command after the other."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false, reportIncompatibleMethodOverride=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

import time
from collections.abc import Callable
from typing import Any

from redis import Redis
from redis.exceptions import AskError, MovedError, RedisError, TryAgainError

from shared.log.cluster import MOST_MOVES, MOVE_PAUSE_S, Unavailable
from shared.log.slots import Address, SlotMap, keys_named, node_urls, slot_of, url_of


class PlainCluster(Redis):
    """Of single commands of one key. Nothing waits for replicas: for what may be done again by whoever sees it missing."""

    def __init__(self, url: str, node: Callable[[str], Redis]) -> None:
        self._urls = node_urls(url)
        self._make = node
        self._clients: dict[Address, Redis] = {}
        self._map: SlotMap | None = None
        super().__init__(connection_pool=self._client(next(iter(self._urls))).connection_pool)

    def close(self) -> None:
        clients, self._clients = getattr(self, "_clients", {}), {}
        for client in clients.values():
            client.close()

    def execute_command(self, *args: Any, **options: Any) -> Any:
        if not keys_named(args):
            return self._anywhere(args, options)
        for move in range(MOST_MOVES):
            address = self._owner(slot_of(args))
            try:
                return self._client(address).execute_command(*args, **options)
            except (MovedError, AskError, TryAgainError):
                self._map = None
                time.sleep(MOVE_PAUSE_S * move)
            except (RedisError, OSError):
                self._map = None
                raise
        raise Unavailable("the slot is on its way")

    def _anywhere(self, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Of the first master that answers: one that is gone is no reason to call the cluster so."""
        known = self._map = self._map or self._ask()
        failed: Exception = Unavailable("no master answers")
        for address in known.masters:
            try:
                return self._client(address).execute_command(*args, **options)
            except (RedisError, OSError) as error:
                self._map, failed = None, error
        raise failed

    def _owner(self, slot: int | None) -> Address:
        known = self._map = self._map or self._ask()
        owner = None if slot is None else known.owner(slot)
        if owner is None:
            self._map = None
            raise Unavailable(f"slot {slot} is nobody's")
        return owner

    def _ask(self) -> SlotMap:
        failed: Exception = Unavailable("the cluster has no slots yet")
        for address in dict.fromkeys([*self._urls, *self._clients]):
            try:
                shards: Any = self._client(address).execute_command("CLUSTER", "SLOTS")
            except (RedisError, OSError) as error:
                failed = error
                continue
            found = SlotMap(shards, address)
            if found.masters:
                for one in found.nodes:
                    self._client(one)
                return found
        raise failed

    def _client(self, address: Address) -> Redis:
        if (client := self._clients.get(address)) is None:
            client = self._clients[address] = self._make(url_of(address, self._urls))
        return client
