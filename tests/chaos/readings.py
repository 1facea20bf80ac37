"""Whatever was read against the log: a view, moves or items are what that version is for that seat, and nothing more."""

from collections.abc import Iterator
from typing import Any

from shared.games.rules import Seat
from shared.log.game import Game
from tests.chaos.answers import Known, OfGame, Page, Part, Reading
from tests.chaos.truth import Truth, moves_of, view_of

Key = tuple[int, Part, Seat | None]
FLEETING = frozenset({"server_time"})


def check_readings(truth: Truth, told: OfGame) -> Iterator[str]:
    yield from told.odd
    known = Known(told.told)
    for reading in told.readings:
        yield from _check_age(truth, reading, known)
    for version, key, violation in _differing(truth, told.readings):
        yield f"{violation} (version {version} of {truth.id}, seat {key[2]})"
    for page in told.pages:
        yield from (f"{violation} ({truth.id}, after {page.after})" for violation in _check_page(truth, page))


def _check_age(truth: Truth, reading: Reading, known: Known) -> Iterator[str]:
    version, least = reading.body["version"], known.before(reading.began)
    if version < least:
        yield f"stale: version {version} of {truth.id} was shown after {least} had been told"
    if version > len(truth.payloads):
        yield f"lost: version {version} of {truth.id} was shown, its log ends at {len(truth.payloads)}"


def _differing(truth: Truth, readings: list[Reading]) -> Iterator[tuple[int, Key, str]]:
    by_key: dict[Key, list[Reading]] = {}
    for reading in readings:
        key = (reading.body["version"], reading.part, truth.seat_of(reading.who))
        by_key.setdefault(key, []).append(reading)
    by_version: dict[int, list[Key]] = {}
    for key in by_key:
        by_version.setdefault(key[0], []).append(key)
    for game in truth.fold():
        for key in by_version.get(game.version, ()):
            for violation in _compare(game, key, [reading.body for reading in by_key[key]]):
                yield game.version, key, violation


def _compare(game: Game, key: Key, bodies: list[dict[str, Any]]) -> Iterator[str]:
    _, part, seat = key
    lasting = [{name: body[name] for name in body.keys() - FLEETING} for body in bodies]
    if any(body != lasting[0] for body in lasting):
        yield "unequal: readers of one seat were shown different things"
    match part:
        case Part.MOVES if seat is not None:
            if any(body["moves"] != moves_of(game, seat) for body in lasting[:1]):
                yield "leak or lie: the moves shown are not the legal ones"
        case Part.VIEW:
            expected = view_of(game, seat)
            if wrong := [name for name in expected if lasting[0][name] != expected[name]]:
                yield f"leak or lie: the view's {', '.join(wrong)} differ from the log's"
        case _:
            yield f"odd answer: {part} for seat {seat}"


def _check_page(truth: Truth, page: Page) -> Iterator[str]:
    seat = truth.seat_of(page.who)
    if page.resync:
        yield "lost: the server said that the log had never reached a version that it had told"
    if page.ended_at is not None and not (truth.ended and page.ended_at == len(truth.payloads)):
        yield f"contradiction: said to have ended at {page.ended_at}"
    for version, item in enumerate(page.items, page.after + 1):
        if item["version"] != version:
            yield f"gap: {item['version']} came where {version} should"
            return
        if version > len(truth.payloads):
            yield f"lost: entry {version} was told, the log ends at {len(truth.payloads)}"
            return
        if {name: item[name] for name in item if name != "words"} != truth.item(version, seat):
            yield f"leak or lie: entry {version} was told to seat {seat} otherwise than it may see it"
