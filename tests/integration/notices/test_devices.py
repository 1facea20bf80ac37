"""Devices, wishes, mail addresses and the history, over HTTP."""

from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from services.notify.outbox import Outbox, Sending
from services.notify.vapid import VapidKey
from shared.api.caps import CAPS, Cap
from shared.api.notices.book import Book, Keys
from shared.api.notices.history import Result, Told, encode_told
from shared.api.notices.words import Channel
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone

KEY = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"


def browser(number: int = 1) -> dict[str, Any]:
    return {
        "type": "web-push", "endpoint": f"https://push.example/{number}", "p256dh": KEY,
        "auth": "tBHItJI5svbpez7KI4CCXg",
    }  # fmt: skip


HOOK = {"type": "webhook", "url": "https://bot.example/hook"}


async def registers(phone: Phone, target: dict[str, Any], label: str = "") -> dict[str, Any]:
    answer = await phone.post("/v1/me/devices", {"target": target, "label": label})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def devices(phone: Phone) -> list[str]:
    return [device["label"] for device in (await phone.get("/v1/me/devices")).json()["devices"]]


async def test_the_channels_that_are_configured_are_on(nobody: Phone, config: Settings) -> None:
    told = (await nobody.get("/v1/notifications/channels")).json()["channels"]
    on = {one["channel"]: one["on"] for one in told}
    assert on == {"web-push": True, "fcm": False, "apns": False, "webhook": True, "email": True}
    assert told[0]["key"] == VapidKey(config.vapid_key).public


async def test_a_channel_that_is_off_takes_no_device(guest: Guest) -> None:
    ann = await guest()
    refused = await ann.post("/v1/me/devices", {"target": {"type": "fcm", "token": "t" * 30}})
    assert (refused.status_code, refused.json()["code"]) == (409, "channel-off")


async def test_the_same_subscription_is_one_device(guest: Guest) -> None:
    ann = await guest()
    for label in ("old", "new"):
        await registers(ann, browser(), label)
    assert await devices(ann) == ["new"]


async def test_a_subscription_follows_whoever_signed_in_last(guest: Guest) -> None:
    """On a phone that two people share, one must not get the other's notices."""
    ann, ben = await guest("Ann"), await guest("Ben")
    await registers(ann, browser())
    await registers(ben, browser())
    assert (await devices(ann), len(await devices(ben))) == ([], 1)


async def test_a_webhook_s_secret_stays_when_it_is_registered_again(guest: Guest) -> None:
    ann, ben = await guest(), await guest()
    first, again, other = [await registers(phone, HOOK) for phone in (ann, ann, ben)]
    assert first["secret"] == again["secret"] != other["secret"]
    assert first["secret"].startswith("whsec_")
    assert first["device"]["at"] == "bot.example"


async def test_one_device_too_many_takes_the_oldest_one_s_place(guest: Guest) -> None:
    ann = await guest()
    for number in range(CAPS[Cap.DEVICES] + 2):
        await registers(ann, browser(number), str(number))
    assert sorted(map(int, await devices(ann))) == list(range(2, CAPS[Cap.DEVICES] + 2))


async def test_a_device_is_removed_once(guest: Guest) -> None:
    ann = await guest()
    id = (await registers(ann, HOOK))["device"]["id"]
    removed = [await ann.send("DELETE", f"/v1/me/devices/{id}") for _ in range(2)]
    assert [answer.status_code for answer in removed] == [200, 404]
    assert removed[1].json()["code"] == "no-such-device"


async def test_a_device_ends_with_its_session(guest: Guest, server: Redis) -> None:
    ann, book = await guest(), Book(server)
    session = (await registers(ann, browser()))["device"]["session"]
    assert session == (await ann.get("/v1/me/sessions")).json()["sessions"][0]["id"]
    assert (await book.read(ann.id)).devices
    await ann.send("DELETE", "/v1/me/sessions/current")
    assert not (await book.read(ann.id)).devices


async def test_wishes_are_kept_and_the_rest_stays_as_it_is_by_default(guest: Guest) -> None:
    ann = await guest()
    given = {
        "events": [
            {"event": "game-ended", "channels": ["web-push"]},
            {"event": "opponent-away", "channels": []},
        ],
        "quiet_hours": {"begin": "22:00", "end": "08:00"},
        "email_fallback": False,
    }
    await ann.send("PATCH", "/v1/me", {"time_zone": "Asia/Tokyo"})
    await ann.send("PUT", "/v1/me/notifications/preferences", given)
    kept = (await ann.get("/v1/me/notifications/preferences")).json()
    events = {one["event"]: one["channels"] for one in kept["events"]}
    assert (events["game-ended"], events["opponent-away"]) == (["web-push"], [])
    assert events["your-turn"] == ["web-push", "fcm", "apns", "webhook"]
    assert (kept["quiet_hours"], kept["time_zone"]) == (given["quiet_hours"], "Asia/Tokyo")


@pytest.mark.parametrize("hours", [{"begin": "24:00", "end": "08:00"}, {"begin": "8:00", "end": "09:00"}])
async def test_a_time_that_no_day_has_is_malformed(guest: Guest, hours: dict[str, str]) -> None:
    ann = await guest()
    refused = await ann.send("PUT", "/v1/me/notifications/preferences", {"quiet_hours": hours})
    assert refused.status_code == 400


async def test_a_game_is_muted_and_heard_again(guest: Guest) -> None:
    ann = await guest()
    muted = (await ann.send("PUT", "/v1/me/notifications/muted/g_1")).json()["muted"]
    heard = (await ann.send("DELETE", "/v1/me/notifications/muted/g_1")).json()["muted"]
    assert (muted, heard) == (["g_1"], [])


async def code_of(server: Redis, account: str) -> str:
    """As the mail says it."""
    ids = [id for id in await Outbox(server).waiting(account) if id.startswith("code:")]
    delivery = await Outbox(server).read(Sending(account, ids[-1]))
    assert delivery
    return str(delivery.notice.params["code"])


async def test_an_address_gets_mail_once_its_code_was_said(guest: Guest, server: Redis) -> None:
    ann = await guest()
    asked = await ann.send("PUT", "/v1/me/notifications/email", {"address": "ann@example.com"})
    assert (asked.json()["email"], asked.json()["email_to_confirm"]) == (None, "ann@example.com")
    code = await code_of(server, ann.id)
    wrong = await ann.post("/v1/me/notifications/email/confirm", {"code": f"{(int(code) + 1) % 10**6:06}"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "email-code-invalid")
    for _ in range(2):
        confirmed = await ann.post("/v1/me/notifications/email/confirm", {"code": code})
        assert confirmed.json()["email"] == "ann@example.com"
    assert (await ann.send("DELETE", "/v1/me/notifications/email")).json()["email"] is None


async def test_a_code_that_is_too_old_is_refused(guest: Guest, server: Redis) -> None:
    ann = await guest()
    await ann.send("PUT", "/v1/me/notifications/email", {"address": "ann@example.com"})
    book = Book(server)
    mailbox = (await book.read(ann.id)).mailbox
    await book.keep_mailbox(ann.id, replace(mailbox, code_until=1))
    refused = await ann.post("/v1/me/notifications/email/confirm", {"code": await code_of(server, ann.id)})
    assert refused.json()["code"] == "email-code-invalid"


async def test_nobody_guesses_a_code_by_trying(guest: Guest) -> None:
    ann = await guest()
    await ann.send("PUT", "/v1/me/notifications/email", {"address": "ann@example.com"})
    tries = [await ann.post("/v1/me/notifications/email/confirm", {"code": f"{n:06}"}) for n in range(11)]
    assert [answer.status_code for answer in tries][-1] == 429
    assert tries[-1].json()["params"] == {"limit": "email-codes"}


async def test_a_test_goes_to_every_device(guest: Guest, server: Redis) -> None:
    ann = await guest()
    for target in (browser(), HOOK):
        await registers(ann, target)
    assert (await ann.post("/v1/me/notifications/test")).json() == {"devices": 2}
    assert len(await Outbox(server).waiting(ann.id)) == 2


async def test_the_history_is_told_in_pages_newest_first(guest: Guest, server: Redis) -> None:
    ann = await guest()
    for number in range(5):
        told = Told(number, "your-turn", Channel.FCM, "d_1", Result.SENT, (f"g_{number}",))
        await server.xadd(Keys.of(ann.id).history, {"e": encode_told(told)})
    first = (await ann.get("/v1/me/notifications/log?limit=3")).json()
    second = (await ann.get(f"/v1/me/notifications/log?limit=3&cursor={first['next']}")).json()
    games = [one["games"][0] for page in (first, second) for one in page["notices"]]
    assert (games, second["next"]) == (["g_4", "g_3", "g_2", "g_1", "g_0"], None)
    assert (await ann.get("/v1/me/notifications/log?cursor=x")).status_code == 400


async def test_the_export_has_it_all_and_deletion_leaves_nothing(guest: Guest, server: Redis) -> None:
    ann = await guest()
    await registers(ann, browser(), "phone")
    await ann.send("PUT", "/v1/me/notifications/muted/g_1")
    told = (await ann.get("/v1/me/export")).json()["notifications"]
    assert told["targets"] == [browser()]
    assert (told["devices"][0]["label"], told["preferences"]["muted"]) == ("phone", ["g_1"])
    await ann.send("DELETE", "/v1/me")
    assert not [key async for key in server.scan_iter("*notices:*")]
