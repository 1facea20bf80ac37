"""Keeps two games of bots against bots of each kind being played, so that there is something to look at."""

import asyncio
from pathlib import Path

import msgspec
import structlog

from services.demo.address import address
from shared.client import ApiProblem, Client, Kind, Unreachable
from shared.settings import settings

log = structlog.get_logger()

BOT_MS = 2000
PAUSE_S = 10.0
"""How long a game that has ended stays the one to look at."""
TROUBLE_S = 5.0
PATIENCE_S = 60.0
WAIT_S = 30


class Book:
    """Which game each place shows, on disk: a restart goes on with the games that are being played."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._games = msgspec.json.decode(path.read_bytes(), type=dict[str, str]) if path.exists() else {}

    def __getitem__(self, place: str) -> str | None:
        return self._games.get(place)

    def __setitem__(self, place: str, game: str | None) -> None:
        if game is None:
            self._games.pop(place, None)
        else:
            self._games[place] = game
        new = self._path.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self._games))
        new.replace(self._path)


async def keep(client: Client, kind: Kind, players: int, book: Book, place: str) -> None:
    """Shows one game after another, for ever; trouble is waited out."""
    while True:
        try:
            game = book[place] or await open_game(client, kind.kind, players)
            book[place] = game
            await see_to_its_end(client, game)
            book[place] = None
            await asyncio.sleep(PAUSE_S)
        except (ApiProblem, Unreachable) as trouble:
            log.warning("demo-game-troubled", place=place, trouble=str(trouble))
            await recover(client, trouble, book, place)


async def recover(client: Client, trouble: Exception, book: Book, place: str) -> None:
    """Forgets a game that is gone, becomes a new guest where the old one is no longer known."""
    await asyncio.sleep(TROUBLE_S)
    match trouble:
        case ApiProblem(status=404):
            book[place] = None
        case ApiProblem(status=401):
            await client.guest("Host")
        case _:
            pass


async def open_game(client: Client, kind: str, players: int) -> str:
    table = await client.open_table(kind, players, bot_ms=BOT_MS, host_sits=False)
    await client.seat_bots(table)
    return (await client.start(table.id)).id


async def see_to_its_end(client: Client, game: str) -> None:
    version = (await client.game(game)).version
    while not (page := await client.events(game, version, wait_s=WAIT_S)).ended:
        version = page.version


async def main() -> None:
    book = Book(settings().var / "demo.json")
    async with Client.at(address(), patience_s=PATIENCE_S) as client, asyncio.TaskGroup() as games:
        await client.guest("Host")
        for kind in await client.kinds():
            for at, players in enumerate((min(kind.players), max(kind.players))):
                games.create_task(keep(client, kind, players, book, f"{kind.kind}-{at}"))


if __name__ == "__main__":
    asyncio.run(main())
