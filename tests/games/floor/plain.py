"""The game as people play it at a table, with lists that are moved about: shares no code with the rules.

It says what may be done and what comes of it, so that counts, winners and scores can be compared.
"""

from copy import copy
from dataclasses import dataclass, field
from typing import Any

Move = tuple[str, str, bool]
"""What is done (`play`, `aside`, `reveal`), with which card, and whether an operator goes along."""

JOKER = "OPERATOR"


@dataclass
class Table:
    people: int
    start: int
    hands: list[list[str]]
    second: list[list[str]]
    """What each hand gets on the sixth floor, the Automa's pile last."""
    pile: list[str] | None
    operators: list[bool]
    trick: int = 1
    middle: list[tuple[int, str]] = field(default_factory=list)
    acted: int = 0
    callers: int = 0
    shelves: dict[int, list[str]] = field(default_factory=lambda: {n: [] for n in range(1, 7)})
    weights: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(1, 7), 0))
    winners: list[int] = field(default_factory=list)

    @property
    def floor(self) -> int:
        return self.trick if self.trick < 7 else 13 - self.trick

    @property
    def around(self) -> int:
        return self.people + (self.pile is not None)

    @property
    def next(self) -> int:
        return (self.start + self.acted) % self.around

    def moves(self) -> list[Move]:
        if self.trick == 13:
            return []
        if self.next == self.people:
            return [("reveal", "", False)]
        hand = self.hands[self.next]
        there = {card[0] for _, card in self.middle}
        free = [card for card in hand if card[0] not in there]
        with_caller = [True] if self.operators[self.next] else []
        plays = [("play", card, caller) for card in free for caller in [False, *with_caller]]
        return plays or [("aside", card, False) for card in hand]

    def after(self, move: Move) -> "Table":
        table = copy(self)
        for name in ("hands", "shelves", "weights", "middle", "operators", "winners"):
            setattr(table, name, copy(getattr(self, name)))
        table.act(*move)
        return table

    def act(self, what: str, card: str, caller: bool) -> None:
        who = self.next
        self.acted += 1
        if what == "reveal":
            self.turn_up(who)
        else:
            self.hands[who] = [held for held in self.hands[who] if held != card]
        if what == "play":
            self.middle.append((who, card))
        if caller:
            self.call(who)
        if self.acted == self.around:
            self.finish()

    def call(self, who: int) -> None:
        self.operators[who] = False
        self.callers += 1

    def turn_up(self, who: int) -> None:
        pile = list(self.pile or [])
        there = {card[0] for _, card in self.middle}
        first = pile.pop(0)
        cards = [first]
        if there or first == JOKER:
            cards += [pile.pop(0)] if pile else []
        if JOKER in cards:
            cards.remove(JOKER)
            self.call(who)
        good = [card for card in cards if card[0] not in there]
        good.sort(key=lambda card: -int(card[1:]))
        if good:
            self.middle.append((who, good[0]))
            cards.remove(good[0])
        self.pile = pile + cards

    def finish(self) -> None:
        order = sorted(range(len(self.middle)), key=lambda at: (int(self.middle[at][1][1:]), at))
        self.start = self.middle[order[-1]][0]
        self.winners.append(self.start)
        left = [card for _, card in self.middle if card[1:] == str(self.floor)]
        self.shelves[self.floor] = self.shelves[self.floor] + left
        self.weights[self.floor] += self.callers
        self.middle, self.acted, self.callers = [], 0, 0
        self.trick += 1
        if self.trick == 7:
            self.hands = [hand + more for hand, more in zip(self.hands, self.second, strict=False)]
            self.pile = None if self.pile is None else self.pile + self.second[-1]

    def points(self, markers: tuple[tuple[int, int], ...]) -> list[int]:
        worth = {n: max(len(cards) - self.weights[n], 0) for n, cards in self.shelves.items()}
        return [worth[one] + worth[two] for one, two in markers]


def table_of(state: Any) -> Table:
    """A table laid out like a state of the rules."""
    house = state.seats > state.setup.players
    table = Table(
        people=state.setup.players,
        start=state.leader,
        hands=[list(hand) for hand in state.hands],
        second=[list(cards) for cards in (*state.later, state.automa_later)],
        pile=list(state.automa) if house else None,
        operators=list(state.operators),
        trick=len(state.tricks) + 1,
    )
    table.middle = [(play.seat, play.card) for play in state.plays if play.card]
    table.acted = len(state.plays)
    table.callers = sum(play.operator for play in state.plays)
    return table


def count(state: Any, depth: int) -> int:
    """Command sequences of a length within the round."""
    return _count(table_of(state), depth)


def _count(table: Table, depth: int) -> int:
    moves = table.moves()
    if depth < 2:
        return len(moves) if depth else 1
    return sum(_count(table.after(move), depth - 1) for move in moves)
