"""A notice is sent in the trace of the turn that it tells, and every attempt is counted."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from prometheus_client import REGISTRY
from redis.asyncio import Redis

from services.notify.delivery import Deliverer
from services.notify.outbox import Outbox, Sending
from shared.api.moment import now_ms
from tests.notify.people import ANN, floor, has, to, turn
from tests.notify.receivers import World
from tests.watch.spans import Spans, traced

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@pytest.fixture
def spans() -> Iterator[Spans]:
    with traced() as kept:
        yield kept


def _counted(result: str) -> float:
    labels = {"channel": "webhook", "kind": "tell", "result": result}
    return REGISTRY.get_sample_value("paternoster_notices_total", labels) or 0


async def _sent(valkey: Redis, there: World, deliverer: Deliverer) -> None:
    match = await floor(valkey)
    while match.turn != 0:
        answer = await match.play_any(match.turn)
        assert answer.reason is None, answer
    delivery = to(await has(valkey, there, ANN, "webhook"), replace(turn(match), trace=TRACE))
    await Outbox(valkey).put(ANN, [delivery], now_ms())
    await deliverer.deliver(Sending(ANN, delivery.id), now_ms())


async def test_sending_belongs_to_the_trace_of_the_turn(
    valkey: Redis, there: World, deliverer: Deliverer, spans: Spans
) -> None:
    await _sent(valkey, there, deliverer)
    assert spans.tree(int(TRACE.split("-")[1], 16)) == {
        "deliver notice": None,
        "send notice": "deliver notice",
    }


async def test_attempts_are_counted_by_channel_and_result(
    valkey: Redis, there: World, deliverer: Deliverer
) -> None:
    before = _counted("sent")
    await _sent(valkey, there, deliverer)
    assert _counted("sent") == before + 1
