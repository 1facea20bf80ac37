"""What the seats of a game decided: found in its log, which holds what came of commands and not the commands."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from services.bots.insight.estimating import distinct, is_choice
from shared.games.rules import Command, Event, Rejected, Seat
from shared.log.entry import ENGINE, Entry
from shared.log.fair import Draw
from shared.log.game import Folded, Game
from shared.log.seats import SEAT_EVENTS, TakenBack


class Choice(NamedTuple):
    """A seat's decision, with what it knew when it made it."""

    version: int
    seat: Seat
    bot: str | None
    view: Any
    legal: Sequence[Command]
    """Those that differ."""
    chosen: Command


class _Unlike(Exception):
    """The draws of another command."""


class _Recorded:
    """A `Chance` that gives again what was drawn."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        self._left = list(draws)

    def shuffle(self, purpose: str, items: Iterable[str]) -> tuple[Any, ...]:
        return self._next(lambda draw: draw.purpose == purpose and draw.from_ == tuple(sorted(items)))

    def below(self, purpose: str, limit: int, count: int = 1) -> tuple[Any, ...]:
        return self._next(lambda draw: (draw.purpose, draw.below, len(draw.out)) == (purpose, limit, count))

    def _next(self, fits: Any) -> tuple[Any, ...]:
        if not self._left or not fits(self._left[0]):
            raise _Unlike
        return self._left.pop(0).out


def choices(game: str, payloads: Iterable[bytes]) -> list[Choice]:
    """All decisions of a log that stood, in order. Those that were taken back are left out. Raises `CorruptLog`."""
    found: list[Choice] = []
    for choice, folded in _folded(game, payloads):
        for event in folded.events:
            if isinstance(event, TakenBack):
                found = [one for one in found if one.version <= event.version]
        if choice is not None:
            found.append(choice)
    return found


def _folded(id: str, payloads: Iterable[bytes]) -> Iterator[tuple[Choice | None, Folded]]:
    game = Game(id)
    for payload in payloads:
        state, levels = (game.state, _levels(game)) if game.version else (None, {})
        folded = game.apply(payload)
        events = tuple(event for event in folded.events if type(event) not in SEAT_EVENTS)
        actor = folded.entry.actor
        if actor == ENGINE or not events or actor >= game.opening.players:
            yield None, folded
        else:
            bot = levels.get(actor) if folded.entry.command.startswith("bot:") else None
            yield _choice(game, state, bot, folded.entry, events), folded


def _levels(game: Game) -> dict[int, str]:
    return {seat: level for seat in game.seats if (level := game.bot_at(seat)) is not None}


def _choice(
    game: Game, state: Any, bot: str | None, entry: Entry, events: tuple[Event, ...]
) -> Choice | None:
    """`game` has taken the entry already; `state` is what it was before."""
    seat = Seat(entry.actor)
    legal = distinct(game.rules.legal(state, seat))
    if not is_choice(legal):
        return None
    chosen = next((one for one in legal if _gives(game, state, seat, one, entry, events)), None)
    if chosen is None:
        return None
    return Choice(game.version, seat, bot, game.rules.view(state, seat), legal, chosen)


def _gives(
    game: Game, state: Any, seat: Seat, command: Command, entry: Entry, events: tuple[Event, ...]
) -> bool:
    try:
        return tuple(game.rules.decide(state, seat, command, _Recorded(entry.draws))) == events
    except (Rejected, _Unlike):
        return False
