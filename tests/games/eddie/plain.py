"""Counts games of Eddie the plain way: lists, whole stacks, nothing of the rules but where they stand."""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

FITTING = {
    "0": "1 STOP",
    "1": "0 2 STOP",
    "2": "1 3 STOP",
    "3": "2 4 STOP",
    "4": "3 5 STOP",
    "5": "4 6 STOP",
    "6": "5 7 STOP",
    "7": "6 8 STOP",
    "8": "7 STOP",
    "STOP": "GO",
    "GO": "0 1 2 3 4 5 6 7 8 STOP",
}
"""What may be laid on what, written out."""


@dataclass
class Table:
    manual: bool
    calling: bool
    full: int
    hands: list[list[str]]
    piles: list[list[str]]
    tiles: list[list[str]]
    stacks: list[list[list[Any]]]
    """Per lift, bottom first: card, layer, whether it can be called."""
    waiting: list[bool]
    """Seats whose mistaken last card may still be called."""
    over: bool = False


def table_of(state: Any) -> Table:
    return Table(
        manual=state.options.refill == "manual",
        calling=state.options.mistakes == "callable",
        full=2 if len(state.hands) == 4 else 3,
        hands=[list(hand) for hand in state.hands],
        piles=[list(pile) for pile in state.piles],
        tiles=[tile.split(" ") for tile in state.coming],
        stacks=[_stack(top) for top in state.lifts],
        waiting=[claim is not None for claim in state.claims],
    )


def _stack(top: Any) -> list[list[Any]]:
    below = [] if top.wrong_on is None else [[top.wrong_on.card, top.wrong_on.by, False]]
    return [*below, [top.card, top.by, top.wrong_on is not None]]


def plain_count(state: Any, depth: int) -> int:
    return _count(table_of(state), depth)


def _count(table: Table, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_count(after, depth - 1) for after in _after(table))


def _after(table: Table) -> list[Table]:
    """The table after each thing that anybody can do."""
    if table.over:
        return []
    result: list[Table] = []
    for seat, hand in enumerate(table.hands):
        for card in sorted(set(hand)):
            for lift in range(4):
                fitting = card in FITTING[table.stacks[lift][-1][0]].split()
                if fitting or table.calling:
                    result.append(_lay(table, seat, card, lift, not fitting))
        if table.manual and len(hand) < table.full and table.piles[seat]:
            result.append(_draw(table, seat))
        for lift in range(4):
            _card, layer, wrong = table.stacks[lift][-1]
            if wrong and layer != seat:
                result.append(_call(table, lift))
    return result


def _lay(before: Table, seat: int, card: str, lift: int, wrong: bool) -> Table:
    table = deepcopy(before)
    table.hands[seat].remove(card)
    table.stacks[lift].append([card, seat, wrong])
    for covered in table.stacks[lift][:-1]:
        covered[2] = False
    if not table.manual:
        _fill(table, seat)
    if not table.hands[seat] and not table.piles[seat]:
        table.over = not wrong
        table.waiting[seat] = wrong
    return _unblock(table)


def _draw(before: Table, seat: int) -> Table:
    table = deepcopy(before)
    _fill(table, seat)
    return _unblock(table)


def _call(before: Table, lift: int) -> Table:
    table = deepcopy(before)
    card, layer, _wrong = table.stacks[lift].pop()
    table.hands[layer].append(card)
    table.waiting[layer] = False
    return _unblock(table)


def _fill(table: Table, seat: int) -> None:
    while len(table.hands[seat]) < table.full and table.piles[seat]:
        table.hands[seat].append(table.piles[seat].pop(0))


def _unblock(table: Table) -> Table:
    while not table.over and _blocked(table):
        table.stacks = [[[face, None, False]] for face in table.tiles.pop(0)]
    return table


def _blocked(table: Table) -> bool:
    tops = [stack[-1][0] for stack in table.stacks]
    for hand, pile in zip(table.hands, table.piles, strict=True):
        if any(card in FITTING[top].split() for card in hand for top in tops):
            return False
        if table.manual and pile and len(hand) < table.full:
            return False
    return any(table.hands)
