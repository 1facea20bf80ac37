"""No payload of any channel depends on what is hidden from the seat that it goes to: all is redrawn, nothing changes."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.notify.channels.apns import apns_body
from services.notify.channels.fcm import fcm_message
from services.notify.channels.mail import mail_of
from services.notify.message import MOST_BYTES, Message, Told, Voice, message
from services.notify.notice import About, Kind, Notice
from shared.api.notices.targets import Fcm
from shared.api.notices.words import Happening
from shared.api.people import Names
from shared.games.rules import Seat
from shared.log.game import Game
from shared.seeds import Texts
from tests.secrecy.games import CASES, KITS, played

SETUPS = [pytest.param(kind, name, id=f"{kind}-{name}") for kind, name in CASES]
TEXTS = Texts()
PEOPLE = {f"a_{seat}": f"Person {seat}" for seat in range(5)}
WORDED = (Happening.YOUR_TURN, Happening.REMINDER, Happening.ENDED, Happening.AWAY, Happening.STARTED)


def said(game: Game, log: list[bytes], seat: int, happening: Happening, language: str) -> Message:
    notice = Notice("n", Kind.TELL, "turns", 1, happening=happening, about=(About("g_1", game.version),))
    voice = Voice(f"a_{seat}", Names(PEOPLE, TEXTS, language))
    return message(notice, Told(game, log[:-9:-1]), voice, 1)


def carried(sent: Message) -> tuple[Any, ...]:
    """What each channel sends of it; web push and webhooks carry the content itself."""
    mail = mail_of(sent, "a@example.org", "b@example.org", "id", "").get_content()
    return sent.content, msgspec.json.encode(apns_body(sent)), fcm_message(Fcm("t" * 30), sent, "id"), mail


@pytest.mark.parametrize(("kind", "name"), SETUPS)
@settings(max_examples=4, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 60), happening=st.sampled_from(WORDED))
def test_nothing_that_a_device_gets_depends_on_what_its_seat_may_not_know(
    kind: str, name: str, seed: int, steps: int, happening: Happening
) -> None:
    rng = Random(seed)
    held, log = played(kind, name, rng, steps)
    game = held.game
    for seat in range(KITS[kind].setups[name].players):
        language = rng.choice(TEXTS.languages)
        before = carried(said(game, log, seat, happening, language))
        state = game.state
        game.state = KITS[kind].redraw(state, Seat(seat), rng)
        assert carried(said(game, log, seat, happening, language)) == before
        game.state = state


@pytest.mark.parametrize(("kind", "name"), SETUPS)
def test_a_payload_has_at_most_3_kb_and_says_what_it_left_out(kind: str, name: str) -> None:
    rng = Random(5)
    for steps in (1, 20, 400):
        held, log = played(kind, name, rng, steps)
        game = held.game
        for seat in range(KITS[kind].setups[name].players):
            sent = said(game, log, seat, Happening.YOUR_TURN, "ja")
            told = json.loads(sent.content)["game"]
            whole = msgspec.to_builtins(game.rules.view(game.state, Seat(seat)))
            assert len(sent.content) <= MOST_BYTES
            assert {*told["view"], *told["left_out"]} == set(whole)
