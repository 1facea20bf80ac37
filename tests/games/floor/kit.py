"""The floor's part of the kit."""

import random
from collections.abc import Iterable
from itertools import product

from msgspec.structs import replace

from shared.games.floor import RULES
from shared.games.floor.commands import FloorCommand, PlayCard, RevealAutoma, SetAside
from shared.games.floor.events import Hands
from shared.games.floor.options import Deck, Options
from shared.games.floor.state import Play, State
from shared.games.rules import Seat, Setup
from tests.games.floor import plain
from tests.games.kit import Kit


def _name(players: int, deck: Deck, *, friendly: bool, operator: bool) -> str:
    flags = [word for word, on in (("friendly", friendly), ("operator", operator)) if on]
    return "-".join([str(players), deck, *flags])


SETUPS = {
    _name(players, deck, friendly=friendly, operator=operator): Setup(
        players, Options(deck=deck, friendly=friendly, operator=operator)
    )
    for players, deck, friendly, operator in product((2, 3, 4), Deck, (False, True), (False, True))
}


NONSENSE = ("", "a", "a04", "A4", "a9", "S13", "OPERATOR")


def candidates(state: State, seat: Seat) -> Iterable[FloorCommand]:
    suits, ranks = (
        ("abcdef", range(1, 9)) if state.setup.options.deck == Deck.SIX_SUIT else ("SHDC", range(1, 13))
    )
    for card in [*(f"{suit}{rank}" for suit in suits for rank in ranks), *NONSENSE]:
        yield PlayCard(card)
        yield PlayCard(card, operator=True)
        yield SetAside(card)
    yield RevealAutoma()


def redraw(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Deals out anew all that the receiver cannot know; what went under the Automa's deck stays."""
    shown = {card for play in _plays(state) for card in play.revealed}
    own = [at == seat for at in range(state.setup.players)]
    covered = [*(cards for cards, mine in zip(state.hands, own, strict=True) if not mine)]
    covered += [*state.later, *(cards for cards, mine in zip(state.aside, own, strict=True) if not mine)]
    covered += [state.automa_later, [card for card in state.automa if card not in {*shown, "OPERATOR"}]]
    pool = [card for cards in covered for card in cards]
    rng.shuffle(pool)
    deck = [card if card in shown or card == "OPERATOR" else pool.pop() for card in state.automa]
    return replace(
        state,
        hands=_refill(state.hands, own, pool),
        later=_refill(state.later, [False] * len(own), pool),
        aside=_refill(state.aside, own, pool),
        automa=_move_operator(deck, shown, rng),
        automa_later=tuple(pool.pop() for _ in state.automa_later),
    )


def _plays(state: State) -> list[Play]:
    return [*(play for trick in state.tricks for play in trick.plays), *state.plays]


def _refill(hands: Hands, own: list[bool], pool: list[str]) -> Hands:
    return tuple(
        cards if mine else tuple(pool.pop() for _ in cards) for cards, mine in zip(hands, own, strict=True)
    )


def _move_operator(deck: list[str], shown: set[str], rng: random.Random) -> tuple[str, ...]:
    if "OPERATOR" in deck:
        here = deck.index("OPERATOR")
        there = rng.choice([at for at, card in enumerate(deck) if card not in shown])
        deck[here], deck[there] = deck[there], deck[here]
    return tuple(deck)


KIT = Kit(
    rules=RULES,
    setups=SETUPS,
    candidates=candidates,
    redraw=redraw,
    plain_count=plain.count,
)
