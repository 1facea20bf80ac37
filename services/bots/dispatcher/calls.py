"""Which turns of bots' accounts are ours: those of bots that we call, and of bots that nobody is behind any more."""

from collections.abc import Iterable, Mapping

from services.bots.dispatcher.thoughts import Charge, realtime
from shared.api.bots import BotBook
from shared.api.moment import now_ms
from shared.api.people import is_bot
from shared.log.commands import FeedItem

Charges = Mapping[int, Charge]
"""By seat."""


class Calls:
    def __init__(self, book: BotBook) -> None:
        self._book = book

    async def of(self, items: Iterable[FeedItem]) -> dict[str, Charges]:
        """By game, of those that have any. What bots' owners have said is read anew each time, in one round trip."""
        asked = {item.game: seats for item in items if (seats := _bots_to_move(item))}
        bots = list({bot: None for seats in asked.values() for bot in seats.values()})
        standings = await self._book.standings(bots, now_ms())
        found = {
            game: {
                seat: Charge(bot, standings[bot].callable)
                for seat, bot in seats.items()
                if standings[bot].ours_to_play
            }
            for game, seats in asked.items()
        }
        return {game: charges for game, charges in found.items() if charges}


def _bots_to_move(item: FeedItem) -> dict[int, str]:
    """By seat; without turns all of them, until the game ends."""
    seats = range(len(item.players)) if realtime(item.kind) and not item.ended else item.awaited
    players = ((seat, item.players[seat]) for seat in seats)
    return {seat: player for seat, player in players if player and is_bot(player)}
