"""A client of a Valkey Cluster that is used like one of a single server.

Every command goes to the master that owns its key's slot. What spans several (a pipeline without a transaction, `MGET`,
`DEL` ..., a blocking `XREAD` of many streams) is taken apart and put together again: each node carries out its part, and
nothing orders or joins what different nodes do. What a node refuses without carrying it out (`MOVED`, `ASK`, `TRYAGAIN`)
is sent where it belongs; what has been sent and not been answered is never sent again.

With `replicas` a write is answered only once so many replicas have it, too (`WAIT`). Otherwise it raises `Unconfirmed`,
and is unknown: it may have been made, and a failover may take it back.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false, reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import AskError, ClusterDownError, MovedError, RedisError, ResponseError, TryAgainError
from redis.exceptions import ConnectionError as RedisConnectionError

from shared.log.slots import (
    BY_KEY,
    EVERYWHERE,
    Address,
    SlotMap,
    beside,
    by_key,
    given,
    keys_named,
    merged,
    name_of,
    node_urls,
    slot_of,
    slot_of_key,
    url_of,
    writes,
)
from shared.log.tails import Command, Tails, xread

MOST_MOVES = 6
"""How often a command is sent on that a node refused to carry out."""
MOVE_PAUSE_S = 0.05
MAP_KEPT_S = 0.1
"""How old an answer to where the slots are is at least when it is asked again."""
MAP_S = 1.0
"""How long a node may take to say where the slots are, before another is asked."""
SUSPECT_S = 0.3
"""How long a node may take that did not answer the last time: nobody waits long for one that is gone."""
MARK_MS = 1000
"""How long what was written only to wait for its replicas stays."""
CONFIRM_MS = 1000
"""How long a write may wait for its replicas."""
UNAVAILABLE = ("NOREPLICAS", "UNBLOCKED", "READONLY", "LOADING", "Script attempted to access a non local key")
"""Refusals that say something of the node, not of the command."""

Failure = RedisError | OSError


class Unconfirmed(RedisConnectionError):
    """A write was made, but not enough replicas have it; whether it stays is unknown."""


class Unavailable(RedisConnectionError):
    """No node takes the command at present; it was not carried out."""


class Cluster(Redis):
    def __init__(self, url: str, node: Callable[[str], Redis], replicas: int = 0) -> None:
        """`node` makes a client of one node by its URL; `replicas` must have each write before it is answered."""
        self._urls = node_urls(url)
        self._make = node
        self._clients: dict[Address, Redis] = {}
        first = self._client(next(iter(self._urls)))
        super().__init__(connection_pool=first.connection_pool)
        self.replicas = replicas
        self._map: SlotMap | None = None
        self._mapped_at = 0.0
        self._suspects: set[Address] = set()
        self._asking = asyncio.Lock()
        self._tails = Tails(self)

    async def aclose(self, close_connection_pool: bool | None = None) -> None:
        await self._tails.close()
        clients, self._clients = self._clients, {}
        for client in clients.values():
            await client.aclose()

    def node(self, address: Address) -> Redis:
        return self._client(address)

    async def address(self, key: Any) -> Address:
        """The node that owns a key."""
        return self._owner(await self._mapped(), slot_of_key(key))

    async def masters(self) -> list[Address]:
        return (await self._mapped()).masters

    def suspect(self, address: Address) -> None:
        """A node did not answer: it is asked last, and where the slots are is asked again."""
        self._suspects.add(address)
        self.forget_map()

    def forget_map(self) -> None:
        """The slots may have moved; asked again, though not for every command of a crowd."""
        if time.monotonic() - self._mapped_at > MAP_KEPT_S:
            self._map = None

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        name = name_of(args)
        if name in EVERYWHERE:
            return await self._everywhere(args, options)
        if name == "XREAD" and len(keys_named(args)) > 1:
            return await self._read_streams(args)
        (result,) = await self.run([(args, options)])
        if isinstance(result, Exception):
            raise result
        return result

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:
        return ClusterPipeline(self, transaction=transaction)

    async def scan_iter(
        self, match: Any = None, count: int | None = None, _type: str | None = None, **options: Any
    ) -> AsyncIterator[Any]:
        """The keys of all nodes, one node after the other."""
        for address in await self.masters():
            async for key in self._client(address).scan_iter(match, count, _type, **options):
                yield key

    async def transaction(
        self,
        func: Callable[[Pipeline], Any],
        *watches: Any,
        shard_hint: str | None = None,
        value_from_callable: bool = False,
        watch_delay: float | None = None,
    ) -> Any:
        """A transaction that watches keys, which must lie in one slot."""
        slot_of(("EXISTS", *watches))

        async def on_node(address: Address) -> Any:
            made: Any = self._client(address).transaction(
                func, *watches, value_from_callable=value_from_callable, watch_delay=watch_delay
            )
            return await made

        result = await self._at_owner(watches[0], on_node)
        await self.confirm(watches[0])
        return result

    async def confirm(self, *keys: Any) -> None:
        """What the keys' nodes have written until now is on their replicas; raises `Unconfirmed`."""
        if not self.replicas:
            return
        marks = dict.fromkeys(beside(key, "settled") for key in keys)
        for result in await self.run([(("SET", mark, "", "PX", MARK_MS), {}) for mark in marks]):
            if isinstance(result, Exception):
                raise result

    async def run(self, commands: Sequence[Command]) -> list[Any]:
        """Each command's answer or failure; those of one node in one go and in order."""
        results: list[Any] = [None] * len(commands)
        parts: list[tuple[int, list[Command]]] = []
        sent: list[Command] = []
        for args, options in commands:
            if name_of(args) in BY_KEY and len(keys_named(args)) > 1:
                each: list[Command] = [(one, {}) for one in by_key(args)]
            else:
                each = [(args, options)]
            parts.append((len(sent), each))
            sent.extend(each)
        answers = await self._run_each(sent)
        for at, ((args, _), (first, each)) in enumerate(zip(commands, parts, strict=True)):
            own = answers[first : first + len(each)]
            failed = [answer for answer in own if isinstance(answer, Exception)]
            results[at] = failed[0] if failed else own[0] if len(own) == 1 else merged(args, own)
        return results

    async def _run_each(self, commands: Sequence[Command]) -> list[Any]:
        slots = [slot_of(args) for args, _ in commands]
        results: list[Any] = [None] * len(commands)
        pending = list(range(len(commands)))
        for move in range(MOST_MOVES):
            try:
                groups = self._by_owner(await self._mapped(), slots, pending)
            except (RedisError, OSError) as error:
                for index in pending:
                    results[index] = error
                return results
            answered = await asyncio.gather(
                *(self._on(address, [commands[n] for n in indexes]) for address, indexes in groups.items())
            )
            for indexes, answers in zip(groups.values(), answered, strict=True):
                for index, answer in zip(indexes, answers, strict=True):
                    results[index] = answer
            for index in pending:
                if type(results[index]) is AskError:
                    results[index] = await self._asked(commands[index], results[index])
            pending = [n for n in pending if isinstance(results[n], (MovedError, TryAgainError))]
            if not pending:
                break
            for index in pending:
                self._heed(results[index])
            await asyncio.sleep(MOVE_PAUSE_S * move)
        return [_known(result) for result in results]

    async def _on(self, address: Address, commands: list[Command]) -> list[Any]:
        """What a node answers; a node that does not fails its own part only."""
        pipeline: Any = self._client(address).pipeline(transaction=False)
        pipeline.command_stack = list(commands)
        confirmed = self.replicas and any(writes(args) for args, _ in commands)
        if confirmed:
            pipeline.execute_command("WAIT", self.replicas, CONFIRM_MS)
        try:
            async with asyncio.timeout(self._patience(address, commands)):
                answers: list[Any] = await pipeline.execute(raise_on_error=False)
        except (RedisError, OSError) as error:
            self.suspect(address)
            return [error] * len(commands)
        self._suspects.discard(address)
        if not confirmed:
            return answers
        reached = answers.pop()
        if isinstance(reached, int) and reached >= self.replicas:
            return answers
        error = Unconfirmed(f"{reached} of {self.replicas} replicas have it")
        return [
            error if writes(args) and not isinstance(answer, Exception) else answer
            for (args, _), answer in zip(commands, answers, strict=True)
        ]

    def _patience(self, address: Address, commands: Sequence[Command]) -> float | None:
        """Beside what its connections have; none with a node that owes an answer, unless it may take its time."""
        waits = any(name_of(args) == "XREAD" and given(args, "BLOCK") for args, _ in commands)
        return SUSPECT_S if address in self._suspects and not waits else None

    async def _asked(self, command: Command, ask: AskError) -> Any:
        """A key that is on its way to another node, which takes it when it is told so."""
        answers = await self._on(Address(ask.host, ask.port), [(("ASKING",), {}), command])
        return answers[1]

    async def _everywhere(self, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        answers = [await self._on(address, [(args, options)]) for address in await self.masters()]
        for (answer,) in answers:
            if isinstance(answer, Exception):
                raise _known(answer)
        return answers[0][0]

    async def _read_streams(self, args: tuple[Any, ...]) -> Any:
        """`XREAD` of streams that need not lie together."""
        keys = keys_named(args)
        streams = dict(zip(keys, args[-len(keys) :], strict=True))
        count, block = given(args, "COUNT"), given(args, "BLOCK")
        if block is not None:
            return await self._tails.read(streams, count, block)
        found = await self.run([(xread(key, after, count), {}) for key, after in streams.items()])
        for one in found:
            if isinstance(one, Exception):
                raise one
        return [stream for one in found for stream in one or []]

    async def transact(self, commands: Sequence[Command], *, raise_on_error: bool) -> list[Any]:
        """All or nothing, of keys of one slot."""
        named = [key for args, _ in commands for key in keys_named(args)]
        slot_of(("EXISTS", *named))
        key = named[0]

        async def on_node(address: Address) -> list[Any]:
            pipeline: Any = self._client(address).pipeline(transaction=True)
            pipeline.command_stack = list(commands)
            return await pipeline.execute(raise_on_error=raise_on_error)

        results: list[Any] = await self._at_owner(key, on_node)
        if any(writes(args) for args, _ in commands):
            await self.confirm(key)
        return results

    async def _at_owner(self, key: Any, work: Callable[[Address], Any]) -> Any:
        for move in range(MOST_MOVES):
            address = await self.address(key)
            try:
                return await work(address)
            except (AskError, TryAgainError) as error:
                self._heed(error)
                await asyncio.sleep(MOVE_PAUSE_S * move)
            except ResponseError as error:
                raise _known(error) from error
            except (RedisError, OSError):
                self.suspect(address)
                raise
        raise Unavailable("the slot is on its way")

    def _heed(self, error: AskError | TryAgainError) -> None:
        """Where a slot is, when a node says so."""
        if isinstance(error, MovedError) and self._map is not None:
            self._map.move(error.slot_id, Address(error.host, error.port))
        self.forget_map()

    def _by_owner(
        self, known: SlotMap, slots: Sequence[int | None], pending: Sequence[int]
    ) -> dict[Address, list[int]]:
        groups: dict[Address, list[int]] = {}
        for index in pending:
            slot = slots[index]
            owner = self._any(known) if slot is None else self._owner(known, slot)
            groups.setdefault(owner, []).append(index)
        return groups

    def _owner(self, known: SlotMap, slot: int) -> Address:
        if (owner := known.owner(slot)) is None:
            self.forget_map()
            raise Unavailable(f"slot {slot} is nobody's")
        return owner

    def _any(self, known: SlotMap) -> Address:
        return min(known.masters, key=lambda address: address in self._suspects)

    async def _mapped(self) -> SlotMap:
        """Where the slots are, asked of the first node that answers."""
        if self._map is not None:
            return self._map
        async with self._asking:
            if self._map is None:
                self._map = await self._ask()
                self._mapped_at = time.monotonic()
            return self._map

    async def _ask(self) -> SlotMap:
        known = dict.fromkeys([*self._clients, *self._urls])
        failed: Failure = Unavailable("no node is known")
        for address in sorted(known, key=lambda one: one in self._suspects):
            try:
                async with asyncio.timeout(MAP_S):
                    shards: Any = await self._client(address).execute_command("CLUSTER", "SLOTS")
            except (RedisError, OSError) as error:
                self._suspects.add(address)
                failed = error
                continue
            self._suspects.discard(address)
            found = SlotMap(shards, address)
            if found.masters:
                for one in found.nodes:
                    self._client(one)
                return found
            failed = Unavailable("the cluster has no slots yet")
        raise failed

    def _client(self, address: Address) -> Redis:
        if (client := self._clients.get(address)) is None:
            client = self._clients[address] = self._make(url_of(address, self._urls))
        return client


class ClusterPipeline(Pipeline):
    """Commands that are sent together: to each node its own, or (`transaction`) all to one."""

    def __init__(self, cluster: Cluster, *, transaction: bool) -> None:
        super().__init__(cluster.connection_pool, cluster.response_callbacks, transaction, None)
        self._cluster = cluster

    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        commands, self.command_stack = self.command_stack, []
        if not commands:
            return []
        if self.is_transaction:
            return await self._cluster.transact(commands, raise_on_error=raise_on_error)
        results = await self._cluster.run(commands)
        if raise_on_error:
            for result in results:
                if isinstance(result, Exception):
                    raise result
        return results


def _known(result: Any) -> Any:
    """What a node refused because of its own state is no answer to the command."""
    if isinstance(result, (AskError, TryAgainError, ClusterDownError)):
        return Unavailable(f"{type(result).__name__}: {result}")
    if isinstance(result, ResponseError) and any(word in str(result) for word in UNAVAILABLE):
        return Unavailable(str(result))
    return result
