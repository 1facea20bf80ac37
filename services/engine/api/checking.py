"""What anybody may check of a game: nothing hidden while it runs, everything afterwards."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from services.engine.api.view import View, item
from services.engine.api.wire import Item
from shared.api.auth import Caller
from shared.api.export import Drawn, RawEntry, drawn, raw_entries, unfolded
from shared.api.problem import ApiError, Code
from shared.games.kinds import KINDS
from shared.games.rules import Seat
from shared.log.entry import Opening
from shared.log.keys import keys_of
from shared.log.port import CorruptLog, Log
from shared.log.verdict import Fault, Found, Verdict, verdict


class Check(StrEnum):
    """What a verifier checks."""

    COMMITMENT = "commitment"
    """The secret's hash is the one that was shown before anybody gave entropy."""
    DRAWS = "draws"
    """Every shuffle and throw comes out of the secret again, and none was left out."""
    DEAL = "deal"
    """Every deal is what the rules make of its draws."""
    CHAIN = "chain"
    """Every entry follows the one before it."""


FAULTS_OF = {
    Check.COMMITMENT: {Fault.COMMITMENT, Fault.OPENING},
    Check.DRAWS: {Fault.NUMBER, Fault.OUTCOME},
    Check.DEAL: {Fault.DEAL, Fault.RULES},
    Check.CHAIN: {Fault.CHAIN, Fault.UNREADABLE},
}


class CheckResult(StrEnum):
    LATER = "later"
    """The game runs; its secret is shown when it ends."""
    HELD = "held"
    BROKEN = "broken"


class Checked(msgspec.Struct, frozen=True):
    check: Check
    result: CheckResult


class Fairness(msgspec.Struct, frozen=True):
    """How a game's chance can be checked. `secret`, `head` and draws come when the game has ended."""

    game: str
    kind: str
    version: int
    ended: bool
    commitment: str
    contributions: tuple[str, ...]
    """By seat."""
    checks: tuple[Checked, ...]
    """Our own verdict; do not take our word for it: the export has all that a verifier of your own needs."""
    found: tuple[Found, ...]
    secret: str | None
    head: str | None
    """The hash chain's last hash: who notes it down will notice any later change."""
    draws: tuple[Drawn, ...]


class Export(msgspec.Struct, frozen=True):
    """A game's log as a document. `you` and `seen` are of a running game, `entries` and `head` of an ended one."""

    game: str
    kind: str
    ended: bool
    rules_version: int
    players: int
    commitment: str
    contributions: tuple[str, ...]
    you: int | None
    """The caller's seat, which it is told to; `None` for a spectator and when the game has ended."""
    seen: tuple[Item, ...]
    entries: tuple[RawEntry, ...]
    head: str | None


class Checking:
    """Reads logs, parked games' too: those are the ones that somebody will want to look into."""

    def __init__(self, log: Log, partitions: int) -> None:
        self._log = log
        self._partitions = partitions

    async def fairness(self, game: str) -> Fairness:
        """Raises `no-such-game`, or `game-parked` for a log without a readable beginning."""
        _, judged, opening = await self._judged(game)
        ended = judged.secret is not None
        return Fairness(
            game=game,
            kind=opening.kind,
            version=judged.entries,
            ended=ended,
            commitment=opening.commitment,
            contributions=opening.contributions,
            checks=tuple(Checked(check, _result(judged, check)) for check in Check),
            found=judged.found if ended else (),
            secret=judged.secret.hex() if judged.secret is not None else None,
            head=judged.head if ended else None,
            draws=tuple(drawn(version, draw) for version, draw in judged.draws) if ended else (),
        )

    async def export(self, game: str, reader: Caller | None) -> Export:
        """Raises as `fairness` does."""
        payloads, judged, opening = await self._judged(game)
        ended = judged.secret is not None
        seat = None if ended else _seat_of(opening, reader)
        try:
            seen = () if ended else tuple(_seen(opening, payloads, seat))
            entries = tuple(raw_entries(opening, payloads)) if ended else ()
        except msgspec.DecodeError as cause:
            raise ApiError(Code.GAME_PARKED) from cause
        return Export(
            game=game,
            kind=opening.kind,
            ended=ended,
            rules_version=opening.rules_version,
            players=opening.players,
            commitment=opening.commitment,
            contributions=opening.contributions,
            you=seat,
            seen=seen,
            entries=entries,
            head=judged.head if ended else None,
        )

    async def _judged(self, game: str) -> tuple[list[bytes], Verdict, Opening]:
        try:
            payloads = await self._log.read(keys_of(game, self._partitions).log(game))
        except CorruptLog as cause:
            raise ApiError(Code.GAME_PARKED) from cause
        if not payloads:
            raise ApiError(Code.NO_SUCH_GAME)
        judged = verdict(game, payloads)
        if judged.opening is None:
            raise ApiError(Code.GAME_PARKED)
        return payloads, judged, judged.opening


def _result(judged: Verdict, check: Check) -> CheckResult:
    if judged.secret is None:
        return CheckResult.LATER
    broken = {found.fault for found in judged.found}
    return CheckResult.BROKEN if broken & FAULTS_OF[check] else CheckResult.HELD


def _seat_of(opening: Opening, reader: Caller | None) -> Seat | None:
    if reader is None:
        return None
    seats = (seat for seat, holder in enumerate(opening.holders) if holder.player == reader)
    return next((Seat(seat) for seat in seats), None)


def _seen(opening: Opening, payloads: Sequence[bytes], seat: Seat | None) -> Iterator[Item]:
    for version, folded in unfolded(opening, payloads):
        yield item(KINDS[opening.kind], version, folded, View(seat))
