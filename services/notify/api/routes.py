"""The HTTP face of notices: each handler reads, has it judged, and answers."""

from typing import Annotated

from litestar import Router, delete, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter

from services.notify.api.desk import Desk
from services.notify.api.wire import (
    EXAMPLE_DEVICE,
    ChannelList,
    Confirmation,
    DeviceList,
    NewDevice,
    NewEmail,
    NewPreferences,
    RegisteredDevice,
    Tested,
    ToldList,
)
from shared.api.auth import Access, Caller, signed_in
from shared.api.caps import CAPS, Cap
from shared.api.idempotency import Naming
from shared.api.moment import now_ms
from shared.api.negotiate import FromBody, get
from shared.api.notices.quiet import QuietHours
from shared.api.notices.wire import EventChannels, PreferencesInfo, device_info, preferences_info
from shared.api.notices.words import Channel, Happening
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

PAGE = 50
LONGEST_PAGE = CAPS[Cap.LIST_PAGE]

TheDesk = NamedDependency[Desk]
TheCaller = NamedDependency[Caller]
TheAccess = NamedDependency[Access]
TheNaming = NamedDependency[Naming]
Game = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]

EXAMPLE_WISHES = NewPreferences(
    (EventChannels(Happening.ENDED, (Channel.WEB_PUSH,)), EventChannels(Happening.AWAY, ())),
    QuietHours("22:00", "08:00"),
)


@get("/notifications/channels")
async def list_notification_channels(desk: TheDesk) -> ChannelList:
    """By which ways this server sends, and the key that browsers subscribe with."""
    return desk.channels()


@get("/me/devices", guards=[signed_in], opt=describes(scope=Scope.ACCOUNT_READ))
async def list_devices(desk: TheDesk, caller: TheCaller) -> DeviceList:
    """Where notices of the caller go, the last registered first."""
    return DeviceList(tuple(map(device_info, (await desk.book.read(caller)).devices)))


@post(
    "/me/devices",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.CHANNEL_OFF, scope=Scope.ACCOUNT_WRITE, example=EXAMPLE_DEVICE),
)
async def register_device(
    desk: TheDesk, access: TheAccess, language: NamedDependency[str], data: FromBody[NewDevice]
) -> RegisteredDevice:
    """Has notices sent to a device, until its session ends or its push service no longer knows it.

    Do it at each start of the app: the same again is no second device. A token that another account had is taken from it.
    """
    device = await desk.register(access, data, language, now_ms())
    return RegisteredDevice(device_info(device), device.secret or None)


@delete(
    "/me/devices/{device:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_DEVICE, scope=Scope.ACCOUNT_WRITE),
)
async def remove_device(desk: TheDesk, caller: TheCaller, device: FromPath[str]) -> DeviceList:
    """Sends nothing to it any more; answers with those that are left."""
    page = await desk.remove(caller, device)
    return DeviceList(tuple(map(device_info, page.devices)))


@get("/me/notifications/preferences", guards=[signed_in], opt=describes(scope=Scope.ACCOUNT_READ))
async def read_notification_preferences(desk: TheDesk, caller: TheCaller) -> PreferencesInfo:
    """What the caller is told of, by which ways, and when not."""
    return preferences_info(await desk.book.read(caller))


@put(
    "/me/notifications/preferences",
    guards=[signed_in],
    opt=describes(scope=Scope.ACCOUNT_WRITE, example=EXAMPLE_WISHES),
)
async def set_notification_preferences(
    desk: TheDesk, caller: TheCaller, data: FromBody[NewPreferences]
) -> PreferencesInfo:
    """Sets all at once; quiet hours are in the account's time zone."""
    return preferences_info(await desk.prefer(caller, data))


@put("/me/notifications/muted/{game:str}", guards=[signed_in], opt=describes(scope=Scope.ACCOUNT_WRITE))
async def mute_game(desk: TheDesk, caller: TheCaller, game: Game) -> PreferencesInfo:
    """Tells nothing more of a table or game."""
    return preferences_info(await desk.mute(caller, game, now_ms()))


@delete(
    "/me/notifications/muted/{game:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(scope=Scope.ACCOUNT_WRITE),
)
async def unmute_game(desk: TheDesk, caller: TheCaller, game: Game) -> PreferencesInfo:
    """Tells of it again, from its next change on."""
    return preferences_info(await desk.unmute(caller, game))


@put(
    "/me/notifications/email",
    guards=[signed_in],
    opt=describes(Code.CHANNEL_OFF, scope=Scope.ACCOUNT_OWN, example=NewEmail("nora@example.com")),
)
async def set_notification_email(
    desk: TheDesk, caller: TheCaller, naming: TheNaming, data: FromBody[NewEmail]
) -> PreferencesInfo:
    """Mails a code to the address. Until it is confirmed, mail goes where it went before."""
    return preferences_info(await desk.ask_for(caller, data.address, str(naming.ulid()), now_ms()))


@post(
    "/me/notifications/email/confirm",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.EMAIL_CODE_INVALID, scope=Scope.ACCOUNT_OWN, example=Confirmation("402917")),
)
async def confirm_notification_email(
    desk: TheDesk, caller: TheCaller, data: FromBody[Confirmation]
) -> PreferencesInfo:
    """Says the code that came by mail, within 15 minutes."""
    return preferences_info(await desk.confirm(caller, data.code, now_ms()))


@delete(
    "/me/notifications/email",
    guards=[signed_in],
    status_code=200,
    opt=describes(scope=Scope.ACCOUNT_OWN),
)
async def remove_notification_email(desk: TheDesk, caller: TheCaller) -> PreferencesInfo:
    """Forgets the address and mails nothing any more."""
    return preferences_info(await desk.forget_email(caller))


@post(
    "/me/notifications/test",
    guards=[signed_in],
    status_code=200,
    opt=describes(scope=Scope.ACCOUNT_WRITE),
)
async def test_notifications(desk: TheDesk, caller: TheCaller, naming: TheNaming) -> Tested:
    """Sends a greeting to every device, also in quiet hours; the history says what became of it."""
    return Tested(await desk.test(caller, str(naming.ulid()), now_ms()))


@get("/me/notifications/log", guards=[signed_in], opt=describes(scope=Scope.ACCOUNT_READ))
async def read_notification_log(
    desk: TheDesk,
    caller: TheCaller,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = PAGE,
    cursor: FromQuery[str | None] = None,
) -> ToldList:
    """What was sent to the caller, when, by which way, with what result; newest first."""
    return await desk.told(caller, limit, cursor)


def notices_router() -> Router:
    handlers = [
        list_notification_channels, list_devices, register_device, remove_device, read_notification_preferences,
        set_notification_preferences, mute_game, unmute_game, set_notification_email, confirm_notification_email,
        remove_notification_email, test_notifications, read_notification_log,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["notifications"])
