"""What the routes of ratings and histories answer. Field by field this is the API."""

import msgspec

from services.lobby.ratings.lists import ListInfo
from services.lobby.ratings.tally import Against, Conduct, KindStatistics
from shared.api.people import Person


class LeaderboardInfo(msgspec.Struct, frozen=True):
    list: ListInfo
    size: int
    """How many are on it: everybody whose rating is settled."""


class Leaderboards(msgspec.Struct, frozen=True):
    leaderboards: tuple[LeaderboardInfo, ...]


class BoardEntry(msgspec.Struct, frozen=True):
    rank: int
    """From 1; equal ratings share one."""
    player: Person | None
    bot: str | None
    """The level of built-in bots, in a list of programs."""
    rating: int
    games: int


class Leaderboard(msgspec.Struct, frozen=True):
    list: ListInfo
    entries: tuple[BoardEntry, ...]
    """The best first."""
    next: str | None
    """`cursor` of the next page."""


class RatingInfo(msgspec.Struct, frozen=True):
    """Somebody's rating in one list."""

    list: ListInfo
    rating: int
    provisional: bool
    """Not on the board yet."""
    games: int
    games_to_go: int
    """Until the rating is settled."""
    rank: int | None
    """`null` off the board."""


class Neighbourhood(msgspec.Struct, frozen=True):
    """The caller's place on a board, and who stands around it."""

    me: RatingInfo
    entries: tuple[BoardEntry, ...]
    """Empty while the rating is provisional."""


class RatingPoint(msgspec.Struct, frozen=True):
    game: str
    at: str
    rating: int
    """After the game."""
    provisional: bool


class RatingCourse(msgspec.Struct, frozen=True):
    now: RatingInfo
    points: tuple[RatingPoint, ...]
    """The oldest first; of the games that `GET /v1/players/{player}/games` has."""


class PlayerRatings(msgspec.Struct, frozen=True):
    player: Person
    ratings: tuple[RatingCourse, ...]
    """Only lists in which the player has played, the one with the most games first."""


class RatingShift(msgspec.Struct, frozen=True):
    list: str
    before: int
    after: int
    change: int


class PlayedSeat(msgspec.Struct, frozen=True):
    seat: int
    player: Person | None
    bot: str | None
    place: int | None
    score: int | None
    left: bool
    """A bot held the seat for the player when the game ended."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game as one of its players sees it."""

    id: str
    kind: str
    ended_at: str
    seat: int
    place: int | None
    """As the game counts: see the table's `absence`."""
    score: int | None
    left: bool
    timed_out: bool
    """The player's time ran out at least once."""
    rated: bool
    rating: RatingShift | None
    """`null` for an unrated game, and for a moment after the end of a rated one."""
    seats: tuple[PlayedSeat, ...]


class PlayedGames(msgspec.Struct, frozen=True):
    games: tuple[PlayedGame, ...]
    """The newest first."""
    next: str | None
    """`cursor` of the next page."""


class PlayerStatistics(msgspec.Struct, frozen=True):
    player: Person
    games: int
    rated: int
    wins: int
    kinds: tuple[KindStatistics, ...]
    """The favourite first: the one that was played most."""
    conduct: Conduct


class HeadToHead(msgspec.Struct, frozen=True):
    """The common games of two players, among those that are kept of the first."""

    player: Person
    other: Person
    games: int
    ahead: int
    """In so many the player came in before the other."""
    behind: int
    level: int
    kinds: tuple[Against, ...]
