"""Hard bots while the search is not compiled yet."""

import random
from pathlib import Path

import pytest

from services.bots import think
from shared.games.rules import Command, Seat

POSITION = (Seat(0), None, (), random.Random(0))


def _levels_played(monkeypatch: pytest.MonkeyPatch, *, compiled: bool) -> list[str]:
    asked: list[str] = []

    def policy(level: str, *_: object) -> Command | None:
        asked.append(level)
        return None

    monkeypatch.setattr(think, "ready", lambda var: compiled)
    for level in ("easy", "normal", "hard", "automa"):
        think._as_able(Path("var"), policy, level, *POSITION)
    return asked


def test_hard_plays_as_normal_until_the_search_is_compiled_and_no_other_level_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert _levels_played(monkeypatch, compiled=False) == ["easy", "normal", "normal", "automa"]
    assert _levels_played(monkeypatch, compiled=True) == ["easy", "normal", "hard", "automa"]
