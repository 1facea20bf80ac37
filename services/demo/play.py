"""One game played to its end through the public API, as a person's app plays it."""

import asyncio
import secrets
from collections.abc import Callable

import msgspec

from shared.client import Accepted, ApiProblem, Client, GameView, Item, Kind, Moves, Pace

Say = Callable[[str], None]

PACE = Pace("live", turn_s=600)
"""Nobody shall lose a turn because a server was down for a while."""
WAIT_S = 20
REACTION_MS = (80, 240)
"""What the player takes in a game where everybody acts at once."""
JUDGED = frozenset({409, 422})
"""The rules refused it, or the game had moved on: the player looks again."""


class Played(msgspec.Struct):
    """A game's end, and what was answered to the player on the way."""

    game: str
    seat: int
    accepted: list[Accepted] = msgspec.field(default_factory=list)
    refused: int = 0


async def seat_and_start(client: Client, kind: Kind, players: int) -> Played:
    """The player hosts and sits at seat 0 or wherever the server says; bots sit everywhere else."""
    table = await client.open_table(kind.kind, players, pace=PACE, bot_ms=0)
    await client.seat_bots(table)
    started = await client.start(table.id)
    me = await client.me()
    seat = next(h.seat for h in started.seats if h.player and h.player.id == me.id)
    return Played(table.id, seat)


async def play(client: Client, kind: Kind, players: int, say: Say) -> Played:
    """Plays until the game has ended, saying each entry's words."""
    played = await seat_and_start(client, kind, players)
    seen = 0
    while True:
        await _take_turn(client, kind, played)
        page = await client.events(played.game, seen, wait_s=WAIT_S, words=True)
        for item in page.items:
            tell(item, say)
            seen = item.version
        if page.ended and seen >= page.version:
            return played


def tell(item: Item, say: Say) -> None:
    for words in item.words:
        say(f"{item.version:>5}  {words}")


async def _take_turn(client: Client, kind: Kind, played: Played) -> None:
    """One command, if one is possible now."""
    game = await client.game(played.game)
    if game.ended or not (kind.realtime or played.seat in game.awaited):
        return
    found = await client.moves(played.game)
    if not found.moves:
        return
    if kind.realtime:
        low, high = REACTION_MS
        await asyncio.sleep((low + secrets.randbelow(high - low)) / 1000)
    await _send(client, kind, played, found)


async def _send(client: Client, kind: Kind, played: Played, found: Moves) -> None:
    do = secrets.choice(found.moves).do
    try:
        expect = None if kind.realtime else found.version
        played.accepted.append(await client.command(played.game, do, expect=expect))
    except ApiProblem as problem:
        if problem.status not in JUDGED:
            raise
        played.refused += 1


def result(game: GameView) -> str:
    """The places in one line, best first."""
    if game.outcome is None:
        return "no result"
    ranked = sorted(
        (place, seat, game.outcome.scores[seat])
        for seat, place in enumerate(game.outcome.places)
        if place is not None
    )
    return " · ".join(f"{place}. {game.seats[seat].name} {score}" for place, seat, score in ranked)
