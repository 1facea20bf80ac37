"""What the routes of notices read and answer, beside what `shared/api/notices/wire.py` has."""

from typing import Annotated

import msgspec

from shared.api.notices.quiet import QuietHours
from shared.api.notices.targets import Target, WebPush
from shared.api.notices.wire import DeviceInfo, EventChannels, ToldInfo
from shared.api.notices.words import Channel, Happening

Label = Annotated[str, msgspec.Meta(max_length=64, examples=["Nora's phone"])]
Mail = Annotated[
    str,
    msgspec.Meta(
        max_length=254,
        pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9](-*[A-Za-z0-9]){0,62}\.)+[A-Za-z]{2,63}$(?!\n)",
        examples=["nora@example.com"],
    ),
]
EmailCode = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{6}$(?!\n)", examples=["402917"])]


class NewDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    target: Target
    label: Label = ""
    """What the list of devices will call it."""


class RegisteredDevice(msgspec.Struct, frozen=True):
    device: DeviceInfo
    secret: str | None
    """A webhook's messages are signed with it; the same when it is registered again."""


class DeviceList(msgspec.Struct, frozen=True):
    devices: tuple[DeviceInfo, ...]
    """Newest first."""


class NewPreferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Takes the place of what was wished before."""

    events: Annotated[tuple[EventChannels, ...], msgspec.Meta(max_length=len(Happening))] = ()
    """Those that are not named are as they are by default."""
    quiet_hours: QuietHours | None = None
    email_fallback: bool = True


class NewEmail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    address: Mail


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: EmailCode


class Tested(msgspec.Struct, frozen=True):
    devices: int
    """How many the test is on its way to, the mail address among them."""


class ChannelInfo(msgspec.Struct, frozen=True):
    channel: Channel
    on: bool
    """Whether this server sends by it."""
    key: str | None = None
    """Of web push: the `applicationServerKey` that browsers subscribe with."""


class ChannelList(msgspec.Struct, frozen=True):
    channels: tuple[ChannelInfo, ...]


class ToldList(msgspec.Struct, frozen=True):
    notices: tuple[ToldInfo, ...]
    """Newest first."""
    next: str | None
    """Cursor of the next page."""


EXAMPLE_DEVICE = NewDevice(
    WebPush(
        endpoint="https://push.example/subscription/1",
        p256dh="BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        auth="tBHItJI5svbpez7KI4CCXg",
    ),
    "Nora's browser",
)
