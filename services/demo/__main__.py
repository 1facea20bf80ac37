"""`make demo`: one game of each kind, to its end, on a server that runs already."""

import asyncio
import sys
import time

from services.demo.address import address
from services.demo.play import Played, play, result
from services.demo.proof import faults, read_back
from shared.client import ApiProblem, Client, Kind, Unreachable

PATIENCE_S = 60.0
"""Long enough for any part of the server to be killed and to come back."""


def say(text: str) -> None:
    print(text, flush=True)


async def main() -> None:
    """Raises `Unreachable` or `ApiProblem`."""
    server = address()
    async with Client.at(server, patience_s=2) as first:
        await first.ready()
    begun = time.monotonic()
    async with Client.at(server, patience_s=PATIENCE_S) as client:
        await client.guest("Robin")
        for kind in await client.kinds():
            await demonstrate(client, kind)
    say(f"All games played to their end in {time.monotonic() - begun:.0f} seconds.")


async def demonstrate(client: Client, kind: Kind) -> Played:
    """Plays one game and proves that its log holds what was answered; ends the program otherwise."""
    say(f"\n{kind.kind}: a game of {min(kind.players)}, Robin against bots")
    played = await play(client, kind, min(kind.players), say)
    say(f"Result of {played.game}: {result(await client.game(played.game))}")
    items = await read_back(client, played.game)
    if found := faults(played, items):
        sys.exit("\n".join(["paternoster: the log is not what was answered:", *found]))
    say(f"{len(played.accepted)} commands accepted: each stands once among {len(items)} entries.")
    return played


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except Unreachable as trouble:
        sys.exit(f"paternoster: {trouble}. Start a server with: make run")
    except ApiProblem as trouble:
        sys.exit(f"paternoster: {address()} refused: {trouble}")
    except KeyboardInterrupt:
        sys.exit(130)
