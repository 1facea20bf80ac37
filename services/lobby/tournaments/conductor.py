"""The steward's duty that plays tournaments on: starts the games of a round, notes their results, goes to the next.

The log says which games a round has and what they are called, so whoever takes over starts none twice. That a game is
over is asked of the engine's own list of running games and of the game's log, and not of the feed: nothing can be missed.
"""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog
from ulid import ULID

from services.lobby.events import Arranged, Opened, SeatTaken, TableEvent
from services.lobby.opening import SECRET_BYTES
from services.lobby.people.ties import Ties
from services.lobby.ratings.finished import finished
from services.lobby.start import open_started, refusal
from services.lobby.store import Tables
from services.lobby.telling import Teller
from services.lobby.terms import Terms
from services.lobby.tournaments.deciding import decide
from services.lobby.tournaments.events import RoundBegan
from services.lobby.tournaments.notices import notices
from services.lobby.tournaments.store import Tournaments
from services.lobby.tournaments.tournament import Game, Stage, Tournament
from services.lobby.tournaments.wishes import GoOn, Note
from shared.api.courier import Courier, Unanswered
from shared.api.moment import now_ms
from shared.log.archived import ArchivedLog
from shared.log.port import CorruptLog, VersionTaken

log = structlog.get_logger(__name__)

EVERY_S = 1.0
ANSWER_S = 2.0
"""After which the next round of the duty asks again."""
AT_ONCE = 16
KEPT_MS = 90 * 24 * 3600_000
"""How long a tournament that is over can be read."""

Places = tuple[int, ...] | None


@dataclass(slots=True)
class Conductor:
    tournaments: Tournaments
    tables: Tables
    courier: Courier
    teller: Teller
    ties: Ties
    games: ArchivedLog
    begun: set[str] = field(default_factory=set[str])
    """Games that are known to have begun."""
    told: dict[str, int] = field(default_factory=dict[str, int])
    """The version of each tournament that its players know of."""

    async def step(self) -> None:
        alive = await self.tournaments.alive()
        self.told = {id: version for id, version in self.told.items() if id in alive}
        for id in alive:
            try:
                await self.see(id)
            except CorruptLog as error:
                log.error("tournament-corrupt", tournament=id, error=str(error))
            except VersionTaken:  # somebody is busy at it: next time
                log.info("tournament-busy", tournament=id)
        await self.tournaments.drop(now_ms() - KEPT_MS)

    async def see(self, id: str) -> None:
        """Does whatever is due, one thing after the other."""
        tournament = await self.tournaments.read(id)
        if tournament is None:
            await self.tournaments.lost(id)
            return
        if tournament.running_games:
            await self._start(tournament)
            results = await self._results(tournament.running_games)
            tournament = await self.tournaments.act(id, "", Note(tuple(results))) or tournament
        tournament = await self._go_on(tournament)
        await self._tell(tournament)
        if tournament.phase.over:
            self.begun -= {game.id for played in tournament.rounds for game in played.games}
            await self.tournaments.settle(tournament)

    async def _go_on(self, tournament: Tournament) -> Tournament:
        """What people have against each other is asked only when a round is about to begin."""
        ids = tuple(f"g_{ULID()}" for _ in range(len(tournament.active)))
        wish = GoOn(now_ms(), ids, gone=await self._gone(tournament))
        events = decide(tournament, "", wish)
        if any(isinstance(event, RoundBegan) for event in events):
            apart = await self.ties.blocked_among(tournament.active)
            wish = GoOn(wish.now, wish.games, apart, wish.gone)
        if not events:
            return tournament
        return await self.tournaments.act(tournament.id, "", wish) or tournament

    async def _gone(self, tournament: Tournament) -> frozenset[str]:
        people = dict.fromkeys((*tournament.active, tournament.organizer))
        return frozenset(people) - await self.teller.accounts.known(people)

    async def _start(self, tournament: Tournament) -> None:
        waiting = [game for game in tournament.running_games if game.id not in self.begun]
        places = asyncio.Semaphore(AT_ONCE)

        async def placed(game: Game) -> None:
            async with places:
                await self._start_game(tournament, game)

        await asyncio.gather(*map(placed, waiting))

    async def _start_game(self, tournament: Tournament, game: Game) -> None:
        table = await open_started(self.tables, self.courier, game.id, _events(tournament, game))
        if table is None:
            log.error("tournament-table-not-started", tournament=tournament.id, table=game.id)
            await self.tournaments.act(tournament.id, "", Note(((game.id, None),)))
            return
        await self.teller.tell(table, None)
        try:
            refused = await refusal(self.tables, self.courier, game.id, ANSWER_S)
        except Unanswered:
            return
        if refused:
            await self.tournaments.act(tournament.id, "", Note(((game.id, None),)))
        else:
            self.begun.add(game.id)

    async def _results(self, games: Sequence[Game]) -> list[tuple[str, Places]]:
        begun = [game for game in games if game.id in self.begun]
        running = await self.tables.running([game.id for game in begun])
        return [(game.id, await self._places(game)) for game in begun if game.id not in running]

    async def _places(self, game: Game) -> Places:
        """By seat; `None` for a game that was ended without a result. Who left comes last, as in ratings."""
        payloads = await self.games.read(self.tables.keys(game.id).log(game.id))
        result = await asyncio.to_thread(finished, game.id, payloads)
        if result is None:
            return None
        seats = len(game.players)
        return tuple(min(seat.place or seats, seats) for seat in result.seats[:seats])

    async def _tell(self, tournament: Tournament) -> None:
        """Again after a takeover, which changes nothing."""
        if self.told.get(tournament.id) == tournament.version:
            return
        await self.teller.inbox.tell(notices(tournament, now_ms()))
        self.told[tournament.id] = tournament.version
        if tournament.phase is not Stage.OPEN:
            log.info("tournament-went-on", tournament=tournament.id, round=len(tournament.rounds))


def _events(tournament: Tournament, game: Game) -> tuple[TableEvent, ...]:
    plan, round = tournament.plan, len(tournament.rounds)
    opened = Opened(
        plan.kind, plan.seats, plan.options, plan.pace, game.players[0], secrets.token_hex(SECRET_BYTES),
        Terms(rated=plan.rated),
    )  # fmt: skip
    seated = (SeatTaken(seat, player) for seat, player in enumerate(game.players))
    return (opened, Arranged(tournament.id, round), *seated)
