"""Worlds that a seat holds possible: unseen cards on the slots where they may be."""

import numpy as np

from services.bots.playout.compiled import below, compiled


@compiled
def redeal(cards, allowed, rng):
    """Another world out of one: swaps wherever both cards may be at the other's slot.

    Each swap is as likely as its reverse, so that all worlds stay equally likely; where every card may be everywhere
    this is a Fisher-Yates shuffle, else worlds that follow each other resemble one another a little.
    """
    for i in range(len(cards) - 1, 0, -1):
        j = below(rng, i + 1)
        here, there = cards[i], cards[j]
        if (allowed[i] >> there) & (allowed[j] >> here) & 1:
            cards[i], cards[j] = there, here


def first_deal(cards: list[int], allowed: list[int]) -> np.ndarray:
    """Some world: a card for each slot by augmenting paths. Raises `ValueError` when there is none."""
    slot_of: dict[int, int] = {}
    for slot in range(len(allowed)):
        if not _seat(slot, cards, allowed, slot_of, set()):
            raise ValueError("what was seen allows no deal")
    dealt = np.zeros(len(allowed), np.int64)
    for card, slot in slot_of.items():
        dealt[slot] = card
    return dealt


def _seat(slot: int, cards: list[int], allowed: list[int], slot_of: dict[int, int], tried: set[int]) -> bool:
    for card in cards:
        if allowed[slot] >> card & 1 and card not in tried:
            tried.add(card)
            if card not in slot_of or _seat(slot_of[card], cards, allowed, slot_of, tried):
                slot_of[card] = slot
                return True
    return False
