"""Entries are encoded once for all who see the same of them, and for nobody else."""

import pytest

from services.engine.api.frames import EntryFrames, Form, frame
from services.engine.api.told import Entry
from services.engine.api.view import View, item
from shared.games.rules import Seat
from shared.log.game import Game
from tests.engine.finished import KINDS, playing

RECEIVERS = (Seat(0), Seat(1), Seat(2), None)


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("kind", KINDS)
def test_a_kept_frame_is_what_its_receiver_may_see(kind: str, form: Form) -> None:
    game, log = Game("g_1"), playing(kind, 12).log
    entries = [game.apply(payload) for payload in log]
    frames = EntryFrames(game.id, game.rules)
    for version, folded in enumerate(entries, 1):
        for view in map(View, RECEIVERS * 2):
            own = frame(Entry(game.id, item(game.rules, version, folded, view)), form)
            assert frames.get(version, folded, view, form) == own


@pytest.mark.parametrize("kind", KINDS)
def test_who_sees_the_same_gets_the_same_bytes(kind: str) -> None:
    game, log = Game("g_1"), playing(kind, 12).log
    entries = [game.apply(payload) for payload in log]
    frames = EntryFrames(game.id, game.rules)
    for version, folded in enumerate(entries, 1):
        made = [frames.get(version, folded, View(seat), Form.TEXT) for seat in RECEIVERS * 2]
        assert len(set(map(id, made))) == len(set(made))
