"""The 35 people. A card is text: its colour's letter, a dot, its type (`b.girl`, `n.lost_child`)."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

import msgspec


class Colour(StrEnum):
    """The letters that cards are written with; also a card's back."""

    BLUE = "b"
    RED = "r"
    GREEN = "g"
    YELLOW = "y"
    BROWN = "n"


class Type(StrEnum):
    GIRL = "girl"
    BOY = "boy"
    MOTHER = "mother"
    FATHER = "father"
    GRANDMA = "grandma"
    GRANDPA = "grandpa"
    LOST_CHILD = "lost_child"


CUTS_IN_BEFORE: Mapping[Type, Type] = MappingProxyType(
    {
        Type.GIRL: Type.BOY,
        Type.BOY: Type.MOTHER,
        Type.MOTHER: Type.FATHER,
        Type.FATHER: Type.GRANDMA,
        Type.GRANDMA: Type.GRANDPA,
        Type.GRANDPA: Type.GIRL,
    }
)

Card = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(Colour)})\\.({'|'.join(Type)})$(?!\\n)")]
"""A card as commands carry it; elsewhere it is plain text, known to be right."""


def card(colour: Colour, type_: Type) -> str:
    """
    >>> card(Colour.BROWN, Type.BOY)
    'n.boy'
    """
    return f"{colour}.{type_}"


PEOPLE: tuple[str, ...] = tuple(card(colour, type_) for colour in Colour for type_ in Type)

COLOUR_OF: Mapping[str, Colour] = MappingProxyType({card(c, t): c for c in Colour for t in Type})
TYPE_OF: Mapping[str, Type] = MappingProxyType({card(c, t): t for c in Colour for t in Type})


def of_colour(people: tuple[str, ...], colour: Colour) -> tuple[str, ...]:
    return tuple(person for person in people if COLOUR_OF[person] is colour)


def without(people: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(person for person in people if person not in gone)


def backs(hand: tuple[str, ...]) -> tuple[Colour, ...]:
    """What the others see of a hand, in an order that says nothing about its types."""
    return tuple(sorted(COLOUR_OF[person] for person in hand))
