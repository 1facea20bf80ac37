"""What people may choose from to show who they are."""

from enum import StrEnum
from functools import cache

from babel import Locale

NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})


class Avatar(StrEnum):
    """The pictures that apps have."""

    CABIN = "cabin"
    BELLHOP = "bellhop"
    BUTTON = "button"
    CAT = "cat"
    DOG = "dog"
    OWL = "owl"
    PLANT = "plant"
    SUITCASE = "suitcase"
    TEAPOT = "teapot"
    TOOLBOX = "toolbox"
    UMBRELLA = "umbrella"
    VIOLIN = "violin"


@cache
def countries() -> frozenset[str]:
    named = map(str, Locale("en").territories)
    return frozenset(code for code in named if len(code) == 2 and code.isalpha()) - NO_COUNTRIES
