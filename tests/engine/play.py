"""Games for the engine's tests: started and played by commands on a partition's stream."""

import random
from dataclasses import dataclass, field
from typing import Any

import msgspec
from redis.asyncio import Redis

from services.engine.worker.loop import Worker
from shared.games.kinds import KINDS
from shared.games.rules import Command, Seat, Setup
from shared.log.commands import BOT, LOBBY, Answer, Sent, StartGame, decode_answer, encode, pack
from shared.log.entry import Holder, Pace
from shared.log.game import Game, fold
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from shared.seeds import house_sets
from shared.settings import Settings

PARTITIONS = 4
SECRET = "5e" * 32


def options_of(kind: str, **chosen: Any) -> dict[str, Any]:
    """Whole options, the house set included."""
    rules = KINDS[kind]
    options = msgspec.convert(chosen, rules.options)
    if rules.component_set is not None:
        options = msgspec.structs.replace(options, set=house_sets()[kind])
    return msgspec.to_builtins(options)


def start_game(
    kind: str, players: int = 3, *, people: int = 0, turn_ms: int | None = None, **options: Any
) -> StartGame:
    """The first `people` seats are held by `a_0`, `a_1` ..., the others by bots."""
    holders = [Holder(player=f"a_{seat}") if seat < people else Holder(bot="easy") for seat in range(players)]
    whole = options_of(kind, **options)
    rules = KINDS[kind]
    house = rules.house_seats(Setup(players, msgspec.convert(whole, rules.options)))
    contributions = ("",) * (players + len(house))
    return StartGame(kind, players, tuple(holders), whole, Pace(turn_ms), SECRET, contributions)


@dataclass
class Bench:
    """A worker that works when told to, and a game on its partitions."""

    server: Redis
    worker: Worker
    game: str = "g_1"
    sent: list[Sent] = field(default_factory=list)

    async def send(self, *commands: Sent) -> list[Answer]:
        """Queues the commands, lets the worker judge them, returns the answers."""
        keys = keys_of(self.game, PARTITIONS)
        for sent in commands:
            await self.server.xadd(keys.commands, {"e": encode(sent)})
        await self.worker.cycle()
        if await self.server.xlen(keys.commands):  # it found answers there, and looks at them first
            await self.worker.cycle()
        return [await self.answer(sent.id) for sent in commands]

    async def answer(self, command: str) -> Answer:
        stored = await self.server.get(keys_of(self.game, PARTITIONS).answer(self.game, command))
        assert stored is not None, f"{command} was not answered"
        return decode_answer(stored)

    async def start(self, start: StartGame) -> Game:
        (answer,) = await self.send(Sent("start", self.game, LOBBY, None, pack(start)))
        assert answer.reason is None, answer
        return await self.fold()

    async def payloads(self) -> list[bytes]:
        return await ValkeyLog(self.server).read(keys_of(self.game, PARTITIONS).log(self.game))

    async def fold(self) -> Game:
        return fold(self.game, await self.payloads())

    def command(self, id: str, seat: int, do: Command, *, by: str = BOT, expect: int | None = None) -> Sent:
        return Sent(id, self.game, by, seat, pack(do), expect)


def choices(game: Game) -> list[tuple[int, Command]]:
    if game.outcome is not None:
        return []
    return [(seat, do) for seat in game.seats for do in game.rules.legal(game.state, Seat(seat))]


async def play_out(bench: Bench, rng: random.Random) -> Game:
    """Random commands to the end; a timer-only state waits for its timers."""
    game = await bench.fold()
    while game.outcome is None:
        if found := choices(game):
            seat, do = rng.choice(found)
            await bench.send(bench.command(f"bot:{game.version}:{seat}", seat, do))
        else:
            await bench.worker.cycle()
        game = await bench.fold()
    return game


def new_worker(config: Settings, server: Redis, reading: Redis) -> Worker:
    return Worker(server, reading, partitions=PARTITIONS, lease_ms=2000)
