"""Every route, stream and log line that tells of a running game: asked with a log and with its twin, the bytes are the same.

`PATERNOSTER_STATES=1000` draws so many states per kind; the suite draws a few. What is asked is held to the one list.
"""

import asyncio
import logging
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from redis.asyncio import Redis
from websockets.asyncio.client import connect as connect_socket

from services.engine.inbox.news import news_of
from shared.api.compression import CODINGS
from shared.api.inbox import Inbox
from shared.api.media import ENCODINGS
from shared.games.kinds import KINDS
from shared.games.rules import Seat, wire
from shared.log.commands import LiveMessage, encode
from shared.log.feed import feed_item
from shared.log.game import Game, fold
from shared.log.keys import Keys, keys_of
from shared.seeds import Texts
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.waiting import until
from tests.secrecy.conftest import judging
from tests.secrecy.games import CASES, KITS, played
from tests.secrecy.paths import CARRYING
from tests.secrecy.twins import twin

STATES = int(os.environ.get("PATERNOSTER_STATES", "8"))
MOMENT = re.compile(rb'((?:server_time|exported_at)"?.{1,3}?)20\d\d-\d\d-\d\dT[\d:.]+Z')
TAG = re.compile(rb'"type":"([a-z-]+)"')
MOMENTARY = {"GET /v1/me/export"}
"""It says when it was made."""
SIZED = ("etag", "content-length", "content-encoding")
FOLLOWERS = 5
"""Streams that are open when the last entry comes."""


@dataclass
class Look:
    """What one receiver got, by the route that gave it and how it was asked."""

    got: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def note(self, route: str, how: str, body: bytes) -> None:
        self.got[route, how] = MOMENT.sub(rb"\1", body)

    @property
    def routes(self) -> set[str]:
        return {route for route, _ in self.got}


@dataclass
class Stage:
    """A server whose one game can be exchanged for another with the same people."""

    app: Litestar
    server: Redis
    config: Settings
    wire: httpx.AsyncClient
    address: str
    phones: list[Phone]
    table: str

    @property
    def keys(self) -> Keys:
        return keys_of(self.table, self.config.partitions)

    async def put(self, log: list[bytes]) -> None:
        """The game's log is this one, whatever anybody remembers of it."""
        keys = self.keys
        await self.server.delete(keys.log(self.table), keys.due, keys.seen)
        await self.server.set(keys.secret(self.table), bytes(32))
        for version, payload in enumerate(log, 1):
            await self.server.xadd(keys.log(self.table), {"e": payload}, f"{version}-0")
        self.app.state.games.reader._games.clear()
        self.app.state.games.absences._looks.clear()

    async def tell(self, version: int, payload: bytes) -> None:
        """The log's next entry, as a commit appends and publishes it."""
        keys = self.keys
        await self.server.xadd(keys.log(self.table), {"e": payload}, f"{version}-0")
        message = encode(LiveMessage(version, (payload,)))
        await self.server.execute_command("SPUBLISH", keys.live(self.table), message)

    async def followed(self) -> None:
        channels = self.app.state.games.hub._channels
        await until(lambda: self.table in channels and channels[self.table].followers == FOLLOWERS)

    async def unfollowed(self) -> None:
        await until(lambda: self.table not in self.app.state.games.hub._channels)


@pytest.fixture
async def stage(
    app: Litestar, server: Redis, config: Settings, wire: httpx.AsyncClient, address: str, guest: Guest
) -> Stage:  # fmt: skip
    phones = [await guest(name) for name in ("Ann", "Ben", "Cem", "Dia")]
    for phone in phones:
        phone.http = wire
    return Stage(app, server, config, wire, address, phones, "")


async def _seat(stage: Stage, kind: str) -> None:
    """A started table of the kind, of which then only the log changes."""
    stage.table = await stage.phones[0].opens(kind=kind, players=4)
    for phone in stage.phones[1:]:
        assert (await phone.post(f"/v1/tables/{stage.table}/join")).status_code == 200
    async with judging(stage.config):
        started = await stage.phones[0].post(f"/v1/tables/{stage.table}/start")
        assert started.status_code == 200, started.text


def _drawn(
    stage: Stage, kind: str, seed: int
) -> Iterator[tuple[Seat | None, list[bytes], list[bytes], Random]]:
    """A running game of some length, a receiver, and the twin."""
    rng = Random(f"{kind}:{seed}")
    name = rng.choice([name for of, name in CASES if of == kind])
    people = [phone.id for phone in stage.phones]
    held, log = played(kind, name, rng, rng.randrange(2, 60), game=stage.table, people=people)
    receiver = rng.choice([None, *map(Seat, range(KITS[kind].setups[name].players))])
    redrawn = twin(stage.table, log, receiver, rng)
    if held.game.outcome is None and redrawn is not None and redrawn != log and len(log) > 1:
        yield receiver, log, redrawn, rng


async def _look(
    stage: Stage, receiver: Seat | None, log: list[bytes], asked: dict[str, str], refused: Any
) -> Look:
    """All that the receiver can ask, first live with the last entry still to come."""
    look = Look()
    phone = Phone(stage.wire) if receiver is None else stage.phones[receiver]
    phone.headers = asked
    await stage.put(log[:-1])
    await Inbox(stage.server).tell(news_of(feed_item(fold(stage.table, log))))
    following = asyncio.gather(*_followers(stage, phone, look, len(log)))
    await stage.followed()
    await stage.tell(len(log), log[-1])
    await following
    await stage.unfollowed()
    await stage.put(log)
    await _read(stage, phone, look, log)
    if phone.token:
        await _mine_streamed(stage, phone, look)
        await _refused(stage, phone, look, refused)
    return look


def _followers(stage: Stage, phone: Phone, look: Look, version: int) -> Iterator[Any]:
    yield _polled(stage, phone, look, version)
    for media_type in ("text/event-stream", "application/x-ndjson"):
        yield _streamed(stage, phone, look, version, media_type)
    for packed in (False, True):
        yield _socket(stage, phone, look, version, packed=packed)


async def _polled(stage: Stage, phone: Phone, look: Look, version: int) -> None:
    path = f"/v1/games/{stage.table}/events"
    answer = await phone.get(path, params={"after": version - 1, "wait": 10, "words": True})
    look.note("GET /v1/games/{game}/events", "long poll", answer.content)


async def _streamed(stage: Stage, phone: Phone, look: Look, version: int, media_type: str) -> None:
    path, heard = f"/v1/games/{stage.table}/events?words=true", b""
    async with stage.wire.stream("GET", path, headers=_headers(phone, accept=media_type)) as stream:
        async for chunk in stream.aiter_bytes():
            heard += chunk
            if re.search(rb'"version":%d[,}].*\n' % version, heard.partition(b"keep_alive_s")[2]):
                break
    look.note("GET /v1/games/{game}/events", media_type, heard)


async def _socket(stage: Stage, phone: Phone, look: Look, version: int, *, packed: bool) -> None:
    url = stage.address.replace("http://", "ws://") + "/v1/socket"
    coder: Any = msgspec.msgpack if packed else msgspec.json
    heard: list[bytes] = []
    async with asyncio.timeout(20), connect_socket(url, compression=None) as connection:

        async def say(**message: Any) -> None:
            said = coder.encode(message)
            await connection.send(said if packed else said.decode())

        token = {"token": phone.token} if phone.token else {}
        await say(type="hello", words=True, **token)
        await say(type="subscribe", game=stage.table)
        reached = 0
        while reached < version:
            frame = await connection.recv()
            heard.append(frame if isinstance(frame, bytes) else frame.encode())
            told = coder.decode(heard[-1])
            if told["type"] == "entry":
                reached = told["item"]["version"]
            elif told["type"] == "welcome":
                heard.pop()  # says when the token expires
        if phone.token:
            await say(type="follow-mine")
            heard.append(await _mine(connection, stage.table))
    look.note("GET /v1/socket", str(packed), b"\n".join(heard))


async def _mine(connection: Any, table: str) -> bytes:
    while True:
        frame = await connection.recv()
        told = frame if isinstance(frame, bytes) else frame.encode()
        if b"mine" in told and table.encode() in told:
            return _cursorless(told)


def _cursorless(told: bytes) -> bytes:
    """Where one stands in one's inbox, which is told of every state that is drawn here."""
    return re.sub(rb"cursor.*", b"", re.sub(rb"id: .*\n", b"", told), flags=re.DOTALL)


async def _read(stage: Stage, phone: Phone, look: Look, log: list[bytes]) -> None:
    """Everything that answers at once."""
    game, me = stage.table, phone.id
    ids = ("c-1", f"c-{len(log) - 1}", "lobby:start", "x")
    paths = {
        "GET /v1/games": ["/v1/games"],
        "GET /v1/games/{game}": [f"/v1/games/{game}"],
        "GET /v1/games/{game}/events": [f"/v1/games/{game}/events?words={words}&limit=500" for words in ("true", "false")],
        "GET /v1/games/{game}/export": [f"/v1/games/{game}/export"],
        "GET /v1/games/{game}/fairness": [f"/v1/games/{game}/fairness"],
        "GET /v1/games/{game}/moves": [f"/v1/games/{game}/moves"],
        "GET /v1/games/{game}/commands/{command}": [f"/v1/games/{game}/commands/{id}" for id in ids],
        "GET /v1/me/export": ["/v1/me/export"],
        "GET /v1/me/games": ["/v1/me/games"],
        "GET /v1/players/{player}": [f"/v1/players/{stage.phones[0].id}"],
        "GET /v1/players/{player}/games": [f"/v1/players/{stage.phones[0].id}/games"],
        "GET /v1/players/{player}/statistics": [f"/v1/players/{stage.phones[0].id}/statistics"],
        "GET /v1/stream": ["/v1/stream?views=true"] if me else [],
        "GET /v1/sync": ["/v1/sync?views=true", "/v1/sync"],
        "GET /v1/tables": ["/v1/tables"],
        "GET /v1/tables/{table}": [f"/v1/tables/{game}"],
        "GET /v1/tables/{table}/messages": [f"/v1/tables/{game}/messages"],
        "POST /v1/games/{game}/rematch": [f"/v1/games/{game}/rematch"],
    }  # fmt: skip
    for route, some in paths.items():
        for path in some:
            await _asked(phone, look, route, path)


async def _asked(phone: Phone, look: Look, route: str, path: str) -> None:
    """Body, size as it was sent, and what the headers say of both."""
    plain = {"accept-encoding": "identity"} if route in MOMENTARY else {}
    async with phone.http.stream(route.split()[0], path, headers=_headers(phone, **plain)) as answer:
        sent = b"".join([chunk async for chunk in answer.aiter_raw()])
        told = [answer.headers.get(name, "") for name in SIZED]
    if route in MOMENTARY:
        told = []
    look.note(route, path, b"%d %b\n%b" % (answer.status_code, " ".join(told).encode(), sent))


def _headers(phone: Phone, **more: str) -> dict[str, str]:
    token = {"authorization": f"Bearer {phone.token}"} if phone.token else {}
    return {**phone.headers, **token, **more}


async def _mine_streamed(stage: Stage, phone: Phone, look: Look) -> None:
    for media_type in ("text/event-stream", "application/x-ndjson"):
        path, heard = "/v1/stream?views=true", b""
        async with stage.wire.stream("GET", path, headers=_headers(phone, accept=media_type)) as stream:
            async for chunk in stream.aiter_bytes():
                heard += chunk
                if b'"badge"' in heard:
                    break
        look.note("GET /v1/stream", media_type, heard)


async def _refused(stage: Stage, phone: Phone, look: Look, command: Any) -> None:
    """A command that the rules refuse, and one of no game at all."""
    path = f"/v1/games/{stage.table}/commands"
    async with judging(stage.config):
        for id, do in (("refused", wire(command)), ("odd", {"type": "open-the-roof"})):
            answer = await phone.post(path, {"id": id, "do": do})
            assert answer.status_code in (400, 409, 422), answer.text
            look.note("POST /v1/games/{game}/commands", id, answer.content)
    asked = await phone.get(f"{path}/refused")
    look.note("GET /v1/games/{game}/commands/{command}", "refused", asked.content)
    await stage.server.delete(stage.keys.answer(stage.table, "refused"))


def _refusable(kind: str, receiver: Seat | None, game: Game, rng: Random) -> Any:
    """A command that the receiver may not send."""
    if receiver is None:
        return None
    legal = {*KINDS[kind].legal(game.state, receiver)}
    wished = sorted({*KITS[kind].candidates(game.state, receiver)} - legal, key=repr)
    return rng.choice(wished)


class Records(logging.Handler):
    """What was logged, without how long it took and the request's own random name."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.asked = 0

    async def ask(self, _: httpx.Request) -> None:
        self.asked += 1

    @property
    def whole(self) -> bool:
        """There is a record of every request: a stream's comes when its end is noticed."""
        return sum("('event', 'request')" in said for said in self.said) == self.asked

    def emit(self, record: logging.LogRecord) -> None:
        if not isinstance(record.msg, dict) or record.name.startswith("services.engine.worker"):
            return
        told = dict(record.msg)
        for name in ("ms", "timestamp", "worker", "request", "trace"):
            told.pop(name, None)
        self.said.append(repr(sorted(told.items())))


@pytest.fixture
def records() -> Iterator[Records]:
    root, handler = logging.getLogger(), Records()
    before = root.level
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.fixture(autouse=True)
def clock_that_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or `server_time` would change what is compressed."""
    for module in ("view", "mine", "follow", "mine_stream"):
        monkeypatch.setattr(f"services.engine.api.{module}.now_ms", lambda: 1_800_000_000_000)


@pytest.mark.parametrize("kind", KINDS)
async def test_no_byte_that_leaves_depends_on_what_its_receiver_may_not_know(
    stage: Stage, records: Records, kind: str
) -> None:
    await _seat(stage, kind)
    stage.wire.event_hooks["request"].append(records.ask)
    asked, heard, drawn, seed = set[str](), set[str](), 0, 0
    while drawn < STATES:
        seed += 1
        for receiver, log, redrawn, rng in _drawn(stage, kind, seed):
            drawn += 1
            form = {
                "accept": rng.choice(ENCODINGS),
                "accept-encoding": rng.choice(["identity", *CODINGS]),
                "accept-language": rng.choice(Texts().languages),
            }
            refused = _refusable(kind, receiver, fold(stage.table, log), rng)
            looks, said = list[Look](), list[list[str]]()
            for one in (log, redrawn):
                records.said.clear()
                records.asked = 0
                looks.append(await _look(stage, receiver, one, form, refused))
                await until(lambda: records.whole)
                said.append(sorted(records.said))
            _compare(looks[0], looks[1], f"state {seed} of {kind}, receiver {receiver}")
            assert said[0] == said[1]
            asked |= looks[0].routes
            heard |= {tag.decode() for body in looks[0].got.values() for tag in TAG.findall(body)}
    assert asked == CARRYING, "every route of CARRYING in tests/secrecy/paths.py is asked here, and no other"
    assert heard >= {"entry", "hello", "mine", "changes", "game"}


def _compare(look: Look, other: Look, where: str) -> None:
    for (route, how), body in look.got.items():
        assert body == other.got[route, how], f"{route} ({how}), {where}"
