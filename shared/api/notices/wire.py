"""What is said of a player's notices, to themselves only: in answers and in the export of an account."""

from typing import assert_never
from urllib.parse import urlsplit

import msgspec

from shared.api.moment import rfc3339
from shared.api.notices.book import Device, Page
from shared.api.notices.history import Result, Told
from shared.api.notices.quiet import QuietHours
from shared.api.notices.targets import Apns, Fcm, Target, Webhook, WebPush
from shared.api.notices.words import Channel, Happening


class DeviceInfo(msgspec.Struct, frozen=True):
    id: str
    channel: Channel
    label: str
    at: str
    """What tells it from others of the channel: a host, or the end of its token."""
    session: str
    """The device session, or the API token's id, that registered it and that it ends with."""
    registered_at: str


class EventChannels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    event: Happening
    channels: tuple[Channel, ...]
    """All ways by which the player wants to be told of it; none: never."""


class PreferencesInfo(msgspec.Struct, frozen=True):
    events: tuple[EventChannels, ...]
    """Every event."""
    quiet_hours: QuietHours | None
    time_zone: str
    """The account's, in which quiet hours are."""
    email_fallback: bool
    """What is urgent is mailed where it reaches no device."""
    muted: tuple[str, ...]
    """Games that nothing is told of."""
    email: str | None
    """The confirmed address."""
    email_to_confirm: str | None


class ToldInfo(msgspec.Struct, frozen=True):
    """What was sent, or was to be."""

    at: str
    event: str
    """An event, `withdrawn`, `test` or `email-code`."""
    channel: Channel
    device: str
    """The device's id, `email` for the mail address."""
    result: Result
    games: tuple[str, ...]
    tries: int
    why: str


class NoticesExport(msgspec.Struct, frozen=True):
    """All that is stored of an account's notices."""

    devices: tuple[DeviceInfo, ...]
    targets: tuple[Target, ...]
    """By device: the addresses and tokens themselves."""
    preferences: PreferencesInfo
    told: tuple[ToldInfo, ...]


def device_info(device: Device) -> DeviceInfo:
    return DeviceInfo(
        id=device.id,
        channel=device.channel,
        label=device.label,
        at=_at(device.target),
        session=device.session,
        registered_at=rfc3339(device.registered_at),
    )


def _at(target: Target) -> str:
    match target:
        case WebPush(endpoint=address) | Webhook(url=address):
            return urlsplit(address).hostname or ""
        case Fcm(token=token) | Apns(token=token):
            return f"…{token[-6:]}"
        case _:
            assert_never(target)


def preferences_info(page: Page) -> PreferencesInfo:
    return PreferencesInfo(
        events=tuple(EventChannels(event, page.wishes.of(event)) for event in Happening),
        quiet_hours=page.wishes.quiet,
        time_zone=page.zone,
        email_fallback=page.wishes.fallback,
        muted=tuple(sorted(page.muted)),
        email=page.mailbox.address,
        email_to_confirm=page.mailbox.asked,
    )


def told_info(told: Told) -> ToldInfo:
    return ToldInfo(
        rfc3339(told.at), told.what, told.channel, told.device, told.result, told.games, told.tries, told.why
    )


def exported(page: Page, told: list[Told]) -> NoticesExport:
    return NoticesExport(
        devices=tuple(map(device_info, page.devices)),
        targets=tuple(device.target for device in page.devices),
        preferences=preferences_info(page),
        told=tuple(map(told_info, told)),
    )
