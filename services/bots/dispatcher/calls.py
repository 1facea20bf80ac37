"""Which turns of bots' accounts are ours: those of bots that we call, and of bots that nobody is behind any more."""

from collections.abc import Iterable, Mapping

from services.bots.dispatcher.thoughts import realtime
from shared.api.bots import BotBook
from shared.api.moment import now_ms
from shared.api.people import is_bot
from shared.log.commands import FeedItem

Called = Mapping[int, str]
"""Bots' accounts by seat."""


class Calls:
    def __init__(self, book: BotBook) -> None:
        self._book = book

    async def of(self, items: Iterable[FeedItem]) -> dict[str, Called]:
        """By game, of those that have any. What bots' owners have said is read anew each time, in one round trip."""
        asked = {item.game: seats for item in items if (seats := _awaited_bots(item))}
        bots = list({bot: None for seats in asked.values() for bot in seats.values()})
        standings = await self._book.standings(bots, now_ms())
        found = {
            game: {seat: bot for seat, bot in seats.items() if standings[bot].ours_to_play}
            for game, seats in asked.items()
        }
        return {game: called for game, called in found.items() if called}


def _awaited_bots(item: FeedItem) -> dict[int, str]:
    """Kinds without turns wait for nobody, so nobody can be called."""
    if realtime(item.kind):
        return {}
    players = ((seat, item.players[seat]) for seat in item.awaited)
    return {seat: player for seat, player in players if player and is_bot(player)}
