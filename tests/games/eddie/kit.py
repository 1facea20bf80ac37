"""Eddie's part of the kit, and positions built by hand."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from shared.games.eddie import RULES
from shared.games.eddie.cards import CARDS, LIFTS, Lift
from shared.games.eddie.commands import Call, Draw, LayCard
from shared.games.eddie.options import EddieOptions, EddieSet, Mistakes, Refill
from shared.games.eddie.state import State, Top, initial
from shared.games.rules import Command, Rejected, Seat, Setup, TimeOut
from tests.games.eddie.plain import plain_count
from tests.games.kit import Board, Kit

SETS = Path(__file__).parents[3] / "seeds" / "sets" / "eddie.json"
HOUSE = msgspec.json.decode(SETS.read_bytes(), type=dict[str, EddieSet])["house"]

SHUT = EddieSet(
    tiles=(
        ("8", "8", "8", "8"),
        ("0", "0", "0", "0"),
        ("STOP", "STOP", "STOP", "STOP"),
        ("8", "0", "8", "GO"),
        ("0", "8", "STOP", "STOP"),
        ("0", "0", "8", "GO"),
        ("STOP", "8", "STOP", "8"),
        ("0", "STOP", "0", "GO"),
    ),
    numbers=(1, 1, 12, 12, 12, 12, 10, 1, 1),
)
"""Ends of the building and few ways on: tiles block soon and come round again."""

EIGHTS = EddieSet(
    tiles=(*(("8", "8", "8", "GO"),) * 3, *(("0", "0", "0", "0"),) * 4, ("0", "0", "0", "STOP")),
    numbers=(0, 0, 0, 0, 0, 0, 0, 0, 62),
)
"""One number only: nothing moves but on GO, and equal tiles occur."""


def options(
    refill: Refill = Refill.AUTO, mistakes: Mistakes = Mistakes.REFUSED, figures: EddieSet = HOUSE
) -> EddieOptions:
    return EddieOptions(refill, mistakes, set=figures)


def setups() -> Iterator[tuple[str, Setup[EddieOptions]]]:
    for players in RULES.players:
        for refill in Refill:
            for mistakes in Mistakes:
                yield f"{players}-{refill}-{mistakes}", Setup(players, options(refill, mistakes))
    shut, eights = options(figures=SHUT), options(Refill.MANUAL, Mistakes.CALLABLE, EIGHTS)
    yield "3-shut", Setup(3, shut)
    yield "2-shut-manual-callable", Setup(2, options(Refill.MANUAL, Mistakes.CALLABLE, SHUT))
    yield "4-eights", Setup(4, replace(eights, refill=Refill.AUTO, mistakes=Mistakes.REFUSED, countdown=0))
    yield "3-eights-manual-callable", Setup(3, replace(eights, countdown=10))


def candidates(state: State, seat: Seat) -> Iterator[Command]:
    for tile in {1, max(1, state.turned - 1), max(1, state.turned), state.turned + 1}:
        yield from (LayCard(card, lift, tile) for card in CARDS for lift in LIFTS)
    yield Draw()
    yield from map(Call, LIFTS)


def redraw(state: State, seat: Seat | None, rng: random.Random) -> State:
    """All hands but the seat's, all piles and the tiles to come are mixed anew; sizes stay."""
    pool = [card for number, hand in enumerate(state.hands) if number != seat for card in hand]
    pool += [card for pile in state.piles for card in pile]
    rng.shuffle(pool)
    dealt = iter(pool)
    hands = tuple(
        hand if number == seat else tuple(sorted(next(dealt) for _ in hand))
        for number, hand in enumerate(state.hands)
    )
    piles = tuple(tuple(next(dealt) for _ in pile) for pile in state.piles)
    coming = tuple(rng.sample(state.coming, len(state.coming)))
    return replace(state, hands=hands, piles=piles, coming=coming)


KIT = Kit(RULES, dict(setups()), candidates, redraw, plain_count, count_depth=2)


NEXT = "GO GO 1 STOP"


def position(tile: str, *seats: str, rules: EddieOptions | None = None, coming: str = NEXT) -> Board:
    """A game under way: a tile, and by seat hand and pile, such as `"4 5 / 0 1"`; no tile: not yet begun."""
    held = [[tuple(part.split()) for part in f"{seat} /".split("/")] for seat in seats]
    board = Board(RULES, Setup(len(seats), rules or options()))
    faces = tuple(tile.split())
    board.state = replace(
        initial(board.setup),
        hands=tuple(tuple(sorted(hand)) for hand, *_ in held),
        piles=tuple(pile for _, pile, *_ in held),
        coming=tuple(filter(None, coming.split(", "))),
        turned=1 if faces else 0,
        faces=faces,
        lifts=tuple(map(Top, faces)),
    )
    return board


DRAW = Draw()


def lay(card: str, lift: str = "top", tile: int | None = None) -> Any:
    return msgspec.convert({"type": "lay-card", "card": card, "lift": lift, "tile": tile}, RULES.command)


def call(lift: str = "top") -> Call:
    return Call(Lift(lift))


def run_out(game: Board, key: str) -> None:
    """Lets a timer run out that must be running."""
    assert key in [timer.key for timer in RULES.timers(game.state)]
    game.play(None, TimeOut(key))


def refused(game: Board, seat: int, command: Any) -> Rejected:
    """Why the command is refused, which must leave everything as it was."""
    before, steps = game.state, len(game.steps)
    with pytest.raises(Rejected) as caught:
        game.play(seat, command)
    assert (game.state, len(game.steps)) == (before, steps)
    return caught.value


def tops(game: Board) -> str:
    return " ".join(top.card for top in game.state.lifts)


def hand(game: Board, seat: int) -> str:
    return " ".join(game.state.hands[seat])


def timer_keys(game: Board) -> list[str]:
    return [timer.key for timer in RULES.timers(game.state)]
