"""The history sorted by game: which command got which answers, who read what, and what was known when."""

import bisect
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from tests.chaos.history import Exchange

GAME = re.compile(r"^/v1/games/(?P<game>[^/?]+)(?:/(?P<part>[a-z]+))?(?:\?|$)")
NDJSON = "application/x-ndjson"
SOCKET = "socket"
"""What came as messages of a socket, as its client handed them on: items, a line each."""
NOT_NOW = frozenset({None, 408, 429, 502, 503, 504})
REFUSED = frozenset({400, 409, 422})


class Part(StrEnum):
    VIEW = ""
    MOVES = "moves"
    COMMANDS = "commands"
    EVENTS = "events"


class Reading(msgspec.Struct):
    """A whole answer to a question about a game."""

    part: Part
    who: str
    began: float
    ended: float
    body: dict[str, Any]


class Page(msgspec.Struct):
    """Items as one answer or one stream gave them."""

    who: str
    after: int
    items: list[dict[str, Any]]
    resync: bool
    ended_at: int | None
    """The version after which nothing follows, if it said so."""


class Command(msgspec.Struct):
    who: str
    began: float
    """The first time that it was sent."""
    accepted: list[dict[str, Any]] = msgspec.field(default_factory=list)
    refused: list[dict[str, Any]] = msgspec.field(default_factory=list)


class Known:
    """The highest version that an answer had told by a given moment."""

    def __init__(self, told: Iterable[tuple[float, int]]) -> None:
        self._moments: list[float] = []
        self._versions: list[int] = []
        highest = 0
        for moment, version in sorted(told):
            highest = max(highest, version)
            self._moments.append(moment)
            self._versions.append(highest)

    def before(self, moment: float) -> int:
        at = bisect.bisect_left(self._moments, moment)
        return self._versions[at - 1] if at else 0


class OfGame(msgspec.Struct):
    """All that was told about one game."""

    commands: dict[str, Command] = msgspec.field(default_factory=dict)
    readings: list[Reading] = msgspec.field(default_factory=list)
    pages: list[Page] = msgspec.field(default_factory=list)
    told: list[tuple[float, int]] = msgspec.field(default_factory=list)
    odd: list[str] = msgspec.field(default_factory=list)
    """Answers that nobody should have got."""


def sort(history: Iterable[Exchange]) -> dict[str, OfGame]:
    games: dict[str, OfGame] = {}
    for exchange in history:
        if found := GAME.match(exchange.path):
            _take(games.setdefault(found["game"], OfGame()), Part(found["part"] or ""), exchange)
    return games


def _take(game: OfGame, part: Part, exchange: Exchange) -> None:
    if part is Part.COMMANDS:
        _take_command(game, exchange)
    elif _is_not_now(exchange):
        return
    elif exchange.status != 200:
        game.odd.append(f"odd answer: {exchange.status} to {exchange.path}: {exchange.got[:200]}")
    elif part is Part.EVENTS:
        _take_page(game, exchange)
    elif exchange.whole:
        body = msgspec.json.decode(exchange.got)
        game.readings.append(Reading(part, exchange.who, exchange.began, exchange.ended, body))
        game.told.append((exchange.ended, body["version"]))


def _take_command(game: OfGame, exchange: Exchange) -> None:
    id = msgspec.json.decode(exchange.sent)["id"]
    command = game.commands.setdefault(id, Command(exchange.who, exchange.began))
    command.began = min(command.began, exchange.began)
    if not exchange.whole or _is_not_now(exchange):
        return
    body = msgspec.json.decode(exchange.got)
    if exchange.status == 200:
        command.accepted.append(body)
        game.told.append((exchange.ended, body["version"]))
    elif exchange.status in REFUSED:
        command.refused.append({name: body.get(name) for name in ("code", "params")})
    else:
        game.odd.append(f"odd answer: {exchange.status} to command {id}: {exchange.got[:200]}")


def _is_not_now(exchange: Exchange) -> bool:
    """Nothing was done, and the client asks again, with a fresh token if that was what it lacked."""
    return exchange.status in NOT_NOW or (exchange.status == 401 and '"token-expired"' in exchange.got)


def _take_page(game: OfGame, exchange: Exchange) -> None:
    query = parse_qs(urlsplit(exchange.path).query)
    page = Page(exchange.who, int(query["after"][0]), [], resync=False, ended_at=None)
    if exchange.kind.startswith("text/event-stream"):
        _read_stream(page, exchange.got)
    elif exchange.kind.startswith(NDJSON):
        _read_lines(page, exchange.got)
    elif exchange.kind == SOCKET:
        page.items = [msgspec.json.decode(line) for line in exchange.got.splitlines()]
    elif exchange.whole:
        body = msgspec.json.decode(exchange.got)
        page.items, page.resync = body["items"], body.get("resync", False)
        page.ended_at = body["version"] if body["ended"] else None
    game.pages.append(page)
    if page.items:
        game.told.append((exchange.ended, page.items[-1]["version"]))


def _read_stream(page: Page, text: str) -> None:
    for event, data in events(text):
        match event:
            case "entry":
                page.items.append(msgspec.json.decode(data))
            case "resync":
                page.resync = True
            case "ended":
                page.ended_at = msgspec.json.decode(data)["version"]
            case _:
                pass


def _read_lines(page: Page, text: str) -> None:
    """The whole lines of a stream that may have broken off."""
    for line in text.split("\n")[:-1]:
        match msgspec.json.decode(line):
            case {"type": "entry", "item": item}:
                page.items.append(item)
            case {"type": "resync"}:
                page.resync = True
            case {"type": "ended", "version": version}:
                page.ended_at = version
            case _:
                pass


def events(text: str) -> Iterator[tuple[str, str]]:
    """The whole events of a stream that may have broken off.

    >>> list(events("event: a\\ndata: 1\\n\\n: quiet\\n\\nevent: b\\ndata: 2"))
    [('a', '1')]
    """
    for block in text.split("\n\n")[:-1]:
        fields = dict(line.partition(": ")[::2] for line in block.splitlines())
        if "data" in fields:
            yield fields.get("event", "message"), fields["data"]
