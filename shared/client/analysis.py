"""What the search says: hints while one plays, an analysis when the game is over."""

from typing import Any

import msgspec

from shared.client.http import Http

WAIT_S = 20


class Decision(msgspec.Struct, frozen=True):
    """What a seat did where it had a choice. Figures are chances to win the match, from 0 to 1."""

    version: int
    seat: int
    choices: int
    chosen: dict[str, Any]
    bot: str | None = None
    worth: float | None = None
    """`None` where it could not be judged."""
    best: dict[str, Any] | None = None
    best_worth: float | None = None
    loss: float | None = None


class SeatAnalysis(msgspec.Struct, frozen=True):
    seat: int
    decisions: int
    accuracy: float | None = None
    average_loss: float | None = None
    worst: tuple[int, ...] = ()
    """Versions of the decisions that lost most."""


class Analysis(msgspec.Struct, frozen=True):
    game: str
    kind: str
    state: str
    done: int
    seats: tuple[SeatAnalysis, ...]
    decisions: tuple[Decision, ...]
    total: int | None = None

    @property
    def over(self) -> bool:
        return self.state == "done"


class Ranked(msgspec.Struct, frozen=True):
    do: dict[str, Any]
    tried: int
    worth: float | None = None


class Hint(msgspec.Struct, frozen=True):
    game: str
    seat: int
    version: int
    moves: tuple[Ranked, ...]
    """The best first, ready to send."""
    taken: int
    left: int


class Analyses:
    """`client.analysis`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def ask(self, game: str) -> Analysis:
        """Has an ended game analysed; the same again finds what there is."""
        return await self._http.send("POST", f"/v1/games/{game}/analysis", {}, Analysis)

    async def read(self, game: str, after: int | None = None, wait_s: int = 0) -> Analysis:
        """With `wait_s` (up to 30), once more than `after` decisions are judged, or after so long."""
        params: dict[str, str | int] = {"wait": wait_s, **({} if after is None else {"after": after})}
        return await self._http.get(f"/v1/games/{game}/analysis", Analysis, params, wait_s=wait_s)

    async def until_done(self, game: str) -> Analysis:
        """Asks, and waits for as long as it takes."""
        found = await self.ask(game)
        while not found.over:
            found = await self.read(game, found.done, WAIT_S)
        return found

    async def cancel(self, game: str) -> Analysis:
        """Raises `ApiProblem` with `no-such-analysis` when there is nothing to cancel."""
        return await self._http.send("DELETE", f"/v1/games/{game}/analysis", {}, Analysis)

    async def hint(self, game: str) -> Hint:
        """For one's own turn; everybody at the table sees that it was asked for."""
        return await self._http.send("POST", f"/v1/games/{game}/hints", {}, Hint)
