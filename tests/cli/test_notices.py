"""keys and notices."""

from redis.asyncio import Redis

from services.notify.dead import DeadLetter, DeadLetters
from services.notify.notice import Delivery, Kind, Notice
from services.notify.outbox import Outbox
from services.notify.vapid import VapidKey
from shared.api.notices.words import Channel, Happening
from tests.cli.conftest import Type


async def _dead(server: Redis) -> DeadLetters:
    notice = Notice("your-turn:g_1:3", Kind.TELL, "turns", 1, happening=Happening.YOUR_TURN)
    dead = DeadLetters(server)
    for account in ("a_ann", "a_ben"):
        await dead.add(
            DeadLetter(account, Delivery(notice, Channel.FCM, "d_1", tries=14), 1_700_000_000_000, "500")
        )
    return dead


async def test_a_key_is_made_that_web_push_can_use(type_in: Type) -> None:
    private, public = (line.rpartition("=")[2] for line in (await type_in("keys")).output.splitlines())
    assert public.endswith(VapidKey(private).public)


async def test_what_was_given_up_is_listed(server: Redis, type_in: Type) -> None:
    await _dead(server)
    done = await type_in("notices", "--account", "a_ann")
    assert "a_ann fcm your-turn" in done.output
    assert done.output.endswith("1 given up\n")


async def test_what_was_given_up_is_sent_again_as_if_for_the_first_time(server: Redis, type_in: Type) -> None:
    dead = await _dead(server)
    assert (await type_in("notices", "--send")).output.endswith("2 sent again\n")
    assert await dead.count() == 0
    assert len(await Outbox(server).waiting("a_ann")) == 1


async def test_what_was_given_up_is_dropped(server: Redis, type_in: Type) -> None:
    dead = await _dead(server)
    await type_in("notices", "--drop")
    assert (await dead.count(), await Outbox(server).waiting("a_ann")) == (0, [])
