"""Who came where: places from cards left."""

from collections.abc import Sequence


def places(left: Sequence[int], winner: int | None) -> tuple[int, ...]:
    """By cards left, fewest first, equals sharing; whoever went out stands before all others.

    >>> places((0, 7, 7, 3), winner=0)
    (1, 3, 3, 2)
    >>> places((4, 2, 2), winner=None)
    (3, 1, 1)
    >>> places((0, 0), winner=1)
    (2, 1)
    """
    ranks = [(seat != winner, cards) for seat, cards in enumerate(left)]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
