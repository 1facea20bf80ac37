"""Carries one notice to one device: reads it and the game anew, puts it into words, sends, and notes what came of it."""

import secrets
import time
from random import SystemRandom

import structlog
from msgspec.structs import replace

from services.notify import plan
from services.notify.backoff import MOST_TRIES, pause_s
from services.notify.channels.outcome import Gone, Later, Outcome, Refused, Sent
from services.notify.dead import DeadLetter, DeadLetters
from services.notify.fanout import AnyOn, instead
from services.notify.figures import ATTEMPTS, PUT_OFF, SENDING_S
from services.notify.message import Message, Told, Voice, message
from services.notify.notice import MAILBOX, Delivery, Kind, Notice
from services.notify.outbox import Outbox, Sending
from services.notify.post import Post
from services.notify.reading import Games, Read
from services.notify.standing import Standing
from shared.api.notices import history
from shared.api.notices.book import Book, Device, Page
from shared.api.notices.history import Result
from shared.api.notices.words import Channel, Happening
from shared.api.people import Names, People
from shared.seeds import Texts
from shared.watch import traces
from shared.watch.requests import request

log = structlog.get_logger(__name__)

OF_A_TURN = frozenset({Happening.YOUR_TURN, Happening.REMINDER, Happening.LAST_REMINDER})


class Deliverer:
    def __init__(
        self, *, outbox: Outbox, dead: DeadLetters, book: Book, games: Games, people: People, texts: Texts,
        post: Post, on: AnyOn, public_url: str, claim_s: float,
    ) -> None:  # fmt: skip
        self._outbox = outbox
        self._dead = dead
        self._book = book
        self._games = games
        self._people = people
        self._texts = texts
        self._post = post
        self._on = on
        self._public_url = public_url
        self._claim_ms = round(claim_s * 1000)
        self._random = SystemRandom()

    async def deliver(self, sending: Sending, now: int) -> Result | None:
        """One attempt; `None` when it has not ended by it. Running it twice sends the same once more at most."""
        claimant = secrets.token_hex(8)
        if not await self._outbox.claim(sending, claimant, self._claim_ms):
            return None
        try:
            delivery = await self._outbox.read(sending)
            if delivery is None:
                await self._outbox.drop(sending, now)
                return None
            with request("deliver notice", within=delivery.notice.trace, channel=delivery.channel):
                return await self._attempt(sending, delivery, now)
        finally:
            await self._outbox.unclaim(sending, claimant)

    async def _attempt(self, sending: Sending, delivery: Delivery, now: int) -> Result | None:
        notice = delivery.notice
        page = await self._book.read(sending.account)
        device = page.device(delivery.device)
        address = _address(delivery, page)
        if device is None and address is None:
            return await self._end(sending, delivery, page, Result.GONE, "no such device", now)
        read = await self._games.read(one.game for one in notice.about)
        current = _current(notice, sending.account, read, await self._outbox.standing(sending.account))
        if current is None:
            return await self._end(sending, delivery, page, Result.OVERTAKEN, "", now)
        said = await self._said(current, sending.account, page, device, read, now)
        begun = time.perf_counter()
        with traces.span("send notice", channel=delivery.channel):
            outcome = await self._sent(device, address, said, delivery, page)
        SENDING_S.note(time.perf_counter() - begun, delivery.channel)
        return await self._settle(sending, replace(delivery, tries=delivery.tries + 1), page, outcome, now)

    async def _said(
        self, notice: Notice, account: str, page: Page, device: Device | None, read: dict[str, Read], now: int
    ) -> Message:
        first = read.get(notice.about[0].game) if notice.about else None
        holders = first.game.opening.holders if first else ()
        by = notice.params.get("by")
        named = [holder.player for holder in holders] + ([str(by)] if by else [])
        people = await self._people.names(named)
        voice = Voice(account, Names(people, self._texts, page.speaks(device)))
        return message(notice, first and Told(first.game, first.newest), voice, now)

    async def _sent(
        self, device: Device | None, address: str | None, said: Message, delivery: Delivery, page: Page
    ) -> Outcome:
        id = delivery.id
        if device is not None:
            return await self._post.send(device, said, id)
        footer = "" if delivery.notice.kind is Kind.CODE else self._footer(page)
        return await self._post.mail(address or "", said, id, footer)

    def _footer(self, page: Page) -> str:
        said = self._texts.text(page.speaks(None), "notice-mail-footer")
        return f"{self._public_url}\n\n{said}".strip()

    async def _settle(
        self, sending: Sending, delivery: Delivery, page: Page, outcome: Outcome, now: int
    ) -> Result | None:
        match outcome:
            case Sent():
                await self._outbox.reached(sending, delivery.notice.id)
                return await self._end(sending, delivery, page, Result.SENT, "", now)
            case Gone(why):
                if delivery.device != MAILBOX:
                    await self._book.remove(sending.account, delivery.device)
                return await self._end(sending, delivery, page, Result.GONE, why, now)
            case Refused(why):
                return await self._give_up(sending, delivery, page, Result.REFUSED, why, now)
            case Later(why, asked_s):
                at = now + round(pause_s(delivery.tries, asked_s, self._random) * 1000)
                until = delivery.notice.until
                if delivery.tries >= MOST_TRIES or (until is not None and at > until):
                    return await self._give_up(sending, delivery, page, Result.GIVEN_UP, why, now)
                log.info("notice-put-off", channel=delivery.channel, why=why, tries=delivery.tries)
                ATTEMPTS.add(delivery.channel, delivery.notice.kind, PUT_OFF)
                await self._outbox.again(sending, delivery, at)
                return None

    async def _give_up(
        self, sending: Sending, delivery: Delivery, page: Page, result: Result, why: str, now: int
    ) -> Result:
        if delivery.notice.kind is not Kind.CODE:  # whose text is a secret, and stale soon
            await self._dead.add(DeadLetter(sending.account, delivery, now, why))
        return await self._end(sending, delivery, page, result, why, now)

    async def _end(
        self, sending: Sending, delivery: Delivery, page: Page, result: Result, why: str, now: int
    ) -> Result:
        notice = delivery.notice
        told = history.Told(
            at=now, what=notice.what, channel=delivery.channel, device=delivery.device, result=result,
            games=tuple(one.game for one in notice.about), tries=max(1, delivery.tries), why=why,
        )  # fmt: skip
        failed = result in (Result.GONE, Result.REFUSED, Result.GIVEN_UP)
        other = instead(delivery, page, self._on) if failed else None
        await self._outbox.settle(sending, told, now, notice.id, [other] if other else [])
        ATTEMPTS.add(delivery.channel, notice.kind, result)
        log.info("notice-ended", what=notice.what, channel=delivery.channel, result=result, why=why)
        return result


def _address(delivery: Delivery, page: Page) -> str | None:
    """Where mail goes: a code to the address that is to be confirmed by it, all else to a confirmed one."""
    if delivery.channel is not Channel.EMAIL:
        return None
    if delivery.notice.kind is Kind.CODE:
        asked = str(delivery.notice.params.get("address", ""))
        return asked if page.mailbox.asked == asked else None
    return page.mail


def _current(notice: Notice, account: str, read: dict[str, Read], standing: Standing) -> Notice | None:
    """The notice without turns that are over by now; `None` when that leaves nothing to tell."""
    if notice.kind in (Kind.UPDATE, Kind.WITHDRAW):
        return notice if _still_right(notice, standing) else None
    if notice.kind is not Kind.TELL or notice.happening not in OF_A_TURN:
        return notice
    about = tuple(one for one in notice.about if _still_waits(read.get(one.game), account, one.clock))
    return replace(notice, about=about) if about else None


def _still_right(notice: Notice, standing: Standing) -> bool:
    """Whether what is put right in silence is still so: a message that came later must not be taken away."""
    match notice.tag:
        case plan.TURNS_TAG:
            named = {game for game, known in standing.games.items() if known.shown}
        case plan.CLOCK_TAG:
            named = {game for game, known in standing.games.items() if known.rung}
        case _:
            return True
    return named == ({one.game for one in notice.about} if notice.kind is Kind.UPDATE else set())


def _still_waits(read: Read | None, account: str, clock: int | None) -> bool:
    """Whether the game waits for the player, still in the same turn."""
    if read is None or read.game.outcome is not None:
        return False
    seat = read.game.seat_of(account)
    if seat is None or read.game.bot_at(seat) is not None:
        return False
    now = read.game.clock(seat)
    return now is not None and clock in (None, now)
