"""A game in which a called bot is to move, and everything that calls it."""

import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from redis.asyncio import Redis

from services.bots.webhook.caller import Caller
from shared.api import inbox
from shared.api.apitokens import account_key
from shared.api.bots import BotBook, Hook
from shared.api.inbox import Inbox
from shared.api.public import PublicHttp, allowed_networks
from shared.log.entry import Holder, Pace
from tests.bots.match import Match, begun
from tests.bots.webhook.receiver import Receiver, first_move, listening

BOTS = tuple(f"a_bot01JD2Q0V9Y3M8E5X7K4T6R1Z{n}B" for n in "012")
OWNER = "a_01JD2Q0V9Y3M8E5X7K4T6R1ZAB"
LOCAL = "127.0.0.0/8,::1/128"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    with listening(tmp_path_factory.mktemp("receiver")) as receiver:
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", receiver.port)) == 0:
                    break
        yield receiver


@pytest.fixture
def receiver(served: Receiver) -> Receiver:
    served.turns.clear()
    served.heads.clear()
    served.silent.clear()
    served.answer = first_move
    return served


@dataclass
class Calling:
    match: Match
    caller: Caller
    book: BotBook
    stood_in: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    again: list[tuple[str, int, int, str]] = field(default_factory=list[tuple[str, int, int, str]])

    @property
    def bot(self) -> str:
        """Who is to move."""
        return BOTS[self.match.turn]

    async def call(self) -> None:
        await self.caller.call("g_1", self.match.game.version, self.match.turn, self.bot)


async def account(server: Redis, book: BotBook, bot: str, hook: Hook | None) -> None:
    await server.hset(account_key(bot), mapping={"name": "Otis", "created_at": 0, "owner": OWNER})
    await book.hook(bot, hook)


@pytest.fixture
async def calling(server: Redis, receiver: Receiver) -> AsyncIterator[Calling]:
    match = await begun(server, "floor", [Holder(player=bot) for bot in BOTS])
    async with _calling(server, receiver, match) as calling:
        yield calling


@pytest.fixture
async def racing(server: Redis, receiver: Receiver) -> AsyncIterator[Calling]:
    """In a kind without turns, whose first tile is turned."""
    holders = [Holder(player=bot) for bot in BOTS[:2]]
    match = await begun(server, "eddie", holders, pace=Pace(turn_ms=20_000))
    await match.run_out()
    async with _calling(server, receiver, match) as calling:
        yield calling


@asynccontextmanager
async def _calling(server: Redis, receiver: Receiver, match: Match) -> AsyncGenerator[Calling]:
    await inbox.load_functions(server)
    book = BotBook(server)
    for bot in BOTS:
        await account(server, book, bot, Hook(receiver.url, receiver.secret, 0))
    trusted = ssl.create_default_context(cafile=receiver.authority)
    http = PublicHttp(allowed_networks(LOCAL), trusted)
    stood_in, again = list[tuple[str, int, int]](), list[tuple[str, int, int, str]]()
    caller = Caller(
        redis=server,
        http=http,
        book=book,
        inbox=Inbox(server),
        stand_in=lambda *turn: stood_in.append(turn),
        again=lambda *call: again.append(call),
        partitions=64,
        most_ms=8_000,
    )
    yield Calling(match, caller, book, stood_in, again)
    await http.close()
