"""Each channel in its real protocol, understood at its other end."""

import pytest
from redis.asyncio import Redis

from services.notify.delivery import Deliverer
from services.notify.notice import MAILBOX, Delivery
from services.notify.outbox import Outbox, Sending
from shared.api.moment import now_ms
from shared.api.notices.history import Result
from shared.api.notices.words import Channel
from tests.notify.people import ANN, BEN, CEM, floor, has, reads_mail, to, turn
from tests.notify.receivers import World

SEATED = (ANN, BEN, CEM)
every_push = pytest.mark.parametrize("channel", ["web-push", "fcm", "apns", "webhook"])


async def sent(deliverer: Deliverer, redis: Redis, account: str, delivery: Delivery) -> Result | None:
    await Outbox(redis).put(account, [delivery], now_ms())
    return await deliverer.deliver(Sending(account, delivery.id), now_ms())


@every_push
async def test_a_turn_reaches_a_device_with_what_it_can_show_without_a_network(
    valkey: Redis, deliverer: Deliverer, there: World, channel: str
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    device = await has(valkey, there, account, channel)
    assert await sent(deliverer, valkey, account, to(device, turn(match))) is Result.SENT, there.refused
    (got,) = there.of(channel)
    assert (got.payload["title"], got.payload["badge"], got.payload["tag"]) == ("Your turn", 1, "turns")
    game = got.payload["game"]
    assert (game["id"], game["version"], game["my_turn"]) == ("g_1", match.game.version, True)
    assert game["due_at"]
    assert game["view"]
    assert not there.refused


async def test_a_mail_reaches_a_mailbox_over_an_encrypted_connection(
    valkey: Redis, deliverer: Deliverer, there: World
) -> None:
    match = await floor(valkey)
    account = SEATED[match.turn]
    await reads_mail(valkey, account, "ann@example.org")
    assert (
        await sent(deliverer, valkey, account, Delivery(turn(match), Channel.EMAIL, MAILBOX)) is Result.SENT
    )
    (got,) = there.of("email")
    assert got.payload["title"] == "Your turn"
    assert "That's My Floor" in got.payload["body"]
    assert "https://paternoster.example" in got.payload["body"]
