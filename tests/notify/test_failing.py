"""What becomes of a notice that is not taken: later, gone, refused, given up, another way."""

import asyncio
import time

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from services.notify.backoff import MOST_TRIES
from services.notify.dead import DeadLetters
from services.notify.delivery import Deliverer
from services.notify.notice import MAILBOX, Delivery
from services.notify.outbox import SENDING, Outbox, Sending
from shared.api.moment import now_ms
from shared.api.notices.book import Book
from shared.api.notices.history import History, Result
from shared.api.notices.words import Channel
from tests.notify.people import ANN, BEN, CEM, floor, has, reads_mail, to, turn
from tests.notify.receivers import Answer, World

SEATED = (ANN, BEN, CEM)
UNREGISTERED = {"error": {"status": "NOT_FOUND", "details": [{"errorCode": "UNREGISTERED"}]}}


async def sent(deliverer: Deliverer, redis: Redis, account: str, delivery: Delivery) -> Result | None:
    await Outbox(redis).put(account, [delivery], now_ms())
    return await deliverer.deliver(Sending(account, delivery.id), now_ms())


def trouble(there: World, channel: str, account: str, *answers: Answer) -> None:
    """Apple's devices are known by their token there."""
    name = account.encode().hex().rjust(64, "0") if channel == "apns" else account
    there.trouble[name] = list(answers)


@pytest.mark.parametrize(
    ("channel", "answer"),
    [
        ("web-push", (404, {}, {})),
        ("web-push", (410, {}, {})),
        ("fcm", (404, {}, UNREGISTERED)),
        ("apns", (410, {}, {"reason": "Unregistered"})),
        ("apns", (400, {}, {"reason": "BadDeviceToken"})),
        ("webhook", (410, {}, {})),
    ],
    ids=str,
)
async def test_a_device_that_its_service_does_not_know_is_taken_off_the_list(
    valkey: Redis, deliverer: Deliverer, there: World, channel: str, answer: Answer
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    device = await has(valkey, there, account, channel)
    trouble(there, channel, account, answer)
    assert await sent(deliverer, valkey, account, to(device, turn(match))) is Result.GONE
    assert (await Book(valkey).read(account)).devices == ()


@pytest.mark.parametrize("channel", ["web-push", "fcm", "apns", "webhook"])
@pytest.mark.parametrize("status", [429, 503])
async def test_what_is_not_taken_now_is_sent_again_and_not_before_the_service_wants_it(
    valkey: Redis, deliverer: Deliverer, there: World, channel: str, status: int
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    device = await has(valkey, there, account, channel)
    trouble(there, channel, account, (status, {"retry-after": "100"}, {}))
    delivery = to(device, turn(match))
    assert await sent(deliverer, valkey, account, delivery) is None
    at = await valkey.zscore(SENDING, Sending(account, delivery.id).member)
    assert at >= (time.time() + 95) * 1000
    assert await deliverer.deliver(Sending(account, delivery.id), now_ms()) is Result.SENT
    assert [one.tries for one in (await History(valkey).page(account, 9))[0]] == [2]


async def test_a_notice_that_no_device_takes_goes_by_mail(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    device = await has(valkey, there, account, "web-push")
    await reads_mail(valkey, account, "ann@example.org")
    trouble(there, "web-push", account, (410, {}, {}))
    await sent(deliverer, valkey, account, to(device, turn(match)))
    (left,) = await Outbox(valkey).waiting(account)
    assert await deliverer.deliver(Sending(account, left), now_ms()) is Result.SENT
    assert [one.device for one in there.of("email")] == ["ann@example.org"]


async def test_a_notice_that_another_device_has_does_not_go_by_mail(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account, notice = SEATED[match.turn], turn(match)
    good = await has(valkey, there, account, "fcm")
    bad = await has(valkey, there, account, "web-push")
    await reads_mail(valkey, account, "ann@example.org")
    trouble(there, "web-push", account, (410, {}, {}))
    assert await sent(deliverer, valkey, account, to(bad, notice)) is Result.GONE
    assert await sent(deliverer, valkey, account, to(good, notice)) is Result.SENT
    assert len(there.of("fcm")) == 1


async def test_a_notice_that_two_devices_refuse_at_once_goes_by_mail_once(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account, outbox = SEATED[match.turn], Outbox(valkey)
    names = [f"{account}-{number}" for number in range(6)]
    devices = [await has(valkey, there, account, "web-push", name) for name in names]
    await reads_mail(valkey, account, "ann@example.org")
    there.trouble.update({name: [(410, {}, {})] for name in names})
    all_of_it = [to(device, turn(match)) for device in devices]
    await outbox.put(account, all_of_it, now_ms())
    await asyncio.gather(*(deliverer.deliver(Sending(account, one.id), now_ms()) for one in all_of_it))
    (mail,) = [Sending(account, id) for id in await outbox.waiting(account)]
    assert await valkey.zscore(SENDING, mail.member) is not None
    assert await deliverer.deliver(mail, now_ms()) is Result.SENT


async def test_what_is_tried_too_often_is_a_dead_letter_that_can_be_sent_again(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    device = await has(valkey, there, account, "webhook")
    trouble(there, "webhook", account, (500, {}, {}))
    tired = replace(to(device, turn(match)), tries=MOST_TRIES - 1)
    assert await sent(deliverer, valkey, account, tired) is Result.GIVEN_UP
    (letter,) = await DeadLetters(valkey).all()
    assert (letter.account, letter.why) == (account, "500")
    assert await sent(deliverer, valkey, account, replace(letter.delivery, tries=0)) is Result.SENT


async def test_a_turn_that_is_over_by_now_is_not_told(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account, notice = SEATED[match.turn], turn(match)
    device = await has(valkey, there, account, "web-push")
    await match.play(match.turn, match.legal(match.turn)[0], by=account)
    assert await sent(deliverer, valkey, account, to(device, notice)) is Result.OVERTAKEN
    assert there.received == []


async def test_a_delivery_that_has_ended_is_not_sent_again(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    device = await has(valkey, there, account, "webhook")
    delivery = to(device, turn(match))
    await sent(deliverer, valkey, account, delivery)
    assert await deliverer.deliver(Sending(account, delivery.id), now_ms()) is None
    assert len(there.received) == 1


async def test_mail_to_no_mailbox_is_refused_and_a_busy_server_tried_again(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    await reads_mail(valkey, account, "ann@example.org")
    there.trouble["ann@example.org"] = [(451, {}, {}), (550, {}, {})]
    delivery = Delivery(turn(match), Channel.EMAIL, MAILBOX)
    assert await sent(deliverer, valkey, account, delivery) is None
    assert await deliverer.deliver(Sending(account, delivery.id), now_ms()) is Result.REFUSED


async def test_access_tokens_and_provider_tokens_are_kept(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    before = len(there.tokens)
    for channel in ("fcm", "apns"):
        device = await has(valkey, there, account, channel)
        for number in range(3):
            notice = replace(turn(match), id=f"n-{number}")
            assert await sent(deliverer, valkey, account, to(device, notice)) is Result.SENT
    assert len(there.tokens) == before + 1
    assert there.versions == {"2"}
