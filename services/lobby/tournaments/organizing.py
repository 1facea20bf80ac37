"""What the handlers speak to: tournaments and people put together as answers."""

import re
from dataclasses import dataclass, replace
from typing import Any

from ulid import ULID

from services.lobby.people.ties import Ties
from services.lobby.tournaments.store import Spot, Tournaments
from services.lobby.tournaments.tournament import Tournament
from services.lobby.tournaments.wire import (
    NewTournament,
    RoundInfo,
    Standings,
    TournamentInfo,
    TournamentList,
    opened_of,
    people_of,
    round_info,
    standings_info,
    tournament_info,
)
from services.lobby.tournaments.wishes import Begin, Wish
from shared.api.moment import now_ms
from shared.api.people import Names, People
from shared.api.problem import ApiError, Code, Flaw, malformed
from shared.seeds import DEFAULT_LANGUAGE, Texts

TOURNAMENT_ID = re.compile(r"c_[0-9A-HJKMNP-TV-Z]{26}")
CURSOR = re.compile(rf"(\d{{1,15}})~({TOURNAMENT_ID.pattern})")


@dataclass(frozen=True, slots=True)
class Organizing:
    tournaments: Tournaments
    people: People
    ties: Ties
    texts: Texts
    house_sets: dict[str, Any]
    language: str = DEFAULT_LANGUAGE
    """Of what it answers."""

    def speaking(self, language: str) -> "Organizing":
        return replace(self, language=language)

    async def open(self, id: str, organizer: str, new: NewTournament) -> TournamentInfo:
        opened = opened_of(new, organizer, self.house_sets, now_ms())
        return await self._info(await self.tournaments.open(id, opened))

    async def page(self, limit: int, cursor: str | None) -> TournamentList:
        found, after = await self.tournaments.page(limit, _spot(cursor) if cursor else None)
        told = [await self._info(tournament) for tournament in found]
        return TournamentList(tuple(told), f"{after.opened_at}~{after.tournament}" if after else None)

    async def show(self, id: str) -> TournamentInfo:
        return await self._info(await self._read(id))

    async def act(self, id: str, by: str, wish: Wish) -> TournamentInfo:
        if not TOURNAMENT_ID.fullmatch(id):
            raise ApiError(Code.NO_SUCH_TOURNAMENT)
        return await self._info(_found(await self.tournaments.act(id, by, wish)))

    async def begin(self, id: str, by: str) -> TournamentInfo:
        """The games of the first round are started by the steward."""
        active = (await self._read(id)).active
        ids = tuple(f"g_{ULID()}" for _ in range(len(active) + 1))
        return await self.act(id, by, Begin(ids, await self.ties.blocked_among(active)))

    async def standings(self, id: str) -> Standings:
        tournament = await self._read(id)
        return standings_info(tournament, await self._names(tournament))

    async def round(self, id: str, number: int) -> RoundInfo:
        """Raises `no-such-round`."""
        tournament = await self._read(id)
        if not 1 <= number <= len(tournament.rounds):
            raise ApiError(Code.NO_SUCH_ROUND)
        return round_info(number, tournament.rounds[number - 1], await self._names(tournament))

    async def _read(self, id: str) -> Tournament:
        return _found(await self.tournaments.read(id) if TOURNAMENT_ID.fullmatch(id) else None)

    async def _info(self, tournament: Tournament) -> TournamentInfo:
        return tournament_info(tournament, await self._names(tournament))

    async def _names(self, tournament: Tournament) -> Names:
        return Names(await self.people.names(people_of(tournament)), self.texts, self.language)


def _found(tournament: Tournament | None) -> Tournament:
    if tournament is None:
        raise ApiError(Code.NO_SUCH_TOURNAMENT)
    return tournament


def _spot(cursor: str) -> Spot:
    """Raises `malformed`."""
    found = CURSOR.fullmatch(cursor)
    if not found:
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return Spot(int(found[1]), found[2])
