"""A server that neither reads nor answers is given up; what is written is what redis-py would write."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import DataError
from redis.exceptions import TimeoutError as RedisTimeout

from shared.log import connect

LIMIT_S = 0.2


@pytest.fixture
async def deaf(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Redis]:
    """A client of a server that greets, and from then on neither reads nor answers."""
    monkeypatch.setattr(connect, "ANSWER_S", LIMIT_S)
    deaf = asyncio.Event()

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while b"CLIENT" in (said := await reader.read(1000)):
            writer.write(b"+OK\r\n" * said.count(b"CLIENT"))
        await deaf.wait()
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with connect.connect(f"redis://127.0.0.1:{port}") as client:
        yield client
    deaf.set()
    server.close()


async def test_who_does_not_answer_is_given_up(deaf: Redis) -> None:
    async with asyncio.timeout(5):
        with pytest.raises(RedisTimeout, match="reading"):
            await deaf.get("key")


async def test_who_does_not_read_is_given_up(deaf: Redis) -> None:
    connection = deaf.connection_pool.make_connection()
    await connection.connect()
    async with asyncio.timeout(5):
        with pytest.raises(RedisTimeout, match="does not read"):
            await _write(connection, 50_000_000)
    assert not connection.is_connected


async def _write(connection: Any, size: int) -> None:
    for _ in range(size // 1_000_000):
        await connection.send_command("SET", "key", b"x" * 1_000_000)


async def test_every_type_of_argument_arrives(server: Redis) -> None:
    await server.set(b"bytes", "t\u00e9xt")
    assert await server.get("bytes") == "t\u00e9xt".encode()
    assert await server.incrbyfloat("number", 1.5) == 1.5
    assert await server.set(bytearray(b"array"), memoryview(b"view"))
    assert await server.get("array") == b"view"
    with pytest.raises(DataError):
        await server.set("none", None)  # pyright: ignore[reportArgumentType]
