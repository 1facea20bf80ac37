"""Tournaments: many games with one ranking."""

from collections.abc import Mapping
from typing import Any

import msgspec

from shared.client.http import Http
from shared.client.values import Pace, Player


class Entrant(msgspec.Struct, frozen=True):
    player: Player
    withdrawn: bool = False


class Tournament(msgspec.Struct, frozen=True):
    id: str
    title: str
    system: str
    kind: str
    seats: int
    rounds: int
    state: str
    """`open`, `running`, `ended` or `cancelled`."""
    organizer: Player
    players: tuple[Entrant, ...]
    round: int = 0
    """The one that is being played or was played last."""
    starts_at: str | None = None
    ended_at: str | None = None
    cancelled_by: str | None = None


class Tournaments(msgspec.Struct, frozen=True):
    """A page."""

    tournaments: tuple[Tournament, ...]
    next: str | None = None


class Standing(msgspec.Struct, frozen=True):
    rank: int
    player: Player
    points: int
    places: tuple[int, ...]
    """How often first, second ..."""
    games: int
    byes: int
    withdrawn: bool = False


class Standings(msgspec.Struct, frozen=True):
    final: bool
    round: int
    standings: tuple[Standing, ...]


class RoundGame(msgspec.Struct, frozen=True):
    game: str
    players: tuple[Player, ...]
    """By seat, as `places`, which are there once the game is over."""
    places: tuple[int, ...] | None = None


class Round(msgspec.Struct, frozen=True):
    round: int
    games: tuple[RoundGame, ...]
    byes: tuple[Player, ...]
    ended_at: str | None = None


class TournamentCalls:
    """`client.tournaments`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def open(
        self,
        title: str,
        system: str,
        kind: str,
        seats: int,
        pace: Pace,
        *,
        options: Mapping[str, Any] | None = None,
        **rest: Any,
    ) -> Tournament:
        """`system`: `series`, `round-robin` or `swiss`; the rest as docs/tournaments.md has it."""
        body = {
            "title": title, "system": system, "kind": kind, "seats": seats, "pace": pace,
            "options": dict(options or {}), **rest,
        }  # fmt: skip
        return await self._http.send("POST", "/v1/tournaments", body, Tournament)

    async def list(self, cursor: str | None = None) -> Tournaments:
        """A page, newest first."""
        return await self._http.get("/v1/tournaments", Tournaments, {"cursor": cursor} if cursor else {})

    async def tournament(self, tournament: str) -> Tournament:
        return await self._http.get(f"/v1/tournaments/{tournament}", Tournament)

    async def join(self, tournament: str) -> Tournament:
        return await self._do(tournament, "join")

    async def leave(self, tournament: str) -> Tournament:
        return await self._do(tournament, "leave")

    async def start(self, tournament: str) -> Tournament:
        """The organizer's, as `cancel`."""
        return await self._do(tournament, "start")

    async def cancel(self, tournament: str) -> Tournament:
        return await self._do(tournament, "cancel")

    async def standings(self, tournament: str) -> Standings:
        return await self._http.get(f"/v1/tournaments/{tournament}/standings", Standings)

    async def round(self, tournament: str, number: int) -> Round:
        return await self._http.get(f"/v1/tournaments/{tournament}/rounds/{number}", Round)

    async def _do(self, tournament: str, verb: str) -> Tournament:
        return await self._http.send("POST", f"/v1/tournaments/{tournament}/{verb}", {}, Tournament)
