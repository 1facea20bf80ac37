"""What the proxy does to connections, against a server that answers whatever it gets."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest

from tests.chaos.proxy import CALM, Proxy, Spoil, Weather, tcp

ANSWER = b"answer" * 20


class Echo:
    """Counts what arrived."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(100):
            self.got.append(chunk)
            writer.write(ANSWER)
        writer.close()


@pytest.fixture
async def echo() -> AsyncIterator[Echo]:
    echo = Echo()
    server = await asyncio.start_server(echo.serve, "127.0.0.1", 0)
    echo.port = server.sockets[0].getsockname()[1]
    yield echo
    server.close()


@pytest.fixture
async def proxy(echo: Echo) -> AsyncIterator[Proxy]:
    proxy = Proxy(tcp(echo.port), Random(3))
    await proxy.start()
    yield proxy
    proxy.close()


async def _ask(proxy: Proxy, wait_s: float = 5) -> bytes | None:
    """What came back before the connection broke; `None` when nothing came and it stood."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    writer.write(b"question")
    try:
        async with asyncio.timeout(wait_s):
            return await reader.readexactly(len(ANSWER))
    except asyncio.IncompleteReadError as broken:
        return broken.partial
    except ConnectionError:
        return b""
    except TimeoutError:
        return None
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("spoil", "arrives", "comes_back"),
    [
        pytest.param(Spoil.NOTHING, True, len(ANSWER), id="nothing"),
        pytest.param(Spoil.DELAY, True, len(ANSWER), id="delay"),
        pytest.param(Spoil.CUT_BEFORE, False, 0, id="before"),
        pytest.param(Spoil.CUT_AFTER, True, 0, id="after"),
    ],
)
async def test_what_arrives_and_what_comes_back(
    proxy: Proxy, echo: Echo, spoil: Spoil, arrives: bool, comes_back: int
) -> None:
    proxy.set(Weather(spoil))
    assert len(await _ask(proxy) or b"") == comes_back
    assert bool(echo.got) == arrives
    assert (proxy.spoilt[spoil] > 0) == (spoil is not Spoil.NOTHING)


async def test_an_answer_that_is_cut_inside_comes_in_part(proxy: Proxy) -> None:
    proxy.set(Weather(Spoil.CUT_INSIDE))
    answers = [await _ask(proxy) or b"" for _ in range(5)]
    assert all(len(answer) < len(ANSWER) for answer in answers)
    assert any(answers)


async def test_what_is_stalled_passes_when_the_weather_clears(proxy: Proxy, echo: Echo) -> None:
    proxy.set(Weather(Spoil.STALL))
    asking = asyncio.create_task(_ask(proxy))
    async with asyncio.timeout(5):
        while not proxy.spoilt[Spoil.STALL]:
            await asyncio.sleep(0)
    assert not echo.got
    proxy.set(CALM)
    assert await asking == ANSWER


async def test_a_silent_connection_stands_and_says_nothing_and_new_ones_speak(proxy: Proxy) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    writer.write(b"question")
    await reader.readexactly(len(ANSWER))
    proxy.silence()
    writer.write(b"another")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), 0.2)
    assert await _ask(proxy) == ANSWER
    writer.close()
