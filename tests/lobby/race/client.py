"""One client: wishes at random, each sent again until it is answered, however often the server dies.

Without keys: what was done before its answer was lost must be seen to be done when it is sent again.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import httpx

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 2.0
WORDS = ("join", "join", "join", "leave", "invite", "accept")
HOSTS = ("start", "start", "start", "kick", "invite", "hand-over", "leave")


class Deed(NamedTuple):
    """A wish and its one answer."""

    table: str
    word: str
    status: int
    code: str
    whom: str | None = None
    sure: bool = True
    """Not, when an answer was lost and the next one could be to either."""


@dataclass
class Field:
    """What all clients race for, and what became of it."""

    tables: list[str]
    sent: Counter[str] = field(default_factory=Counter[str])
    """Requests by outcome: a status with its code, or that there was no answer."""


@dataclass
class Racer:
    http: httpx.AsyncClient
    id: str
    token: str
    rng: Random
    deeds: list[Deed] = field(default_factory=list[Deed])
    hosted: list[str] = field(default_factory=list[str])

    async def race(self, field: Field, others: Sequence[str], over: asyncio.Event) -> None:
        while not over.is_set():
            mine = [table for table in self.hosted if table in field.tables]
            hosting = bool(mine) and self.rng.random() < 0.5
            table = self.rng.choice(mine if hosting else field.tables)
            word = self.rng.choice(HOSTS if hosting else WORDS)
            deed = await self.act(field, table, word, self.rng.choice(others))
            if deed.code == "table-not-open" and table in field.tables:
                field.tables.remove(table)
                field.tables.append(await self.opens(field))

    async def opens(self, field: Field) -> str:
        body = {"kind": "floor", "players": 3, "bot_ms": 0}
        opened, _ = await self._send(field, "POST", "/v1/tables", body)
        self.hosted.append(opened.json()["id"])
        self.deeds.append(Deed(opened.json()["id"], "join", opened.status_code, ""))
        return opened.json()["id"]

    async def act(self, field: Field, table: str, word: str, whom: str) -> Deed:
        method, path, body = await self._request(field, table, word, whom)
        answer, lost = await self._send(field, method, path, body)
        code = "" if answer.is_success else answer.json()["code"]
        told = "join" if word == "accept" else word
        status = 200 if lost and word == "leave" and code == "not-seated" else answer.status_code
        deed = Deed(table, told, status, code, path.rpartition("/")[2], sure=not (lost and status >= 300))
        self.deeds.append(deed)
        return deed

    async def _request(self, field: Field, table: str, word: str, whom: str) -> tuple[str, str, Any]:
        at = f"/v1/tables/{table}"
        match word:
            case "kick":
                return "DELETE", f"{at}/players/{await self._neighbour(field, table) or whom}", None
            case "invite":
                return "POST", f"{at}/invitations", {"player": whom}
            case "hand-over":
                return "PUT", f"{at}/host", {"player": await self._neighbour(field, table) or whom}
            case "accept":
                mine = (await self._send(field, "GET", "/v1/me/invitations", None))[0].json()["invitations"]
                wanted = [one["id"] for one in mine if one["table"] == table]
                return (
                    ("POST", f"/v1/invitations/{wanted[0]}/accept", {})
                    if wanted
                    else ("POST", f"{at}/join", {})
                )
            case _:
                return "POST", f"{at}/{word}", {} if word == "join" else None

    async def _neighbour(self, field: Field, table: str) -> str | None:
        """Somebody else who sat there just now."""
        seats = (await self._send(field, "GET", f"/v1/tables/{table}", None))[0].json().get("seats", ())
        there = [seat["player"]["id"] for seat in seats if seat["player"]]
        return next((player for player in there if player != self.id), None)

    async def _send(self, field: Field, method: str, path: str, body: Any) -> tuple[httpx.Response, bool]:
        """The first real answer, and whether another was lost before."""
        headers, lost = {"authorization": f"Bearer {self.token}"}, False
        given, pause_s = {} if body is None else {"json": body}, FIRST_PAUSE_S
        while True:
            try:
                answer = await self.http.request(method, path, headers=headers, **given)
            except httpx.TransportError:
                field.sent["no answer"] += 1
                lost = True
            else:
                field.sent[told(answer)] += 1
                if answer.status_code < 500:
                    return answer, lost
                lost = True
            await asyncio.sleep(pause_s * (0.5 + self.rng.random()))
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


def told(answer: httpx.Response) -> str:
    return str(answer.status_code) if answer.is_success else f"{answer.status_code} {answer.json()['code']}"
