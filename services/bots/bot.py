"""A bot's turn: read, fold, choose, send."""

import time
from collections.abc import Mapping

from redis import Redis

from services.bots.choosing import choose
from services.bots.policies import Policy
from services.bots.reading import Games
from services.bots.seeds import Seeds, shared_seeds
from shared.games.rules import Command
from shared.log.commands import BOT, FIELD, Sent, decode_answer, encode, pack
from shared.log.game import Game
from shared.log.keys import PARTITIONS, keys_of
from shared.watch import traces


class Bot:
    """All bot seats of all games, one turn at a time."""

    def __init__(self, redis: Redis, policies: Mapping[str, Policy], partitions: int = PARTITIONS) -> None:
        self._redis = redis
        self._policies = policies
        self._partitions = partitions
        self._games = Games(redis, partitions)
        self.seen: tuple[str, str] | None = None
        """Kind and level of the last turn, if it was one to think about."""
        self._seeds: Seeds | None = None

    def think(self, game_id: str, version: int, seat: int) -> Sent | None:
        """Sends the seat's command; `None` when nothing is awaited of it (any more). Raises `CorruptLog`."""
        game = self._games.read(game_id)
        self.seen = None
        if not _concerns(game, version, seat):
            return None
        attempt = self._attempt(game, seat)
        if attempt is None:
            return None
        if self._seeds is None:
            self._seeds = shared_seeds(self._redis)
        self.seen = (game.opening.kind, game.bot_at(seat) or "")
        command = choose(game, seat, self._policies, self._seeds, attempt=attempt, idle_ms=idle_ms(game))
        return None if command is None else self._send(game, seat, attempt, command)

    def forget(self) -> None:
        """After an outage: the server may have come back with less than we had read."""
        self._games.forget()
        self._seeds = None

    def _attempt(self, game: Game, seat: int) -> int | None:
        """The first attempt whose command id is not used up; `None` when the game has just moved on.

        An id that has been answered is answered the same for ever. The answers count the attempts, not the
        dispatcher, so that a task that runs twice finds the same id, and so do tasks of two dispatchers.
        """
        keys = keys_of(game.id, self._partitions)
        attempt = 0
        while True:
            name = command_id(game.version, seat, attempt)
            found: bytes | None = self._redis.get(keys.answer(game.id, name))  # pyright: ignore[reportAssignmentType]
            if found is None and name not in game.accepted:
                return attempt
            if found is not None and _accepted_after(found, game.version):
                return None
            attempt += 1

    def _send(self, game: Game, seat: int, attempt: int, command: Command) -> Sent:
        """Its trace is another one, which names the thought's: a game of bots would be one trace without end."""
        with traces.span("send bot's command", since=traces.here(), game=game.id, version=game.version):
            sent = Sent(
                id=command_id(game.version, seat, attempt),
                game=game.id,
                by=BOT,
                seat=seat,
                do=pack(command),
                expect=None if game.rules.realtime else game.version,
                trace=traces.here(),
            )
            self._redis.xadd(keys_of(game.id, self._partitions).commands, {FIELD: encode(sent)})
        return sent


def command_id(version: int, seat: int, attempt: int = 0) -> str:
    """
    >>> command_id(17, 2), command_id(17, 2, attempt=1)
    ('bot:17:2', 'bot:17:2:1')
    """
    return f"{BOT}:{version}:{seat}" + (f":{attempt}" if attempt else "")


def _concerns(game: Game, version: int, seat: int) -> bool:
    """Whether the seat is a bot's that should think now, and this task is the one that says so."""
    if game.version == 0 or game.outcome is not None or seat not in game.seats or game.bot_at(seat) is None:
        return False
    if game.rules.realtime:
        return _played_last(game, seat) <= version
    return game.version == version and game.clock(seat) is not None


def _played_last(game: Game, seat: int) -> int:
    """The version of the bot's last play. Older thoughts are done with: the play brought its own task."""
    return max((at for name, at in game.accepted.items() if _is_of(name, seat)), default=0)


def _is_of(name: str, seat: int) -> bool:
    by, *rest = name.split(":")
    return by == BOT and rest[1:2] == [str(seat)]


def _accepted_after(answer: bytes, version: int) -> bool:
    found = decode_answer(answer)
    return found.reason is None and found.version > version


def idle_ms(game: Game) -> int:
    """How long nothing has happened; a clock that was put back must not make a bot wait until it has caught up."""
    return abs(_now_ms() - game.updated_at)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
