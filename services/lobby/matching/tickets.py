"""Tickets in Valkey. Every change names the versions it was decided on, so that two who decide at once cannot both."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from redis.asyncio import Redis

from services.lobby.matching.ticket import Match, State, Ticket
from shared.api.caps import CAPS, Cap
from shared.games.rules import Rejected

FUNCTIONS = Path(__file__).with_name("tickets.lua")

MOST = CAPS[Cap.TICKETS]
KEPT_MS = 24 * 3600_000
"""How long a ticket that is over can still be asked for."""

WAITING = "{tickets}:waiting"
"""Sorted set of those that wait, by when they were made, in ms."""
MATCHES = "{tickets}:matches"
"""Hash of matches whose games are being started, by table."""

_encode = msgspec.msgpack.Encoder().encode
_ticket = msgspec.msgpack.Decoder(Ticket).decode
_match = msgspec.msgpack.Decoder(Match).decode


class Change(NamedTuple):
    before: Ticket
    after: Ticket


def changed(ticket: Ticket, **fields: Any) -> Change:
    return Change(ticket, replace(ticket, version=ticket.version + 1, **fields))


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Tickets:
    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def open(self, ticket: Ticket) -> Ticket:
        """The account's ticket for this wish: this one, or an older one. Raises `too-many-tickets`."""
        keys = (_key(ticket.id), WAITING, _wishes(ticket.account))
        given = (ticket.id, _stored(ticket), ticket.wish.fingerprint, ticket.made_at, MOST)
        id: bytes = await self._redis.fcall("ticket_open", len(keys), *keys, *given)
        if not id:
            raise Rejected("too-many-tickets", most=MOST)
        return await self.read(id.decode()) or ticket

    async def read(self, id: str) -> Ticket | None:
        return next(iter(await self.read_all([id])), None)

    async def read_all(self, ids: Iterable[str]) -> list[Ticket]:
        """Those that there are."""
        keys = [_key(id) for id in ids]
        found: list[bytes | None] = await self._redis.mget(keys) if keys else []
        return [_read(stored) for stored in found if stored]

    async def of(self, account: str) -> list[Ticket]:
        """The account's tickets that are not over, oldest first."""
        ids: list[bytes] = await self._redis.hvals(_wishes(account))
        return sorted(await self.read_all(map(bytes.decode, ids)), key=lambda ticket: ticket.id)

    async def waiting(self) -> list[Ticket]:
        ids: list[bytes] = await self._redis.zrange(WAITING, 0, -1)
        return await self.read_all(map(bytes.decode, ids))

    async def matches(self) -> list[Match]:
        """Those whose games are not known to have started, oldest first."""
        found: list[bytes] = await self._redis.hvals(MATCHES)
        return sorted(map(_match, found), key=lambda match: (match.at, match.table))

    async def change(
        self, changes: Sequence[Change], *, claim: Match | None = None, settle: Match | None = None
    ) -> bool:
        """All of the changes or, when one of the tickets has changed meanwhile, none.

        `claim` notes with them a match whose game is to be started, `settle` that one needs nothing any more.
        """
        match = claim or settle
        keys = [WAITING, MATCHES]
        given: list[Any] = [match.table if match else "", _encode(claim) if claim else b"", KEPT_MS]
        for before, after in changes:
            keys += [_key(after.id), _wishes(after.account)]
            given += [after.id, after.wish.fingerprint, before.version, _stored(after)]
            given += ["over" if after.state.over else after.state.value, after.made_at]
        return bool(await self._redis.fcall("tickets_change", len(keys), *keys, *given))

    async def end(self, ticket: Ticket, state: State) -> bool:
        """Only while it waits; what has been claimed is played. `False` when it has changed meanwhile."""
        return ticket.state is State.WAITING and await self.change([changed(ticket, state=state)])

    async def forget(self, account: str) -> None:
        """Ends all of an account that goes; the matcher lets nobody play who has gone."""
        for ticket in await self.of(account):
            await self.end(ticket, State.CANCELLED)


def _key(id: str) -> str:
    return f"{{tickets}}:ticket:{id}"


def _wishes(account: str) -> str:
    """Hash of the account's tickets that are not over, by their wish."""
    return f"{{tickets}}:of:{account}"


def _stored(ticket: Ticket) -> bytes:
    return b"%d %b" % (ticket.version, _encode(ticket))


def _read(stored: bytes) -> Ticket:
    return _ticket(stored[stored.index(b" ") + 1 :])
