"""What everybody may know of bots, and whether one of them accepts a game."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.lobby.accounts.accounts import Account, Accounts
from services.lobby.bots.accepting import Accepts, Capacity, Challengers, Wanted, decode, encode, refusal
from services.lobby.bots.registry import Registry, Spot
from services.lobby.bots.wire import BotInfo, BotPage
from services.lobby.ratings.records import Records
from shared.api.bots import BotBook, Standing
from shared.api.inbox import Inbox
from shared.api.moment import now_ms, rfc3339
from shared.api.people import Names, People, is_bot
from shared.api.presence import Presence
from shared.api.problem import ApiError, Code, Flaw, malformed
from shared.games.kinds import KINDS

BOT_ID = re.compile(r"a_bot[0-9A-HJKMNP-TV-Z]{26}")
CURSOR = re.compile(rf"(\d{{1,15}})~({BOT_ID.pattern})")
LOOKED_AT = 200
"""For one page: one with filters may be short and still have a next."""


@dataclass(frozen=True, slots=True)
class Directory:
    registry: Registry
    accounts: Accounts
    book: BotBook
    inbox: Inbox
    presence: Presence
    people: People
    records: Records
    called: Names
    """Says what people are called."""

    def speaking(self, language: str) -> "Directory":
        return replace(
            self, called=self.called._replace(language=language), records=self.records.speaking(language)
        )

    async def account(self, id: str) -> Account:
        """Raises `no-such-bot`."""
        account = await self.accounts.read(id) if BOT_ID.fullmatch(id) else None
        if account is None or account.owner is None:
            raise ApiError(Code.NO_SUCH_BOT)
        return account

    async def show(self, id: str) -> BotInfo:
        """Raises `no-such-bot`."""
        (info,) = await self.shown([await self.account(id)])
        return info

    async def page(
        self, reader: str | None, kind: str | None, online: bool | None, limit: int, cursor: str | None
    ) -> BotPage:
        """Those that others than their owners may ask."""
        spots = await self.registry.page(LOOKED_AT, _spot(cursor) if cursor else None)
        found: list[BotInfo] = []
        for at, spot in enumerate(spots, 1):
            account = await self.accounts.read(spot.bot)
            if account is None or account.owner is None or not await self._is_for(account, reader, kind):
                continue
            (info,) = await self.shown([account])
            if online in (None, info.online):
                found.append(info)
            if len(found) == limit:
                return BotPage(tuple(found), _cursor(spot) if at < len(spots) else None)
        return BotPage(tuple(found), _cursor(spots[-1]) if len(spots) == LOOKED_AT else None)

    async def _is_for(self, account: Account, reader: str | None, kind: str | None) -> bool:
        accepts = await self.accepts(account.id)
        listed = accepts.challengers is not Challengers.OWNER or reader == account.owner
        return listed and kind in (None, *accepts.kinds)

    async def accepts(self, bot: str) -> Accepts:
        return decode(await self.book.accepts(bot))

    async def accept(self, bot: str, accepts: Accepts) -> None:
        """Raises `no-such-kind`."""
        for kind in accepts.kinds:
            if kind not in KINDS:
                raise ApiError(Code.NO_SUCH_KIND, params={"kind": kind})
        await self.book.accept(bot, encode(accepts))

    async def check(self, bot: str, asked: Wanted) -> None:
        """Raises `bot-does-not-accept`."""
        capacity = await self.capacity(await self.account(bot))
        if reason := refusal(await self.accepts(bot), asked, capacity):
            raise ApiError(Code.BOT_DOES_NOT_ACCEPT, about=reason, params={"reason": reason.value})

    async def capacity(self, account: Account) -> Capacity:
        standing = (await self.book.standings([account.id], now_ms()))[account.id]
        games = sum(not game.ended for game in await self.inbox.games(account.id))
        online = await self._is_online(account.id, standing)
        return Capacity(account.owner, games, online, standing.hook is not None)

    async def _is_online(self, bot: str, standing: Standing) -> bool:
        """A bot with a webhook need not listen."""
        if standing.suspended:
            return False
        return standing.callable if standing.hook else bool(await self.presence.present([bot]))

    async def shown(self, accounts: Sequence[Account]) -> list[BotInfo]:
        called = await self.people.names(account.owner for account in accounts)
        names = self.called._replace(people=called)
        return [await self._info(account, names) for account in accounts]

    async def _info(self, account: Account, names: Names) -> BotInfo:
        capacity = await self.capacity(account)
        return BotInfo(
            id=account.id,
            name=names.said(account.called),
            handle=account.handle,
            about=account.about,
            owner=names.person(account.owner or ""),
            created_at=rfc3339(account.created_at),
            accepts=await self.accepts(account.id),
            webhook=capacity.hooked,
            online=capacity.online,
            games=capacity.games,
            ratings=await self.records.ratings_of(account.id),
        )


def may_be(id: str) -> bool:
    return is_bot(id) and BOT_ID.fullmatch(id) is not None


def _cursor(spot: Spot) -> str:
    return f"{spot.made_at}~{spot.bot}"


def _spot(cursor: str) -> Spot:
    """Raises `malformed`."""
    found = CURSOR.fullmatch(cursor)
    if not found:
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return Spot(int(found[1]), found[2])
