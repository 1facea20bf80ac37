"""What an account that goes leaves behind in games that run: its seats, given up, so that nobody waits for it for ever."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from redis.asyncio import Redis

from services.lobby.store import Tables
from services.lobby.tables import Phase
from shared.api.inbox import Inbox
from shared.api.people import is_bot
from shared.log.commands import FIELD, LOBBY, Sent, encode, pack
from shared.log.keys import keys_of
from shared.log.seatcommands import Resign

GONE = f"{LOBBY}:gone"
"""Begins the command's id, before the seat: a seat is given up once. No client can name a command so."""


class Parting:
    def __init__(self, redis: Redis, inbox: Inbox, tables: Tables, partitions: int) -> None:
        self._redis = redis
        self._inbox = inbox
        self._tables = tables
        self._partitions = partitions

    async def resign_all(self, account: str) -> None:
        """Queues what the player might have said in each game. May be repeated; the engine judges it when it is there.

        A bot's account gives nothing up: built-in bots play its games on.
        """
        if is_bot(account):
            return
        for game in await self._inbox.playing(account):
            table = await self._tables.read(game)
            seat = table.seat_of(account) if table and table.phase is Phase.STARTED else None
            if seat is not None:
                sent = Sent(f"{GONE}:{seat}", game, account, seat, pack(Resign()))
                await self._redis.xadd(keys_of(game, self._partitions).commands, {FIELD: encode(sent)})
