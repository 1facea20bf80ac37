"""What the state of a tournament is to each of its players."""

from collections.abc import Iterator

from services.lobby.tournaments.tournament import Stage, Tournament
from shared.api.inbox import Notice

Told = Iterator[tuple[str, Notice]]
Params = dict[str, str | int]


def notices(tournament: Tournament, now: int) -> Told:
    """By account, each under an id of its own, so that it is told once however often it is said."""
    about: Params = {"tournament": tournament.id, "title": tournament.plan.title}
    match tournament.phase:
        case Stage.RUNNING:
            yield from _round(tournament, about, now)
        case Stage.ENDED:
            for row in tournament.standings():
                rank = {**about, "rank": row.rank}
                yield row.player, Notice(f"{tournament.id}.end", "tournament-ended", now, rank)
        case Stage.CANCELLED:
            for player in tournament.active:
                yield player, Notice(f"{tournament.id}.end", "tournament-cancelled", now, about)
        case Stage.OPEN:
            return


def _round(tournament: Tournament, about: Params, now: int) -> Told:
    """Its beginning, and once it is over that, to those who played in it."""
    number, played = len(tournament.rounds), tournament.rounds[-1]
    of_round: Params = {**about, "round": number}
    for game in played.games:
        for player in game.players:
            told: Params = {**of_round, "game": game.id}
            yield player, Notice(f"{tournament.id}.{number}", "tournament-round", now, told)
    for player in played.byes:
        yield player, Notice(f"{tournament.id}.{number}", "tournament-bye", now, of_round)
    if played.ended_at is not None:
        for player in (*(player for game in played.games for player in game.players), *played.byes):
            yield player, Notice(f"{tournament.id}.{number}.over", "tournament-round-over", now, of_round)
