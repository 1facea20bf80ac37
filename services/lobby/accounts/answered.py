"""What the account routes answer. Field by field this is the API."""

from typing import Literal

import msgspec

from services.lobby.accounts.accounts import Account, Identity, Language
from services.lobby.accounts.refresh import Session
from services.lobby.bots.wire import FailureInfo, OwnBot
from services.lobby.leave.wire import LeaveExport
from services.lobby.matching.wire import TicketInfo
from services.lobby.people.profile import Avatar
from services.lobby.people.tie import Standing
from services.lobby.ratings.wire import PlayedGame, RatingInfo
from shared.api.apitokens import StoredToken
from shared.api.moment import rfc3339
from shared.api.notices.wire import NoticesExport
from shared.api.people import Names


class AccountInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    guest: bool
    """Nothing but its devices leads to this account."""
    created_at: str
    handle: str | None
    language: Language | None
    time_zone: str | None
    about: str | None
    avatar: Avatar | None
    country: str | None
    bot: bool
    """A program plays: the account was made for one, or its owner says so."""
    owner: str | None
    """Account id of whoever made this bot."""
    chat: bool
    """`false`: what others say at tables is not shown to it."""
    issuers: tuple[str, ...]
    """Whose identity tokens lead to this account."""


class PublicAccount(msgspec.Struct, frozen=True):
    """An account as everybody may see it."""

    id: str
    name: str
    created_at: str
    bot: bool
    owner: str | None
    """Account id of whoever made this bot."""


class Welcome(msgspec.Struct, frozen=True):
    """A device is signed in. Both tokens are secrets: never into an address or a log."""

    account: AccountInfo
    session: str
    access_token: str
    expires_at: str
    """The access token; get the next one before, or when an answer says `token-expired`."""
    refresh_token: str
    """Good for one use, however long the device was away (up to 180 days)."""
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105


class SessionInfo(msgspec.Struct, frozen=True):
    id: str
    device: str
    created_at: str
    seen_at: str
    """When it last got an access token."""
    current: bool
    """The one that asks."""


class SessionList(msgspec.Struct, frozen=True):
    sessions: tuple[SessionInfo, ...]


class ApiTokenInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    scopes: tuple[str, ...]
    created_at: str
    expires_at: str | None


class ApiTokenList(msgspec.Struct, frozen=True):
    tokens: tuple[ApiTokenInfo, ...]


class MadeApiToken(msgspec.Struct, frozen=True):
    token: str
    """Shown this once."""
    info: ApiTokenInfo


class Deleted(msgspec.Struct, frozen=True):
    id: str


class TieInfo(msgspec.Struct, frozen=True):
    """What the account and another one are to each other, as the account may know it."""

    player: str
    standing: Standing
    blocked: bool
    since: str


class MessageGiven(msgspec.Struct, frozen=True):
    """Something that the account said at a table."""

    table: str
    at: str
    emote: str | None
    text: str | None


class ReportGiven(msgspec.Struct, frozen=True):
    """What the account told the moderators."""

    player: str
    reason: str
    text: str
    table: str | None
    at: str


class BotExport(msgspec.Struct, frozen=True):
    """Everything that is stored about a bot of the account's, but for its secrets."""

    bot: OwnBot
    api_tokens: tuple[ApiTokenInfo, ...]
    failures: tuple[FailureInfo, ...]
    games: tuple[str, ...]
    history: tuple[PlayedGame, ...]


class AccountExport(msgspec.Struct, frozen=True):
    """Everything that is stored about an account, but for the hashes that guard it."""

    exported_at: str
    account: AccountInfo
    identities: tuple[Identity, ...]
    sessions: tuple[SessionInfo, ...]
    api_tokens: tuple[ApiTokenInfo, ...]
    others: tuple[TieInfo, ...]
    tickets: tuple[TicketInfo, ...]
    """Those that are not over."""
    notifications: NoticesExport
    leave: LeaveExport | None
    reports: tuple[ReportGiven, ...]
    messages: tuple[MessageGiven, ...]
    """At tables, of the last 30 days or so."""
    games: tuple[str, ...]
    """Ids of those in which it held a seat; `GET /v1/games/{game}` gives each."""
    ratings: tuple[RatingInfo, ...]
    history: tuple[PlayedGame, ...]
    """What came of finished games, as far as it is kept; the newest first."""
    bots: tuple[BotExport, ...]


def account_info(account: Account, names: Names) -> AccountInfo:
    return AccountInfo(
        id=account.id,
        name=names.said(account.called),
        guest=account.guest,
        created_at=rfc3339(account.created_at),
        handle=account.handle,
        language=account.language,
        time_zone=account.time_zone,
        about=account.about,
        avatar=account.avatar,
        country=account.country,
        bot=account.bot,
        owner=account.owner,
        chat=account.chat,
        issuers=tuple(identity.issuer for identity in account.identities),
    )


def session_infos(sessions: dict[str, Session], current: str | None) -> tuple[SessionInfo, ...]:
    return tuple(
        SessionInfo(id, one.device, rfc3339(one.created_at), rfc3339(one.seen_at), id == current)
        for id, one in sessions.items()
    )


def token_info(id: str, stored: StoredToken) -> ApiTokenInfo:
    expires_at = None if stored.expires_at is None else rfc3339(stored.expires_at)
    return ApiTokenInfo(id, stored.name, stored.scopes, rfc3339(stored.created_at), expires_at)
