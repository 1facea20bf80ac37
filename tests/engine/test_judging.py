"""Commands in, entries and answers out, through a worker on a real server."""

import msgspec
import pytest

from shared.games.floor.commands import PlayCard
from shared.games.rules import TimeOut
from shared.log.chairs import Why
from shared.log.commands import BOT, LOBBY, TIMER, Sent, decode_feed, decode_live, decode_replies, pack
from shared.log.entry import decode_entry, mark
from shared.log.game import Game, events_of
from shared.log.keys import keys_of
from shared.log.seats import BotSatIn, PlayerReturned
from tests.engine.play import PARTITIONS, SECRET, Bench, choices, start_game

KEYS = keys_of("g_1", PARTITIONS)


def _own(game: Game) -> tuple[int, PlayCard]:
    seat, do = choices(game)[0]
    assert isinstance(do, PlayCard)
    return seat, do


async def test_a_start_becomes_entry_1_with_everything_that_never_changes(bench: Bench) -> None:
    game = await bench.start(start_game("floor", 2, people=1, operator=True))
    entry = decode_entry((await bench.payloads())[0])
    assert entry.opening == game.opening
    assert [(h.player, h.bot) for h in game.opening.holders] == [
        ("a_0", None),
        (None, "easy"),
        (None, "automa"),
    ]
    assert game.opening.commitment == "9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056"
    assert entry.secret is None
    assert entry.draws
    assert await bench.server.get(KEYS.secret("g_1")) == bytes.fromhex(SECRET)
    assert await bench.server.zrange(KEYS.running, 0, -1) == [b"g_1"]


async def test_a_game_starts_once(bench: Bench) -> None:
    start = pack(start_game("floor"))
    first, again = await bench.send(
        Sent("start", "g_1", LOBBY, None, start), Sent("start", "g_1", LOBBY, None, start)
    )
    (other,) = await bench.send(Sent("another", "g_1", LOBBY, None, start))
    assert first == again
    assert other.reason == "already-started"
    assert len(await bench.payloads()) == 1


async def test_an_accepted_command_is_one_entry_with_its_envelope(bench: Bench) -> None:
    game = await bench.start(start_game("floor", people=3))
    seat, do = _own(game)
    (answer,) = await bench.send(bench.command("mine", seat, do, by=f"a_{seat}", expect=1))
    assert (answer.version, answer.reason) == (2, None)
    entry = decode_entry((await bench.payloads())[1])
    assert (entry.actor, entry.command, entry.before) == (seat, "mine", mark(game.head))
    assert (await bench.fold()).version == 2


async def test_the_same_id_gets_the_first_answer_and_is_played_once(bench: Bench) -> None:
    game = await bench.start(start_game("floor", people=3))
    seat, do = _own(game)
    sent = bench.command("mine", seat, do, by=f"a_{seat}")
    first, twin = await bench.send(sent, sent)
    (later,) = await bench.send(sent)
    await bench.server.delete(KEYS.answer("g_1", "mine"))
    (much_later,) = await bench.send(sent)
    assert first == twin == later == much_later
    assert (await bench.fold()).version == 2


async def test_a_refusal_too_is_given_again_even_if_the_command_would_be_right_now(bench: Bench) -> None:
    game = await bench.start(start_game("floor", people=3))
    seat, do = _own(game)
    early = bench.command("early", seat, do, by=f"a_{seat}", expect=7)
    (first,) = await bench.send(early)
    right = bench.command("early", seat, do, by=f"a_{seat}")
    assert await bench.send(right) == [first]
    assert first.reason == "version-conflict"
    assert first.params == {"expected": 7, "version": 1}


@pytest.mark.parametrize(
    ("by", "reason"),
    [("a_9", "not-your-seat"), ("a_next", "not-your-seat"), (BOT, "seat-not-held-by-bot")],
)
async def test_a_seat_is_played_by_its_holder_only(bench: Bench, by: str, reason: str) -> None:
    game = await bench.start(start_game("floor", people=3))
    seat, do = _own(game)
    sender = by.replace("next", str((seat + 1) % 3))
    (answer,) = await bench.send(bench.command("x", seat, do, by=sender))
    assert answer.reason == reason
    assert (await bench.fold()).version == 1


async def test_a_rules_refusal_carries_its_reason_and_parameters(bench: Bench) -> None:
    game = await bench.start(start_game("floor", people=3))
    seat, _ = _own(game)
    other = (seat + 1) % 3
    (answer,) = await bench.send(bench.command("x", other, _own(game)[1], by=f"a_{other}"))
    assert answer.reason == "not-your-turn"


async def test_commands_for_a_game_that_is_not_there_are_refused(bench: Bench) -> None:
    (answer,) = await bench.send(Sent("x", "g_1", "a_0", 0, pack(PlayCard("a1"))))
    assert answer.reason == "no-such-game"


async def test_bytes_that_are_no_command_of_the_kind_are_refused(bench: Bench) -> None:
    await bench.start(start_game("floor", people=3))
    (answer,) = await bench.send(
        Sent("x", "g_1", "a_0", 0, msgspec.Raw(msgspec.msgpack.encode({"type": "fly"})))
    )
    assert answer.reason == "malformed"


@pytest.mark.logs("not-a-command")
async def test_bytes_that_are_no_command_at_all_go_and_the_next_is_judged(bench: Bench) -> None:
    await bench.server.xadd(KEYS.commands, {"e": b"\xc1"})
    await bench.start(start_game("floor"))
    assert await bench.server.xlen(KEYS.commands) == 0


async def test_a_timer_that_nobody_set_is_refused(bench: Bench) -> None:
    await bench.start(start_game("floor", people=3, turn_ms=60_000))
    sent = [
        Sent(f"t{n}", "g_1", TIMER, None, pack(TimeOut(key))) for n, key in enumerate(["turn:0:99", "tile:1"])
    ]
    assert [answer.reason for answer in await bench.send(*sent)] == ["timer-not-due"] * 2


async def test_when_time_runs_out_a_bot_sits_in_until_the_players_next_command(bench: Bench) -> None:
    game = await bench.start(start_game("floor", people=3, turn_ms=1))
    seat, do = _own(game)
    while (game := await bench.fold()).version == 1:
        await bench.worker.cycle()
    assert game.chairs.sitting_in == {seat: ("normal", Why.TIMED_OUT)}
    assert not any(key.startswith(f"turn:{seat}:") for key in game.timers)
    await bench.send(bench.command("back", seat, do, by=f"a_{seat}"))
    game = await bench.fold()
    entries = [decode_entry(payload) for payload in await bench.payloads()]
    assert [events_of(game.opening, game.rules, e)[0] for e in entries[1:3]] == [
        BotSatIn(seat, "normal"),
        PlayerReturned(seat),
    ]
    assert seat not in game.chairs.sitting_in


async def test_deadlines_are_stored_and_go_when_the_turn_is_played(bench: Bench) -> None:
    game = await bench.start(start_game("floor", people=3, turn_ms=60_000))
    stored = await bench.server.zrange(KEYS.due, 0, -1, withscores=True)
    assert stored == [(f"g_1 {key}".encode(), due) for key, due in game.timers.items()]
    seat, do = _own(game)
    await bench.send(bench.command("x", seat, do, by=f"a_{seat}"))
    after = await bench.fold()
    stored = await bench.server.zrange(KEYS.due, 0, -1, withscores=True)
    assert stored == [(f"g_1 {key}".encode(), due) for key, due in after.timers.items()]
    assert set(after.timers).isdisjoint(game.timers)


async def test_who_follows_the_game_is_answered_by_the_entry_and_told_of_refusals_only(bench: Bench) -> None:
    game = await bench.start(start_game("floor", people=3))
    seat, do = _own(game)
    played = bench.command("x", seat, do, by=f"a_{seat}")
    async with bench.server.pubsub() as listening:
        await listening.ssubscribe(KEYS.replies("api"))
        await listening.get_message(timeout=1)
        for id in ("x", "y"):
            follower = msgspec.structs.replace(played, id=id, reply_to=KEYS.replies("api"), follows=True)
            await bench.send(follower)
        (reply,) = decode_replies((await listening.get_message(timeout=1) or {})["data"])
        assert await listening.get_message(timeout=0.01) is None
    assert (reply.answer.command, reply.answer.reason) == ("y", "not-your-turn")


async def test_the_feed_and_the_live_channel_tell_of_each_commit_once(bench: Bench) -> None:
    async with bench.server.pubsub() as listening:
        await listening.ssubscribe(KEYS.live("g_1"))
        await listening.get_message(timeout=1)
        game = await bench.start(start_game("floor"))
        seat, do = _own(game)
        await bench.send(bench.command("bot:1", seat, do))
        live = [decode_live((await listening.get_message(timeout=1) or {})["data"]) for _ in range(2)]
    assert [(message.first, len(message.entries)) for message in live] == [(1, 1), (2, 1)]
    feed = [decode_feed(fields[b"e"]) for _, fields in await bench.server.xrange(KEYS.feed)]
    assert [(item.game, item.version, item.ended, item.bots) for item in feed] == [
        ("g_1", version, False, {0: "easy", 1: "easy", 2: "easy"}) for version in (1, 2)
    ]
    assert feed[0].awaited == (seat,)
