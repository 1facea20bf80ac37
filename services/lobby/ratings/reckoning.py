"""The steward's duty that makes ratings and histories of games that have ended."""

import asyncio
from collections.abc import Iterable, Sequence

import structlog
from redis.asyncio import Redis

from services.lobby.ratings.contest import Contest, contest_of
from services.lobby.ratings.finished import Finished, finished
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.lists import LISTS, is_account
from services.lobby.ratings.missed import Missed
from shared.api.apitokens import account_key
from shared.log.archived import ArchivedLog
from shared.log.feed import Feed
from shared.log.keys import Keys, keys_of
from shared.log.port import CorruptLog

log = structlog.get_logger(__name__)

READER = "ratings"
"""Names our cursors."""
EVERY_S = 0.5
"""How long ended games gather, so that they are counted together."""


class Reckoning:
    """Counts games of any kind, in any order, however often they are told of."""

    def __init__(
        self, redis: Redis, log: ArchivedLog, partitions: int, lists: Lists, told: Histories
    ) -> None:
        self._redis = redis
        self._log = log
        self._partitions = partitions
        self._lists = lists
        self._histories = told

    async def count(self, games: Iterable[str]) -> int:
        """How many of the games had ended. Those whose log is broken are told of in ours, and do not count.

        Raises `ArchiveAway`; nothing is then counted by half, as all of it may be done again.
        """
        found = [one for game in dict.fromkeys(games) if (one := await self._finished(game))]
        await self.add(found)
        return len(found)

    async def add(self, found: Sequence[Finished]) -> None:
        """Histories first: what is told to them afterwards needs the games to be there."""
        await self._histories.note(found)
        for list_id, contests in by_list(found).items():
            changed = await self._lists.count(list_id, contests)
            await self._off_the_boards(list_id, changed)
            await self.tell(list_id)

    async def _finished(self, game: str) -> Finished | None:
        try:
            payloads = await self._log.read(keys_of(game, self._partitions).log(game))
            return await asyncio.to_thread(finished, game, payloads)
        except CorruptLog as error:
            log.error("game-not-counted", game=game, cause=str(error))
            return None

    async def _off_the_boards(self, list_id: str, who: set[str]) -> None:
        """Looked for after counting: an account that is deleted meanwhile takes itself off, or is seen to be gone here."""
        accounts = sorted(filter(is_account, who))
        if not accounts:
            return
        pipeline = self._redis.pipeline(transaction=False)
        for account in accounts:
            pipeline.exists(account_key(account))
        there = await pipeline.execute()
        gone = [account for account, is_there in zip(accounts, there, strict=True) if not is_there]
        await self._lists.off_the_boards(list_id, gone)

    async def tell(self, list_id: str) -> None:
        """Tells the histories what changed, again if a process before us did not come to it."""
        while changes := await self._lists.untold(list_id):
            await self._histories.change(list_id, changes)
            await self._lists.told(list_id, changes)


class RatingsDuty:
    """Reads the feeds; notes how far only after everything was counted, so a process that dies meanwhile counts again."""

    def __init__(self, redis: Redis, blocking: Redis, archived: ArchivedLog, partitions: int) -> None:
        keys = [Keys(partition) for partition in range(partitions)]
        self._redis = redis
        self._feed = Feed(redis, blocking, keys, READER)
        self._missed = Missed(redis, partitions)
        self._reckoning = Reckoning(redis, archived, partitions, Lists(redis), Histories(redis))
        self._begun = False

    async def step(self) -> None:
        """One round. After whatever cut one short, the next begins where our cursors stand in Valkey."""
        begun, self._begun = self._begun, False
        if not begun:
            await self._begin()
        items = await self._feed.read()
        await self._reckoning.count([item.game for item in items if item.ended])
        self._feed.passed()
        await self._feed.save()
        self._begun = True

    async def _begin(self) -> None:
        await self._feed.resume()
        for list_id in LISTS:
            await self._reckoning.tell(list_id)
        if trimmed := await self._feed.trimmed():
            log.info("feed-was-trimmed", partitions=len(trimmed))
            async for games in self._missed.games(
                {keys.partition: self._feed.read_until(keys) for keys in trimmed}
            ):
                await self._reckoning.count(games)


def by_list(games: Sequence[Finished]) -> dict[str, list[Contest]]:
    found: dict[str, list[Contest]] = {}
    for one in games:
        if contest := contest_of(one):
            found.setdefault(contest[0], []).append(contest[1])
    return found
