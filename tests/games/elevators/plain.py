"""Counts sequences of commands on plain lists: the rulebook once more, sharing nothing with the rules."""

from typing import Any

ORDER = ["girl", "boy", "mother", "father", "grandma", "grandpa"]


def plain_count(state: Any, depth: int) -> int:
    assert not state.choosing, "a redraw draws: count after it"
    hands = [[str(card) for card in hand] for hand in state.hands]
    lines = [[str(card) for card in line] for line in state.lines]
    decks = [[str(card) for card in deck] for deck in state.decks]
    return _count(hands, lines, decks, int(state.turn), depth)


def _count(
    hands: list[list[str]], lines: list[list[str]], decks: list[list[str]], turn: int, depth: int
) -> int:
    if depth == 0:
        return 1
    total = 0
    following = (turn + 1) % len(hands)
    for card in hands[turn]:
        for at, line in enumerate(lines):
            for after in _plays(card, line):
                new_lines = [after if n == at else other for n, other in enumerate(lines)]
                for new_hand, new_decks in _draws([c for c in hands[turn] if c != card], decks):
                    new_hands = [new_hand if n == turn else hand for n, hand in enumerate(hands)]
                    total += _count(new_hands, new_lines, new_decks, following, depth - 1)
    return total


def _plays(card: str, line: list[str]) -> list[list[str]]:
    """One resulting line for each way to say the play; naming the only companion is a second way."""
    colour, kind = card.split(".")
    if kind != "lost_child":
        return [_cafe(_cut_in(card, kind, line), kind)]
    same = [person for person in line if person.startswith(colour + ".")]
    if not same:
        return [_cafe([*line, card], kind)]
    ways = [_cafe([p for p in line if p != moved] + [card, moved], kind) for moved in same]
    return ways * 2 if len(ways) == 1 else ways


def _cut_in(card: str, kind: str, line: list[str]) -> list[str]:
    victim = ORDER[(ORDER.index(kind) + 1) % 6]
    for at, person in enumerate(line):
        if person.split(".")[1] == victim:
            return [*line[:at], card, *line[at:]]
    return [*line, card]


def _cafe(line: list[str], kind: str) -> list[str]:
    stays = [person for person in line if person.split(".")[1] != kind]
    return stays if len(line) - len(stays) == 3 else line


def _draws(hand: list[str], decks: list[list[str]]) -> list[tuple[list[str], list[list[str]]]]:
    if not any(decks):
        return [(hand, decks)]
    return [
        ([*hand, deck[0]], [deck[1:] if n == at else other for n, other in enumerate(decks)])
        for at, deck in enumerate(decks)
        if deck
    ]
