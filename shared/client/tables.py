"""Open tables beyond opening and starting one: finding, seats, hosts, invitations, playing again."""

from collections.abc import Sequence
from typing import Any

import msgspec

from shared.client.http import Http
from shared.client.values import Player, Table


class OpenTables(msgspec.Struct, frozen=True):
    """A page; it may be short though there is a `next`."""

    tables: tuple[Table, ...]
    next: str | None = None


class Invitation(msgspec.Struct, frozen=True):
    id: str
    table: str
    kind: str
    player: Player
    by: Player
    state: str
    """`open`, `accepted`, `declined`, `withdrawn`, `expired` or `overtaken`."""
    expires_at: str
    seat: int | None = None
    reason: str | None = None
    text: str = ""


class Invitations(msgspec.Struct, frozen=True):
    invitations: tuple[Invitation, ...]


class Tables:
    """`client.tables`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def open(self, cursor: str | None = None, **filters: str | int) -> OpenTables:
        """Open tables that the caller may see, newest first; `kind`, `free`, `pace`, `visibility`, `limit` narrow them."""
        params = filters if cursor is None else {**filters, "cursor": cursor}
        return await self._http.get("/v1/tables", OpenTables, params)

    async def join_by_code(self, code: str) -> Table:
        """Takes a seat at the private table with this code."""
        return await self._http.send("POST", "/v1/tables/join", {"code": code}, Table)

    async def leave(self, table: str) -> Table:
        return await self._http.send("POST", f"/v1/tables/{table}/leave", {}, Table)

    async def say_ready(self, table: str, *, ready: bool = True) -> Table:
        return await self._http.send("PUT", f"/v1/tables/{table}/ready", {"ready": ready}, Table)

    async def pick_colours(self, table: str, colours: Sequence[str]) -> Table:
        body = {"colours": list(colours)}
        return await self._http.send("PUT", f"/v1/tables/{table}/colours", body, Table)

    async def alter(self, table: str, **changes: Any) -> Table:
        """As the host: `players`, `options`, `pace`, `visibility` and what else `PATCH /v1/tables/{table}` takes."""
        return await self._http.send("PATCH", f"/v1/tables/{table}", changes, Table)

    async def hand_over(self, table: str, player: str) -> Table:
        return await self._http.send("PUT", f"/v1/tables/{table}/host", {"player": player}, Table)

    async def kick(self, table: str, player: str) -> Table:
        return await self._http.send("DELETE", f"/v1/tables/{table}/players/{player}", {}, Table)

    async def invite(self, table: str, player: str) -> Invitation:
        path = f"/v1/tables/{table}/invitations"
        return await self._http.send("POST", path, {"player": player}, Invitation)

    async def invitations(self, table: str) -> tuple[Invitation, ...]:
        """All to a table at which the caller sits."""
        found = await self._http.get(f"/v1/tables/{table}/invitations", Invitations)
        return found.invitations

    async def my_invitations(self) -> tuple[Invitation, ...]:
        """Those that wait for the caller's answer."""
        return (await self._http.get("/v1/me/invitations", Invitations)).invitations

    async def withdraw(self, invitation: Invitation) -> Invitation:
        path = f"/v1/tables/{invitation.table}/invitations/{invitation.id}"
        return await self._http.send("DELETE", path, {}, Invitation)

    async def accept(self, invitation: str) -> Table:
        return await self._http.send("POST", f"/v1/invitations/{invitation}/accept", {}, Table)

    async def decline(self, invitation: str, reason: str = "no-reason", text: str = "") -> Invitation:
        body = {"reason": reason, "text": text}
        return await self._http.send("POST", f"/v1/invitations/{invitation}/decline", body, Invitation)

    async def rematch(self, game: str) -> Table:
        """A seat at the next table of those who played a game that is over."""
        return await self._http.send("POST", f"/v1/games/{game}/rematch", {}, Table)
