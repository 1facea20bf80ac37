"""What a change of a table means to those who sit there, to its host, and to whoever made the change."""

from collections.abc import Iterator

from services.lobby.tables import Table
from services.lobby.wire import people_of
from shared.api.inbox import Sitter, TableNews


def news_of(table: Table, by: str | None) -> Iterator[tuple[str, TableNews]]:
    """By account."""
    at_it = dict.fromkeys(filter(None, people_of(table)))
    seats = tuple(Sitter(place.player, place.bot) for place in table.places)
    for account in dict.fromkeys((*at_it, by) if by else at_it):
        news = TableNews(
            id=table.id,
            version=table.version,
            kind=table.kind,
            state=table.phase.value,
            host=table.host,
            seats=seats,
            mine=account in at_it,
        )
        yield account, news
