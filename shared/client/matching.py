"""Looking for others to play with."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from shared.client.http import Http
from shared.client.values import Pace

WAIT_S = 20
OVER = frozenset({"matched", "cancelled", "expired", "absent", "withdrawn", "failed"})


class Ticket(msgspec.Struct, frozen=True):
    """That somebody wants to play, with whomever. `game` is the one that began, once it is `matched`."""

    id: str
    state: str
    kind: str
    players: tuple[int, ...]
    created_at: str
    expires_at: str
    rated: bool = True
    game: str | None = None

    @property
    def over(self) -> bool:
        return self.state in OVER


class Tickets(msgspec.Struct, frozen=True):
    tickets: tuple[Ticket, ...]


class Matching:
    """`client.matching`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def look(
        self,
        kind: str,
        players: Sequence[int],
        pace: Pace,
        *,
        options: Mapping[str, Any] | None = None,
        rated: bool = True,
        bots_after_s: int | None = None,
        bots_level: str = "normal",
    ) -> Ticket:
        """A ticket; the same wish again is the same ticket. `players`: every number that is welcome."""
        body = {
            "kind": kind, "players": list(players), "pace": pace, "options": dict(options or {}), "rated": rated,
            "bots_after_s": bots_after_s, "bots_level": bots_level,
        }  # fmt: skip
        return await self._http.send("POST", "/v1/tickets", body, Ticket)

    async def ticket(self, ticket: str, wait_s: int = 0) -> Ticket:
        """With `wait_s` (up to 30), once it is over or after so long."""
        return await self._http.get(f"/v1/tickets/{ticket}", Ticket, {"wait": wait_s}, wait_s=wait_s)

    async def until_over(self, ticket: str) -> Ticket:
        """Waits for as long as it takes, which keeps a live ticket alive."""
        while not (found := await self.ticket(ticket, WAIT_S)).over:
            pass
        return found

    async def mine(self) -> tuple[Ticket, ...]:
        """Those that are not over."""
        return (await self._http.get("/v1/me/tickets", Tickets)).tickets

    async def cancel(self, ticket: str) -> Ticket:
        """Raises `ApiProblem` with `ticket-taken` when the game is about to begin."""
        return await self._http.send("DELETE", f"/v1/tickets/{ticket}", {}, Ticket)
