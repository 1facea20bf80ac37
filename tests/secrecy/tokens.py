"""Eddie's twin: its cards are many of a kind, so each is followed as a thing of its own from the deal on."""

from collections.abc import Iterator
from random import Random

import msgspec
from msgspec.structs import replace

from shared.games.eddie.events import Called, Dealt, Drew, Laid, TilesMixed, TileTurned
from shared.games.rules import Event, Seat


class Token(msgspec.Struct):
    """A card that was dealt."""

    card: str
    shown: bool = False


class Tokens:
    """Who has which: hands and piles by seat, and the draws in their order."""

    def __init__(self, dealt: Dealt) -> None:
        self.dealt = [[Token(card) for card in hand] for hand in dealt.hands]
        self.piled = [[Token(card) for card in pile] for pile in dealt.piles]
        self._hands = [[*hand] for hand in self.dealt]
        self._piles = [[*pile] for pile in self.piled]
        self.draws: list[list[Token]] = []

    def follow(self, event: Event) -> None:
        match event:
            case Laid(seat, card):
                token = next(one for one in self._hands[seat] if one.card == card)
                token.shown = True
                self._hands[seat].remove(token)
            case Called(_, _, layer, card):
                self._hands[layer].append(Token(card, shown=True))
            case Drew(seat, cards):
                taken, self._piles[seat] = self._piles[seat][: len(cards)], self._piles[seat][len(cards) :]
                self._hands[seat] += taken
                self.draws.append(taken)
            case _:
                pass

    def hidden(self, receiver: Seat | None) -> Iterator[Token]:
        """What the receiver has neither seen on the table nor ever had in hand."""
        own = self.dealt[receiver] + self._hands[receiver] if receiver is not None else []
        for token in (token for some in (*self.dealt, *self.piled) for token in some):
            if not token.shown and not any(token is one for one in own):
                yield token


def redealt(events: list[Event], receiver: Seat | None, rng: Random) -> list[Event]:
    """Hidden cards of hands and piles, and the tiles to come, change places."""
    (dealt,) = (event for event in events if isinstance(event, Dealt))
    tokens = Tokens(dealt)
    for event in events:
        tokens.follow(event)
    hidden = list(tokens.hidden(receiver))
    cards = [token.card for token in hidden]
    rng.shuffle(cards)
    for token, card in zip(hidden, cards, strict=True):
        token.card = card
    draws = iter(tokens.draws)
    return [_redealt(at, event, events, tokens, draws, rng) for at, event in enumerate(events)]


def _redealt(
    at: int, event: Event, events: list[Event], tokens: Tokens, draws: Iterator[list[Token]], rng: Random
) -> Event:
    match event:
        case Dealt():
            return Dealt(_cards(tokens.dealt), _cards(tokens.piled))
        case Drew():
            return replace(event, cards=tuple(token.card for token in next(draws)))
        case TilesMixed(order):
            return TilesMixed(_coming(order, events[at + 1 :], rng))
        case _:
            return event


def _coming(order: tuple[str, ...], after: list[Event], rng: Random) -> tuple[str, ...]:
    """Those that were turned before the next mixing stay, the others are mixed."""
    mixed = next((at for at, event in enumerate(after) if isinstance(event, TilesMixed)), len(after))
    turned = sum(isinstance(event, TileTurned) for event in after[:mixed])
    return (*order[:turned], *rng.sample(order[turned:], len(order[turned:])))


def _cards(tokens: list[list[Token]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(token.card for token in some) for some in tokens)
