"""What the account routes read. Field by field this is the API."""

import unicodedata
import zoneinfo
from functools import cache
from typing import Annotated, Literal

import msgspec

from services.lobby.accounts.accounts import Language
from services.lobby.people.profile import Avatar, countries
from services.lobby.people.words import visible_text
from shared.api.problem import Flaw, malformed
from shared.api.scopes import Scope

NAME_LENGTH = 32

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH, examples=["Nora"])]
Device = Annotated[str, msgspec.Meta(max_length=64, examples=["Nora's phone"])]
Handle = Annotated[
    str,
    msgspec.Meta(
        # `(?!\n)`: `$` alone lets a line end follow.
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{1,30}[A-Za-z0-9]$(?!\n)",
        description="3 to 32 letters, digits, `.`, `_` or `-`. In any case of letters it is the same handle.",
        examples=["nora.b"],
    ),
]
NewSecret = Annotated[str, msgspec.Meta(min_length=10, max_length=128, examples=["four lifts go down"])]
GivenSecret = Annotated[str, msgspec.Meta(max_length=128)]
IdToken = Annotated[str, msgspec.Meta(max_length=16_384)]
Nonce = Annotated[str, msgspec.Meta(max_length=256)]
Attempt = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)", examples=["b2xkIGZyaWVuZA"])]
Country = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Z]{2}$(?!\n)",
        description="ISO 3166-1, two letters.",
        examples=["JP"],
    ),
]
Grantable = Literal["games:read", "games:play", "tables:write", "account:read", "account:write"]


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None
    device: Device = ""
    """What the list of devices will call this one."""


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    handle: Annotated[str, msgspec.Meta(max_length=64)]
    password: GivenSecret
    device: Device = ""


class IdentitySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id_token: IdToken
    nonce: Nonce | None = None
    """What the app gave the issuer, if it gave one."""
    device: Device = ""


class NewIdentity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id_token: IdToken
    nonce: Nonce | None = None


class Refresh(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    refresh_token: Annotated[str, msgspec.Meta(max_length=256)]
    attempt: Attempt
    """Random, new for each refresh token, kept before it is sent; the same when the same token is sent again."""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    handle: Handle
    password: NewSecret


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: GivenSecret
    """The one that holds until now."""
    new_password: NewSecret


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is absent stays as it is; `null` takes away."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    language: Language | msgspec.UnsetType | None = msgspec.UNSET
    """Of all texts for this account; without one, each request's Accept-Language."""
    time_zone: Annotated[str, msgspec.Meta(max_length=64)] | msgspec.UnsetType | None = msgspec.UNSET
    """A name of the tz database, such as `Asia/Tokyo`."""
    about: Annotated[str, msgspec.Meta(max_length=200)] | msgspec.UnsetType | None = msgspec.UNSET
    """A line for everybody to read."""
    avatar: Avatar | msgspec.UnsetType | None = msgspec.UNSET
    country: Country | msgspec.UnsetType | None = msgspec.UNSET
    bot: bool | msgspec.UnsetType = msgspec.UNSET
    """A program plays for this account; everybody is told."""
    chat: bool | msgspec.UnsetType = msgspec.UNSET
    """`false`: messages at tables are not shown to this account."""

    def changes(self) -> dict[str, str | None]:
        """Raises `malformed`."""
        given = {name: getattr(self, name) for name in self.__struct_fields__}
        changes = {name: value for name, value in given.items() if value is not msgspec.UNSET}
        if isinstance(self.name, str):
            changes["name"] = visible(self.name, "$.name")
        if isinstance(self.time_zone, str) and self.time_zone not in time_zones():
            raise malformed(Flaw.UNKNOWN_TIME_ZONE, "$.time_zone")
        if isinstance(self.about, str):
            changes["about"] = visible_text(self.about, "$.about")
        if isinstance(self.country, str) and self.country not in countries():
            raise malformed(Flaw.UNKNOWN_COUNTRY, "$.country")
        if isinstance(self.bot, bool):
            changes["bot"] = "yes" if self.bot else None
        if isinstance(self.chat, bool):
            changes["chat"] = None if self.chat else "no"
        return changes


class NewApiToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    scopes: Annotated[tuple[Grantable, ...], msgspec.Meta(min_length=1, max_length=len(Scope))]
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None
    """Until it expires; `null`: until it is revoked."""


@cache
def time_zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def visible(text: str, path: str) -> str:
    """Raises `malformed` for what does not show, or shows as something else."""
    shown = shown_name(text)
    if shown is None:
        raise malformed(Flaw.INVISIBLE_NAME, path)
    return shown


def shown_name(text: str) -> str | None:
    """
    >>> shown_name(" Nora "), shown_name("a\\u202eb"), shown_name(" ")
    ('Nora', None, None)
    """
    shown = unicodedata.normalize("NFC", text).strip()
    hidden = any(unicodedata.category(sign).startswith("C") for sign in shown)
    return None if hidden or not shown else shown


def visible_device(text: str) -> str:
    return visible(text, "$.device") if text else ""
