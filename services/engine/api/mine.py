"""Everything that concerns one player: what changed since they last looked, the same live, and their home screen."""

from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from services.engine.api.mine_order import page, parse
from services.engine.api.mine_summary import Summaries
from services.engine.api.mine_wire import (
    Change,
    Changes,
    ChatChange,
    FriendChange,
    GameChange,
    InvitationChange,
    MyGame,
    MyGames,
    MyInvitation,
    MyTable,
    NoticeGiven,
    TableChange,
)
from services.engine.api.wakes import Wakes
from shared.api.caps import CAPS, Cap
from shared.api.inbox import (
    ChatNews,
    Cursor,
    FriendNews,
    GameNews,
    Inbox,
    InvitationNews,
    News,
    Notice,
    Sitter,
    TableNews,
)
from shared.api.moment import now_ms, rfc3339
from shared.api.people import Names

PAGE = CAPS[Cap.LIST_PAGE]
"""Things told at once: with their summaries less than 100 KB."""


class Mine:
    def __init__(self, inbox: Inbox, summaries: Summaries, wakes: Wakes) -> None:
        self._inbox = inbox
        self._summaries = summaries
        self._wakes = wakes

    async def sync(
        self, account: str, cursor: str | None, language: str, *, views: bool = False, most: int = PAGE
    ) -> Changes:
        """All that changed since the cursor, each thing once; all there is when the cursor is no good."""
        found = await self._inbox.changed(account, Cursor.parse(cursor), most)
        ids = [news.id for news in found.news if isinstance(news, GameNews)]
        games = await self._games(account, ids, found.news, language, views=views) if ids else {}
        names = await self._summaries.names(_people_of(found.news), language)
        return Changes(
            reset=found.reset,
            changes=tuple(told for news in found.news if (told := _told(news, games, names))),
            badge=found.turns,
            cursor=str(found.cursor),
            more=found.more,
            server_time=rfc3339(now_ms()),
        )

    async def changes(
        self, account: str, cursor: str | None, language: str, *, quiet_s: float, views: bool = False
    ) -> AsyncGenerator[Changes | None]:
        """For ever: first what changed since the cursor, even if it is nothing, then every change as it comes.

        `None` after each `quiet_s` without one. Each page's cursor leads here again without a gap. Ends when the
        process does.
        """
        async with self._wakes.of(account) as listening:
            told: Changes | None = None
            while not listening.closed:
                known = listening.number
                last, told = (
                    told,
                    await self.sync(account, told.cursor if told else cursor, language, views=views),
                )
                if last is None or told.changes or told.reset:
                    yield told
                while not (told.more or await listening.wait(known, quiet_s)):
                    yield None

    async def home(self, account: str, cursor: str | None, limit: int, language: str) -> MyGames:
        """A page of the home screen. Raises `malformed` for a cursor that no page gave."""
        news = await self._inbox.games(account)
        ids, after = page(news, limit, parse(cursor) if cursor else None)
        games = await self._games(account, ids, news, language)
        shown = [games[id] for id in ids if id in games]
        return MyGames(
            games=tuple(sorted(shown, key=_group)),
            badge=_badge(news, games),
            next=None if after is None else str(after),
            server_time=rfc3339(now_ms()),
        )

    async def _games(
        self, account: str, ids: Sequence[str], news: Iterable[News], language: str, *, views: bool = False
    ) -> dict[str, MyGame]:
        """By id. One that an operator gave up has ended without its log saying so."""
        games = await self._summaries.of(account, ids, language, views=views)
        over = {one.id for one in news if isinstance(one, GameNews) and one.ended}
        return {id: _ended(game) if id in over else game for id, game in games.items()}


def _ended(game: MyGame) -> MyGame:
    return replace(game, state="ended", my_turn=False, due_at=None)


def _group(game: MyGame) -> tuple[bool, bool]:
    """A game that was folded just now may have moved on since the page was put in order."""
    return game.state == "ended", not game.my_turn


def _badge(news: Sequence[GameNews], games: dict[str, MyGame]) -> int:
    """Games that wait for the player; what was folded just now knows better than what was told of it."""
    return sum(games[one.id].my_turn if one.id in games else one.my_turn for one in news)


def _people_of(news: Iterable[News]) -> Iterator[str | None]:
    """Games know theirs."""
    for one in news:
        if isinstance(one, TableNews):
            yield from (one.host, *(sitter.player for sitter in one.seats))
        elif isinstance(one, FriendNews):
            yield one.id
        elif isinstance(one, InvitationNews):
            yield one.by


def _called(sitter: Sitter, names: Names) -> str | None:
    if sitter.player is not None:
        return names.of(sitter.player)
    return names.bot(sitter.bot) if sitter.bot else None


def _told(news: News, games: dict[str, MyGame], names: Names) -> Change | None:
    match news:
        case GameNews(id=id):
            return GameChange(games[id]) if id in games else None
        case TableNews():
            seats = tuple(_called(sitter, names) for sitter in news.seats)
            host = names.person(news.host)
            return TableChange(MyTable(news.id, news.kind, news.state, host, seats, news.mine))
        case FriendNews(id=id):
            return FriendChange(names.person(id), news.tie)
        case InvitationNews():
            by, until = names.person(news.by), rfc3339(news.until)
            return InvitationChange(
                MyInvitation(news.id, news.table, news.kind, by, state=news.state, expires_at=until)
            )
        case ChatNews():
            return ChatChange(news.id, news.version)
        case Notice():
            return NoticeGiven(news.id, news.code, rfc3339(news.at), news.params)
        case _:
            assert_never(news)
