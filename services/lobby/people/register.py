"""Who is who: what everybody may read of somebody, and the caller's own lists of others."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from services.lobby.accounts.accounts import Account
from services.lobby.people.circle import Circle
from services.lobby.people.tie import Standing, Tie
from services.lobby.people.wire import (
    Blocked,
    BlockList,
    Friend,
    FriendList,
    PlayerInfo,
    Relation,
    player_info,
)
from services.lobby.ratings.records import Records
from shared.api.moment import rfc3339
from shared.api.people import Names, People
from shared.api.problem import ApiError, Code, Flaw, malformed

CURSOR = re.compile(r"(\d{1,15})~(a_[0-9A-Za-z_]{1,40})")

Spot = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Register:
    circle: Circle
    people: People
    records: Records
    called: Names
    """Says what people are called."""

    def speaking(self, language: str) -> "Register":
        return replace(self, called=self.called._replace(language=language))

    async def player(self, id: str, caller: str | None) -> PlayerInfo:
        """Raises `no-such-account`."""
        return await self._shown(await self.circle.account(id), caller)

    async def by_handle(self, handle: str, caller: str | None) -> PlayerInfo:
        """Raises `no-such-account`."""
        found = await self.circle.accounts.by_handle(handle)
        if found is None:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        return await self._shown(found, caller)

    async def friends(
        self, caller: str, standing: Standing | None, limit: int, cursor: str | None
    ) -> FriendList:
        ties = {
            other: tie
            for other, tie in (await self.circle.ties.all(caller)).items()
            if tie.standing(caller) in ((standing,) if standing else tuple(Standing)[1:])
        }
        page, after = _page({other: tie.at for other, tie in ties.items()}, limit, cursor)
        names = await self._names(page)
        shown = tuple(
            Friend(names.person(other), ties[other].standing(caller), rfc3339(ties[other].at))
            for other in page
        )
        return FriendList(shown, after)

    async def blocked(self, caller: str, limit: int, cursor: str | None) -> BlockList:
        ties = await self.circle.ties.all(caller)
        since = {other: tie.blocked_by[caller] for other, tie in ties.items() if caller in tie.blocked_by}
        page, after = _page(since, limit, cursor)
        names = await self._names(page)
        shown = tuple(Blocked(names.person(other), rfc3339(since[other])) for other in page)
        return BlockList(shown, after)

    async def relation(self, caller: str, other: str, tie: Tie) -> Relation:
        names = await self._names([other])
        return Relation(names.person(other), tie.standing(caller), caller in tie.blocked_by)

    async def _names(self, accounts: Iterable[str]) -> Names:
        return self.called._replace(people=await self.people.names(accounts))

    async def _shown(self, account: Account, caller: str | None) -> PlayerInfo:
        others = caller not in (None, account.id)
        tie = await self.circle.ties.between(str(caller), account.id) if others else None
        ratings = await self.records.ratings_of(account.id)
        conduct = await self.records.conduct_of(account.id)
        names = await self._names([account.owner] if account.owner else [])
        return player_info(account, names, ratings, conduct, tie, caller)


def _page(since: dict[str, int], limit: int, cursor: str | None) -> tuple[list[str], str | None]:
    """The accounts of a page, the last that changed first, and the next one's cursor."""
    spots = sorted(((at, other) for other, at in since.items()), reverse=True)
    after = _spot_of(cursor) if cursor else None
    left = [spot for spot in spots if after is None or spot < after]
    page = left[:limit]
    return [other for _, other in page], _cursor_of(page[-1]) if len(left) > limit else None


def _cursor_of(spot: Spot) -> str:
    return f"{spot[0]}~{spot[1]}"


def _spot_of(cursor: str) -> Spot:
    """Raises `malformed`."""
    found = CURSOR.fullmatch(cursor)
    if not found:
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return int(found[1]), found[2]
