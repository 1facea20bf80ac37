"""What a table may choose: the elevators' figures and the families."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from shared.games.elevators.cards import Colour, Type
from shared.games.rules import Problem, Setup

Points = Annotated[int, msgspec.Meta(ge=0, le=20)]
Boxes = Annotated[tuple[Points, ...], msgspec.Meta(min_length=1, max_length=10)]
"""Points by place, front to rear; as many as people can ride."""

LINES = 3
ROUNDS = 3


class ElevatorCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Both sides of a card."""

    two_or_four: Boxes
    three: Boxes


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards I, II and III of one elevator, and the two types whose points double there."""

    doubles: tuple[Type, Type]
    cards: tuple[ElevatorCard, ElevatorCard, ElevatorCard]


class ElevatorSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    groups: tuple[Group, Group, Group]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    set: ElevatorSet | None = None
    """Without one, the house set."""
    colours: tuple[tuple[Colour, ...], ...] = ()
    """Families picked, by seat; what nobody picks is dealt at random."""


DOUBLING = tuple(str(one) for one in Type if one is not Type.LOST_CHILD)
"""Types whose points an elevator may double."""


def share(players: int) -> int:
    """How many families each seat has."""
    return 2 if players == 2 else 1


def check(setup: Setup[Options]) -> tuple[Problem, ...]:
    return (*_set_problems(setup.options.set), *_colour_problems(setup.options.colours, setup.players))


def _set_problems(chosen: ElevatorSet | None) -> Iterator[Problem]:
    if chosen is None:
        yield Problem("options.set", "set-missing")
        return
    for at, group in enumerate(chosen.groups):
        path = f"options.set.groups[{at}].doubles"
        if Type.LOST_CHILD in group.doubles:
            yield Problem(path, "lost-child-never-doubles", DOUBLING)
        if group.doubles[0] == group.doubles[1]:
            yield Problem(path, "types-alike", DOUBLING)


def _colour_problems(picks: tuple[tuple[Colour, ...], ...], players: int) -> Iterator[Problem]:
    if len(picks) > players:
        yield Problem("options.colours", "unknown-seat")
    taken: list[Colour] = []
    for seat, colours in enumerate(picks):
        if len(colours) > share(players):
            yield Problem(f"options.colours[{seat}]", "too-many-colours")
        for at, colour in enumerate(colours):
            if colour in taken:
                free = tuple(str(one) for one in Colour if one not in taken)
                yield Problem(f"options.colours[{seat}][{at}]", "colour-taken", free)
            taken.append(colour)
