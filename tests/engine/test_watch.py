"""The games that a socket follows: what is sent at once, and what waits its turn."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec
import pytest
from redis.asyncio import Redis

from services.engine.api.follow import Following
from services.engine.api.frames import Form
from services.engine.api.hub import Channel, Hub
from services.engine.api.socket_watch import Watch
from services.engine.api.view import View
from shared.games.rules import Seat
from shared.log.valkey import ValkeyLog
from tests.engine.play import PARTITIONS, Bench, choices, start_game
from tests.integration.engine.waiting import until

ENTRIES = 8


class _Line:
    """A client that reads while `reads` is set."""

    def __init__(self) -> None:
        self.form = Form.TEXT
        self.told: list[int] = []
        self.at_once = 0
        self.reads = asyncio.Event()
        self.reads.set()

    def ready(self) -> bool:
        return self.reads.is_set()

    def put_now(self, content: bytes) -> None:
        self.at_once += 1
        self._note(content)

    async def put(self, content: bytes) -> None:
        await self.reads.wait()
        self._note(content)

    def _note(self, content: bytes) -> None:
        message = msgspec.json.decode(content)
        if message["type"] == "entry":
            self.told.append(message["item"]["version"])


class _Visitor:
    def look_at(self, game: str) -> None: ...

    def look_away(self, game: str) -> None: ...


async def _never(error: Exception, game: str) -> None:
    raise AssertionError(game) from error


@pytest.fixture
async def hub(server: Redis, reading: Redis) -> AsyncIterator[Hub]:
    made = Hub(ValkeyLog(server), reading, PARTITIONS, lambda *_: None)
    yield made
    await made.close()


async def _followed(bench: Bench, hub: Hub, line: _Line) -> tuple[Channel, list[bytes]]:
    """A game that a socket follows, and entries that have not been heard yet."""
    game = await bench.start(start_game("floor"))
    following = Following(hub, "g_1", game.opening, View(Seat(0)), cast(Any, None))
    watch = Watch(hub, cast(Any, line), cast(Any, _Visitor()), _never)
    await watch.follow(following, 1, 15)
    (channel,) = hub._channels.values()  # pyright: ignore[reportPrivateUsage]
    await bench.send(bench.command("x", *choices(game)[0]))
    (payload,) = (await bench.payloads())[1:2]
    return channel, [payload] * ENTRIES


async def test_a_client_that_reads_is_told_at_once(bench: Bench, hub: Hub) -> None:
    line = _Line()
    channel, entries = await _followed(bench, hub, line)
    await until(lambda: channel.version == 2)
    for payload in entries:
        channel.add(payload)
        channel.announce()
    assert line.told == list(range(2, ENTRIES + 3))
    assert line.at_once == len(line.told)


async def test_nothing_overtakes_what_waits_for_a_client(bench: Bench, hub: Hub) -> None:
    line = _Line()
    channel, entries = await _followed(bench, hub, line)
    await until(lambda: line.told == [2])
    line.reads.clear()
    for payload in entries[:3]:
        channel.add(payload)
    channel.announce()
    await asyncio.sleep(0)  # it begins to wait
    line.reads.set()
    channel.add(entries[3])
    channel.announce()  # before whoever waited has gone on
    await until(lambda: len(line.told) == 5)
    assert line.told == [2, 3, 4, 5, 6]


async def test_a_client_to_whom_nothing_can_be_said_is_nobody_elses_trouble(
    bench: Bench, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = _Line()
    channel, entries = await _followed(bench, hub, line)
    await until(lambda: line.told == [2])

    def broken(_: bytes) -> None:
        raise AssertionError

    monkeypatch.setattr(line, "put_now", broken)
    channel.add(entries[0])
    channel.announce()
    await until(lambda: line.told == [2, 3])
