"""What the handlers of friends and blocks speak to: ties, judged, capped, and told to both."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from services.lobby.accounts.accounts import Account, Accounts
from services.lobby.people.tie import Standing, Tie, Wish
from services.lobby.people.ties import Change, Ties
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.inbox import FriendNews, Inbox
from shared.api.limits import Limits
from shared.api.people import is_bot
from shared.api.problem import ApiError, Code


@dataclass(frozen=True, slots=True)
class Circle:
    ties: Ties
    accounts: Accounts
    inbox: Inbox
    limits: Limits

    async def account(self, id: str) -> Account:
        """Raises `no-such-account`."""
        account = await self.accounts.read(id)
        if account is None:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        return account

    async def ask(self, by: str, other: str) -> Tie:
        """Asks, or says yes to whoever has asked. Bots have no friends.

        Raises `too-many-friends`, `not-for-bots`, or `player-blocked` for one's own block.
        """
        await self._other(by, other)
        if is_bot(other):
            raise ApiError(Code.NOT_FOR_BOTS)
        if not _is_yes(await self.ties.between(by, other), by):
            await self.limits.take(Bucket.FRIEND_REQUESTS, by)
            await self._check_room(by, other)
        return await self._change(by, other, Wish.ASK)

    async def part(self, by: str, other: str) -> Tie:
        """Declines, withdraws, or ends a friendship."""
        return await self._change(by, _account_id(other), Wish.PART)

    async def block(self, by: str, other: str) -> Tie:
        """Raises `too-many-blocks`."""
        await self._other(by, other)
        blocked = sum(by in tie.blocked_by for tie in (await self.ties.all(by)).values())
        if blocked >= CAPS[Cap.BLOCKS] and by not in (await self.ties.between(by, other)).blocked_by:
            raise ApiError(Code.TOO_MANY_BLOCKS, params={"most": CAPS[Cap.BLOCKS]})
        return await self._change(by, other, Wish.BLOCK)

    async def unblock(self, by: str, other: str) -> Tie:
        return await self._change(by, _account_id(other), Wish.UNBLOCK)

    async def _other(self, by: str, other: str) -> None:
        if by == other:
            raise ApiError(Code.THAT_IS_YOU)
        await self.account(_account_id(other))

    async def _check_room(self, by: str, other: str) -> None:
        mine = _count(await self.ties.all(by), by)
        theirs = _count(await self.ties.all(other), other)
        friends = CAPS[Cap.FRIENDS]
        if mine[Standing.FRIENDS] + mine[Standing.ASKED] >= friends or theirs[Standing.FRIENDS] >= friends:
            raise ApiError(Code.TOO_MANY_FRIENDS, params={"most": friends})
        if theirs[Standing.ASKS] >= CAPS[Cap.FRIEND_REQUESTS]:
            raise ApiError(Code.TOO_MANY_FRIENDS, params={"most": CAPS[Cap.FRIEND_REQUESTS]})

    async def _change(self, by: str, other: str, wish: Wish) -> Tie:
        change = await self.ties.change(by, other, wish)
        await self.inbox.tell((*_news(change, by, other), *_news(change, other, by)))
        return change.after


ACCOUNT_ID = re.compile(r"a_[0-9A-Za-z]{1,40}")


def _account_id(id: str) -> str:
    """Spares Valkey what cannot be one."""
    if not ACCOUNT_ID.fullmatch(id):
        raise ApiError(Code.NO_SUCH_ACCOUNT)
    return id


def _is_yes(tie: Tie, by: str) -> bool:
    return tie.standing(by) in (Standing.ASKS, Standing.FRIENDS, Standing.ASKED)


def _count(ties: Mapping[str, Tie], account: str) -> Mapping[Standing, int]:
    found = [tie.standing(account) for tie in ties.values()]
    return {standing: found.count(standing) for standing in Standing}


def _news(change: Change, whom: str, other: str) -> Iterator[tuple[str, FriendNews]]:
    """Told again when the wish is sent again, in case that was cut short; never of what the one must not see."""
    before, after = change.before.standing(whom), change.after.standing(whom)
    if before is not after or after is not Standing.NONE:
        yield whom, FriendNews(other, change.after.at, after.value)
