"""Waits for the timers of the worker's own partitions and turns those that ran out into commands.

The truth is the stored deadlines: they are read when a partition is taken and written by every commit, so a restart
loses none. Judging decides whether a timer was still running, so sending one twice does no harm.
"""

import heapq
import time
from typing import NamedTuple

from shared.games.rules import TimeOut
from shared.log.commands import TIMER, Sent, pack

AHEAD_MS = 1000
"""Less is how coarsely two clocks are compared, not a clock that was put back."""
AGAIN_MS = 1000
"""A timer that is still running so long after it was due is sent again, under another id."""


class RunOut(NamedTuple):
    """A timer's command, for its partition's stream."""

    partition: int
    sent: Sent
    stream_id: str
    """Where ids stand still, the command itself moves them on to when it was due."""


class Clock:
    def __init__(self) -> None:
        self._due: dict[int, dict[str, dict[str, int]]] = {}
        self._heap: list[tuple[int, int, int, str, str, int]] = []
        self._offset_ms = 0

    def set_server_time(self, seconds: int, micros: int) -> None:
        """Deadlines are in the server's time, as command ids are."""
        self._offset_ms = seconds * 1000 + micros // 1000 - int(time.time() * 1000)

    def now_ms(self) -> int:
        return int(time.time() * 1000) + self._offset_ms

    def take(self, partition: int, due: list[tuple[bytes, float]], stream_ms: int) -> None:
        """Starts watching a partition, from its stored deadlines (`<game> <timer>` and ms)."""
        ahead_ms = self._ahead_ms(stream_ms)
        self._due[partition] = {}
        self._heap = [entry for entry in self._heap if entry[2] != partition]
        heapq.heapify(self._heap)
        for member, at in due:
            game, _, key = member.decode().partition(" ")
            self._due[partition].setdefault(game, {})[key] = int(at)
            heapq.heappush(self._heap, (int(at) - ahead_ms, 0, partition, game, key, int(at)))

    def drop(self, partition: int) -> None:
        self._due.pop(partition, None)

    def _ahead_ms(self, stream_ms: int) -> int:
        """How much later it is by a stream's last id than by the server's clock.

        Ids never go back: where the clock was put back, they stand still until it has caught up, and deadlines made from
        them would come as much too late.
        """
        ahead_ms = stream_ms - self.now_ms()
        return ahead_ms if ahead_ms > AHEAD_MS else 0

    def set(self, partition: int, game: str, timers: dict[str, int], stream_ms: int) -> None:
        """All timers of a game after a commit; `stream_ms`: when its last command arrived."""
        games = self._due.get(partition)
        if games is None:
            return
        before, ahead_ms = games.get(game, {}), self._ahead_ms(stream_ms)
        for key, at in timers.items():
            if before.get(key) != at:
                heapq.heappush(self._heap, (at - ahead_ms, 0, partition, game, key, at))
        if timers:
            games[game] = timers
        else:
            games.pop(game, None)

    def run_out(self) -> list[RunOut]:
        """Commands for everything that is due."""
        commands: list[RunOut] = []
        now = self.now_ms()
        while self._heap and self._heap[0][0] <= now:
            _, attempt, partition, game, key, at = heapq.heappop(self._heap)
            if self._due.get(partition, {}).get(game, {}).get(key) != at:
                continue
            heapq.heappush(self._heap, (now + AGAIN_MS, attempt + 1, partition, game, key, at))
            stream_id = "*" if at <= now else f"{at}-*"
            commands.append(RunOut(partition, _time_out(game, key, at, attempt), stream_id))
        return commands


def _time_out(game: str, key: str, at: int, attempt: int) -> Sent:
    return Sent(f"timer:{key}:{at}:{attempt}", game, TIMER, None, pack(TimeOut(key)))
