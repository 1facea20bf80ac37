"""Points (Scoring), and who starts the next round. Pure numbers: no state."""

from collections.abc import Sequence

from shared.games.elevators.cards import TYPE_OF, Type

CAFE_POINTS = 1
CAFE_POINTS_OF_LOST_CHILDREN = 2


def rides(line: Sequence[str], boxes: Sequence[int], doubles: Sequence[Type]) -> tuple[int, ...]:
    """The riders' points, front to rear; the rearmost rider takes the rightmost box.

    >>> rides(("b.mother", "r.lost_child", "g.mother"), (2, 2, 3, 4), (Type.GIRL, Type.BOY))
    (2, 0, 4)
    """
    riders = line[: len(boxes)]
    used = boxes[len(boxes) - len(riders) :]
    return tuple(_points(TYPE_OF[rider], box, doubles) for rider, box in zip(riders, used, strict=True))


def _points(type_: Type, box: int, doubles: Sequence[Type]) -> int:
    if type_ is Type.LOST_CHILD:
        return 0
    return 2 * box if type_ in doubles else box


def cafe_points(sets: Sequence[Sequence[str]]) -> int:
    return sum(
        CAFE_POINTS_OF_LOST_CHILDREN if TYPE_OF[people[0]] is Type.LOST_CHILD else CAFE_POINTS
        for people in sets
    )


def next_start(scores: Sequence[int], last_start: int) -> int:
    """Who scored most in the round; of tied seats the first clockwise from the last start, itself included.

    >>> next_start((3, 9, 1, 9), last_start=2)
    3
    """
    clockwise = [(last_start + step) % len(scores) for step in range(len(scores))]
    return max(clockwise, key=lambda seat: scores[seat])


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """
    >>> places((7, 12, 7, 3))
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > total for other in totals) for total in totals)
