"""What the inboxes tell that is no game's: which of it is worth a notice."""

from services.notify.standing import Thing
from shared.api.inbox import InvitationNews, News, Notice, Standing
from shared.api.notices.words import Happening

ROUNDS = "tournament-"
"""Begins the codes of what tournaments tell."""


def thing_of(news: News, now: int) -> tuple[str, Thing] | None:
    """Its name and what it is; `None` for what the inbox shows and nobody is woken for."""
    match news:
        case InvitationNews(id=id, version=version, table=table, kind=kind, by=by, until=until):
            about: dict[str, str | int] = {"table": table, "kind": kind, "by": by}
            still = news.standing is Standing.OPEN
            return id, Thing(Happening.INVITATION, version, "invitation", now, about, still, until)
        case Notice(id=id, code=code, at=at, params=params, version=version) if code.startswith(ROUNDS):
            return id, Thing(Happening.ROUND, version, code, at, dict(params))
        case _:
            return None
