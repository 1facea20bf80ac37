"""What a change of a game means to each of its players."""

from collections.abc import Iterator

from shared.api.inbox import GameNews
from shared.log.commands import FeedItem


def news_of(item: FeedItem) -> Iterator[tuple[str, GameNews]]:
    """By account; bots that we play ourselves have none. Holds nothing that a seat must not know."""
    for seat, player in enumerate(item.players):
        if player is not None:
            yield player, _news(item, seat)


def _news(item: FeedItem, seat: int) -> GameNews:
    """While a bot sits in for the player, the game does not wait for them."""
    return GameNews(
        id=item.game,
        version=item.version,
        at=item.at,
        due=item.due.get(seat),
        my_turn=seat in item.awaited and seat not in item.bots,
        ended=item.ended,
    )
