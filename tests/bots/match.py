"""A game on a real server, moved on by hand, as the engine would move it: log, feed and index of running games."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec
from redis.asyncio import Redis

from services.engine.worker.judge import Arrived, Held, judge
from shared.games.rules import Command, Seat, TimeOut
from shared.log.commands import BOT, FIELD, LOBBY, TIMER, Answer, Sent, StartGame, decode_sent, encode, pack
from shared.log.entry import Holder, Pace
from shared.log.feed import feed_item
from shared.log.game import Game
from shared.log.keys import keys_of
from shared.log.valkey import append_entry

SETUPS = {"floor": "3-standard", "eddie": "2-auto-refused"}


def bots(*levels: str) -> tuple[Holder, ...]:
    return tuple(Holder(bot=level) for level in levels)


def start_of(kind: str, name: str, holders: Sequence[Holder], pace: Pace) -> StartGame:
    """The lobby's command for one of the kit's setups."""
    setup = import_module(f"tests.games.{kind}.kit").KIT.setups[name]
    return StartGame(
        kind=kind,
        players=setup.players,
        holders=tuple(holders),
        options=msgspec.to_builtins(setup.options),
        pace=pace,
        secret="07" * 32,
        contributions=("",) * setup.players,
    )


class Match:
    def __init__(self, server: Redis, game: str, at: int | None = None) -> None:
        self.server = server
        self.keys = keys_of(game)
        self.held = Held(Game(game))
        self._at = at or 1_000_000

    @property
    def game(self) -> Game:
        return self.held.game

    async def send(self, sent: Sent) -> Answer:
        """Judges one command; what it changes is appended and told on the feed."""
        self._at += 1
        answer, entry = judge(self.held, Arrived(sent, self._at, 0))
        if entry is not None:
            await append_entry(self.server, self.keys.log(self.game.id), answer.version - 1, entry)
            await self.tell()
        return answer

    async def tell(self) -> None:
        await self.server.xadd(self.keys.feed, {FIELD: encode(feed_item(self.game))})
        if self.game.outcome is None:
            await self.server.zadd(self.keys.running, {self.game.id: 1})
        else:
            await self.server.zrem(self.keys.running, self.game.id)

    async def play(self, seat: int, command: Command, by: str = BOT, name: str | None = None) -> Answer:
        sent = Sent(name or f"hand-{self.game.version}", self.game.id, by, seat, pack(command))
        return await self.send(sent)

    async def play_any(self, seat: int) -> Answer:
        """As whoever holds the seat."""
        return await self.play(seat, self.legal(seat)[0], self.game.opening.holders[seat].player or BOT)

    async def run_out(self) -> Answer:
        """The first of the game's timers."""
        timer, self._at = next(iter(self.game.timers.items()))
        return await self.send(Sent(f"timer-{self._at}", self.game.id, TIMER, None, pack(TimeOut(timer))))

    def legal(self, seat: int) -> Sequence[Command]:
        return self.game.rules.legal(self.game.state, Seat(seat))

    @property
    def turn(self) -> int:
        """The seat that is awaited first."""
        return self.game.awaited()[0]

    async def answered(self, answer: Answer) -> None:
        await self.server.set(self.keys.answer(self.game.id, answer.command), encode(answer))

    async def sent(self) -> list[Sent]:
        """What stands on the partition's command stream."""
        return [decode_sent(fields[FIELD]) for _, fields in await self.server.xrange(self.keys.commands)]


async def begun(
    server: Redis,
    kind: str,
    holders: Sequence[Holder],
    *,
    game: str = "g_1",
    pace: Pace | None = None,
    name: str = "",
    at: int | None = None,
) -> Match:
    """A game after its entry 1, which came at `at`."""
    match = Match(server, game, at)
    start = start_of(kind, name or SETUPS[kind], holders, pace or Pace())
    answer = await match.send(Sent("start", game, LOBBY, None, pack(start)))
    assert answer.reason is None, answer
    return match


async def racing(server: Redis, *levels: str, **more: Any) -> Match:
    """A game of Eddie whose first tile is turned."""
    match = await begun(server, "eddie", bots(*levels), **more)
    await match.run_out()
    return match


def always(command: Command | None) -> Callable[..., Command | None]:
    """A policy without a mind."""
    return lambda level, seat, view, moves, rng: command
