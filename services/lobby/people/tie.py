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
    PART = "part"
    """Neither friends nor asked: ends, declines or withdraws, whichever it is."""
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
    blocked_by: dict[str, int] = {}
    """Since when, in ms since 1970."""
    at: int = 0
    """When they became friends or strangers, or one asked, in ms since 1970; grows with every such change. A block
    that changes nothing between them leaves it as it is, so that the other one cannot tell."""

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
    changed = _decided(tie, by, other, wish, now_ms)
    if (changed.friends, changed.asked_by) == (tie.friends, tie.asked_by):
        return changed
    return replace(changed, at=max(now_ms, tie.at + 1))


def _decided(tie: Tie, by: str, other: str, wish: Wish, now_ms: int) -> Tie:
    match wish:
        case Wish.ASK:
            return _ask(tie, by, other)
        case Wish.PART:
            return tie if tie.standing(by) is Standing.NONE else replace(tie, friends=False, asked_by=None)
        case Wish.BLOCK:
            return _block(tie, by, now_ms)
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


def _block(tie: Tie, by: str, now_ms: int) -> Tie:
    if by in tie.blocked_by:
        return tie
    return replace(tie, friends=False, asked_by=None, blocked_by={**tie.blocked_by, by: now_ms})


def _unblock(tie: Tie, by: str) -> Tie:
    """What was asked behind the block stays unsaid."""
    if by not in tie.blocked_by:
        return tie
    left = {account: at for account, at in tie.blocked_by.items() if account != by}
    return replace(tie, asked_by=tie.asked_by if tie.asked_by == by else None, blocked_by=left)
