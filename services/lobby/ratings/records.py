"""What the handlers speak to: ratings, boards and histories put together as answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from redis.asyncio import Redis

from services.lobby.accounts.accounts import Accounts
from services.lobby.ratings import cursors
from services.lobby.ratings.boards import Boards, Ranked
from services.lobby.ratings.histories import Histories, Played
from services.lobby.ratings.lists import LISTS, ListInfo, is_account
from services.lobby.ratings.ratings import Rating, Ratings
from services.lobby.ratings.showing import board_entry, played_game, rating_info, rating_points
from services.lobby.ratings.tally import Conduct, against, statistics
from services.lobby.ratings.wire import (
    HeadToHead,
    Leaderboard,
    LeaderboardInfo,
    Leaderboards,
    Neighbourhood,
    PlayedGame,
    PlayedGames,
    PlayerRatings,
    PlayerStatistics,
    RatingCourse,
    RatingInfo,
)
from shared.api.people import Names, People, Person, is_bot
from shared.api.problem import ApiError, Code
from shared.seeds import Texts

NEIGHBOURS = 5
"""On each side."""


@dataclass(frozen=True, slots=True)
class Records:
    accounts: Accounts
    people: People
    ratings: Ratings
    boards: Boards
    histories: Histories
    called: Names
    """Says what people are called."""

    def speaking(self, language: str) -> "Records":
        return replace(self, called=self.called._replace(language=language))

    async def leaderboards(self) -> Leaderboards:
        sizes = await self.boards.sizes(list(LISTS))
        pairs = zip(LISTS.values(), sizes, strict=True)
        return Leaderboards(tuple(LeaderboardInfo(info, size) for info, size in pairs))

    async def leaderboard(self, list_id: str, limit: int, cursor: str | None) -> Leaderboard:
        """Raises `no-such-leaderboard`."""
        info = _list(list_id)
        after = cursors.board_spot(cursor) if cursor else None
        ranked, on = await self.boards.page(list_id, limit, after)
        return Leaderboard(info, await self._entries(ranked), cursors.of(on) if on else None)

    async def neighbourhood(self, list_id: str, account: str) -> Neighbourhood:
        """Raises `no-such-leaderboard`."""
        info = _list(list_id)
        (me,) = await self._infos(account, [info])
        ranked = await self.boards.around(list_id, account, NEIGHBOURS)
        return Neighbourhood(me, await self._entries(ranked))

    async def player_ratings(self, account: str) -> PlayerRatings:
        """Raises `no-such-account`."""
        player = await self._player(account)
        games = (await self.histories.whole(account)).games
        infos = await self.ratings_of(account)
        courses = [RatingCourse(info, rating_points(games, info.list.id)) for info in infos]
        return PlayerRatings(player, tuple(courses))

    async def games(self, account: str, limit: int, cursor: str | None) -> PlayedGames:
        """Raises `no-such-account`."""
        await self._player(account)
        after = cursors.history_spot(cursor) if cursor else None
        played, on = await self.histories.page(account, limit, after)
        return PlayedGames(await self._shown(account, played), cursors.of(on) if on else None)

    async def statistics(self, account: str) -> PlayerStatistics:
        """Raises `no-such-account`."""
        player, history = await self._player(account), await self.histories.whole(account)
        games = [played.finished for played in history.games]
        kinds = statistics(games, account, history.past)
        return PlayerStatistics(
            player=player,
            games=sum(kind.games for kind in kinds),
            rated=sum(kind.rated for kind in kinds),
            wins=sum(kind.wins for kind in kinds),
            kinds=kinds,
            conduct=await self.conduct_of(account),
        )

    async def against(self, account: str, other: str) -> HeadToHead:
        """Raises `no-such-account`, for either."""
        player, opponent = await self._player(account), await self._player(other)
        history = await self.histories.whole(account)
        kinds = against([played.finished for played in history.games], account, other)
        return HeadToHead(
            player=player,
            other=opponent,
            games=sum(kind.games for kind in kinds),
            ahead=sum(kind.ahead for kind in kinds),
            behind=sum(kind.behind for kind in kinds),
            level=sum(kind.level for kind in kinds),
            kinds=kinds,
        )

    async def ratings_of(self, account: str) -> tuple[RatingInfo, ...]:
        """In every list in which somebody has played, the one with the most games first; a bot's are those of programs."""
        infos = await self._infos(account, [info for info in LISTS.values() if info.bots is is_bot(account)])
        played = [info for info in infos if info.games]
        return tuple(sorted(played, key=lambda info: -info.games))

    async def conduct_of(self, account: str) -> Conduct:
        return (await self.histories.conduct([account]))[account]

    async def all_games(self, account: str) -> tuple[PlayedGame, ...]:
        """Every game that is kept of somebody, the newest first."""
        return await self._shown(account, (await self.histories.whole(account)).games)

    async def _infos(self, account: str, lists: Sequence[ListInfo]) -> list[RatingInfo]:
        ratings: list[Rating] = await self.ratings.in_lists([info.id for info in lists], account)
        ranks = await self.boards.ranks([info.id for info in lists], account)
        return [rating_info(*each) for each in zip(lists, ratings, ranks, strict=True)]

    async def _entries(self, ranked: Sequence[Ranked]):
        names = await self._names(one.who for one in ranked if is_account(one.who))
        return tuple(board_entry(one, names) for one in ranked)

    async def _player(self, account: str) -> Person:
        found = await self.accounts.read(account)
        if found is None:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        return Person(found.id, self.called.said(found.called), is_bot(found.id))

    async def _shown(self, account: str, games: Iterable[Played]) -> tuple[PlayedGame, ...]:
        played = tuple(games)
        names = await self._names(one for game in played for one in game.finished.players)
        return tuple(played_game(game, account, names) for game in played)

    async def _names(self, accounts: Iterable[str]) -> Names:
        return self.called._replace(people=await self.people.names(accounts))


def records(redis: Redis, accounts: Accounts, people: People, texts: Texts) -> Records:
    return Records(accounts, people, Ratings(redis), Boards(redis), Histories(redis), Names({}, texts))


def _list(list_id: str) -> ListInfo:
    found = LISTS.get(list_id)
    if found is None:
        raise ApiError(Code.NO_SUCH_LEADERBOARD, params={"list": list_id})
    return found
