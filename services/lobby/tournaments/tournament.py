"""A tournament as its own log makes it. What is added to the log is decided in `deciding`."""

from collections.abc import Iterable
from enum import StrEnum
from typing import assert_never

import msgspec
from msgspec.structs import replace

from services.lobby.tournaments.events import (
    Cancelled,
    CancelledBy,
    Ended,
    Entered,
    Entry,
    Event,
    GameOver,
    Opened,
    Plan,
    RoundBegan,
    RoundOver,
    Withdrew,
)
from services.lobby.tournaments.standings import Result, Standing, standings
from shared.log.port import CorruptLog


class Stage(StrEnum):
    OPEN = "open"
    """People may enter; nothing is played yet."""
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"

    @property
    def over(self) -> bool:
        return self in (Stage.ENDED, Stage.CANCELLED)


class Game(msgspec.Struct, frozen=True):
    id: str
    players: tuple[str, ...]
    """By seat."""
    places: tuple[int, ...] | None = None
    """By seat, once it is over."""


class Played(msgspec.Struct, frozen=True):
    """A round."""

    games: tuple[Game, ...]
    byes: tuple[str, ...]
    began_at: int
    ended_at: int | None = None


class Tournament(msgspec.Struct, frozen=True):
    id: str
    version: int
    plan: Plan
    organizer: str
    created_at: int
    phase: Stage = Stage.OPEN
    players: tuple[str, ...] = ()
    """Everybody who entered before the first round or later, in that order."""
    first: tuple[str, ...] = ()
    """Who was there when it began."""
    withdrawn: tuple[str, ...] = ()
    rounds: tuple[Played, ...] = ()
    cancelled_by: CancelledBy | None = None
    ended_at: int | None = None

    @property
    def active(self) -> tuple[str, ...]:
        return tuple(player for player in self.players if player not in self.withdrawn)

    @property
    def running_games(self) -> tuple[Game, ...]:
        return tuple(game for played in self.rounds[-1:] for game in played.games if game.places is None)

    def standings(self) -> tuple[Standing, ...]:
        results = [
            Result(game.players, game.places)
            for played in self.rounds
            for game in played.games
            if game.places
        ]
        byes = [player for played in self.rounds for player in played.byes]
        return standings(self.players, results, byes, self.plan.seats)


def evolve(tournament: Tournament, event: Event, at: int) -> Tournament:
    """Every event but the first, `Opened`, which makes the tournament."""
    match event:
        case Entered(player):
            players = (*(other for other in tournament.players if other != player), player)
            withdrawn = tuple(other for other in tournament.withdrawn if other != player)
            return replace(tournament, players=players, withdrawn=withdrawn)
        case Withdrew(player):
            return _without_player(tournament, player)
        case RoundBegan(games, byes):
            played = Played(tuple(Game(id, players) for id, players in games), byes, at)
            first = tournament.first or tournament.active
            return replace(tournament, phase=Stage.RUNNING, first=first, rounds=(*tournament.rounds, played))
        case GameOver(game, places):
            return _over(tournament, game, places)
        case RoundOver():
            *before, last = tournament.rounds
            return replace(tournament, rounds=(*before, replace(last, ended_at=at)))
        case Ended():
            return replace(tournament, phase=Stage.ENDED, ended_at=at)
        case Cancelled(reason):
            return replace(tournament, phase=Stage.CANCELLED, cancelled_by=reason, ended_at=at)
        case Opened():
            raise AssertionError("a tournament opens once")
        case _:
            assert_never(event)


def _without_player(tournament: Tournament, player: str) -> Tournament:
    """Before the first round as if they had never entered."""
    if tournament.rounds:
        return replace(tournament, withdrawn=(*tournament.withdrawn, player))
    return replace(tournament, players=tuple(other for other in tournament.players if other != player))


def _over(tournament: Tournament, id: str, places: tuple[int, ...] | None) -> Tournament:
    *before, last = tournament.rounds
    games = tuple(
        replace(game, places=places or (1,) * len(game.players)) if game.id == id else game
        for game in last.games
    )
    return replace(tournament, rounds=(*before, replace(last, games=games)))


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Entry).decode


def encode(entry: Entry) -> bytes:
    return _encode(entry)


def fold(id: str, payloads: Iterable[bytes]) -> Tournament | None:
    """A tournament from its whole log; `None` for an empty one. Raises `CorruptLog`."""
    tournament: Tournament | None = None
    for version, payload in enumerate(payloads, 1):
        try:
            entry = _decode(payload)
        except msgspec.DecodeError as error:
            raise CorruptLog(f"{id}: entry {version}: {type(error).__name__}") from error
        tournament = replace(apply(id, tournament, entry), version=version)
    return tournament


def apply(id: str, tournament: Tournament | None, entry: Entry) -> Tournament:
    events = entry.events
    if tournament is None:
        first, *events = events
        if not isinstance(first, Opened):
            raise CorruptLog(f"{id}: the log does not begin with the opening")
        tournament = Tournament(id, 0, first.plan, first.organizer, entry.at)
    for event in events:
        tournament = evolve(tournament, event, entry.at)
    return tournament
