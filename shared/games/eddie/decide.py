"""Judges commands and timers. One decision is what was wished, and then all that follows from it."""

from typing import assert_never

from shared.games.chance import Chance
from shared.games.eddie.commands import Call, Draw, EddieCommand, LayCard
from shared.games.eddie.events import Called, Dealt, Drew, EddieEvent, Ended, Laid, TilesMixed, TileTurned
from shared.games.eddie.evolve import evolve
from shared.games.eddie.legal import anyone_can_play, drawers, is_wrong, missing, refusal
from shared.games.eddie.options import Refill, deck, hand_size, tile_texts
from shared.games.eddie.state import State
from shared.games.eddie.timers import Key, key_of
from shared.games.rules import Seat, TimeOut

Events = tuple[EddieEvent, ...]


def open_game(state: State, chance: Chance) -> Events:
    """The deal, and the tiles in their first order; the first of them is turned by a timer."""
    cards = chance.shuffle("deal", deck(state.options))
    share, size = len(cards) // state.players, hand_size(state.players)
    dealt = tuple(cards[seat * share : (seat + 1) * share] for seat in range(state.players))
    hands = tuple(pile[:size] for pile in dealt)
    return (Dealt(hands, tuple(pile[size:] for pile in dealt)), _mixed(state, chance))


def decide(state: State, seat: Seat | None, command: EddieCommand | TimeOut, chance: Chance) -> Events:
    if isinstance(command, TimeOut):
        return _followed(state, _timed_out(state, command), chance)
    if seat is None:
        raise AssertionError("a wish comes from a seat")
    if reason := refusal(state, seat, command):
        raise reason
    return _followed(state, (_done(state, seat, command),), chance)


def _done(state: State, seat: Seat, command: EddieCommand) -> EddieEvent:
    """The event that a legal command itself is."""
    match command:
        case LayCard(card=card, lift=lift):
            return Laid(seat, card, lift, is_wrong(state, command))
        case Draw():
            return _drawn(state, seat)
        case Call(lift=lift):
            layer, _ = state.mistake(lift)
            return Called(seat, lift, layer, state.top(lift).card)
        case _:
            assert_never(command)


def _timed_out(state: State, time_out: TimeOut) -> Events:
    key, seat = key_of(time_out.timer)
    match key:
        case Key.TILE:
            return (_turned(state.turned, state.coming),)
        case Key.DRAW:
            return tuple(_drawn(state, seat) for seat in drawers(state))
        case Key.LAST:
            return (Ended(seat),)
        case _:
            assert_never(key)


def _followed(state: State, events: Events, chance: Chance) -> Events:
    """The events and what they lead to, until somebody may act or the game is over."""
    everything = events
    while events:
        for event in events:
            state = evolve(state, event)
        events = _next(state, chance)
        everything += events
    return everything


def _next(state: State, chance: Chance) -> Events:
    """What happens by itself in this position: hands fill, someone has won, or the tile is blocked."""
    if state.ended:
        return ()
    short = drawers(state)
    if short and state.options.refill is Refill.AUTO:
        return tuple(_drawn(state, seat) for seat in short)
    if (seat := _winner(state)) is not None:
        return (Ended(seat),)
    # Hands that are all empty wait for the timers of mistaken last cards: no tile could help them.
    if short or anyone_can_play(state) or not any(state.hands):
        return ()
    return _next_tile(state, chance)


def _winner(state: State) -> Seat | None:
    for seat in map(Seat, range(state.players)):
        if not state.hands[seat] and not state.piles[seat] and state.claims[seat] is None:
            return seat
    return None


def _next_tile(state: State, chance: Chance) -> Events:
    if state.coming:
        return (_turned(state.turned, state.coming),)
    if state.mixed_at == state.laid:
        return (Ended(None),)
    mixed = _mixed(state, chance)
    return (mixed, _turned(state.turned, mixed.order))


def _mixed(state: State, chance: Chance) -> TilesMixed:
    return TilesMixed(chance.shuffle("tiles", tile_texts(state.options)))


def _turned(turned: int, coming: tuple[str, ...]) -> TileTurned:
    return TileTurned(turned + 1, tuple(coming[0].split()))


def _drawn(state: State, seat: Seat) -> Drew:
    return Drew(seat, state.piles[seat][: missing(state, seat)])
