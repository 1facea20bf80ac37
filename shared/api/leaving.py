"""An API process that is told to end answers whoever waits at it: with what there is, which is often nothing."""

from collections.abc import Callable


class Leaving:
    """Told once, just before connections are closed. What waits for long listens to it, or looks."""

    def __init__(self) -> None:
        self.begun = False
        self._listeners: list[Callable[[], None]] = []

    def then(self, release: Callable[[], None]) -> None:
        """`release` has whatever waits return now, and whatever would begin to wait from then on at once."""
        self._listeners.append(release)

    def begin(self) -> None:
        self.begun = True
        for release in self._listeners:
            release()
