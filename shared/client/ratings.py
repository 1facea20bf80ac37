"""Ratings, leaderboards, and what players have played."""

from collections.abc import AsyncGenerator

import msgspec

from shared.client.http import Http
from shared.client.values import Player


class RatingList(msgspec.Struct, frozen=True):
    """What ratings are kept for: `players` is `None` where games of all sizes count in one list."""

    id: str
    kind: str
    players: int | None
    bots: bool


class Board(msgspec.Struct, frozen=True):
    list: RatingList
    size: int


class Boards(msgspec.Struct, frozen=True):
    leaderboards: tuple[Board, ...]


class Rank(msgspec.Struct, frozen=True):
    """An entry of a leaderboard; in a list of bots `bot` is the level."""

    rank: int
    rating: int
    games: int
    player: Player | None = None
    bot: str | None = None


class Leaderboard(msgspec.Struct, frozen=True):
    list: RatingList
    entries: tuple[Rank, ...]
    next: str | None = None


class Rating(msgspec.Struct, frozen=True):
    list: RatingList
    rating: int
    provisional: bool
    games: int
    games_to_go: int = 0
    rank: int | None = None


class Neighbourhood(msgspec.Struct, frozen=True):
    me: Rating
    entries: tuple[Rank, ...]


class RatingPoint(msgspec.Struct, frozen=True):
    game: str
    at: str
    rating: int
    provisional: bool = False


class Course(msgspec.Struct, frozen=True):
    """A rating now, and after each game that is kept, the oldest first."""

    now: Rating
    points: tuple[RatingPoint, ...]


class PlayerRatings(msgspec.Struct, frozen=True):
    player: Player
    ratings: tuple[Course, ...]


class Shift(msgspec.Struct, frozen=True):
    list: str
    before: int
    after: int
    change: int


class PlayedSeat(msgspec.Struct, frozen=True):
    seat: int
    player: Player | None = None
    bot: str | None = None
    place: int | None = None
    score: int | None = None
    left: bool = False


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game as one of its players sees it."""

    id: str
    kind: str
    ended_at: str
    seat: int
    rated: bool
    seats: tuple[PlayedSeat, ...]
    place: int | None = None
    score: int | None = None
    left: bool = False
    timed_out: bool = False
    rating: Shift | None = None


class PlayedGames(msgspec.Struct, frozen=True):
    games: tuple[PlayedGame, ...]
    next: str | None = None


class KindStatistics(msgspec.Struct, frozen=True):
    kind: str
    games: int
    rated: int
    wins: int
    places: dict[str, int]
    average_score: float | None = None


class Conduct(msgspec.Struct, frozen=True):
    """How many of the last games with people were left, or had the player's time run out; `share` of both."""

    games: int
    left: int
    timed_out: int
    share: float


class Statistics(msgspec.Struct, frozen=True):
    player: Player
    games: int
    rated: int
    wins: int
    kinds: tuple[KindStatistics, ...]
    conduct: Conduct


class Against(msgspec.Struct, frozen=True):
    kind: str
    games: int
    ahead: int
    behind: int
    level: int


class HeadToHead(msgspec.Struct, frozen=True):
    player: Player
    other: Player
    games: int
    ahead: int
    behind: int
    level: int
    kinds: tuple[Against, ...]


class Ratings:
    """Reached as `client.ratings`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def boards(self) -> tuple[Board, ...]:
        return (await self._http.get("/v1/leaderboards", Boards)).leaderboards

    async def board(self, list_id: str, limit: int = 20, cursor: str | None = None) -> Leaderboard:
        return await self._http.get(f"/v1/leaderboards/{list_id}", Leaderboard, _page(limit, cursor))

    async def around_me(self, list_id: str) -> Neighbourhood:
        return await self._http.get(f"/v1/leaderboards/{list_id}/me", Neighbourhood)

    async def of(self, player: str) -> PlayerRatings:
        return await self._http.get(f"/v1/players/{player}/ratings", PlayerRatings)

    async def games(self, player: str, limit: int = 20, cursor: str | None = None) -> PlayedGames:
        """A page of finished games, newest first."""
        return await self._http.get(f"/v1/players/{player}/games", PlayedGames, _page(limit, cursor))

    async def all_games(self, player: str) -> AsyncGenerator[PlayedGame]:
        """Every finished game that is kept, newest first."""
        cursor: str | None = None
        while True:
            page = await self.games(player, 100, cursor)
            for game in page.games:
                yield game
            if page.next is None:
                return
            cursor = page.next

    async def statistics(self, player: str) -> Statistics:
        return await self._http.get(f"/v1/players/{player}/statistics", Statistics)

    async def against(self, player: str, other: str) -> HeadToHead:
        return await self._http.get(f"/v1/players/{player}/against/{other}", HeadToHead)


def _page(limit: int, cursor: str | None) -> dict[str, str | int]:
    return {"limit": limit, **({"cursor": cursor} if cursor else {})}
