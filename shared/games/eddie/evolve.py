"""Events obeyed."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from shared.games.eddie.cards import PLACE
from shared.games.eddie.events import Called, Dealt, Drew, EddieEvent, Ended, Laid, TilesMixed, TileTurned
from shared.games.eddie.state import State, Top

T = TypeVar("T")


def evolve(state: State, event: EddieEvent) -> State:
    match event:
        case Laid():
            return _laid(state, event)
        case Drew():
            return _drew(state, event)
        case TileTurned():
            return _turned(state, event)
        case Called():
            return _called(state, event)
        case TilesMixed():
            again = state.laid if state.turned else None
            return replace(state, coming=event.order, mixed_at=again)
        case Dealt():
            return replace(state, hands=tuple(map(_sorted, event.hands)), piles=event.piles)
        case Ended():
            return replace(state, ended=True, winner=event.winner)
        case _:
            assert_never(event)


def _laid(state: State, event: Laid) -> State:
    seat, place, laid = event.seat, PLACE[event.lift], state.laid + 1
    hand = _without(state.hands[seat], event.card)
    below = state.lifts[place]
    # Whatever is covered is forgiven, so only one card below a mistake has to be remembered.
    top = Top(event.card, seat, Top(below.card, below.by) if event.wrong else None)
    last = event.wrong and not hand and not state.piles[seat]
    return replace(
        state,
        hands=_put(state.hands, seat, hand),
        lifts=_put(state.lifts, place, top),
        laid=laid,
        claims=_put(state.claims, seat, laid) if last else state.claims,
    )


def _drew(state: State, event: Drew) -> State:
    seat, pile = event.seat, state.piles[event.seat]
    return replace(
        state,
        hands=_put(state.hands, seat, _sorted(state.hands[seat] + event.cards)),
        piles=_put(state.piles, seat, pile[len(event.cards) :]),
    )


def _turned(state: State, event: TileTurned) -> State:
    return replace(
        state,
        coming=state.coming[1:],
        turned=event.number,
        faces=event.faces,
        lifts=tuple(map(Top, event.faces)),
    )


def _called(state: State, event: Called) -> State:
    _, below = state.mistake(event.lift)
    return replace(
        state,
        hands=_put(state.hands, event.layer, _sorted((*state.hands[event.layer], event.card))),
        lifts=_put(state.lifts, PLACE[event.lift], below),
        claims=_put(state.claims, event.layer, None),
    )


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _sorted(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(cards))
