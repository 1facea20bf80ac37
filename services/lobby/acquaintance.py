"""Finds out what must be known of somebody before they see a table or sit down at it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from services.lobby.ratings.lists import list_of
from services.lobby.ratings.ratings import Rating
from services.lobby.tables import Table
from services.lobby.terms import STRANGER, Known, Visibility
from shared.api.people import is_bot


class AnyTies(Protocol):
    async def friends(self, account: str) -> frozenset[str]: ...
    async def blocked(self, account: str) -> frozenset[str]: ...


class AnyOwners(Protocol):
    async def owner_of(self, id: str) -> str | None: ...


class AnyRatings(Protocol):
    async def of(self, list_id: str, accounts: Iterable[str]) -> Mapping[str, Rating]: ...


@dataclass(frozen=True, slots=True)
class Acquaintance:
    ties: AnyTies
    ratings: AnyRatings
    owners: AnyOwners

    async def for_reading(self, reader: str | None, table: Table) -> Known:
        """Enough to say whether they may see the table."""
        if reader is None or table.terms.visibility is not Visibility.FRIENDS:
            return STRANGER
        return Known(friends=await self.ties.friends(reader))

    async def for_list(self, reader: str | None) -> Known:
        """Enough to say which of many tables are for them."""
        if reader is None:
            return STRANGER
        return Known(await self.ties.friends(reader), await self.ties.blocked(reader))

    async def for_seat(self, player: str, table: Table) -> Known:
        """Enough to let them sit down."""
        known = await self.for_reading(player, table)
        owner = await self.owners.owner_of(player) if is_bot(player) else None
        return Known(known.friends, await self.ties.blocked(player), await self._rating(player, table), owner)

    async def _rating(self, player: str, table: Table) -> int | None:
        terms = table.terms
        if terms.rating_min is None and terms.rating_max is None:
            return None
        found = await self.ratings.of(list_of(table.kind, table.players), [player])
        return found[player].shown
