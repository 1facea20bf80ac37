"""What a change of a table means to those who sit there, to its host, and to whoever made the change."""

from collections.abc import Iterator

from services.lobby.tables import Place, Table
from services.lobby.wire import people_of
from shared.api.inbox import TableNews
from shared.api.people import UNKNOWN, Names, Person


def news_of(table: Table, by: str | None, names: Names) -> Iterator[tuple[str, TableNews]]:
    """By account."""
    at_it = dict.fromkeys(filter(None, people_of(table)))
    seats = tuple(_name(place, names) for place in table.places)
    host = Person(table.host, names.people.get(table.host, UNKNOWN))
    for account in dict.fromkeys((*at_it, by) if by else at_it):
        news = TableNews(
            id=table.id,
            version=table.version,
            kind=table.kind,
            state=table.phase.value,
            host=host,
            seats=seats,
            mine=account in at_it,
        )
        yield account, news


def _name(place: Place, names: Names) -> str | None:
    if place.player:
        return names.people.get(place.player, UNKNOWN)
    return names.bot(place.bot) if place.bot else None
