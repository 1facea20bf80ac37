"""A game that has ended, as ratings and histories know it: who sat where, came in where, and stayed or not."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from services.lobby.ratings.lists import bots_of, list_of
from shared.api.people import is_bot
from shared.games.rules import Outcome
from shared.log.entry import Absence, Opening
from shared.log.game import Game
from shared.log.seats import BotSatIn, Ending, SeatConceded, TurnMissed


class Seated(msgspec.Struct, frozen=True, array_like=True):
    """One seat at the end."""

    player: str | None
    bot: str | None
    """The level of the bot that had the seat from the start, or the policy of one that the game brought itself."""
    place: int | None
    """As it counts, see `Absence`; `None` for whom the game does not rank, like the seats that it brings itself."""
    score: int | None
    left: bool = False
    """A bot held the seat for the player: the time had run out, or the player had gone."""
    time_outs: int = 0
    """How often the player's time ran out."""
    conceded: bool = False
    """The player gave up, or the table's policy did it for them."""


class Finished(msgspec.Struct, frozen=True, array_like=True):
    game: str
    ended_at: int
    """When its last command arrived, in ms since 1970."""
    kind: str
    list_id: str
    rated: bool
    seats: tuple[Seated, ...]

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.seats if seat.player)

    def seat_of(self, player: str) -> Seated:
        return next(seat for seat in self.seats if seat.player == player)


def finished(game: str, payloads: Iterable[bytes]) -> Finished | None:
    """What came of a game, from its whole log; `None` while it runs, and for one that was never begun or was given up.

    Raises `CorruptLog`.
    """
    folded = Game(game)
    time_outs: dict[int, int] = {}
    for payload in payloads:
        for event in folded.apply(payload).events:
            match event:
                case BotSatIn(seat) | TurnMissed(seat) | SeatConceded(seat, _, True):
                    time_outs[seat] = time_outs.get(seat, 0) + 1
                case _:
                    pass
    if folded.version == 0 or folded.outcome is None or folded.chairs.ended is Ending.NOT_BEGUN:
        return None
    opening = folded.opening
    seats = _counted(_seats(folded, folded.outcome, time_outs), opening.absence)
    return Finished(
        game=game,
        ended_at=folded.updated_at,
        kind=opening.kind,
        list_id=_list_id(opening),
        rated=opening.rated and is_rated(seats[: opening.players], opening.absence),
        seats=seats,
    )


def _list_id(opening: Opening) -> str:
    """The programs' list as soon as one has an account at the game."""
    list_id = list_of(opening.kind, opening.players)
    return bots_of(list_id) if any(is_bot(holder.player) for holder in opening.holders) else list_id


def _seats(game: Game, outcome: Outcome, time_outs: dict[int, int]) -> tuple[Seated, ...]:
    return tuple(
        Seated(
            player=holder.player,
            bot=holder.bot,
            place=outcome.places[seat],
            score=outcome.scores[seat],
            left=holder.player is not None and game.bot_at(seat) is not None,
            time_outs=time_outs.get(seat, 0),
            conceded=seat in game.chairs.conceded,
        )
        for seat, holder in enumerate(game.opening.holders)
    )


def _counted(seats: Sequence[Seated], absence: Absence) -> tuple[Seated, ...]:
    """With those who gave up, and where the table counts it so all who left, behind the others, all on one place."""

    def is_behind(seat: Seated) -> bool:
        return seat.conceded or (seat.left and absence is Absence.LAST)

    stayed = sorted(seat.place for seat in seats if seat.place is not None and not is_behind(seat))
    if not stayed:
        return tuple(seats)
    last = len(stayed) + 1
    return tuple(
        seat
        if seat.place is None
        else replace(seat, place=last if is_behind(seat) else stayed.index(seat.place) + 1)
        for seat in seats
    )


def is_rated(seats: Sequence[Seated], absence: Absence) -> bool:
    """Whether the game counts for the accounts at it: no level of bots beside people, and somebody stayed."""
    left = [seat.left for seat in seats]
    people = any(seat.player and not is_bot(seat.player) for seat in seats)
    return (
        len(seats) >= 2
        and any(seat.player for seat in seats)
        and all(seat.place is not None and (seat.player or not people) for seat in seats)
        and not all(left)
        and not (absence is Absence.UNRATED and any(seat.left and not seat.conceded for seat in seats))
    )
