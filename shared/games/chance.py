"""Where rules get their chance from: an argument, never a module.

The real source is `shared.log.fair.Draws`; its draws are written into the log, so that replaying never
draws again and everybody can check them afterwards.
"""

from collections.abc import Iterable
from typing import Protocol


class Chance(Protocol):
    """Numbered, recorded draws. `purpose` is a short ASCII slug such as `deal`."""

    def shuffle(self, purpose: str, items: Iterable[str]) -> tuple[str, ...]:
        """One draw: all items in a random order that does not depend on the order given."""
        ...

    def below(self, purpose: str, limit: int, count: int = 1) -> tuple[int, ...]:
        """One draw of `count` independent whole numbers from 0 to `limit - 1`; a die is `1 + below(6)`."""
        ...
