"""Each check notices what it is for: a real log, an honest history, and one lie at a time."""

import random
from typing import Any

import msgspec
import pytest

from services.engine.worker.judge import Arrived, Held, judge
from shared.games.rules import Seat
from shared.log.commands import LOBBY, OPENING, Sent, pack
from shared.log.game import Game
from tests.chaos.answers import NDJSON, SOCKET, Command, OfGame, Page, Part, Reading, sort
from tests.chaos.commands import check_commands
from tests.chaos.history import Exchange
from tests.chaos.logs import check_deal
from tests.chaos.readings import check_readings
from tests.chaos.truth import Truth, moves_of, view_of
from tests.engine.play import choices, start_game

GAME = "g_1"


def _logged(plays: int = 12) -> tuple[list[bytes], list[tuple[str, int]]]:
    """A game's payloads, and the commands in them with their seats."""
    held, rng = Held(Game(GAME)), random.Random(4)
    start = Sent(OPENING, GAME, LOBBY, None, pack(start_game("floor", 3, people=3)))
    payloads = [judge(held, Arrived(start, 1000, 0)).entry]
    sent: list[tuple[str, int]] = []
    for n in range(plays):
        seat, do = rng.choice(choices(held.game))
        verdict = judge(held, Arrived(Sent(f"c{n}", GAME, f"a_{seat}", seat, pack(do)), 1001 + n, 0))
        payloads.append(verdict.entry)
        sent.append((f"c{n}", seat))
    return [payload for payload in payloads if payload is not None], sent


PAYLOADS, SENT = _logged()
TRUTH = Truth(GAME, PAYLOADS)
LAST = len(PAYLOADS)


def _honest() -> OfGame:
    """Every command acknowledged, each seat's view, moves and items read, in the order of time."""
    told = OfGame()
    for n, (id, seat) in enumerate(SENT):
        version = n + 2
        answer = {"id": id, "version": version, "events": TRUTH.events(version, Seat(seat))}
        told.commands[id] = Command(f"a_{seat}", float(n), [answer])
        told.told.append((n + 0.5, version))
    for game in TRUTH.fold():
        for seat in range(3):
            at = 100.0 + game.version
            told.readings.append(Reading(Part.VIEW, f"a_{seat}", at, at, view_of(game, Seat(seat))))
            moves = {"version": game.version, "moves": moves_of(game, Seat(seat))}
            told.readings.append(Reading(Part.MOVES, f"a_{seat}", at, at, moves))
    told.readings = [reading for reading in told.readings if reading.body["version"] == LAST]
    items = [TRUTH.item(version, Seat(0)) for version in range(1, LAST + 1)]
    told.pages.append(Page("a_0", 0, items, resync=False, ended_at=None))
    return told


def _found(told: OfGame, truth: Truth = TRUTH) -> list[str]:
    return [*check_commands(truth, told), *check_readings(truth, told)]


def test_an_honest_history_violates_nothing() -> None:
    assert _found(_honest()) == []


def _changed(answer: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**answer, **more}


def _lost(told: OfGame) -> None:
    command = told.commands["c11"]
    command.accepted[0] = _changed(command.accepted[0], version=LAST + 1)


def _answered_twice(told: OfGame) -> None:
    command = told.commands["c3"]
    command.accepted.append(_changed(command.accepted[0], version=9))


def _leaked_answer(told: OfGame) -> None:
    answer = told.commands["c3"].accepted[0]
    told.commands["c3"].accepted[0] = _changed(answer, events=[*answer["events"], {"type": "dealt"}])


def _refused(told: OfGame) -> None:
    told.commands["c3"].accepted.clear()
    told.commands["c3"].refused.append({"code": "not-your-turn", "params": {}})


def _stale_refusal(told: OfGame) -> None:
    late = {"code": "version-conflict", "params": {"expected": 5, "version": 2}}
    told.commands["late"] = Command("a_0", 50.0, [], [late])


def _unordered(told: OfGame) -> None:
    told.commands["c3"].began = 50.0


def _another_seat(told: OfGame) -> None:
    told.commands["c3"].who = "a_" + str((SENT[3][1] + 1) % 3)


def _unasked(told: OfGame) -> None:
    del told.commands["c3"]


def _stale_view(told: OfGame) -> None:
    old = next(TRUTH.fold())
    told.readings.append(Reading(Part.VIEW, "a_0", 90.0, 91.0, view_of(old, Seat(0))))


def _leaked_hand(told: OfGame) -> None:
    told.pages[0].items[0] = TRUTH.item(1, Seat(1))


def _leaked_view(told: OfGame) -> None:
    told.readings[0].body["view"] = told.readings[2].body["view"]


def _unequal(told: OfGame) -> None:
    body = _changed(told.readings[0].body, seats=[])
    told.readings.append(msgspec.structs.replace(told.readings[0], body=body))


def _wrong_moves(told: OfGame) -> None:
    reading = next(r for r in told.readings if r.part is Part.MOVES and r.body["moves"])
    reading.body["moves"] = reading.body["moves"][1:]


def _gap(told: OfGame) -> None:
    del told.pages[0].items[4]


def _beyond(told: OfGame) -> None:
    told.pages[0].items.append({"version": LAST + 1})


def _resync(told: OfGame) -> None:
    told.pages[0].resync = True


def _ended(told: OfGame) -> None:
    told.pages[0].ended_at = LAST


LIES = {
    _lost: "lost: acknowledged as",
    _answered_twice: "two answers",
    _leaked_answer: "leak or lie: the answer's events",
    _refused: "refused but stands",
    _stale_refusal: "stale: refused",
    _unordered: "out of order: acknowledged",
    _another_seat: "is another seat's",
    _unasked: "unasked",
    _stale_view: "stale: version 1",
    _leaked_hand: "leak or lie: entry 1",
    _leaked_view: "leak or lie: the view's view",
    _unequal: "unequal",
    _wrong_moves: "leak or lie: the moves",
    _gap: "gap: 6 came where 5 should",
    _beyond: f"lost: entry {LAST + 1} was told",
    _resync: "had never reached",
    _ended: "contradiction",
}


@pytest.mark.parametrize(("lie", "said"), LIES.items(), ids=lambda value: getattr(value, "__name__", None))
def test_one_lie_is_told(lie: Any, said: str) -> None:
    told = _honest()
    lie(told)
    assert [violation for violation in _found(told) if said in violation], _found(told)


def test_a_log_in_which_a_command_stands_twice_is_told() -> None:
    truth = Truth(GAME, PAYLOADS)
    truth.versions["c3"] = [5, 9]
    assert [violation for violation in _found(_honest(), truth) if violation.startswith("doubled")]


def test_a_deal_of_another_secret_is_told() -> None:
    truth = Truth(GAME, PAYLOADS)
    last = truth.entries[-1]
    truth.entries[-1] = last._replace(entry=msgspec.structs.replace(last.entry, secret="00" * 32))
    assert "committed" in next(check_deal(truth))


def _carried(form: str, messages: list[dict[str, Any]]) -> list[Page]:
    lines = b"\n".join(map(msgspec.json.encode, messages)).decode()
    told = Exchange("a_0", "GET", f"/v1/games/{GAME}/events?after=0", 1.0, status=200, kind=form, got=lines)
    return sort([told])[GAME].pages


def test_items_are_read_from_lines_up_to_the_last_whole_one() -> None:
    items = [TRUTH.item(version, Seat(0)) for version in (1, 2, 3)]
    entries = [{"type": "entry", "item": item} for item in items]
    (page,) = _carried(NDJSON, [{"type": "hello"}, *entries])
    assert (page.items, page.ended_at) == (items[:2], None)
    (page,) = _carried(NDJSON, [*entries, {"type": "ended", "version": 3}, {"type": "keep-alive"}])
    assert (page.items, page.ended_at) == (items, 3)


def test_items_are_read_from_what_a_socket_told() -> None:
    items = [TRUTH.item(version, Seat(0)) for version in (1, 2)]
    (page,) = _carried(SOCKET, items)
    assert page.items == items
