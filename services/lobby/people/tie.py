"""What stands between two accounts: how wishes about it are judged. Pure; `ties` keeps it.

A tie is kept as it stands and not as a log: nothing needs to know who once was whose friend, and what is over between
two people should be forgotten.

Whoever is blocked must not learn it: a request to somebody who has blocked the asker looks to the asker like any other
that is not answered, and nobody else ever sees it.
"""

from enum import StrEnum
from typing import assert_never

import msgspec
from msgspec.structs import replace

from shared.games.rules import Rejected


class Wish(StrEnum):
    ASK = "ask"
    """To be friends; of two who ask each other both have said yes."""
    WITHDRAW = "withdraw"
    ACCEPT = "accept"
    DECLINE = "decline"
    REMOVE = "remove"
    """Be friends no longer."""
    BLOCK = "block"
    UNBLOCK = "unblock"


class Standing(StrEnum):
    """How one of the two sees it."""

    NONE = "none"
    ASKED = "asked"
    """The one who looks has asked."""
    ASKS = "asks"
    """The other one has."""
    FRIENDS = "friends"


class Tie(msgspec.Struct, frozen=True, array_like=True):
    """Empty: `Tie()`."""

    friends: bool = False
    asked_by: str | None = None
    blocked_by: tuple[str, ...] = ()
    """Sorted."""
    at: int = 0
    """When it became so, in ms since 1970; grows with every change of what the two are to each other."""

    @property
    def empty(self) -> bool:
        return not (self.friends or self.asked_by or self.blocked_by)

    def standing(self, of: str) -> Standing:
        if self.friends:
            return Standing.FRIENDS
        if self.asked_by == of:
            return Standing.ASKED
        hidden = of in self.blocked_by
        return Standing.ASKS if self.asked_by and not hidden else Standing.NONE


def decide(tie: Tie, by: str, other: str, wish: Wish, now_ms: int) -> Tie:
    """The tie as it is then; the very same when everything is so already. Raises `Rejected`."""
    changed = _decided(tie, by, other, wish)
    return tie if changed == tie else replace(changed, at=max(now_ms, tie.at + 1))


def _decided(tie: Tie, by: str, other: str, wish: Wish) -> Tie:
    match wish:
        case Wish.ASK:
            return _ask(tie, by, other)
        case Wish.ACCEPT:
            return _accept(tie, by)
        case Wish.DECLINE:
            return replace(tie, asked_by=None) if tie.standing(by) is Standing.ASKS else tie
        case Wish.WITHDRAW:
            return replace(tie, asked_by=None) if tie.asked_by == by else tie
        case Wish.REMOVE:
            return replace(tie, friends=False)
        case Wish.BLOCK:
            blocked_by = tuple(sorted({*tie.blocked_by, by}))
            return (
                tie
                if by in tie.blocked_by
                else replace(tie, friends=False, asked_by=None, blocked_by=blocked_by)
            )
        case Wish.UNBLOCK:
            return _unblock(tie, by)
        case _:
            assert_never(wish)


def _ask(tie: Tie, by: str, other: str) -> Tie:
    if by in tie.blocked_by:
        raise Rejected("player-blocked")
    if tie.friends or tie.asked_by == by:
        return tie
    if tie.asked_by == other:
        return replace(tie, friends=True, asked_by=None)
    return replace(tie, asked_by=by)


def _accept(tie: Tie, by: str) -> Tie:
    if tie.friends:
        return tie
    if tie.standing(by) is not Standing.ASKS:
        raise Rejected("no-friend-request")
    return replace(tie, friends=True, asked_by=None)


def _unblock(tie: Tie, by: str) -> Tie:
    """What was asked behind the block stays unsaid."""
    if by not in tie.blocked_by:
        return tie
    left = tuple(account for account in tie.blocked_by if account != by)
    return replace(tie, asked_by=tie.asked_by if tie.asked_by == by else None, blocked_by=left)
