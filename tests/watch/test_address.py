"""The operators' address of a process: what it says of itself, and that it is not the public one."""

import asyncio
import socket
from pathlib import Path

import httpx
import pytest

from services.lobby.app import lobby
from shared.log.embedded import running
from shared.settings import Settings
from shared.watch.address import serve, served, watched
from shared.watch.readiness import Check, Pulse
from tests.e2e.stack import free_port


async def _get(config: Settings, path: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{config.metrics_port}", timeout=20) as http:
        return await http.get(path)


@pytest.fixture
def config(var: Path) -> Settings:
    return Settings(var=var, metrics_port=free_port())


async def test_it_serves_figures_and_says_that_the_process_lives_and_is_ready(config: Settings) -> None:
    with watched(config):
        figures, *health = [
            await _get(config, path) for path in ("/metrics", "/health/live", "/health/ready")
        ]
    assert "process_cpu_seconds_total" in figures.text
    assert [answer.json() for answer in health] == [
        {"status": "ok", "checks": {"loop": "ok"}},
        {"status": "ok", "checks": {"loop": "ok", "valkey": "ok"}},
    ]


async def test_a_process_without_valkey_lives_and_is_not_ready(tmp_path: Path) -> None:
    config = Settings(var=tmp_path, metrics_port=free_port())
    with running(tmp_path) as server, watched(config):
        assert (await _get(config, "/health/ready")).status_code == 200
        server.kill()
        server.wait()
        gone = await _get(config, "/health/ready")
        assert (gone.status_code, gone.json()["checks"]["valkey"]) == (503, "ConnectionError")
        assert (await _get(config, "/health/live")).status_code == 200


async def test_a_loop_that_goes_round_no_more_is_not_ready(config: Settings) -> None:
    begun, still = Pulse("reading", 60), Pulse("writing", -1)
    with watched(config, begun.check(), still.check()):
        assert (await _get(config, "/health/ready")).json()["checks"]["reading"] == "not begun"
        begun.beat()
        still.beat()
        checks = (await _get(config, "/health/ready")).json()["checks"]
    assert checks["reading"] == "ok"
    assert checks["writing"].startswith("nothing for")


async def test_a_process_whose_event_loop_hangs_does_not_live(
    config: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shared.watch.address.LOOP_ANSWERS_S", 0.2)
    with watched(config):
        hung = httpx.Client(base_url=f"http://127.0.0.1:{config.metrics_port}", timeout=20)
        answer = hung.get("/health/live")  # noqa: ASYNC212 - blocks this loop on purpose
    assert (answer.status_code, answer.json()["checks"]) == (503, {"loop": "hangs"})


async def test_what_a_check_failed_with_is_told_by_its_type_alone(config: Settings) -> None:
    def fail() -> None:
        raise KeyError("b.girl")

    with served(config, [], [Check("rules", fail)]):
        answer = await asyncio.to_thread(
            httpx.get, f"http://127.0.0.1:{config.metrics_port}/health/ready", timeout=20
        )
    assert answer.json()["checks"]["rules"] == "KeyError"


@pytest.mark.logs("metrics-not-served")
async def test_a_port_that_is_taken_keeps_nobody_from_work_and_is_served_once_it_is_free(
    config: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shared.watch.address.AGAIN_S", 0.05)
    with socket.create_server(("127.0.0.1", config.metrics_port)) as taken:
        stop = serve(config, [], [])
        taken.close()
        async with asyncio.timeout(20):
            while await _refused(config):
                await asyncio.sleep(0.02)
    stop()


async def _refused(config: Settings) -> bool:
    try:
        return (await _get(config, "/health/live")).status_code != 200
    except httpx.ConnectError:
        return True


def test_the_public_address_has_no_figures(config: Settings) -> None:
    assert not [route.path_format for route in lobby(config).routes if "metrics" in route.path_format]
