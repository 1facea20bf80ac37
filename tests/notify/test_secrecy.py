"""No payload of any channel depends on what is hidden from the seat that it goes to: all is redrawn, nothing changes."""

import json
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.worker.judge import Arrived, Held, judge
from services.notify.channels.apns import apns_body
from services.notify.channels.fcm import fcm_message
from services.notify.channels.mail import mail_of
from services.notify.message import MOST_BYTES, Message, Told, Voice, message
from services.notify.notice import About, Kind, Notice
from shared.api.notices.targets import Fcm
from shared.api.notices.words import Happening
from shared.api.people import Names
from shared.games.kinds import KINDS
from shared.games.rules import Seat, TimeOut
from shared.log.commands import TIMER, Sent, StartGame, pack
from shared.log.entry import Holder, Pace
from shared.log.game import Game
from shared.seeds import Texts
from tests.games.kit import Kit

KITS: dict[str, Kit] = {kind: import_module(f"tests.games.{kind}.kit").KIT for kind in KINDS}
CASES = [pytest.param(kind, name, id=f"{kind}-{name}") for kind, kit in KITS.items() for name in kit.setups]
TEXTS = Texts()
PEOPLE = {f"a_{seat}": f"Person {seat}" for seat in range(5)}
WORDED = (Happening.YOUR_TURN, Happening.REMINDER, Happening.ENDED, Happening.AWAY, Happening.STARTED)


def _played(kind: str, name: str, rng: Random, steps: int) -> tuple[Game, list[bytes]]:
    """A game some way on, and its log."""
    kit = KITS[kind]
    setup, held, log = kit.setups[name], Held(Game("g_1")), list[bytes]()
    start = StartGame(
        kind=kind, players=setup.players, options=msgspec.to_builtins(setup.options), pace=Pace(turn_ms=86_400_000),
        holders=tuple(Holder(f"a_{seat}") for seat in range(setup.players)), secret=rng.randbytes(32).hex(),
        contributions=("",) * setup.players,
    )  # fmt: skip
    _judged(held, log, Sent("start", "g_1", "lobby", None, pack(start)), 0)
    for step in range(1, steps):
        game = held.game
        moves = [(seat, move) for seat in game.seats for move in game.rules.legal(game.state, Seat(seat))]
        timers = game.rules.timers(game.state)
        if game.outcome or not (moves or timers):
            break
        if moves:
            seat, move = rng.choice(moves)
            _judged(held, log, Sent(f"c-{step}", "g_1", f"a_{seat}", seat, pack(move)), step)
        else:
            _judged(held, log, Sent(f"t-{step}", "g_1", TIMER, None, pack(TimeOut(timers[0].key))), step)
    return held.game, log


def _judged(held: Held, log: list[bytes], sent: Sent, at: int) -> None:
    _, entry = judge(held, Arrived(sent, 1_700_000_000_000 + at * 1000, 0))
    if entry is not None:
        log.append(entry)


def _said(game: Game, log: list[bytes], seat: int, happening: Happening, language: str) -> Message:
    notice = Notice("n", Kind.TELL, "turns", 1, happening=happening, about=(About("g_1", game.version),))
    voice = Voice(f"a_{seat}", Names(PEOPLE, TEXTS, language))
    return message(notice, Told(game, log[:-9:-1]), voice, 1)


def _carried(said: Message) -> tuple[Any, ...]:
    """What each channel sends of it; web push and webhooks carry the content itself."""
    mail = mail_of(said, "a@example.org", "b@example.org", "id", "").get_content()
    return said.content, msgspec.json.encode(apns_body(said)), fcm_message(Fcm("t" * 30), said, "id"), mail


@pytest.mark.parametrize(("kind", "name"), CASES)
@settings(max_examples=4, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 60), happening=st.sampled_from(WORDED))
def test_nothing_that_a_device_gets_depends_on_what_its_seat_may_not_know(
    kind: str, name: str, seed: int, steps: int, happening: Happening
) -> None:
    rng = Random(seed)
    game, log = _played(kind, name, rng, steps)
    for seat in range(KITS[kind].setups[name].players):
        language = rng.choice(TEXTS.languages)
        before = _carried(_said(game, log, seat, happening, language))
        state = game.state
        game.state = KITS[kind].redraw(state, Seat(seat), rng)
        assert _carried(_said(game, log, seat, happening, language)) == before
        game.state = state


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_payload_has_at_most_3_kb_and_says_what_it_left_out(kind: str, name: str) -> None:
    rng = Random(5)
    for steps in (1, 20, 400):
        game, log = _played(kind, name, rng, steps)
        for seat in range(KITS[kind].setups[name].players):
            said = _said(game, log, seat, Happening.YOUR_TURN, "ja")
            told = json.loads(said.content)["game"]
            whole = msgspec.to_builtins(game.rules.view(game.state, Seat(seat)))
            assert len(said.content) <= MOST_BYTES
            assert {*told["view"], *told["left_out"]} == set(whole)
