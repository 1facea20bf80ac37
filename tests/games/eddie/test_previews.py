"""A preview tells what the decision then does."""

import random
from typing import Any

import pytest

from shared.games.eddie import RULES
from shared.games.eddie.commands import Call, LayCard
from shared.games.eddie.events import Called, Drew, Ended, Laid
from shared.games.rules import Seat
from shared.log.fair import Draws
from tests.games.eddie.kit import KIT
from tests.games.kit import Board, board


def _told(game: Board, seat: Seat, command: Any) -> dict[str, Any]:
    """What the decision did, in the preview's words."""
    first, *_ = events = RULES.decide(game.state, seat, command, Draws(bytes(32), 0))
    own = [event for event in events if isinstance(event, Drew) and event.seat == seat]
    back = (first.card, first.layer) if isinstance(first, Called) else (None, None)
    return {
        "mistake": isinstance(first, Laid) and first.wrong,
        "wins": isinstance(command, LayCard) and Ended(seat) in events,
        "draws": 0 if isinstance(command, Call) else sum(len(event.cards) for event in own),
        "returns": back[0],
        "to": back[1],
    }


@pytest.mark.parametrize(
    "name", ["2-auto-refused", "3-manual-callable", "4-auto-callable", "2-manual-refused"]
)
def test_what_is_previewed_is_what_happens(name: str) -> None:
    game, rng = board(KIT, name, 6), random.Random(6)
    while choices := game.choices():
        for seat in map(Seat, range(game.seats)):
            for command in RULES.legal(game.state, seat):
                preview = RULES.preview(game.state, seat, command)
                assert _told(game, seat, command) == {
                    key: getattr(preview, key) for key in preview.__struct_fields__
                }
        game.play(*rng.choice(choices))
