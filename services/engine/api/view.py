"""Games and entries as answers: the one place that decides what a receiver sees of them."""

from typing import NamedTuple

from services.engine.api.wire import (
    Deadline,
    GameView,
    Item,
    Move,
    Moves,
    SeatView,
)
from shared.api.moment import now_ms, rfc3339
from shared.api.people import Names
from shared.api.telling import Telling, seat_names
from shared.games.rules import AnyRules, Seat, wire
from shared.log.entry import ENGINE
from shared.log.game import Folded, Game, see


class View(NamedTuple):
    """What decides how a receiver sees an entry: equal views see the same."""

    seat: Seat | None
    """`None` for a spectator."""
    telling: Telling | None = None


def game_view(game: Game, seat: Seat | None, names: Names) -> GameView:
    opening = game.opening
    return GameView(
        game=game.id,
        kind=opening.kind,
        version=game.version,
        state="playing" if game.outcome is None else "ended",
        server_time=rfc3339(now_ms()),
        updated_at=rfc3339(game.updated_at),
        you=seat,
        seats=seat_views(game, names),
        options=opening.options,
        pace=opening.pace,
        commitment=opening.commitment,
        awaited=() if game.outcome else tuple(game.awaited()),
        deadlines=tuple(_deadline(key, due) for key, due in sorted(game.timers.items())),
        view=game.rules.view(game.state, seat),
        outcome=game.outcome,
    )


def seat_views(game: Game, names: Names) -> tuple[SeatView, ...]:
    called = seat_names(game, names)
    return tuple(_seat_view(game, seat, called[seat], names) for seat in game.seats)


def _seat_view(game: Game, seat: int, name: str, names: Names) -> SeatView:
    player = game.opening.holders[seat].player
    person = None if player is None else names.person(player)
    return SeatView(seat, name, person, game.bot_at(seat), seat in game.chairs.sitting_in)


def _deadline(key: str, due: int) -> Deadline:
    kind, _, rest = key.partition(":")
    seat = int(rest.split(":")[0]) if kind == "turn" else None
    return Deadline(kind, seat, rfc3339(due))


def moves_view(game: Game, seat: Seat) -> Moves:
    rules, state = game.rules, game.state
    legal = () if game.outcome else rules.legal(state, seat)
    return Moves(
        game=game.id,
        version=game.version,
        seat=seat,
        moves=tuple(Move(command, rules.preview(state, seat, command)) for command in legal),
    )


def item(rules: AnyRules, version: int, folded: Folded, view: View) -> Item:
    """One entry as a receiver sees it, with sentences if its view asks for them."""
    seen = see(rules, folded.events, view.seat)
    if not seen:
        return Item(version)
    words = None
    if view.telling is not None:
        words = view.telling.words(rules, seen)
    actor = folded.entry.actor
    return Item(
        version=version,
        at=rfc3339(folded.entry.at),
        seat=None if actor == ENGINE else actor,
        events=tuple(wire(event) for event in seen),
        words=words,
    )
