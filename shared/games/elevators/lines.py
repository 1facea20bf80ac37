"""What happens in a line when a person joins it (One Player's Turn, 1)."""

from shared.games.elevators.cards import COLOUR_OF, CUTS_IN_BEFORE, TYPE_OF, Type

CAFE_SIZE = 3

Line = tuple[str, ...]


def companions(line: Line, card: str) -> Line:
    """The people whom a played card may take along to the rear; only a lost child does, and it must."""
    if TYPE_OF[card] is not Type.LOST_CHILD:
        return ()
    return tuple(person for person in line if COLOUR_OF[person] is COLOUR_OF[card])


def place(line: Line, card: str) -> int:
    """Where a card joins a line: before the frontmost whom it cuts in on, otherwise at the rear.

    >>> place(("r.boy", "g.grandma", "y.grandma"), "b.father")
    1
    """
    victim = CUTS_IN_BEFORE.get(TYPE_OF[card])
    return next((at for at, person in enumerate(line) if TYPE_OF[person] is victim), len(line))


def joined(line: Line, card: str, at: int, moved: str | None) -> Line:
    """The line with the card at its place and whoever moved at the rear.

    >>> joined(("b.girl", "r.boy"), "b.lost_child", 1, "b.girl")
    ('r.boy', 'b.lost_child', 'b.girl')
    """
    if moved is None:
        return (*line[:at], card, *line[at:])
    return (*joined(_left_by(line, moved), card, at, None), moved)


def _left_by(line: Line, moved: str | None) -> Line:
    return tuple(person for person in line if person != moved)


def play(line: Line, card: str, moved: str | None) -> tuple[int, Line]:
    """The card's place and the line after its ability, before any cafe."""
    at = place(_left_by(line, moved), card)
    return at, joined(line, card, at, moved)


def at_cafe(line: Line, type_: Type) -> Line:
    """The people of a type if they are enough to leave for the cafe, else nobody."""
    alike = tuple(person for person in line if TYPE_OF[person] is type_)
    return alike if len(alike) >= CAFE_SIZE else ()
