"""The hand-over from the lobby to the engine."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.engine.worker.loop import Worker
from services.lobby import start as lobby_start
from services.lobby.tables import fold as fold_table
from shared.log.commands import FIELD, LOBBY, OPENING, Sent, StartGame, decode_sent
from shared.log.connect import connect
from shared.log.game import fold
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """No engine runs: nobody need wait long for it."""
    monkeypatch.setattr(lobby_start, "WAIT_S", 0.05)


@pytest.fixture
async def worker(server: Redis, config: Settings, app: Litestar) -> AsyncIterator[Worker]:
    """After the app, whose making holds the loop up."""
    clients = connect(config.valkey), connect(config.valkey, blocking=True)
    worker = Worker(*clients, partitions=config.partitions, lease_ms=config.lease_ms)
    running = asyncio.create_task(worker.run())
    yield worker
    worker.stop()
    await running
    for client in clients:
        await client.connection_pool.disconnect()


async def _queued(server: Redis, id: str) -> list[Sent]:
    return [decode_sent(fields[FIELD]) for _, fields in await server.xrange(keys_of(id).commands)]


async def _full_table(ann: Phone, bob: Phone, **options: Any) -> str:
    id = await ann.opens(entropy="from ann", **options)
    await bob.post(f"/v1/tables/{id}/join", {"seat": 1, "entropy": "von böb"})
    await ann.seats_bots(id, *range(2, (await ann.table(id))["players"]))
    return id


@pytest.mark.usefixtures("hurry")
async def test_starting_queues_one_start_game_with_everything_in_it(guest: Guest, server: Redis) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await _full_table(ann, bob, pace={"type": "live", "turn_s": 60}, bot_ms=0)
    for _ in range(2):
        answer = await ann.post(f"/v1/tables/{id}/start")
        assert (answer.status_code, answer.json()["code"]) == (503, "not-answered-yet")
    (sent,) = await _queued(server, id)
    game = msgspec.msgpack.decode(sent.do, type=StartGame)
    assert (sent.id, sent.game, sent.by, sent.seat) == (OPENING, id, LOBBY, None)
    assert [holder.player or holder.bot for holder in game.holders] == [ann.id, bob.id, "easy"]
    assert (game.pace.turn_ms, game.pace.bot_ms) == (60_000, 0)
    assert game.contributions == ("from ann", "von böb", "")


@pytest.mark.usefixtures("hurry")
async def test_contributions_cover_the_seats_that_the_game_brings(guest: Guest, server: Redis) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await _full_table(ann, bob, players=2)
    await ann.post(f"/v1/tables/{id}/start")
    (sent,) = await _queued(server, id)
    assert msgspec.msgpack.decode(sent.do, type=StartGame).contributions == ("from ann", "von böb", "")


@pytest.mark.usefixtures("hurry")
async def test_many_starts_at_once_queue_one_game(guest: Guest, server: Redis) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await _full_table(ann, bob)
    await asyncio.gather(*(ann.post(f"/v1/tables/{id}/start") for _ in range(20)))
    assert len(await _queued(server, id)) == 1


async def test_entropy_may_follow_once_the_commitment_is_known(guest: Guest, server: Redis) -> None:
    ann = await guest()
    id = await ann.opens()
    await ann.post(f"/v1/tables/{id}/join", {"entropy": "later"})
    table = fold_table(id, await ValkeyLog(server).read(keys_of(id).table(id)))
    assert table is not None
    assert table.places[0].entropy == "later"


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("kind", ["elevators", "floor", "eddie"])
async def test_the_engine_opens_the_game_that_was_committed_to(
    guest: Guest, server: Redis, app: Litestar, kind: str
) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await _full_table(ann, bob, kind=kind)
    started, again = [await ann.post(f"/v1/tables/{id}/start") for _ in range(2)]
    assert (started.status_code, again.status_code) == (200, 200)
    assert started.json()["state"] == "started"
    game = fold(id, await ValkeyLog(server).read(keys_of(id).log(id)))
    assert (game.version, game.opening.commitment) == (1, started.json()["commitment"])
    assert game.opening.contributions == ("from ann", "von böb", "")
    assert (await ann.get("/v1/tables")).json()["tables"] == []


async def test_no_answer_tells_the_secret(guest: Guest, server: Redis) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await _full_table(ann, bob)
    table = fold_table(id, await ValkeyLog(server).read(keys_of(id).table(id)))
    assert table is not None
    answers = [await ann.get(path) for path in (f"/v1/tables/{id}", "/v1/tables", "/openapi.json")]
    told = b"".join(answer.content for answer in answers)
    assert table.secret.encode() not in told
    assert bytes.fromhex(table.secret) not in told
