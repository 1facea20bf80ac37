"""What comes of wishes for a tournament. Pure: no clock but the one it is told, no server."""

from collections import Counter
from itertools import combinations
from typing import assert_never

from services.lobby.tournaments.events import (
    Cancelled,
    CancelledBy,
    Ended,
    Entered,
    Event,
    GameOver,
    RoundBegan,
    RoundOver,
    System,
    Withdrew,
)
from services.lobby.tournaments.pairing import Pair, Round, round_robin, swiss
from services.lobby.tournaments.tournament import Stage, Tournament
from services.lobby.tournaments.wishes import Begin, Cancel, Enter, GoOn, Note, Wish, Withdraw
from shared.games.rules import Rejected

NEVER_BEGUN_MS = 30 * 24 * 3600_000
"""After so long a tournament that nobody began is cancelled."""


def decide(tournament: Tournament, by: str, wish: Wish) -> tuple[Event, ...]:
    """What comes of a wish; nothing, if everything is so already. Raises `Rejected`."""
    match wish:
        case Enter():
            return _enter(tournament, by)
        case Withdraw():
            return _withdraw(tournament, by)
        case Begin():
            return _begin(tournament, by, wish)
        case Cancel():
            return _cancel(tournament, by)
        case GoOn():
            return _go_on(tournament, wish)
        case Note():
            return _note(tournament, wish)
        case _:
            assert_never(wish)


def _enter(tournament: Tournament, by: str) -> tuple[Event, ...]:
    if by in tournament.active:
        return ()
    if not _may_enter(tournament) or by in tournament.withdrawn:
        raise Rejected("entry-closed")
    if len(tournament.active) >= tournament.plan.most:
        raise Rejected("tournament-full")
    return (Entered(by),)


def _may_enter(tournament: Tournament) -> bool:
    if tournament.phase is Stage.OPEN:
        return True
    return tournament.phase is Stage.RUNNING and len(tournament.rounds) < tournament.plan.late_until


def _withdraw(tournament: Tournament, by: str) -> tuple[Event, ...]:
    if by not in tournament.players:
        raise Rejected("not-entered")
    return () if tournament.phase.over or by in tournament.withdrawn else (Withdrew(by),)


def _begin(tournament: Tournament, by: str, wish: Begin) -> tuple[Event, ...]:
    if by != tournament.organizer:
        raise Rejected("not-organizer")
    if tournament.phase is not Stage.OPEN:
        return ()
    missing = tournament.plan.least - len(tournament.active)
    if missing > 0:
        raise Rejected("too-few-players", count=missing)
    return _next_round(tournament, wish.games, wish.apart)


def _cancel(tournament: Tournament, by: str) -> tuple[Event, ...]:
    if by != tournament.organizer:
        raise Rejected("not-organizer")
    return () if tournament.phase.over else (Cancelled(CancelledBy.ORGANIZER),)


def _go_on(tournament: Tournament, wish: GoOn) -> tuple[Event, ...]:
    if tournament.phase.over:
        return ()
    if tournament.phase is Stage.OPEN and tournament.organizer in wish.gone:
        return (Cancelled(CancelledBy.ORGANIZER),)
    gone = tuple(Withdrew(player) for player in tournament.active if player in wish.gone)
    if gone:
        return gone
    return _opens(tournament, wish) if tournament.phase is Stage.OPEN else _proceeds(tournament, wish)


def _opens(tournament: Tournament, wish: GoOn) -> tuple[Event, ...]:
    plan, there = tournament.plan, len(tournament.active)
    if plan.starts_at is None:
        if there >= plan.most:
            return _next_round(tournament, wish.games, wish.apart)
        late = wish.now >= tournament.created_at + NEVER_BEGUN_MS
        return (Cancelled(CancelledBy.TOO_FEW),) if late else ()
    if wish.now < plan.starts_at:
        return ()
    if there < plan.least:
        return (Cancelled(CancelledBy.TOO_FEW),)
    return _next_round(tournament, wish.games, wish.apart)


def _proceeds(tournament: Tournament, wish: GoOn) -> tuple[Event, ...]:
    last = tournament.rounds[-1]
    if tournament.running_games:
        return ()
    if last.ended_at is None:
        return (RoundOver(), Ended()) if _decided(tournament) else (RoundOver(),)
    if wish.now < last.ended_at + tournament.plan.pause_ms:
        return ()
    return _next_round(tournament, wish.games, wish.apart)


def _decided(tournament: Tournament) -> bool:
    """Whether nothing is left to be played."""
    plan, played = tournament.plan, len(tournament.rounds)
    match plan.system:
        case System.SERIES:
            over = played >= plan.rounds or (plan.decisive and _cannot_be_overtaken(tournament))
            return over or len(tournament.active) < plan.seats
        case System.ROUND_ROBIN:
            return not any(round.groups for round in _robin(tournament)[played:])
        case System.SWISS:
            return played >= plan.rounds or len(tournament.active) < plan.seats
        case _:
            assert_never(plan.system)


def _cannot_be_overtaken(tournament: Tournament) -> bool:
    first, second, *_ = (row.points for row in tournament.standings())
    left = tournament.plan.rounds - len(tournament.rounds)
    return first - second > left * 2 * (tournament.plan.seats - 1)


def _robin(tournament: Tournament) -> tuple[Round, ...]:
    """All rounds, without whoever has withdrawn: whom they would have met has a bye."""
    active = frozenset(tournament.active)
    rounds = round_robin(tournament.first or tournament.active, tournament.plan.seats)
    return tuple(_without(round, active) for round in rounds)


def _without(round: Round, active: frozenset[str]) -> Round:
    whole = tuple(group for group in round.groups if active.issuperset(group))
    alone = (player for group in round.groups if group not in whole for player in group)
    return Round(whole, tuple(player for player in (*round.byes, *alone) if player in active))


def _next_round(tournament: Tournament, ids: tuple[str, ...], apart: frozenset[Pair]) -> tuple[Event, ...]:
    round = _round(tournament, apart)
    if round is None:
        return (Ended(),)
    games = tuple((id, group) for id, group in zip(ids, round.groups, strict=False))
    return (RoundBegan(games, round.byes),)


def _round(tournament: Tournament, apart: frozenset[Pair]) -> Round | None:
    plan, played, active = tournament.plan, len(tournament.rounds), tournament.active
    match plan.system:
        case System.SERIES:
            seated = active[: plan.seats]
            turned = played % plan.seats
            return Round((seated[turned:] + seated[:turned],), ()) if len(seated) == plan.seats else None
        case System.ROUND_ROBIN:
            rounds = _robin(tournament)
            return rounds[played] if played < len(rounds) else None
        case System.SWISS:
            if len(active) < plan.seats:
                return None
            ranking = [row.player for row in tournament.standings() if row.player in active]
            return swiss(ranking, plan.seats, _met(tournament), _byes(tournament), apart)
        case _:
            assert_never(plan.system)


def _met(tournament: Tournament) -> Counter[Pair]:
    return Counter(
        frozenset(pair)
        for played in tournament.rounds
        for game in played.games
        for pair in combinations(game.players, 2)
    )


def _byes(tournament: Tournament) -> Counter[str]:
    return Counter(player for played in tournament.rounds for player in played.byes)


def _note(tournament: Tournament, wish: Note) -> tuple[Event, ...]:
    running = {game.id for game in tournament.running_games}
    return tuple(GameOver(game, places) for game, places in wish.results if game in running)
