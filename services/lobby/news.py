"""What a change of a table means to those who sit there, to its host, to whoever made it, and to those it took away."""

from collections.abc import Iterator

from services.lobby.ids import invitation_id
from services.lobby.tables import Table
from shared.api.inbox import InvitationNews, Sitter, TableNews


def news_of(table: Table, by: str | None) -> Iterator[tuple[str, TableNews]]:
    """By account."""
    at_it = dict.fromkeys((table.host, *table.people))
    away = (player for player, version in table.gone.items() if version == table.version)
    told = dict.fromkeys((*at_it, *away, *filter(None, (by,)), *table.kicked))
    seats = tuple(Sitter(place.player, place.bot) for place in table.places)
    for account in told:
        news = TableNews(
            id=table.id,
            version=table.gone.get(account, table.version),
            kind=table.kind,
            state=table.phase.value,
            host=table.host,
            seats=seats,
            mine=account in at_it,
        )
        yield account, news


def invitations_of(table: Table) -> Iterator[tuple[str, InvitationNews]]:
    """By account. Each has the version of its own last change, so that nobody is told twice."""
    for one in table.invitations:
        yield (
            one.player,
            InvitationNews(
                id=invitation_id(table.id, one.number),
                version=one.version,
                table=table.id,
                kind=table.kind,
                by=one.by,
                until=one.until,
                state=one.state.value,
            ),
        )
