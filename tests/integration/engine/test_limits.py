"""How fast, how many: by account and by address, told before it is met."""

import asyncio

import httpx
import pytest
from litestar import Litestar
from redis.asyncio import Redis

from shared.api.caps import CAPS, RATES, Bucket, Cap, Limit, caps, rates
from shared.api.limits import Limits
from shared.api.places import Places
from shared.api.presence import Presence
from shared.api.problem import ApiError
from shared.settings import Settings
from tests.integration.conftest import Crowd, Phone
from tests.integration.engine.conftest import Seated

SLOW = Limit(1, 60, 2)


@pytest.fixture
def slowed(app: Litestar, server: Redis) -> None:
    """Two of each at once, and no more for a minute; but for what makes accounts."""
    slow = {bucket: SLOW for bucket in RATES if not bucket.endswith("address")}
    app.state.limits = Limits(server, slow)


@pytest.fixture
def narrow(app: Litestar, server: Redis) -> None:
    """One open stream for each account, two for each address."""
    two = {**CAPS, Cap.OPEN_STREAMS: 1, Cap.OPEN_STREAMS_OF_ADDRESS: 2}
    app.state.places = Places(server, two, Presence(server))


@pytest.mark.usefixtures("slowed")
async def test_classes_and_accounts_are_counted_apart(crowd: Crowd) -> None:
    ann, bob = crowd(2)
    reads = [(await ann.get("/v1/kinds")).status_code for _ in range(3)]
    writes = [(await ann.post("/v1/tables/x/join")).status_code for _ in range(3)]
    assert (reads, writes) == ([200, 200, 429], [404, 404, 429])
    assert (await bob.get("/v1/kinds")).status_code == 200


@pytest.mark.usefixtures("slowed")
async def test_a_refusal_names_the_limit_and_when_to_come_back(crowd: Crowd) -> None:
    ann = crowd(1)[0]
    *_, last, refused = [await ann.get("/v1/kinds") for _ in range(3)]
    assert last.headers["ratelimit"] == '"reads";r=0;t=120'
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-requests")
    assert refused.json()["params"] == {"limit": "reads"}
    assert refused.headers["ratelimit-policy"] == '"reads";q=2;w=120'
    assert 58 <= int(refused.headers["retry-after"]) <= 60


async def test_many_accounts_behind_one_address_are_counted_together(
    app: Litestar, server: Redis, crowd: Crowd
) -> None:
    app.state.limits = Limits(server, {Bucket.READS: Limit(9, 1, 99), Bucket.READS_OF_ADDRESS: SLOW})
    answers = [await phone.get("/v1/kinds") for phone in crowd(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["params"] == {"limit": "reads-of-address"}


async def test_who_asks_at_once_gets_exactly_what_the_limit_allows(server: Redis, app: Litestar) -> None:
    limits = [Limits(server, {Bucket.READS: Limit(1, 60, 10)}) for _ in range(4)]
    taken = await asyncio.gather(
        *(limits[n % 4].take(Bucket.READS, "a_1") for n in range(60)), return_exceptions=True
    )
    assert sum(isinstance(each, ApiError) for each in taken) == 50


async def test_limits_can_be_switched_off(server: Redis, config: Settings) -> None:
    unlimited = Settings(var=config.var, limit_percent=0)
    assert rates(unlimited) == {}
    assert Cap.OPEN_STREAMS not in caps(unlimited)
    assert await Limits(server, rates(unlimited)).take(Bucket.READS, "a_1") == {}


async def _open(wire: httpx.AsyncClient, game: str, phone: Phone) -> httpx.Response:
    headers = {"accept": "text/event-stream", "authorization": f"Bearer {phone.token}"}
    request = wire.build_request("GET", f"/v1/games/{game}/events", headers=headers)
    return await wire.send(request, stream=True)


@pytest.mark.usefixtures("narrow")
async def test_open_streams_are_counted_until_they_are_closed(
    seated: Seated, wire: httpx.AsyncClient, server: Redis
) -> None:
    game, (ann, bob, cem) = await seated()
    opened = [await _open(wire, game, phone) for phone in (ann, ann, bob, cem)]
    assert [stream.status_code for stream in opened] == [200, 429, 200, 429]
    told = [await stream.aread() for stream in opened if stream.status_code == 429]
    assert [b'"open-streams"' in told[0], b'"open-streams-of-address"' in told[1]] == [True, True]
    assert int(opened[1].headers["retry-after"]) > 0
    for stream in opened:
        await stream.aclose()
    async with asyncio.timeout(5):
        await _until_left(server)
    again = await _open(wire, game, ann)
    assert again.status_code == 200
    await again.aclose()


async def _until_left(server: Redis) -> None:
    while True:
        if not [key async for key in server.scan_iter(match="open:*")]:
            return
        await asyncio.sleep(0.01)  # between two looks


async def test_a_place_whose_process_died_becomes_free(server: Redis, app: Litestar) -> None:
    dead, living = [Places(server, {Cap.OPEN_STREAMS: 1}, Presence(server)) for _ in range(2)]
    place = await dead.take("a_1", "local")
    await dead.close()
    with pytest.raises(ApiError):
        await living.take("a_1", "local")
    await server.zadd(place.keys[0], {place.id: 1})  # as if its time were over
    await living.take("a_1", "local")
    await living.close()
