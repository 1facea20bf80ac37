"""Being told while no app is open: devices, wishes, what was sent."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from shared.client.http import Http


class Device(msgspec.Struct, frozen=True):
    id: str
    channel: str
    label: str
    at: str
    registered_at: str


class Devices(msgspec.Struct, frozen=True):
    devices: tuple[Device, ...]


class Registered(msgspec.Struct, frozen=True):
    device: Device
    secret: str | None = None
    """Of a webhook: what its messages are signed with."""


class EventChannels(msgspec.Struct, frozen=True):
    event: str
    channels: tuple[str, ...]


class QuietHours(msgspec.Struct, frozen=True):
    """Times of day, such as `22:00`, in the account's time zone."""

    begin: str
    end: str


class Preferences(msgspec.Struct, frozen=True):
    events: tuple[EventChannels, ...]
    quiet_hours: QuietHours | None = None
    email_fallback: bool = True
    muted: tuple[str, ...] = ()
    email: str | None = None
    email_to_confirm: str | None = None


class SendingChannel(msgspec.Struct, frozen=True):
    channel: str
    on: bool
    key: str | None = None
    """Of web push: what browsers subscribe with."""


class SendingChannels(msgspec.Struct, frozen=True):
    channels: tuple[SendingChannel, ...]


class Told(msgspec.Struct, frozen=True):
    """Something that was sent, or was to be."""

    at: str
    event: str
    channel: str
    device: str
    result: str
    games: tuple[str, ...] = ()
    tries: int = 1
    why: str = ""


class ToldPage(msgspec.Struct, frozen=True):
    notices: tuple[Told, ...]
    next: str | None = None


class Notices:
    """The calls about notices: `client.notices`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def channels(self) -> tuple[SendingChannel, ...]:
        """By which ways the server sends."""
        return (await self._http.get("/v1/notifications/channels", SendingChannels)).channels

    async def devices(self) -> tuple[Device, ...]:
        return (await self._http.get("/v1/me/devices", Devices)).devices

    async def register(self, target: Mapping[str, Any], label: str = "") -> Registered:
        """Has notices sent to a target such as `{"type": "webhook", "url": "https://..."}`; may be repeated."""
        body = {"target": dict(target), "label": label}
        return await self._http.send("POST", "/v1/me/devices", body, Registered)

    async def remove(self, device: str) -> tuple[Device, ...]:
        return (await self._http.send("DELETE", f"/v1/me/devices/{device}", {}, Devices)).devices

    async def preferences(self) -> Preferences:
        return await self._http.get("/v1/me/notifications/preferences", Preferences)

    async def prefer(
        self,
        events: Mapping[str, Sequence[str]] | None = None,
        *,
        quiet_hours: QuietHours | None = None,
        email_fallback: bool = True,
    ) -> Preferences:
        """Sets everything; channels by event, those that are not named as they are by default."""
        body = {
            "events": [EventChannels(event, tuple(channels)) for event, channels in (events or {}).items()],
            "quiet_hours": quiet_hours,
            "email_fallback": email_fallback,
        }
        return await self._http.send("PUT", "/v1/me/notifications/preferences", body, Preferences)

    async def mute(self, game: str) -> Preferences:
        return await self._http.send("PUT", f"/v1/me/notifications/muted/{game}", {}, Preferences)

    async def unmute(self, game: str) -> Preferences:
        return await self._http.send("DELETE", f"/v1/me/notifications/muted/{game}", {}, Preferences)

    async def mail_to(self, address: str) -> Preferences:
        """Has a code mailed there, which `confirm` says."""
        return await self._http.send("PUT", "/v1/me/notifications/email", {"address": address}, Preferences)

    async def confirm(self, code: str) -> Preferences:
        return await self._http.send(
            "POST", "/v1/me/notifications/email/confirm", {"code": code}, Preferences
        )

    async def forget_mail(self) -> Preferences:
        return await self._http.send("DELETE", "/v1/me/notifications/email", {}, Preferences)

    async def test(self) -> None:
        """Greets every device."""
        await self._http.send("POST", "/v1/me/notifications/test", {}, dict[str, int])

    async def log(self, limit: int = 50, cursor: str | None = None) -> ToldPage:
        """What was sent, newest first."""
        params: dict[str, str | int] = {"limit": limit, **({"cursor": cursor} if cursor else {})}
        return await self._http.get("/v1/me/notifications/log", ToldPage, params)
