"""What is sent of a turn, and what is understood of the answer. Pure."""

from typing import Any

import msgspec

from shared.api.bots import CallFault
from shared.api.moment import rfc3339
from shared.games.rules import Command, Seat
from shared.log.game import Game

RESERVE_MS = 1000
"""Of a seat's time that is left for the answer's way to the engine, or for a built-in bot."""
LEAST_MS = 500


class Wrong(Exception):
    """An answer that cannot be played."""

    def __init__(self, fault: CallFault, status: int | None = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.status = status


class SeatHeld(msgspec.Struct, frozen=True):
    seat: int
    player: str | None
    """An account id; everybody may look it up."""
    bot: str | None
    """Level of the built-in bot that plays here now."""


class LegalMove(msgspec.Struct, frozen=True):
    do: Any
    preview: Any


class Turn(msgspec.Struct, frozen=True):
    """All that the seat may know, and everything that it may do."""

    bot: str
    game: str
    kind: str
    version: int
    seat: int
    options: dict[str, Any]
    seats: tuple[SeatHeld, ...]
    view: Any
    """As `GET /v1/games/{game}` has it for this seat."""
    moves: tuple[LegalMove, ...]
    """As `GET /v1/games/{game}/moves` has them."""
    budget_ms: int
    """From now until the answer must be there, whole."""
    due_at: str | None
    """When the seat's time runs out."""


class Called(msgspec.Struct, frozen=True):
    """The body of a call, in the form of Standard Webhooks."""

    data: Turn
    timestamp: str
    type: str = "turn"


class Answered(msgspec.Struct, frozen=True):
    do: msgspec.Raw
    """A command; without turns also null, for nothing now."""


def turn_of(game: Game, seat: int, bot: str, budget_ms: int) -> Turn:
    rules, me = game.rules, Seat(seat)
    due = game.due().get(seat)
    return Turn(
        bot=bot,
        game=game.id,
        kind=game.opening.kind,
        version=game.version,
        seat=seat,
        options=game.opening.options,
        seats=tuple(
            SeatHeld(number, holder.player, game.bot_at(number))
            for number, holder in enumerate(game.opening.holders)
        ),
        view=rules.view(game.state, me),
        moves=tuple(
            LegalMove(command, rules.preview(game.state, me, command))
            for command in rules.legal(game.state, me)
        ),
        budget_ms=budget_ms,
        due_at=None if due is None else rfc3339(due),
    )


def body_of(turn: Turn, now_ms: int) -> bytes:
    return msgspec.json.encode(Called(turn, rfc3339(now_ms)))


def budget_ms(game: Game, seat: int, most_ms: int, now_ms: int) -> int:
    """What a call may take: the setting, or what the seat's clock leaves of it."""
    due = game.due().get(seat)
    left = most_ms if due is None else due - now_ms - RESERVE_MS
    return max(min(left, most_ms), LEAST_MS)


def answered(game: Game, seat: int, status: int, body: bytes) -> Command | None:
    """The command that was chosen; `None` for none, where there are no turns. Raises `Wrong`."""
    if status != 200:
        raise Wrong(CallFault.STATUS, status)
    try:
        command: Any = game.rules.command | None if game.rules.realtime else game.rules.command
        chosen = msgspec.json.decode(msgspec.json.decode(body, type=Answered).do, type=command)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Wrong(CallFault.UNREADABLE, status) from error
    if chosen is not None and chosen not in game.rules.legal(game.state, Seat(seat)):
        raise Wrong(CallFault.ILLEGAL, status)
    return chosen


def is_called_for(game: Game, version: int, seat: int, bot: str) -> bool:
    """Whether the seat's own player is to move, and this task is the one that says so.

    Without turns: whether there is anything to do, if only a mistake of another's to call, however far the game is by now.
    """
    if game.version == 0 or game.outcome is not None or seat not in game.seats:
        return False
    if game.opening.holders[seat].player != bot:
        return False
    if game.rules.realtime:
        return not game.chairs.paused and bool(game.rules.legal(game.state, Seat(seat)))
    return game.version == version and game.clock(seat) is not None
