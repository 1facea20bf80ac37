"""Games and entries as answers: the one place that decides what a receiver sees of them."""

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from services.engine.api.wire import (
    Deadline,
    GameView,
    Item,
    Move,
    Moves,
    Offered,
    SeatView,
)
from shared.api.moment import now_ms, rfc3339
from shared.api.people import Names
from shared.api.telling import Telling, seat_names
from shared.games.rules import AnyRules, Event, Seat, wire
from shared.log.entry import ENGINE
from shared.log.game import Folded, Game, see


class View(NamedTuple):
    """What decides how a receiver sees an entry: equal views see the same."""

    seat: Seat | None
    """`None` for a spectator."""
    telling: Telling | None = None


class Time(NamedTuple):
    """A seat's, as far as the receiver may know it."""

    due: int | None
    bank_ms: int | None


def game_view(game: Game, seat: Seat | None, names: Names) -> GameView:
    opening = game.opening
    return GameView(
        game=game.id,
        kind=opening.kind,
        version=game.version,
        state=state_of(game),
        server_time=rfc3339(now_ms()),
        updated_at=rfc3339(game.updated_at),
        you=seat,
        seats=seat_views(game, names, seat),
        options=opening.options,
        pace=opening.pace,
        commitment=opening.commitment,
        awaited=() if game.outcome else tuple(one for one in game.awaited() if one in told_of(game, seat)),
        deadlines=tuple(_deadlines(game, seat)),
        view=game.rules.view(game.state, seat),
        outcome=game.outcome,
        ending=game.chairs.ended,
        offer=_offered(game),
        hints=opening.hints,
    )


def state_of(game: Game) -> str:
    if game.outcome is not None:
        return "ended"
    return "paused" if game.chairs.paused else "playing"


def _offered(game: Game) -> Offered | None:
    offer = game.chairs.offer
    if offer is None or game.outcome is not None:
        return None
    wish = "end" if offer.back_to is None else "takeback"
    return Offered(offer.version, offer.seat, wish, offer.agreed, game.chairs.asked(offer.seat))


def told_of(game: Game, receiver: Seat | None) -> Container[int]:
    """Seats of which the receiver may know whether something is awaited, and until when.

    Where all play at once it is awaited of whoever holds a card that fits: that is for the seat alone to know.
    """
    if game.rules.realtime:
        return () if receiver is None else (receiver,)
    return game.seats


def seat_views(game: Game, names: Names, receiver: Seat | None) -> tuple[SeatView, ...]:
    called, told = seat_names(game, names), told_of(game, receiver)
    due = {seat: at for seat, at in game.due().items() if seat in told}
    banks = {seat: left for seat, left in game.clocks.banks.items() if game.clocks.banked and seat in told}
    return tuple(
        _seat_view(game, seat, called[seat], names, Time(due.get(seat), banks.get(seat)))
        for seat in game.seats
    )


def _seat_view(game: Game, seat: int, name: str, names: Names, time: Time) -> SeatView:
    player = game.opening.holders[seat].player
    sitting = game.chairs.sitting_in.get(seat)
    leave = game.clocks.leaves.get(seat, 0)
    return SeatView(
        seat=seat,
        name=name,
        player=None if player is None else names.person(player),
        bot=game.bot_at(seat),
        sitting_in=sitting is not None,
        why=sitting and sitting.why,
        due_at=None if time.due is None else rfc3339(time.due),
        bank_ms=time.bank_ms,
        leave_until=rfc3339(leave) if leave > game.updated_at else None,
        hints=game.chairs.hints.get(seat, 0),
    )


def _deadlines(game: Game, receiver: Seat | None) -> Iterator[Deadline]:
    told = told_of(game, receiver)
    for key, due in sorted(game.timers.items()):
        kind, _, rest = key.partition(":")
        seat = int(rest.split(":")[0]) if kind == "turn" else None
        if seat is None or seat in told:
            yield Deadline(kind, seat, rfc3339(due))


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
    return item_of(rules, version, folded, see(rules, folded.events, view.seat), view.telling)


def item_of(
    rules: AnyRules, version: int, folded: Folded, seen: Sequence[Event], telling: Telling | None
) -> Item:
    """One entry as whoever sees these of its events does."""
    if not seen:
        return Item(version)
    words = None if telling is None else telling.words(rules, seen)
    actor = folded.entry.actor
    return Item(
        version=version,
        at=rfc3339(folded.entry.at),
        seat=None if actor == ENGINE else actor,
        events=tuple(wire(event) for event in seen),
        words=words,
    )
