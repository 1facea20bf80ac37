"""Cards are text, a suit's letter and a rank: `a4`, or `S12` for the queen of spades.

The standard suits have capital letters, so that a card's text names it whatever the deck.
"""

from shared.games.floor.options import Deck

OPERATOR = "OPERATOR"
"""Lies in the Automa's deck only; a player's operator is a flag."""

SUITS = {Deck.SIX_SUIT: "abcdef", Deck.STANDARD: "SHDC"}

FLOORS = (1, 2, 3, 4, 5, 6)

VISITS = (*FLOORS, *reversed(FLOORS))
"""The elevator's floor, trick by trick (The Elevator Trip)."""

TURNAROUND = len(FLOORS)

HAND = 7


def suit(card: str) -> str:
    return card[0]


def rank(card: str) -> int:
    return int(card[1:])


def pack(deck: Deck, seats: int) -> tuple[str, ...]:
    """As many equal suits as make one card for every seat and trick.

    >>> [len(pack(deck, seats)) for deck in Deck for seats in (3, 4)]
    [36, 48, 36, 48]
    >>> pack(Deck.STANDARD, 4)[-1], pack(Deck.SIX_SUIT, 3)[-1]
    ('C12', 'f6')
    """
    suits = SUITS[deck]
    ranks = range(1, seats * len(VISITS) // len(suits) + 1)
    return tuple(f"{letter}{number}" for letter in suits for number in ranks)
