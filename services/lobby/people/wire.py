"""What the routes about other people answer. Field by field this is the API."""

import msgspec

from services.lobby.accounts.accounts import Account
from services.lobby.people.profile import Avatar
from services.lobby.people.tie import Standing, Tie
from services.lobby.ratings.tally import Conduct
from services.lobby.ratings.wire import RatingInfo
from shared.api.moment import rfc3339
from shared.api.people import Names, Person


class Relation(msgspec.Struct, frozen=True):
    """What the caller and somebody else are to each other, as the caller may know it."""

    player: Person
    standing: Standing
    blocked: bool
    """By the caller."""


class PlayerInfo(msgspec.Struct, frozen=True):
    """Somebody, as everybody may see them."""

    id: str
    name: str
    created_at: str
    bot: bool
    """A program plays: the account was made for one, or its owner says so."""
    owner: Person | None
    """Who made this bot."""
    about: str | None
    avatar: Avatar | None
    country: str | None
    ratings: tuple[RatingInfo, ...]
    """Of the lists in which they have played."""
    conduct: Conduct
    standing: Standing | None
    """What they are to the caller; `null` to nobody in particular and to themselves."""
    blocked: bool
    """By the caller."""


class Friend(msgspec.Struct, frozen=True):
    player: Person
    standing: Standing
    since: str


class FriendList(msgspec.Struct, frozen=True):
    friends: tuple[Friend, ...]
    """The last that changed first."""
    next: str | None
    """`cursor` of the next page."""


class Blocked(msgspec.Struct, frozen=True):
    player: Person
    since: str


class BlockList(msgspec.Struct, frozen=True):
    blocked: tuple[Blocked, ...]
    next: str | None
    """`cursor` of the next page."""


def player_info(
    account: Account,
    names: Names,
    ratings: tuple[RatingInfo, ...],
    conduct: Conduct,
    tie: Tie | None,
    caller: str | None,
) -> PlayerInfo:
    return PlayerInfo(
        id=account.id,
        name=names.said(account.called),
        created_at=rfc3339(account.created_at),
        bot=account.bot,
        owner=names.person(account.owner) if account.owner else None,
        about=account.about,
        avatar=account.avatar,
        country=account.country,
        ratings=ratings,
        conduct=conduct,
        standing=tie.standing(caller) if tie and caller else None,
        blocked=caller in tie.blocked_by if tie else False,
    )
