"""Logs of finished games between people, written where the engine writes them, and told in the feeds."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace
from redis.asyncio import Redis

from shared.games.rules import Command, Seat, TimeOut
from shared.log.commands import BOT, FIELD, TIMER, Sent, encode, pack
from shared.log.entry import Absence, Holder
from shared.log.feed import feed_item
from shared.log.game import ABSENT, fold
from shared.log.keys import keys_of
from shared.log.seatcommands import Resign
from shared.log.valkey import ValkeyLog
from tests.engine.finished import Playing
from tests.engine.play import start_game

TURN_MS = 60_000


class Left(Playing):
    """Some seats' players do nothing: their time runs out, and bots play for them; `back` come back once."""

    gone: Collection[int] = ()
    back: frozenset[int] = frozenset()

    def _act(self, seat: Seat, do: Command) -> None:
        if self.game.chairs.paused and not self.back:
            self._run_out(ABSENT)
        elif seat not in self.gone:
            super()._act(seat, do)
        elif seat not in self.game.chairs.sitting_in:
            self._run_out(next(key for key in self.game.timers if key.startswith(f"turn:{seat}:")))
        elif seat in self.back:
            self.back -= {seat}
            self.gone = [other for other in self.gone if other != seat]
            super()._act(seat, do)
        else:
            self._send(Sent(f"bot:{self.game.version}:{seat}", self.game.id, BOT, seat, pack(do)))

    def _run_out(self, timer: str) -> None:
        self.at = max(self.at, self.game.timers[timer])
        self._send(Sent(f"timer:{timer}", self.game.id, TIMER, None, pack(TimeOut(timer))))


def played(
    game: str,
    holders: Iterable[str | None] = ("a_1", "a_2"),
    *,
    kind: str = "floor",
    gone: Collection[int] = (),
    back: Collection[int] = (),
    resigns: int | None = None,
    rated: bool = True,
    absence: Absence = Absence.LAST,
    seed: int = 1,
) -> list[bytes]:
    """A whole game's log; `None` is a bot's seat."""
    seats = tuple(Holder(player=player) if player else Holder(bot="easy") for player in holders)
    start = start_game(kind, len(seats), turn_ms=TURN_MS)
    left = Left(game, replace(start, holders=seats, rated=rated, absence=absence), seed)
    if resigns is not None:
        left._act(Seat(resigns), Resign())
        gone = (resigns,)
    left.gone, left.back = gone, frozenset(back)
    while left.game.outcome is None:
        left.step()
    return left.log


async def stored(server: Redis, game: str, log: list[bytes], *, told: bool = True) -> None:
    """As a worker leaves it behind."""
    keys = keys_of(game)
    await ValkeyLog(server).append(keys.log(game), 0, log)
    if told:
        await tell(server, game, log)


async def tell(server: Redis, game: str, log: list[bytes]) -> None:
    await server.xadd(keys_of(game).feed, {FIELD: encode(feed_item(fold(game, log)))})


async def account(server: Redis, *ids: str) -> None:
    """Accounts as far as ratings look at them."""
    for id in ids:
        await server.hset(f"account:{{{id}}}", mapping={"name": id.upper(), "created_at": 0})
        await server.set(f"name:{id}", id.upper())
