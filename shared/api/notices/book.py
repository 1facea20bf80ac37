"""The address book: each player's devices, wishes and e-mail address. The API writes it, `services/notify` reads it."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from redis.asyncio import Redis

from shared.api.apitokens import account_key
from shared.api.caps import CAPS, Cap
from shared.api.notices.quiet import Quiet, QuietHours
from shared.api.notices.targets import Target, channel_of, mark_of
from shared.api.notices.words import DEFAULTS, Channel, Happening
from shared.seeds import DEFAULT_LANGUAGE

FUNCTIONS = Path(__file__).with_name("notices.lua")

MOST_DEVICES = CAPS[Cap.DEVICES]
"""Of one account; one more takes the place of the one that was registered the longest ago."""
MOST_MUTED = CAPS[Cap.MUTED_GAMES]
OWNED_S = 400 * 24 * 3600
"""A token that was not registered again for so long is nobody's."""

DEVICE, MUTED = "device:", "muted:"

SENDING = "notices:sending"
"""Sorted set of deliveries by when they are begun, in ms."""
DEAD, DEAD_LETTERS = "{notices:dead}:at", "{notices:dead}:letters"
"""Deliveries that were given up, of all accounts: by the time, and themselves, both by account and id."""


class Device(msgspec.Struct, frozen=True):
    id: str
    target: Target
    label: str
    """What lists call it."""
    session: str
    """The device session, or the API token's id, with which it ends."""
    language: str
    """That it spoke when it was registered; the account's own goes before it."""
    registered_at: int
    secret: str = ""
    """What a webhook's messages are signed with."""

    @property
    def channel(self) -> Channel:
        return channel_of(self.target)


class Wishes(msgspec.Struct, frozen=True):
    """What an account wants to be told and how, as it is stored."""

    channels: Mapping[Happening, tuple[Channel, ...]] = {}
    """Only what differs from the default."""
    quiet: QuietHours | None = None
    fallback: bool = True
    """By e-mail, where every other way fails."""

    def of(self, happening: Happening) -> tuple[Channel, ...]:
        return self.channels.get(happening, DEFAULTS[happening])


class Mailbox(msgspec.Struct, frozen=True):
    """Where mail goes, and the address that is to be confirmed by a code before it goes there instead."""

    address: str | None = None
    asked: str | None = None
    code_hash: bytes = b""
    code_until: int = 0


class Page(NamedTuple):
    """All of one account."""

    devices: tuple[Device, ...] = ()
    """Newest first."""
    wishes: Wishes = Wishes()
    mailbox: Mailbox = Mailbox()
    muted: frozenset[str] = frozenset()
    """Games."""
    language: str | None = None
    zone: str = "UTC"

    @property
    def quiet(self) -> Quiet:
        return Quiet(self.wishes.quiet, self.zone)

    @property
    def mail(self) -> str | None:
        """The address that mail may go to, where there is one."""
        return self.mailbox.address

    def speaks(self, device: Device | None) -> str:
        return self.language or (device.language if device else DEFAULT_LANGUAGE)

    def device(self, id: str) -> Device | None:
        return next((device for device in self.devices if device.id == id), None)


class Keys(NamedTuple):
    """One account's, in one slot."""

    book: str
    standing: str
    """What `services/notify` knows and has told."""
    outbox: str
    history: str

    @classmethod
    def of(cls, account: str) -> "Keys":
        return cls(*(f"{{me:{account}}}:notices:{name}" for name in cls._fields))


_encode = msgspec.msgpack.Encoder().encode
_device = msgspec.msgpack.Decoder(Device).decode
_wishes = msgspec.msgpack.Decoder(Wishes).decode
_mailbox = msgspec.msgpack.Decoder(Mailbox).decode


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Book:
    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def read(self, account: str) -> Page:
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hgetall(Keys.of(account).book)
        pipeline.hmget(account_key(account), "language", "time_zone")
        fields, (language, zone) = await pipeline.execute()
        return _page(fields, language, zone)

    async def register(self, account: str, device: Device) -> tuple[Device, ...]:
        """Adds or renews a device; its token is taken from whoever had it before. Returns all, newest first."""
        key = Keys.of(account).book
        await self._redis.hset(key, DEVICE + device.id, _encode(device))
        if device.channel is not Channel.WEBHOOK:
            owner = await self._redis.set(_owner(device.id), account, get=True, ex=OWNED_S)
            if owner and owner.decode() != account:
                await self._redis.hdel(Keys.of(owner.decode()).book, DEVICE + device.id)
        devices = (await self.read(account)).devices
        for old in devices[MOST_DEVICES:]:
            await self.remove(account, old.id)
        return devices[:MOST_DEVICES]

    async def remove(self, account: str, id: str) -> bool:
        """`False` when there is none."""
        removed = await self._redis.hdel(Keys.of(account).book, DEVICE + id)
        await self._redis.fcall("notice_let_go", 1, _owner(id), account)
        return bool(removed)

    async def signed_out(self, account: str, *sessions: str) -> None:
        """Devices end with their sessions."""
        for device in (await self.read(account)).devices:
            if device.session in sessions:
                await self.remove(account, device.id)

    async def wish(self, account: str, wishes: Wishes) -> None:
        await self._redis.hset(Keys.of(account).book, "wishes", _encode(wishes))

    async def keep_mailbox(self, account: str, mailbox: Mailbox) -> None:
        await self._redis.hset(Keys.of(account).book, "mailbox", _encode(mailbox))

    async def mute(self, account: str, game: str, now_ms: int) -> None:
        """The oldest is heard again when there are too many."""
        key = Keys.of(account).book
        await self._redis.hset(key, MUTED + game, now_ms)
        fields: dict[bytes, bytes] = await self._redis.hgetall(key)
        muted = sorted((int(at), name) for name, at in fields.items() if name.startswith(MUTED.encode()))
        if excess := [name for _, name in muted[: max(0, len(muted) - MOST_MUTED)]]:
            await self._redis.hdel(key, *excess)

    async def unmute(self, account: str, game: str) -> None:
        await self._redis.hdel(Keys.of(account).book, MUTED + game)

    async def forget(self, account: str) -> None:
        """Everything of an account that is deleted. May be repeated."""
        for device in (await self.read(account)).devices:
            await self._redis.fcall("notice_let_go", 1, _owner(device.id), account)
        await self._redis.delete(*Keys.of(account))
        dead = [member async for member, _ in self._redis.hscan_iter(DEAD_LETTERS, match=f"{account} *")]
        if dead:
            await self._redis.zrem(DEAD, *dead)
            await self._redis.hdel(DEAD_LETTERS, *dead)


def device_id(target: Target, account: str) -> str:
    """The same again for the same target."""
    return f"d_{mark_of(target, account)}"


def _owner(device: str) -> str:
    return f"notices:owner:{device}"


def _page(fields: Mapping[bytes, bytes], language: bytes | None, zone: bytes | None) -> Page:
    named = {name.decode(): value for name, value in fields.items()}
    devices = (_device(value) for name, value in named.items() if name.startswith(DEVICE))
    return Page(
        devices=tuple(sorted(devices, key=lambda device: (-device.registered_at, device.id))),
        wishes=_wishes(named["wishes"]) if "wishes" in named else Wishes(),
        mailbox=_mailbox(named["mailbox"]) if "mailbox" in named else Mailbox(),
        muted=frozenset(name.removeprefix(MUTED) for name in named if name.startswith(MUTED)),
        language=language.decode() if language else None,
        zone=zone.decode() if zone else "UTC",
    )
