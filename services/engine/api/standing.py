"""Where a command stands whose answer its sender never got."""

from typing import Any

from redis.asyncio import Redis

from shared.api.prefer import Pending
from shared.log.commands import FIELD, Answer, decode_answer, decode_sent
from shared.log.connect import confirm
from shared.log.keys import keys_of

PAGE = 500


def place(game: str, command: str) -> str:
    return f"/v1/games/{game}/commands/{command}"


def pending(game: str, command: str) -> Pending:
    return Pending(command, place(game, command))


class Standing:
    """Commit takes a command off its stream and writes its answer at once: what is not queued is judged, or unknown."""

    def __init__(self, redis: Redis, partitions: int) -> None:
        self._redis: Any = redis
        self._partitions = partitions

    async def queued(self, game: str, command: str, seat: int | None) -> bool:
        """Whether the seat's command waits to be judged; look here before you look for its answer."""
        stream, after = keys_of(game, self._partitions).commands, b"-"
        while found := await self._redis.xrange(stream, after, count=PAGE):
            for _, fields in found:
                sent = decode_sent(fields[FIELD])
                if (sent.game, sent.id, sent.seat) == (game, command, seat):
                    return True
            after = b"(" + found[-1][0]
        return False

    async def refused(self, game: str, command: str, seat: int | None) -> Answer | None:
        """The refusal of the seat's command, for as long as it is kept."""
        key = keys_of(game, self._partitions).answer(game, command)
        if stored := await self._redis.get(key):
            await confirm(self._redis, key)
        answer = decode_answer(stored) if stored else None
        return answer if answer and answer.reason is not None and answer.seat == seat else None
