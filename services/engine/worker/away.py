"""The time that a partition was without a worker, or without Valkey, given back to its games.

The first commit or renewal that finds the last note of work too old writes down since when and until when nobody was at
work, and from then on the server refuses every other commit until all games whose clocks ran have it in their logs. A
worker that dies meanwhile leaves the rest to the next one: an entry's id is made of the times, so none is written twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from redis.asyncio import Redis

from services.engine.worker.leases import Renewal
from shared.log.commands import FIELD, WasAway, decode_sent
from shared.log.keys import Keys

CHUNK = 128
"""Games that are given time back in one commit."""


class Aways:
    """What is known of it for the partitions that are ours."""

    def __init__(self) -> None:
        self.owed: dict[int, WasAway] = {}
        self._back_at: dict[int, int] = {}

    def note(self, renewal: Renewal) -> None:
        for partition, lease in renewal.leases.items():
            self._back_at[partition] = lease.away.until
            if lease.open:
                self.owe(partition, lease.away)

    def owe(self, partition: int, away: WasAway) -> None:
        self._back_at[partition] = away.until
        self.owed[partition] = away

    def back_at(self, partition: int) -> int:
        """When its last time of being away ended: what arrived before was judged later."""
        return self._back_at.get(partition, 0)

    def lose(self, partition: int) -> None:
        self.owed.pop(partition, None)

    def settle(self, partition: int, away: WasAway) -> None:
        """Every game has been given that time back."""
        if self.owed.get(partition) == away:
            del self.owed[partition]


async def touched(redis: Redis, keys: Keys) -> list[str]:
    """The games whose clocks ran or will have begun to run meanwhile: with a deadline, or with a command that waits."""
    pipeline = redis.pipeline(transaction=False)
    pipeline.zrange(keys.due, 0, -1)
    pipeline.xrange(keys.commands)
    due, queued = await pipeline.execute()
    named = (member.decode().partition(" ")[0] for member in due)
    return list(dict.fromkeys((*named, *_named(queued))))


def _named(queued: Sequence[tuple[bytes, Mapping[bytes, Any]]]) -> Iterator[str]:
    for _, fields in queued:
        try:
            yield decode_sent(fields[FIELD]).game
        except (KeyError, msgspec.MsgspecError):
            continue  # the worker tells of it when its turn comes


def chunks(games: Sequence[str]) -> Iterator[tuple[Sequence[str], bool]]:
    """A part after the other, and whether it is the last; one empty part for no games."""
    for at in range(0, max(len(games), 1), CHUNK):
        yield games[at : at + CHUNK], at + CHUNK >= len(games)
