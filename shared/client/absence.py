"""Leaving a seat and coming back, giving up, asking the others for something, and leave."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from shared.client.http import Http
from shared.client.values import Accepted

Send = Callable[[str, dict[str, Any]], Awaitable[Accepted]]


class Leave(msgspec.Struct, frozen=True):
    until: str | None
    """`None`: not on leave."""
    days_left: int
    days_a_year: int


class Absence:
    """`client.absence`. What concerns a game is a command of it, refused as an `ApiProblem` like any other."""

    def __init__(self, http: Http, send: Send) -> None:
        self._http = http
        self._send = send

    async def hand_over(self, game: str, level: str = "normal") -> Accepted:
        """A bot plays until `take_back`, or the next move."""
        return await self._send(game, {"type": "hand-over", "level": level})

    async def take_back(self, game: str) -> Accepted:
        """Takes the seat back from the bot."""
        return await self._send(game, {"type": "take-seat-back"})

    async def resign(self, game: str) -> Accepted:
        """For good."""
        return await self._send(game, {"type": "resign"})

    async def ask_takeback(self, game: str) -> Accepted:
        """Asks the others to go back to before one's last move; the answer's version is what they agree to."""
        return await self._send(game, {"type": "ask-takeback"})

    async def offer_end(self, game: str) -> Accepted:
        """Asks the others to end the game without a result."""
        return await self._send(game, {"type": "offer-end"})

    async def agree(self, game: str, to: int) -> Accepted:
        """To what was asked at a version."""
        return await self._send(game, {"type": "agree", "to": to})

    async def decline(self, game: str, to: int) -> Accepted:
        """What was asked at a version; also withdraws what one has asked."""
        return await self._send(game, {"type": "decline", "to": to})

    async def leave(self) -> Leave:
        return await self._http.get("/v1/me/leave", Leave)

    async def take_leave(self, days: int) -> Leave:
        """From now on: the clocks of all games by days stand still. Raises `ApiProblem` with `leave-used-up`."""
        return await self._http.send("PUT", "/v1/me/leave", {"days": days}, Leave)

    async def end_leave(self) -> Leave:
        return await self._http.send("DELETE", "/v1/me/leave", {}, Leave)
