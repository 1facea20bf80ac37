"""From what is stored to what is answered."""

from collections.abc import Iterable

from services.lobby.ratings.boards import Ranked
from services.lobby.ratings.finished import Seated
from services.lobby.ratings.histories import Played, RatingChange
from services.lobby.ratings.lists import ListInfo, is_account
from services.lobby.ratings.ratings import Rating
from services.lobby.ratings.skill import SETTLED_GAMES
from services.lobby.ratings.wire import (
    BoardEntry,
    PlayedGame,
    PlayedSeat,
    RatingInfo,
    RatingPoint,
    RatingShift,
)
from shared.api.moment import rfc3339
from shared.api.people import Names


def rating_info(info: ListInfo, rating: Rating, rank: int | None) -> RatingInfo:
    return RatingInfo(
        list=info,
        rating=rating.shown,
        provisional=rating.provisional,
        games=rating.games,
        games_to_go=max(SETTLED_GAMES - rating.games, 0),
        rank=rank,
    )


def board_entry(ranked: Ranked, names: Names) -> BoardEntry:
    player = is_account(ranked.who)
    return BoardEntry(
        rank=ranked.rank,
        player=names.person(ranked.who) if player else None,
        bot=None if player else ranked.who,
        rating=ranked.shown,
        games=ranked.games,
    )


def rating_points(newest_first: Iterable[Played], list_id: str) -> tuple[RatingPoint, ...]:
    """The oldest first."""
    points = [
        RatingPoint(finished.game, rfc3339(finished.ended_at), change.after, change.provisional)
        for finished, change in newest_first
        if change and change.list_id == list_id
    ]
    return tuple(reversed(points))


def played_game(played: Played, player: str, names: Names) -> PlayedGame:
    finished, change = played
    mine = finished.seat_of(player)
    return PlayedGame(
        id=finished.game,
        kind=finished.kind,
        ended_at=rfc3339(finished.ended_at),
        seat=finished.seats.index(mine),
        place=mine.place,
        score=mine.score,
        left=mine.left,
        timed_out=mine.time_outs > 0,
        rated=finished.rated,
        rating=_shift(change) if change else None,
        seats=tuple(_seat(number, seat, names) for number, seat in enumerate(finished.seats)),
    )


def _seat(number: int, seat: Seated, names: Names) -> PlayedSeat:
    player = names.person(seat.player) if seat.player else None
    return PlayedSeat(number, player, seat.bot, seat.place, seat.score, seat.left)


def _shift(change: RatingChange) -> RatingShift:
    return RatingShift(change.list_id, change.before, change.after, change.after - change.before)
