"""When a delivery that failed is tried again. Pure but for the dice."""

from random import Random

FIRST_S = 5.0
LONGEST_S = 3600.0
MOST_TRIES = 14
"""Some nine hours."""


def pause_s(tries: int, asked_s: float, random: Random) -> float:
    """Doubling, spread so that not everybody comes back at once, and never before the other side wants it.

    >>> [round(pause_s(tries, 0, Random(1)), 1) for tries in (1, 2, 3, 20)]
    [2.8, 5.7, 11.3, 2041.9]
    >>> pause_s(1, 60, Random(1)) >= 60
    True
    """
    longest = min(FIRST_S * 2 ** (min(tries, 20) - 1), LONGEST_S)
    return max(longest * random.uniform(0.5, 1), min(asked_s, 24 * LONGEST_S) * random.uniform(1, 1.1))
