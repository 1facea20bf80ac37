"""The Automa's turn follows from its deck and the trick alone (2-Player Automa, Operator with the Automa)."""

from collections.abc import Sequence

from shared.games.floor.cards import OPERATOR, rank, suit


def reveal(deck: Sequence[str], taken: str) -> tuple[tuple[str, ...], str | None]:
    """The cards turned up, in order, and the one of them that is played; no `taken` suits means leading.

    >>> reveal(("a6", "b2", "c1"), "a")
    (('a6', 'b2'), 'b2')
    >>> reveal(("OPERATOR", "c3", "d5"), "")
    (('OPERATOR', 'c3'), 'c3')
    """
    following = bool(taken)
    count = 2 if following or deck[0] == OPERATOR else 1
    cards = tuple(deck[:count])
    return cards, _choice(cards, taken)


def _choice(cards: Sequence[str], taken: str) -> str | None:
    free = [card for card in cards if card != OPERATOR and suit(card) not in taken]
    return max(free, key=rank, default=None)  # the first of equals


def deck_after(deck: tuple[str, ...], cards: tuple[str, ...], played: str | None) -> tuple[str, ...]:
    """The deck once what was turned up and not used has gone under it."""
    under = tuple(card for card in cards if card not in (OPERATOR, played))
    return deck[len(cards) :] + under
