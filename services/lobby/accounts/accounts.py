"""Accounts in Valkey: one hash each, under an id that never changes, and who is found by which handle or identity."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import hashlib
import secrets
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

import msgspec
from redis.asyncio import Redis

from services.lobby.accounts.names import NameIndex
from services.lobby.people.profile import Avatar
from services.lobby.ratings import histories
from shared.api.apitokens import account_key, tokens_key
from shared.api.bots import bot_key, failures_key
from shared.api.measures import SILENCED, SUSPENDED, Measure, measure
from shared.api.people import Called, People, called, is_bot, stored
from shared.api.problem import ApiError, Code

FUNCTIONS = Path(__file__).with_name("accounts.lua")
IDENTITY = "identity:"
"""Begins the key that leads from an identity to its account, and the field that leads back."""


class Language(StrEnum):
    """What texts can be had in."""

    ENGLISH = "en"
    JAPANESE = "ja"
    FRENCH = "fr"
    KOREAN = "ko"


class Identity(msgspec.Struct, frozen=True):
    """Somebody as another service knows them."""

    issuer: str
    subject: str


class Account(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    called: Called
    created_at: int
    """Milliseconds since 1970."""
    handle: str | None = None
    """As it was written; found in any case of letters."""
    password_hash: str | None = None
    identities: tuple[Identity, ...] = ()
    language: Language | None = None
    time_zone: str | None = None
    about: str | None = None
    avatar: Avatar | None = None
    country: str | None = None
    bot: bool = False
    """A program plays: the account was made for one, or its owner says so."""
    owner: str | None = None
    """Of an account that was made for a bot: who made it."""
    chat: bool = True
    """Whether it wants to see what others say."""
    silenced: Measure | None = None
    suspended: Measure | None = None
    staff: tuple[str, ...] = ()
    """Scopes that an operator has granted it."""

    @property
    def guest(self) -> bool:
        """Whoever loses the device loses the account."""
        return self.handle is None and not self.identities


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Accounts:
    def __init__(self, redis: Redis, people: People) -> None:
        self._redis = redis
        self._people = people
        self._names = NameIndex(redis)

    async def open(self, id: str, name: str | None, now_ms: int) -> Account:
        """Makes it, or finds it when this very wish has made it before."""
        account = await self.read(id) or Account(id=id, called=name or _number(), created_at=now_ms)
        fields: dict[Any, Any] = {"name": stored(account.called), "created_at": str(account.created_at)}
        await self._redis.hset(account_key(account.id), mapping=fields)
        await self._people.write(account.id, account.called)
        if isinstance(account.called, str):
            await self._names.add(account.called, account.id)
        return account

    async def read(self, id: str) -> Account | None:
        fields: dict[bytes, bytes] = cast(Any, await self._redis.hgetall(account_key(id)))
        if not fields:
            return None
        said = {name.decode(): value.decode() for name, value in fields.items()}
        return Account(
            id=id,
            called=called(said["name"]),
            created_at=int(said["created_at"]),
            handle=said.get("handle"),
            password_hash=said.get("password"),
            identities=tuple(
                msgspec.json.decode(text, type=Identity)
                for name, text in sorted(said.items())
                if name.startswith(IDENTITY)
            ),
            language=Language(said["language"]) if "language" in said else None,
            time_zone=said.get("time_zone"),
            about=said.get("about"),
            avatar=Avatar(said["avatar"]) if "avatar" in said else None,
            country=said.get("country"),
            bot="bot" in said or is_bot(id),
            owner=said.get("owner"),
            chat="chat" not in said,
            silenced=measure(said.get(SILENCED)),
            suspended=measure(said.get(SUSPENDED)),
            staff=tuple(said.get("staff", "").split()),
        )

    async def owner_of(self, id: str) -> str | None:
        """Of a bot: who made it."""
        found: bytes | None = await cast(Any, self._redis).hget(account_key(id), "owner")
        return found.decode() if found else None

    async def change(self, id: str, **fields: str | None) -> None:
        """`None` takes a field away. Raises `no-such-account`."""
        name = fields.get("name")
        before = await self.read(id) if name else None
        flat = [text for name, value in fields.items() for text in (name, value or "")]
        if not await self._redis.fcall("account_change", 1, account_key(id), *flat):
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        if name:
            await self._people.write(id, name)
            await self._renamed(id, before.called if before else None, name)

    async def _renamed(self, id: str, before: Called, name: str) -> None:
        await self._names.add(name, id)
        if isinstance(before, str) and before.casefold() != name.casefold():
            await self._names.drop(before, id)

    async def by_name(self, prefix: str) -> list[Account]:
        """Some whose names begin so, in any case of letters, by name."""
        found = [await self.read(id) for id in await self._names.starting(prefix)]
        begins = prefix.casefold()
        return [one for one in found if one and str(one.called).casefold().startswith(begins)]

    async def index_names(self) -> int:
        """Makes all accounts findable by name, those of older releases too. Returns how many there are."""
        count = 0
        async for key in self._redis.scan_iter("account:{*}", count=500):
            id = key.decode().partition("{")[2].rstrip("}")
            if (account := await self.read(id)) and isinstance(account.called, str):
                await self._names.add(account.called, id)
                count += 1
        return count

    async def by_handle(self, handle: str) -> Account | None:
        return await self._found(handle_key(handle))

    async def by_identity(self, identity: Identity) -> Account | None:
        return await self._found(identity_key(identity))

    async def _found(self, key: str) -> Account | None:
        id = cast("bytes | None", await self._redis.get(key))
        return await self.read(id.decode()) if id else None

    async def give_handle(self, id: str, handle: str, password_hash: str) -> bool:
        """Reserves the handle first: two who want the same one cannot both have it.

        `False` when the account has one already. Raises `handle-taken`. Should this process die in between, the
        handle stays reserved for this account, which then gets it by asking again.
        """
        key = handle_key(handle)
        await self.claim_handle(handle, id)
        if await self._redis.fcall("account_name", 1, account_key(id), handle, password_hash):
            return True
        account = await self.read(id)
        if account is None or handle_key(account.handle or "") != key:
            await self._redis.fcall("account_let_go", 1, key, id)
        return False

    async def claim_handle(self, handle: str, id: str) -> None:
        """Raises `handle-taken` when it is another account's."""
        if not await self._claim(handle_key(handle), id):
            raise ApiError(Code.HANDLE_TAKEN)

    async def bots_of(self, id: str) -> list[str]:
        """The bots that an account has made, oldest first."""
        found: list[bytes] = await cast(Any, self._redis).hkeys(bots_key(id))
        return sorted(bot.decode() for bot in found)

    async def link(self, id: str, identity: Identity) -> None:
        """Raises `identity-taken` when it is another account's."""
        if not await self._claim(identity_key(identity), id):
            raise ApiError(Code.IDENTITY_TAKEN)
        field = identity_key(identity)
        await self.change(id, **{field: msgspec.json.encode(identity).decode()})

    async def _claim(self, key: str, id: str) -> bool:
        if await self._redis.set(key, id, nx=True):
            return True
        return await self._redis.get(key) == id.encode()

    async def seated(self, ids: Iterable[str | None], table: str, now_ms: int) -> None:
        """Remembers a table for all who sit at it; `None`s are bots and free seats."""
        pipeline = self._redis.pipeline(transaction=False)
        for id in filter(None, ids):
            pipeline.zadd(tables_key(id), {table: now_ms}, nx=True)
        await pipeline.execute()

    async def unseated(self, ids: Iterable[str], table: str) -> None:
        """Forgets that they sat at a table."""
        pipeline = self._redis.pipeline(transaction=False)
        for id in ids:
            pipeline.zrem(tables_key(id), table)
        await pipeline.execute()

    async def sat(self, id: str, table: str) -> bool:
        """Whether it has had a seat there."""
        return await self._redis.zscore(tables_key(id), table) is not None

    async def tables(self, id: str) -> list[str]:
        """Where it has had a seat, the last one first."""
        found: list[bytes] = cast(Any, await self._redis.zrevrange(tables_key(id), 0, -1))
        return [table.decode() for table in found]

    async def known(self, ids: Iterable[str]) -> frozenset[str]:
        """Those of these accounts that there still are."""
        asked = list(ids)
        pipeline = self._redis.pipeline(transaction=False)
        for id in asked:
            pipeline.exists(account_key(id))
        found = await pipeline.execute()
        return frozenset(id for id, there in zip(asked, found, strict=True) if there)

    async def forget(self, id: str) -> list[str]:
        """Takes away everything but the id, which games name; returns its sessions and API tokens. May be repeated."""
        account = await self.read(id)
        await self._people.forget(id)
        if account is not None:
            if account.owner:
                await cast(Any, self._redis).hdel(bots_key(account.owner), id)
            await self._names.drop(str(account.called), id)
            for key in _ways_to(account):
                await self._redis.fcall("account_let_go", 1, key, id)
        keys = account_key(id), sessions_key(id), tokens_key(id), tables_key(id), *histories.Keys.of(id)
        keys = *keys, bots_key(id), bot_key(id), failures_key(id)
        return [session.decode() for session in await self._redis.fcall("account_forget", len(keys), *keys)]


def _ways_to(account: Account) -> list[str]:
    handles = [handle_key(account.handle)] if account.handle else []
    return [*handles, *map(identity_key, account.identities)]


def sessions_key(account: str) -> str:
    """A hash of an account's device sessions by id."""
    return f"sessions:{{{account}}}"


def tables_key(account: str) -> str:
    """A sorted set of the tables at which an account has had a seat, by when it first sat down, in ms."""
    return f"tables-of:{{{account}}}"


def bots_key(account: str) -> str:
    """A hash of the bots that an account has made, by id."""
    return f"bots-of:{{{account}}}"


def handle_key(handle: str) -> str:
    """
    >>> handle_key("Nora.B")
    'handle:nora.b'
    """
    return f"handle:{handle.casefold()}"


def identity_key(identity: Identity) -> str:
    """Hashed, as subjects may have any length and signs."""
    named = msgspec.json.encode((identity.issuer, identity.subject))
    return f"{IDENTITY}{hashlib.sha256(named).hexdigest()}"


def _number() -> int:
    """Of a passenger who gives no name."""
    return secrets.randbelow(10_000)
