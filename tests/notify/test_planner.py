"""The planner on a real server: who looks, who moved elsewhere, several games at once, quiet hours, mutes."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from services.notify.configured import channels
from services.notify.listening import Listening
from services.notify.notice import Kind, Notice
from services.notify.outbox import Outbox, Sending
from services.notify.planner import AGENDA, Planner
from services.notify.reading import Games
from services.notify.schedule import Schedule
from services.notify.standing import encode
from shared.api.inbox import GameNews, Inbox, InvitationNews
from shared.api.inbox import Notice as Notice_
from shared.api.moment import now_ms
from shared.api.notices.book import Book, Wishes
from shared.api.notices.newsreel import Newsreel
from shared.api.notices.quiet import QuietHours
from shared.api.notices.words import Channel, Happening
from shared.api.presence import Presence
from shared.log.connect import connect
from shared.log.feed import feed_item
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.bots.match import Match
from tests.notify.people import ANN, BEN, CEM, floor, has
from tests.notify.receivers import World

SEATED = (ANN, BEN, CEM)
Planned = Callable[[str], Awaitable[list[Notice]]]


@pytest.fixture
def planned(valkey: Redis, config: Settings) -> Planned:
    """`await planned(ANN)`: what is told to her now that was not on its way yet."""
    outbox = Outbox(valkey)
    planner = Planner(
        agenda=Schedule(valkey, AGENDA),
        outbox=outbox,
        book=Book(valkey),
        presence=Presence(valkey),
        games=Games(ValkeyLog(valkey), config.partitions),
        on=channels(config),
    )

    async def plan(account: str) -> list[Notice]:
        before = set(await outbox.waiting(account))
        await planner.see_to(account)
        found = [
            await outbox.read(Sending(account, id))
            for id in await outbox.waiting(account)
            if id not in before
        ]
        return sorted((one.notice for one in found if one), key=lambda notice: notice.id)

    return plan


async def noted(valkey: Redis, *matches: Match) -> None:
    listening = Listening(Outbox(valkey), Schedule(valkey, AGENDA))
    await listening.games([feed_item(match.game) for match in matches])


async def test_a_turn_and_a_start_are_told_once(valkey: Redis, there: World, planned: Planned) -> None:
    match = await floor(valkey)
    for account in SEATED:
        await has(valkey, there, account, "web-push")
    for _ in range(2):
        await noted(valkey, match)
    told = {account: [notice.happening for notice in await planned(account)] for account in SEATED}
    expected = {account: [Happening.STARTED] for account in SEATED} | {
        SEATED[match.turn]: [Happening.YOUR_TURN]
    }
    assert told == expected
    assert [await planned(account) for account in SEATED] == [[], [], []]


async def test_turns_in_several_games_are_one_message(valkey: Redis, there: World, planned: Planned) -> None:
    matches = [await floor(valkey, f"g_{number}") for number in range(6)]
    await noted(valkey, *matches)
    account = SEATED[matches[0].turn]
    waiting = {match.game.id for match in matches if SEATED[match.turn] == account}
    await has(valkey, there, account, "web-push")
    (told,) = [notice for notice in await planned(account) if notice.happening is Happening.YOUR_TURN]
    assert {one.game for one in told.about} == waiting
    assert told.badge == len(waiting)


async def test_nobody_is_told_of_a_game_that_they_look_at(
    valkey: Redis, there: World, planned: Planned
) -> None:
    match = await floor(valkey)
    await noted(valkey, match)
    account = SEATED[match.turn]
    await has(valkey, there, account, "web-push")
    presence = Presence(valkey)
    presence.enter(account, match.game.id)
    while not await presence.looking(match.game.id, [account]):
        await asyncio.sleep(0.01)
    assert await planned(account) == []
    await presence.close()
    await valkey.delete(f"here:{account}:{match.game.id}")
    assert [notice.happening for notice in await planned(account)] == [Happening.YOUR_TURN]


async def test_a_message_is_withdrawn_when_the_move_was_made_elsewhere(
    valkey: Redis, there: World, planned: Planned
) -> None:
    match = await floor(valkey)
    await noted(valkey, match)
    account = SEATED[match.turn]
    await has(valkey, there, account, "web-push")
    (told,) = await planned(account)
    await match.play(match.turn, match.legal(match.turn)[0], by=account)
    await noted(valkey, match)
    (withdrawn,) = await planned(account)
    assert (withdrawn.kind, withdrawn.tag, withdrawn.badge) == (Kind.WITHDRAW, told.tag, 0)


async def test_nothing_is_told_in_quiet_hours_or_of_a_muted_game(
    valkey: Redis, there: World, planned: Planned
) -> None:
    quiet, muted = await floor(valkey, "g_quiet"), await floor(valkey, "g_muted")
    await noted(valkey, quiet, muted)
    account = SEATED[quiet.turn]
    await has(valkey, there, account, "web-push")
    always = QuietHours("00:00", "23:59")
    await Book(valkey).wish(account, Wishes(quiet=always))
    await Book(valkey).mute(account, "g_muted", now_ms())
    assert await planned(account) == []
    await Book(valkey).wish(account, Wishes())
    assert {one.game for notice in await planned(account) for one in notice.about} == {"g_quiet"}


async def test_an_invitation_is_told_once_and_taken_away_when_it_was_answered(
    valkey: Redis, there: World, planned: Planned
) -> None:
    await has(valkey, there, ANN, "web-push")
    listening = Listening(Outbox(valkey), Schedule(valkey, AGENDA))
    invited = InvitationNews("i_1", 3, "g_1", "floor", BEN, now_ms() + 3_600_000, "open")
    told: list[list[Kind]] = []
    for news in (invited, invited, replace(invited, version=4, state="declined")):
        await Inbox(valkey).tell([(ANN, news)])
        await listening.news([(ANN, news)])
        await valkey.delete(AGENDA)
        old = await Outbox(valkey).standing(ANN)
        aged = {id: replace(thing, at=thing.at - 3000) for id, thing in old.things.items()}
        stored = await Outbox(valkey).stored(ANN)
        await Outbox(valkey).commit(ANN, stored, encode(replace(old, things=aged)))
        told.append([notice.kind for notice in await planned(ANN)])
    assert told == [[Kind.TELL], [], [Kind.WITHDRAW]]


async def test_what_inboxes_are_told_is_read_once_and_again_by_whoever_did_not_note_it(
    valkey: Redis, config: Settings
) -> None:
    news = Notice_("n_1", "tournament-round", 1)
    await Inbox(valkey).tell([(ANN, news), (ANN, GameNews("g_1", 1, 1, None, my_turn=True, ended=False))])
    async with connect(config.valkey, blocking=True) as blocking:
        for _ in range(2):
            reel = Newsreel(valkey, blocking, "test")
            await reel.resume()
            assert await reel.read() == [(ANN, news)]
        reel.passed()
        await reel.save()
        after = Newsreel(valkey, blocking, "test")
        await after.resume()
        await Inbox(valkey).tell([(BEN, news)])
        assert await after.read() == [(BEN, news)]
        await blocking.connection_pool.disconnect()


async def test_what_is_not_wanted_is_not_told(valkey: Redis, there: World, planned: Planned) -> None:
    match = await floor(valkey)
    await noted(valkey, match)
    account = SEATED[match.turn]
    await has(valkey, there, account, "web-push")
    await Book(valkey).wish(account, Wishes({Happening.YOUR_TURN: (Channel.FCM,)}))
    assert await planned(account) == []


async def test_a_planner_that_died_before_it_sent_off_leaves_nothing_behind(
    valkey: Redis, there: World, planned: Planned
) -> None:
    match = await floor(valkey)
    await noted(valkey, match)
    account = SEATED[match.turn]
    await has(valkey, there, account, "web-push")
    await planned(account)
    await valkey.delete("notices:sending")
    await planned(account)
    assert await valkey.zcard("notices:sending") == 1
