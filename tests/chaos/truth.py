"""What the logs say: every game read from Valkey itself and folded, beside which answers are laid."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec
from redis.asyncio import Redis

from shared.api.moment import rfc3339
from shared.games.rules import Seat, wire
from shared.log.entry import ENGINE
from shared.log.game import Folded, Game, see
from shared.log.keys import Keys
from shared.log.port import CorruptLog
from shared.log.valkey import ValkeyLog


def plain(value: object) -> Any:
    """As a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Truth:
    """One game's log. Raises `CorruptLog` when it does not fold: a gap, a broken chain, an impossible event."""

    def __init__(self, game: str, payloads: list[bytes]) -> None:
        self.id = game
        self.payloads = payloads
        self.game = Game(game)
        self.entries: list[Folded] = [self.game.apply(payload) for payload in payloads]

    @property
    def ended(self) -> bool:
        return self.game.outcome is not None

    @cached_property
    def versions(self) -> dict[str, list[int]]:
        """Where each command id stands."""
        found: dict[str, list[int]] = {}
        for version, folded in enumerate(self.entries, 1):
            found.setdefault(folded.entry.command, []).append(version)
        return found

    def seat_of(self, account: str) -> Seat | None:
        seat = self.game.seat_of(account)
        return None if seat is None else Seat(seat)

    def fold(self) -> Iterator[Game]:
        """The game at each version; one object that moves on."""
        game = Game(self.id)
        for payload in self.payloads:
            game.apply(payload)
            yield game

    def events(self, version: int, seat: Seat | None) -> list[Any]:
        """What a receiver may see of an entry."""
        seen = see(self.game.rules, self.entries[version - 1].events, seat)
        return plain([wire(event) for event in seen])

    def item(self, version: int, seat: Seat | None) -> dict[str, Any]:
        """An entry as it goes out."""
        entry, events = self.entries[version - 1].entry, self.events(version, seat)
        if not events:
            return {"version": version}
        told = {"version": version, "at": rfc3339(entry.at), "events": events}
        return told if entry.actor == ENGINE else {**told, "seat": entry.actor}


def view_of(game: Game, seat: Seat | None) -> dict[str, Any]:
    """The parts of a view that follow from the log alone."""
    return plain({
        "game": game.id,
        "kind": game.opening.kind,
        "version": game.version,
        "state": _state(game),
        "you": seat,
        "commitment": game.opening.commitment,
        "awaited": _awaited(game, seat),
        "view": game.rules.view(game.state, seat),
        "outcome": game.outcome,
        "ending": game.chairs.ended,
    })  # fmt: skip


def _awaited(game: Game, seat: Seat | None) -> list[int]:
    """In a kind without turns one's own seat at the most: others' would tell what they hold."""
    told = [] if game.outcome else game.awaited()
    return [one for one in told if one == seat] if game.rules.realtime else told


def _state(game: Game) -> str:
    if game.outcome is not None:
        return "ended"
    return "paused" if game.chairs.paused else "playing"


def moves_of(game: Game, seat: Seat) -> list[Any]:
    legal = () if game.outcome else game.rules.legal(game.state, seat)
    return plain([{"do": do, "preview": game.rules.preview(game.state, seat, do)} for do in legal])


async def read_logs(redis: Redis, partitions: int) -> tuple[dict[str, Truth], list[str]]:
    """Every game, and each log that is not one."""
    log, found, violations = ValkeyLog(redis), dict[str, Truth](), list[str]()
    for keys in map(Keys, range(partitions)):
        prefix = keys.log("")
        async for key in redis.scan_iter(match=f"{prefix}*", count=1000):
            game = key.decode().removeprefix(prefix)
            try:
                found[game] = Truth(game, await log.read(keys.log(game)))
            except CorruptLog as error:
                violations.append(f"broken log: {error}")
    return found, violations
