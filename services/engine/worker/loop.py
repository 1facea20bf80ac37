"""The worker: cycles of read, fold, decide, append, answer over the partitions it owns."""

import asyncio
import time
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeout
from ulid import ULID

from services.engine.worker.away import Aways, chunks, touched
from services.engine.worker.batch import PARKED, Batch
from services.engine.worker.clock import Clock
from services.engine.worker.figures import (
    COMMIT_S,
    CYCLE_FAILURES,
    GAINED,
    GAMES_HELD,
    LOST,
    OWNED,
    REFUSED_COMMITS,
    TIMERS,
    note_batches,
)
from services.engine.worker.games import Games
from services.engine.worker.judge import Arrived, Held
from services.engine.worker.leases import Leases
from shared.log.archive import Archive
from shared.log.commands import FIELD, Answer, decode_answer, decode_sent, encode
from shared.log.commit import Plan
from shared.log.connect import confirms
from shared.log.keys import Keys
from shared.log.outage import end
from shared.log.port import CorruptLog, VersionTaken
from shared.log.valkey import Answered, Away, Fenced, commit_call, load_functions, refusal
from shared.watch.readiness import Check, Pulse

log = structlog.get_logger()

BLOCK_MS = 100
"""How long a read waits for commands; a partition just gained is read after that at the latest."""
RENEWALS = 8
"""While a lease lasts: the last one that a dead worker made, and how soon others look, decide how soon they take over."""
SILENT_S = 2.0
"""A read that takes so much longer than it was to wait has lost its server without a word."""
ALIVE_S = 10.0
"""A worker that got through no cycle or renewal for so long cannot do its work."""
BATCH = 256
"""Commands of one partition in one cycle, fewer when many partitions are busy."""

Read = list[tuple[bytes, Arrived | None]]
"""Stream ids and commands of one partition, in order; `None` for bytes that are no command."""


class Worker:
    def __init__(
        self,
        redis: Redis,
        reading: Redis,
        *,
        partitions: int,
        lease_ms: int,
        most_games: int = 5000,
        archive: Archive | None = None,
    ) -> None:
        self.name = str(ULID())
        self._redis = redis
        self._reading = reading
        self._confirms = confirms(redis)
        self._lease_ms = lease_ms
        self._leases = Leases(redis, self.name, partitions, lease_ms)
        self._games = Games(redis, most_games, archive)
        self._clock = Clock()
        self._aways = Aways()
        self._keys = [Keys(partition) for partition in range(partitions)]
        self._leaving: list[int] = []
        self._unread: set[int] = set()
        """Partitions whose stored deadlines memory may not match: just gained, or a commit's answer was lost."""
        self._repeated: set[int] = set()
        """Partitions in which a command was found to have its answer: there, answers are read before anything is judged."""
        self._batch = BATCH
        self._stopping = asyncio.Event()
        self._cycling = Pulse("cycle", ALIVE_S)
        self._renewing = Pulse("leases", ALIVE_S)

    def checks(self) -> tuple[Check, ...]:
        """What tells whether it can do its work."""
        return (self._cycling.check(), self._renewing.check())

    @property
    def partitions(self) -> set[int]:
        """What it owns, as far as it knows."""
        return set(self._leases.fences)

    def stop(self) -> None:
        """Ends `run` after the cycle at hand, with every partition handed over."""
        self._stopping.set()

    async def run(self) -> None:
        """Works until `stop`, through every outage of Valkey."""
        await self._begin()
        keeper = asyncio.create_task(self._keep_leases())
        try:
            while not self._stopping.is_set():
                await self._guarded_cycle()
        finally:
            await end(keeper)
        await self.leave()

    async def leave(self) -> None:
        """Gives every partition up; others take them at once."""
        await self._leases.leave()
        log.info("worker-left", worker=self.name)

    async def _begin(self) -> None:
        """Makes the functions known, as soon as there is a server."""
        while not self._stopping.is_set():
            try:
                await load_functions(self._redis)
                return
            except (RedisError, OSError) as error:
                log.warning("valkey-not-there", error=type(error).__name__)
                await asyncio.sleep(0.5)

    async def _guarded_cycle(self) -> None:
        try:
            await self.cycle()
            self._cycling.beat()
        except (RedisError, OSError) as error:
            CYCLE_FAILURES.add()
            # Whether a commit was made is unknown now; the logs know, so everything is read again.
            self._games.drop(self._games.ids())
            self._unread |= self.partitions
            log.warning("cycle-failed", error=f"{type(error).__name__}: {error}"[:200])
            await asyncio.sleep(0.2)

    async def cycle(self) -> int:
        """One round over all partitions; returns how many commands were settled."""
        await self._hand_over()
        await self._watch()
        await self._give_back()
        await self._send_time_outs()
        fences = dict(self._leases.fences)  # of this moment: what is lost and won back meanwhile was not ours
        reads = await self._read(fences)
        if not reads:
            return 0
        games = await self._games.get(
            (keys, a.sent.game) for keys, read in reads.items() for _, a in read if a
        )
        answered = await self._answered(reads)
        batches = {keys: self._judged(keys, read, games, answered) for keys, read in reads.items()}
        return await self._commit(batches, fences)

    async def _read(self, partitions: Iterable[int]) -> dict[Keys, Read]:
        """Every partition's first unjudged commands. What is judged leaves its stream, so reading starts at the front."""
        owned = [self._keys[partition] for partition in partitions]
        if not owned:
            await asyncio.sleep(BLOCK_MS / 1000)
            return {}
        streams: dict[Any, Any] = {keys.commands: "0" for keys in owned}
        async with asyncio.timeout(BLOCK_MS / 1000 + SILENT_S):
            found: Any = await self._reading.xread(streams, count=self._batch, block=BLOCK_MS)
        self._batch = max(BATCH // max(len(found), 1), 16)
        by_name = {keys.commands.encode(): keys for keys in owned}
        return {
            (keys := by_name[name]): _arrived(entries, self._aways.back_at(keys.partition))
            for name, entries in found
        }

    async def _give_back(self) -> None:
        """Before anything else is judged: the time of a partition's games that nobody was at work."""
        for partition, away in list(self._aways.owed.items()):
            if (fence := self._leases.fences.get(partition)) is None:
                self._aways.lose(partition)
                continue
            keys = self._keys[partition]
            games = await touched(self._redis, keys)
            for part, last in chunks(games):
                found = await self._games.get((keys, game) for game in part)
                batch = self._batch_of(keys, found, {})
                for game in part:
                    batch.give_back(game, away)
                batch.plan.giving_back = True
                batch.plan.given_back = str(away.until) if last else None
                batch.finish()
                await self._commit({keys: batch}, {partition: fence})
                if batch.refused:
                    break
            else:
                self._aways.settle(partition, away)
                log.info("was-away", partition=partition, ms=away.until - away.since, games=len(games))

    async def _answered(self, reads: Mapping[Keys, Read]) -> dict[tuple[str, str], Answer]:
        """Answers already given to commands of these ids, where there are some.

        A commit finds out by itself, and refuses; that is cheaper than to ask for what hardly ever is there.
        """
        repeated, self._repeated = self._repeated, set()
        asked = [
            (keys, a.sent) for keys, read in reads.items() if keys.partition in repeated for _, a in read if a
        ]
        if not asked:
            return {}
        pipeline = self._redis.pipeline(transaction=False)
        for keys, sent in asked:
            pipeline.get(keys.answer(sent.game, sent.id))
        return {
            (sent.game, sent.id): decode_answer(value)
            for (_, sent), value in zip(asked, await pipeline.execute(), strict=True)
            if value is not None
        }

    def _judged(
        self,
        keys: Keys,
        read: Read,
        games: Mapping[str, Held | CorruptLog | None],
        answered: Mapping[tuple[str, str], Answer],
    ) -> Batch:
        named = {arrived.sent.game: games[arrived.sent.game] for _, arrived in read if arrived}
        batch = self._batch_of(keys, named, answered)
        for stream_id, arrived in read:
            batch.take(stream_id, arrived)
        batch.finish()
        return batch

    def _batch_of(
        self,
        keys: Keys,
        games: Mapping[str, Held | CorruptLog | None],
        answered: Mapping[tuple[str, str], Answer],
    ) -> Batch:
        sound = {game: None if isinstance(held, CorruptLog) else held for game, held in games.items()}
        batch = Batch(keys, sound, answered)
        batch.plan.away_ms = self._leases.away_ms
        for game, held in games.items():
            if isinstance(held, CorruptLog):
                batch.park(game, held, Answer("", 0, PARKED))
        return batch

    async def _commit(self, batches: Mapping[Keys, Batch], fences: Mapping[int, int]) -> int:
        held_back = [_without_messages(batch.plan) for batch in batches.values()] if self._confirms else []
        pipeline = self._redis.pipeline(transaction=False)
        for keys, batch in batches.items():
            pipeline.fcall(*commit_call(keys, fences[keys.partition], batch.plan))
        begun = time.perf_counter()
        results = await pipeline.execute(raise_on_error=False)
        COMMIT_S.note(time.perf_counter() - begun)
        if held_back:
            await self._tell(held_back, results)
        settled = 0
        note_batches(
            batch
            for batch, result in zip(batches.values(), results, strict=True)
            if not isinstance(result, Exception)
        )
        for (keys, batch), result in zip(batches.items(), results, strict=True):
            if isinstance(result, Exception):
                batch.refused = True
                self._refused(keys, batch.plan, result)
            else:
                settled += len(batch.plan.done)
                self._games.drop(batch.parked)
                for game, timers in batch.timers_set.items():
                    self._clock.set(keys.partition, game, timers, batch.moved_at)
            batch.settled()
        return settled

    async def _tell(self, held_back: Iterable[list[tuple[str, bytes]]], results: Iterable[object]) -> None:
        """What could be told of commits only now that the replicas have them, too; a lost message is found in the log."""
        pipeline = self._redis.pipeline(transaction=False)
        for messages, result in zip(held_back, results, strict=True):
            for channel, message in messages if not isinstance(result, Exception) else ():
                pipeline.spublish(channel, message)
        await pipeline.execute(raise_on_error=False)

    def _refused(self, keys: Keys, plan: Plan, error: Exception) -> None:
        """Nothing of this partition was written, or one node of a cluster does not say: forget what we thought, and read
        it again if it is still ours."""
        cause = refusal(error, keys.commands) if isinstance(error, ResponseError) else error
        if not isinstance(
            cause, (Fenced, VersionTaken, Answered, Away, RedisConnectionError, RedisTimeout, OSError)
        ):
            raise cause
        REFUSED_COMMITS.add(type(cause).__name__)
        self._games.drop(append.game for append in plan.games)
        if isinstance(cause, Answered):
            self._repeated.add(keys.partition)
            return
        self._unread.add(keys.partition)
        if isinstance(cause, Away):
            self._aways.owe(keys.partition, cause.away)
            return
        if isinstance(cause, Fenced):
            self._lose([keys.partition])
        log.warning("commit-refused", partition=keys.partition, cause=str(cause))

    def _lose(self, partitions: Iterable[int]) -> None:
        for partition in partitions:
            LOST.add()
            self._leases.fences.pop(partition, None)
            self._clock.drop(partition)
            self._aways.lose(partition)

    async def _hand_over(self) -> None:
        """Gives up what another worker should have, between two cycles."""
        if leaving := self._leaving:
            self._leaving = []
            await self._leases.release(leaving)
            self._lose(leaving)

    async def _send_time_outs(self) -> None:
        due = self._clock.run_out()
        if not due:
            return
        pipeline = self._redis.pipeline(transaction=False)
        for partition, sent, stream_id in due:
            pipeline.xadd(self._keys[partition].commands, {FIELD: encode(sent)}, id=stream_id)
        TIMERS.add(by=len(due))
        await pipeline.execute(raise_on_error=False)  # an id that others have passed meanwhile is tried again

    async def _keep_leases(self) -> None:
        while True:
            try:
                await self.renew()
                self._renewing.beat()
            except (RedisError, OSError) as error:
                log.warning("leases-not-renewed", error=type(error).__name__)
            await asyncio.sleep(self._lease_ms / RENEWALS / 1000)

    async def renew(self) -> None:
        """Renews and takes leases; the next cycle reads what is gained."""
        renewal = await self._leases.renew()
        self._clock.set_server_time(*renewal.server_time)
        self._leaving = renewal.excess
        self._aways.note(renewal)
        for partition in renewal.lost:
            self._clock.drop(partition)
        LOST.add(by=len(renewal.lost))
        GAINED.add(by=len(renewal.gained))
        OWNED.set(to=len(self._leases.fences))
        GAMES_HELD.set(to=len(self._games))
        if renewal.gained:
            self._unread |= renewal.gained.keys()
            log.info(
                "partitions-gained",
                worker=self.name,
                count=len(renewal.gained),
                owned=len(self._leases.fences),
            )

    async def _watch(self) -> None:
        """Folds partitions afresh, whatever memory holds of an earlier ownership, and reads their deadlines."""
        unread, self._unread = self._unread & self.partitions, set()
        if not unread:
            return
        taken = [self._keys[partition] for partition in unread]
        self._games.drop_partitions(unread, len(self._keys))
        pipeline = self._redis.pipeline(transaction=False)
        for keys in taken:
            pipeline.zrange(keys.due, 0, -1, withscores=True)
            pipeline.xrevrange(keys.feed, count=1)
        found = await pipeline.execute()
        for keys, due, told in zip(taken, found[::2], found[1::2], strict=True):
            self._clock.take(keys.partition, due, _ms(told[0][0]) if told else 0)


def _arrived(entries: Iterable[tuple[bytes, dict[bytes, bytes]]], back_at: int) -> Read:
    read: Read = []
    for stream_id, fields in entries:
        at, _, seq = stream_id.partition(b"-")
        try:
            arrived = Arrived(decode_sent(fields[FIELD]), int(at), int(seq), back_at)
        except (KeyError, msgspec.MsgspecError):
            arrived = None
        read.append((stream_id, arrived))
    return read


def _without_messages(plan: Plan) -> list[tuple[str, bytes]]:
    """What was to be told with the commit."""
    messages, plan.messages = plan.messages, []
    return messages


def _ms(stream_id: bytes) -> int:
    return int(stream_id.partition(b"-")[0])
