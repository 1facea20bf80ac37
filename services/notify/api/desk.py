"""What the handlers speak to."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from services.notify.api.wire import ChannelInfo, ChannelList, NewDevice, NewPreferences, ToldList
from services.notify.notice import MAILBOX, Delivery, Kind, Notice
from services.notify.outbox import Outbox
from shared.api.auth import Access
from shared.api.caps import Bucket
from shared.api.limits import Limits
from shared.api.notices.book import Book, Device, Mailbox, Page, Wishes, device_id
from shared.api.notices.history import CURSOR, History
from shared.api.notices.targets import channel_of
from shared.api.notices.wire import told_info
from shared.api.notices.words import DEFAULTS, Channel
from shared.api.problem import ApiError, Code, Flaw, malformed
from shared.api.signing import new_secret

CODE_MS = 15 * 60_000


@dataclass(frozen=True, slots=True)
class Desk:
    book: Book
    history: History
    outbox: Outbox
    limits: Limits
    on: frozenset[Channel]
    public_key: str | None
    """Of VAPID."""

    def channels(self) -> ChannelList:
        keys = {Channel.WEB_PUSH: self.public_key}
        return ChannelList(tuple(ChannelInfo(one, one in self.on, keys.get(one)) for one in Channel))

    async def register(self, access: Access, new: NewDevice, language: str, now: int) -> Device:
        """The same target again is the same device. Raises `channel-off`."""
        self._need(channel_of(new.target))
        id = device_id(new.target, access.account)
        known = (await self.book.read(access.account)).device(id)
        webhook = channel_of(new.target) is Channel.WEBHOOK
        device = Device(
            id=id,
            target=new.target,
            label=new.label,
            session=access.session,
            language=language,
            registered_at=now,
            secret=(known.secret if known else new_secret()) if webhook else "",
        )
        await self.book.register(access.account, device)
        return device

    async def remove(self, account: str, id: str) -> Page:
        """Raises `no-such-device`."""
        if not await self.book.remove(account, id):
            raise ApiError(Code.NO_SUCH_DEVICE)
        return await self.book.read(account)

    async def prefer(self, account: str, new: NewPreferences) -> Page:
        given = {one.event: tuple(dict.fromkeys(one.channels)) for one in new.events}
        differing = {event: channels for event, channels in given.items() if channels != DEFAULTS[event]}
        await self.book.wish(account, Wishes(differing, new.quiet_hours, new.email_fallback))
        return await self.book.read(account)

    async def mute(self, account: str, game: str, now: int) -> Page:
        await self.book.mute(account, game, now)
        return await self.book.read(account)

    async def unmute(self, account: str, game: str) -> Page:
        await self.book.unmute(account, game)
        return await self.book.read(account)

    async def test(self, account: str, name: str, now: int) -> int:
        """Sends everybody there a greeting; how many."""
        await self.limits.take(Bucket.TESTS, account)
        page = await self.book.read(account)
        notice = Notice(id=f"test:{name}", kind=Kind.TEST, tag="test", at=now)
        sent = [Delivery(notice, one.channel, one.id) for one in page.devices if one.channel in self.on]
        if page.mail and Channel.EMAIL in self.on:
            sent.append(Delivery(notice, Channel.EMAIL, MAILBOX))
        await self.outbox.put(account, sent, now)
        return len(sent)

    async def ask_for(self, account: str, address: str, name: str, now: int) -> Page:
        """Mails a code to an address; mail goes to the confirmed one until the new one is. Raises `channel-off`."""
        self._need(Channel.EMAIL)
        await self.limits.take(Bucket.MAILS, account)
        page, code = await self.book.read(account), f"{secrets.randbelow(1_000_000):06}"
        asked = replace(
            page.mailbox, asked=address, code_hash=_hash(account, address, code), code_until=now + CODE_MS
        )
        await self.book.keep_mailbox(account, asked)
        params: Mapping[str, str | int] = {"code": code, "address": address}
        notice = Notice(
            id=f"code:{name}", kind=Kind.CODE, tag="code", at=now, params=dict(params),
            until=now + CODE_MS,
        )  # fmt: skip
        await self.outbox.put(account, [Delivery(notice, Channel.EMAIL, MAILBOX)], now)
        return await self.book.read(account)

    async def confirm(self, account: str, code: str, now: int) -> Page:
        """Raises `email-code-invalid`. The same code again is no error while the address stays."""
        await self.limits.take(Bucket.EMAIL_CODES, account)
        mailbox = (await self.book.read(account)).mailbox
        address = mailbox.asked or mailbox.address
        right = address and hmac.compare_digest(mailbox.code_hash, _hash(account, address, code))
        if not right or now > mailbox.code_until:
            raise ApiError(Code.EMAIL_CODE_INVALID)
        await self.book.keep_mailbox(account, replace(mailbox, address=address, asked=None))
        return await self.book.read(account)

    async def forget_email(self, account: str) -> Page:
        await self.book.keep_mailbox(account, Mailbox())
        return await self.book.read(account)

    async def told(self, account: str, limit: int, cursor: str | None) -> ToldList:
        """Raises `malformed` for a cursor that no page gave."""
        if cursor is not None and not CURSOR.fullmatch(cursor):
            raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
        told, after = await self.history.page(account, limit, cursor)
        return ToldList(tuple(map(told_info, told)), after)

    def _need(self, channel: Channel) -> None:
        if channel not in self.on:
            raise ApiError(Code.CHANNEL_OFF, params={"channel": channel.value})


def _hash(account: str, address: str, code: str) -> bytes:
    return hashlib.sha256(f"{account}\0{address}\0{code}".encode()).digest()
