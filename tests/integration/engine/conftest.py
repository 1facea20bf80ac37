"""Lobby and engine API as one app in this process, with a worker beside it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import httpx
import pytest
import uvicorn
from litestar import Litestar
from redis.asyncio import Redis

from services.engine.api import app as engine
from services.engine.inbox.writer import Writer
from services.engine.worker.loop import Worker
from services.lobby import app as lobby
from services.notify.api import app as notices
from shared.api.app import application
from shared.api.serve import Server, options
from shared.log.archive import open_archive
from shared.log.connect import connect
from shared.log.outage import end
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone, alive
from tests.integration.engine.waiting import until


@pytest.fixture
async def app(server: Redis, config: Settings) -> AsyncIterator[Litestar]:
    async with connect(config.valkey, blocking=True) as reading, connect(config.valkey) as writing:
        worker = Worker(
            writing,
            reading,
            partitions=config.partitions,
            lease_ms=config.lease_ms,
            archive=open_archive(config),
        )
        routers = [*lobby.routers(), *engine.routers(), *notices.routers()]
        lifespans = [lobby.lifespan, engine.lifespan, notices.lifespan]
        both = application(routers, config, lifespan=lifespans)
        async with alive(both):
            working = asyncio.create_task(
                worker.run()
            )  # not before: making an app holds the loop up for seconds
            yield both
        worker.stop()
        await working


Seated = Callable[..., Coroutine[Any, Any, tuple[str, list[Phone]]]]


@pytest.fixture
def seated(guest: Guest) -> Seated:
    """`await seated("floor", 3)`: a started game's id, and the phones of the people at its seats."""

    async def start(kind: str = "floor", people: int = 3, **options: Any) -> tuple[str, list[Phone]]:
        phones = [await guest(name) for name in ("Ann", "Ben", "Cem", "Dia")[:people]]
        table = await phones[0].opens(kind=kind, players=people, **options)
        for phone in phones[1:]:
            assert (await phone.post(f"/v1/tables/{table}/join")).status_code == 200
        started = await phones[0].post(f"/v1/tables/{table}/start")
        assert started.status_code == 200, started.text
        return table, phones

    return start


@pytest.fixture
async def http_server(app: Litestar, config: Settings) -> AsyncIterator[uvicorn.Server]:
    """The same app behind a real server, for streams. The system holds little for who does not read."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    listening.bind(("127.0.0.1", 0))
    server = Server(uvicorn.Config(app, lifespan="off", **options(config)), 0, app.state.leaving)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    await until(lambda: server.started)
    yield server
    server.should_exit = True
    await serving


@pytest.fixture
def address(http_server: uvicorn.Server) -> str:
    port = http_server.servers[0].sockets[0].getsockname()[1]
    return f"http://127.0.0.1:{port}"


@pytest.fixture
async def wire(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=10) as client:
        yield client


@pytest.fixture
async def writer(app: Litestar, config: Settings) -> AsyncIterator[None]:
    """The writer of inboxes, beside the app and its worker."""
    task = asyncio.create_task(Writer(config).run())
    yield
    await end(task)
