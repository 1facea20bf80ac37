"""What the bots' processes report, told by the Celery worker that forked them."""

import asyncio
from contextlib import closing

import httpx
import pytest
from celery import Celery
from prometheus_client import REGISTRY
from redis.asyncio import Redis

from services.bots.celery import QUEUE
from services.bots.figures import Report, Reports
from services.bots.queues import THINK
from shared.settings import Settings
from tests.bots.test_job_worker import CELERY, CHATTER, started
from tests.e2e.stack import free_port

START_S = 120


def test_a_report_counts_by_kind_and_level() -> None:
    labels = {"kind": "floor", "level": "hard"}
    before = REGISTRY.get_sample_value("paternoster_bot_thinking_seconds_count", labels) or 0
    with closing(Reports()) as reports:
        reports.tell(Report("sent", 0.3, 0.1, "floor", "hard"))
        reports.hear().note()
    assert REGISTRY.get_sample_value("paternoster_bot_thinking_seconds_count", labels) == before + 1


def test_reports_that_find_no_room_are_lost_and_hold_up_nobody() -> None:
    with closing(Reports()) as reports:
        for _ in range(10_000):
            reports.tell(Report("sent", 0.3))
        assert reports.hear().outcome == "sent"


async def _told(http: httpx.AsyncClient, line: str) -> None:
    async with asyncio.timeout(START_S):
        while True:
            try:
                if line in (await http.get("/metrics")).text:
                    return
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.1)


@pytest.mark.slow
async def test_what_a_forked_process_thought_is_on_the_workers_address(
    server: Redis, config: Settings
) -> None:
    port = free_port()
    more = {"PATERNOSTER_METRICS_PORT": str(port)}
    Celery(broker=config.broker).send_task(THINK, ("g_none", 1, 0), queue=QUEUE, ignore_result=True)
    async with (
        started(config, *CELERY, *CHATTER, more=more),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20) as http,
    ):
        await _told(http, 'paternoster_bot_thoughts_total{outcome="nothing"} 1.0')
        ready = (await http.get("/health/ready")).json()
    assert ready == {"status": "ok", "checks": {"valkey": "ok", "broker": "ok"}}
