"""What tournaments read and answer. Field by field this is the API."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

import msgspec

from services.lobby.accounts.asked import visible
from services.lobby.opening import whole_options
from services.lobby.paces import Async, Live, pace_of, shown_pace
from services.lobby.tournaments.events import CancelledBy, Opened, Plan, System
from services.lobby.tournaments.tournament import Played, Stage, Tournament
from shared.api.moment import rfc3339
from shared.api.people import Names, Person
from shared.api.problem import ApiError, Code
from shared.games.kinds import KINDS

BOT_MS = 500
TITLE_LENGTH = 60
MOST_ROUNDS = 30
MOST_PLAYERS = {System.SERIES: 5, System.ROUND_ROBIN: 24, System.SWISS: 256}
LONGEST_PAUSE_S = 7 * 24 * 3600
LATEST_START_MS = 90 * 24 * 3600_000


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=TITLE_LENGTH)]
    system: System
    kind: Annotated[str, msgspec.Meta(examples=["floor"])]
    seats: int
    """Of each game."""
    pace: Live | Async
    options: dict[str, Any] = {}
    """The kind's own; see `GET /v1/kinds/{kind}`."""
    rated: bool = True
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 3
    """Of a Swiss tournament, and the games of a series; a round robin has as many as it needs."""
    least: int | None = None
    """Players without whom it does not begin; `null`: one game's."""
    most: int | None = None
    """`null`: as many as the system takes: 256, in a round robin 24; in a series always one game's."""
    starts_at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    """`null`: when it is full, or the organizer says so."""
    late_until: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    """Swiss only: the last round before which one may still enter."""
    pause_s: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_PAUSE_S)] = 0
    """Between the end of a round and the next."""
    decisive: bool = False
    """A series ends once nobody can overtake the leader: best of `rounds`."""


class EntrantInfo(msgspec.Struct, frozen=True):
    player: Person
    withdrawn: bool


class TournamentInfo(msgspec.Struct, frozen=True):
    id: str
    title: str
    system: System
    kind: str
    seats: int
    options: dict[str, Any]
    pace: Live | Async | None
    rated: bool
    rounds: int
    least: int
    most: int
    starts_at: str | None
    late_until: int
    pause_s: int
    decisive: bool
    state: Stage
    organizer: Person
    players: tuple[EntrantInfo, ...]
    """In the order of their entry."""
    round: int
    """The one that is being played or was played last; 0 before the first."""
    created_at: str
    ended_at: str | None
    cancelled_by: CancelledBy | None


class TournamentList(msgspec.Struct, frozen=True):
    tournaments: tuple[TournamentInfo, ...]
    next: str | None
    """`cursor` of the next page."""


class StandingInfo(msgspec.Struct, frozen=True):
    rank: int
    """Shared by those who are equal in everything."""
    player: Person
    points: int
    places: tuple[int, ...]
    """How often first, second ..."""
    games: int
    byes: int
    withdrawn: bool


class Standings(msgspec.Struct, frozen=True):
    final: bool
    round: int
    standings: tuple[StandingInfo, ...]
    """Best first."""


class RoundGame(msgspec.Struct, frozen=True):
    game: str
    players: tuple[Person, ...]
    """By seat."""
    places: tuple[int, ...] | None
    """By seat, once it is over."""


class RoundInfo(msgspec.Struct, frozen=True):
    round: int
    games: tuple[RoundGame, ...]
    byes: tuple[Person, ...]
    began_at: str
    ended_at: str | None


def opened_of(new: NewTournament, organizer: str, house_sets: dict[str, Any], now: int) -> Opened:
    """Raises `no-such-kind`, `malformed`, `invalid-options` or `invalid-tournament`."""
    rules = KINDS.get(new.kind)
    if rules is None:
        raise ApiError(Code.NO_SUCH_KIND, params={"kind": new.kind})
    options = whole_options(rules, new.seats, new.options, house_sets.get(new.kind))
    series = new.system is System.SERIES
    plan = Plan(
        title=visible(new.title, "$.title"),
        system=new.system,
        kind=new.kind,
        seats=new.seats,
        options=options,
        pace=pace_of(new.pace, BOT_MS, realtime=rules.realtime),
        rated=new.rated,
        rounds=new.rounds,
        least=new.seats if series or new.least is None else new.least,
        most=new.seats if series else MOST_PLAYERS[new.system] if new.most is None else new.most,
        starts_at=int(new.starts_at.timestamp() * 1000) if new.starts_at else None,
        late_until=new.late_until,
        pause_ms=new.pause_s * 1000,
        decisive=new.decisive,
    )
    if wrong := next(_wrong(plan, now), None):
        raise ApiError(Code.INVALID_TOURNAMENT, params={"path": f"$.{wrong}"})
    return Opened(plan, organizer)


def _wrong(plan: Plan, now: int) -> Iterator[str]:
    """The fields that do not go together."""
    if plan.least < plan.seats:
        yield "least"
    if not plan.least <= plan.most <= MOST_PLAYERS[plan.system]:
        yield "most"
    if plan.late_until and (plan.system is not System.SWISS or plan.late_until >= plan.rounds):
        yield "late_until"
    if plan.starts_at is not None and not now < plan.starts_at <= now + LATEST_START_MS:
        yield "starts_at"
    if plan.decisive and plan.system is not System.SERIES:
        yield "decisive"


def people_of(tournament: Tournament) -> tuple[str, ...]:
    """Account ids that its answers name."""
    return (tournament.organizer, *tournament.players)


def tournament_info(tournament: Tournament, names: Names) -> TournamentInfo:
    plan = tournament.plan
    return TournamentInfo(
        id=tournament.id,
        title=plan.title,
        system=plan.system,
        kind=plan.kind,
        seats=plan.seats,
        options=plan.options,
        pace=shown_pace(plan.pace),
        rated=plan.rated,
        rounds=plan.rounds,
        least=plan.least,
        most=plan.most,
        starts_at=rfc3339(plan.starts_at) if plan.starts_at is not None else None,
        late_until=plan.late_until,
        pause_s=plan.pause_ms // 1000,
        decisive=plan.decisive,
        state=tournament.phase,
        organizer=names.person(tournament.organizer),
        players=tuple(
            EntrantInfo(names.person(player), player in tournament.withdrawn) for player in tournament.players
        ),
        round=len(tournament.rounds),
        created_at=rfc3339(tournament.created_at),
        ended_at=rfc3339(tournament.ended_at) if tournament.ended_at else None,
        cancelled_by=tournament.cancelled_by,
    )


def standings_info(tournament: Tournament, names: Names) -> Standings:
    rows = tuple(
        StandingInfo(
            row.rank, names.person(row.player), row.points, row.places, row.games, row.byes,
            row.player in tournament.withdrawn,
        )
        for row in tournament.standings()
    )  # fmt: skip
    return Standings(tournament.phase is Stage.ENDED, len(tournament.rounds), rows)


def round_info(number: int, played: Played, names: Names) -> RoundInfo:
    return RoundInfo(
        round=number,
        games=tuple(
            RoundGame(game.id, tuple(map(names.person, game.players)), game.places) for game in played.games
        ),
        byes=tuple(map(names.person, played.byes)),
        began_at=rfc3339(played.began_at),
        ended_at=rfc3339(played.ended_at) if played.ended_at else None,
    )
