"""Tickets in line by strength, so that those nearest to one are found without looking at all others."""

from collections.abc import Iterator, Mapping

END = -1


class Line:
    def __init__(self, strengths: Mapping[str, float]) -> None:
        self._ids = sorted(strengths, key=lambda id: (strengths[id], id))
        self._strengths = [strengths[id] for id in self._ids]
        self._places = {id: place for place, id in enumerate(self._ids)}
        self._weaker = list(range(END, len(self._ids) - 1))
        self._stronger = [*range(1, len(self._ids)), END]

    def remove(self, id: str) -> None:
        """Once; does nothing for whoever never stood here."""
        place = self._places.pop(id, None)
        if place is None:
            return
        weaker, stronger = self._weaker[place], self._stronger[place]
        if weaker != END:
            self._stronger[weaker] = stronger
        if stronger != END:
            self._weaker[stronger] = weaker

    def near(self, id: str) -> Iterator[tuple[float, str]]:
        """All others with their distances, nearest first. Nobody may be removed meanwhile.

        >>> line = Line({"a": 1.0, "b": 5.0, "c": 7.0, "d": 8.0})
        >>> line.remove("c")
        >>> list(line.near("b"))
        [(3.0, 'd'), (4.0, 'a')]
        """
        place = self._places[id]
        own = self._strengths[place]
        down, up = self._weaker[place], self._stronger[place]
        while down != END or up != END:
            below = own - self._strengths[down] if down != END else None
            above = self._strengths[up] - own if up != END else None
            if above is None or (below is not None and below <= above):
                assert below is not None  # noqa: S101 (one of the two sides goes on)
                yield below, self._ids[down]
                down = self._weaker[down]
            else:
                yield above, self._ids[up]
                up = self._stronger[up]
