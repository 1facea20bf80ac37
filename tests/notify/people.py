"""Players with devices, and games that wait for them."""

from redis.asyncio import Redis

from services.notify.notice import About, Delivery, Kind, Notice
from shared.api.moment import now_ms
from shared.api.notices.book import Book, Device, Mailbox, device_id
from shared.api.notices.words import Channel, Happening
from shared.api.signing import new_secret
from shared.log.entry import Holder, Pace
from tests.bots.match import Match, begun
from tests.notify.receivers import World

DAY_MS = 24 * 3_600_000
ANN, BEN, CEM = "a_ann", "a_ben", "a_cem"


async def has(redis: Redis, there: World, account: str, channel: str, name: str | None = None) -> Device:
    """The account has a device that listens."""
    target = there.target(channel, name or account)
    secret = new_secret() if channel == "webhook" else ""
    device = Device(device_id(target, account), target, "", "s_1", "en", now_ms(), secret)
    there.secrets[name or account] = secret
    await Book(redis).register(account, device)
    return device


async def reads_mail(redis: Redis, account: str, address: str) -> None:
    await Book(redis).keep_mailbox(account, Mailbox(address))


async def floor(redis: Redis, game: str = "g_1", turn_ms: int | None = DAY_MS) -> Match:
    """An async game of Ann, Ben and Cem, begun just now."""
    for account, name in ((ANN, "Ann"), (BEN, "Ben"), (CEM, "Cem")):
        await redis.set(f"name:{account}", name)
    holders, pace = (Holder(ANN), Holder(BEN), Holder(CEM)), Pace(turn_ms=turn_ms)
    return await begun(redis, "floor", holders, game=game, pace=pace, at=now_ms() - 5000)


def turn(match: Match, happening: Happening = Happening.YOUR_TURN) -> Notice:
    """That the game waits for the seat that it waits for."""
    seat, version = match.turn, match.game.version
    about = About(match.game.id, version, match.game.due().get(seat), match.game.clock(seat))
    name = f"{happening}:{match.game.id}:{version}"
    return Notice(name, Kind.TELL, "turns", now_ms(), badge=1, happening=happening, about=(about,))


def to(device: Device, notice: Notice) -> Delivery:
    return Delivery(notice, Channel(device.channel), device.id)
