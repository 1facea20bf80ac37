"""Where a device can be reached: what each push service knows it by. Field by field this is the API."""

import hashlib
from typing import Annotated, assert_never

import msgspec

from shared.api.notices.words import Channel

Address = Annotated[str, msgspec.Meta(max_length=1024, pattern=r"^https://[!-~]+$(?!\n)")]


class WebPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="web-push"):
    """A browser's `PushSubscription`."""

    endpoint: Address
    p256dh: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{87}=?$(?!\n)")]
    """Its public key, 65 bytes in base64url."""
    auth: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{22}(==)?$(?!\n)")]


class Fcm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fcm"):
    token: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_:-]{20,512}$(?!\n)")]


class Apns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="apns"):
    token: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-fA-F]{2}){16,100}$(?!\n)")]
    sandbox: bool = False
    """The token is of Apple's sandbox, as in builds that Xcode installs."""


class Webhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="webhook"):
    url: Address


Target = WebPush | Fcm | Apns | Webhook


def channel_of(target: Target) -> Channel:
    return Channel(str(target.__struct_config__.tag))


def mark_of(target: Target, account: str) -> str:
    """Names a target for ever. An app's token is one device's, whoever is signed in there; a webhook may be of many."""
    match target:
        case WebPush(endpoint=known) | Fcm(token=known) | Apns(token=known):
            named = (channel_of(target), known)
        case Webhook(url=url):
            named = (Channel.WEBHOOK, account, url)
        case _:
            assert_never(target)
    return hashlib.sha256("\0".join(named).encode()).hexdigest()[:24]
