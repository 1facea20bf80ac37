"""Worlds in `floor`: how likely they are taken to be by what the others played, and that they come that often."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, permutations
from math import exp, log
from statistics import fmean

import numpy as np
import pytest

from services.bots.playout import floor as model
from services.bots.playout import floor_habits as habits
from services.bots.playout.compiled import source
from services.bots.policies import floor
from services.bots.policies.moves import Move
from services.bots.search import floor as search
from services.bots.search.floor_beliefs import CONTRARY, SWAPS, WARMTH, Past, settle, wander
from services.bots.search.floor_position import past, position
from services.bots.search.position import NOWHERE, Position
from services.bots.search.tree import children, clear, new_tree
from services.bots.search.worlds import redeal
from shared.games.floor import RULES
from shared.games.floor.cards import TURNAROUND
from shared.games.floor.commands import PlayCard, SetAside
from shared.games.floor.state import State, is_automa, turn
from shared.games.rules import Seat
from tests.games.floor.kit import KIT, SETUPS
from tests.games.kit import Board, board

NextWorld = Callable[[Position, Past, State, Seat], None]
Turns = list[tuple[State, Seat, str, bool]]
"""Of a round so far: where it stood, whose turn it was, its card, and whether that was played or set aside."""


SHORT_OF_SUITS = [name for name in SETUPS if name.startswith("4-standard")]
"""Where cards are set aside in any game."""


def _rounds(name: str, seed: int) -> Iterator[tuple[State, Seat, Turns]]:
    """Every choice of a random game, with what was before it in its round."""
    rng, game = random.Random(name), board(KIT, name, seed)
    turns: Turns = []
    while (seat := turn(game.state)) is not None:
        before, command = game.state, rng.choice(RULES.legal(game.state, seat))
        if not is_automa(before, seat):
            yield before, seat, turns
        game.play(seat, command)
        if isinstance(command, PlayCard | SetAside):
            turns.append((before, seat, command.card, isinstance(command, PlayCard)))
        if len(game.state.rounds) > len(before.rounds):
            turns.clear()


def _half(state: State) -> int:
    return 0 if state.setup.options.friendly else int(len(state.tricks) >= TURNAROUND)


def _set_true(state: State, turns: Turns, at: Position, told: Past) -> None:
    """Leaves the one world that is so; where cards do not matter, some that are left."""
    cards = model.PACKS[at.root[model.PACK]]
    asides = {(seat, len(then.tricks)): card for then, seat, card, played in turns if not played}
    hands = [[*hand] for hand in state.hands]
    left = {int(card) for card in at.cards}
    for slot, place in enumerate(at.places):
        owner, until = int(told.owners[slot]), int(told.until[slot])
        if model.HANDS <= place < model.HANDS + len(hands):
            at.cards[slot] = cards.index(hands[place - model.HANDS].pop())
        elif place == NOWHERE and owner != model.NOBODY:
            at.cards[slot] = cards.index(asides[Seat(owner), until])
        else:
            at.cards[slot] = model.NOBODY
        left.discard(int(at.cards[slot]))
    for slot in range(len(at.cards)):
        if at.cards[slot] == model.NOBODY:
            at.cards[slot] = left.pop()
        at.allowed[slot] = 1 << int(at.cards[slot])


def _chance(then: State, seat: Seat, card: str) -> float:
    """The rule as it is told: of five plays one is any at all, a little worse is a little rarer."""
    s = position(RULES.view(then, seat)).root
    free = int(model.playable(s, seat))
    merits = {at: habits.merit(s, seat, at) for at in range(free.bit_length()) if free >> at & 1}
    weights = {one: exp((merit - max(merits.values())) / WARMTH) for one, merit in merits.items()}
    played = weights[model.PACKS[s[model.PACK]].index(card)]
    return CONTRARY / len(merits) + (1 - CONTRARY) * played / sum(weights.values())


@pytest.mark.parametrize("name", SETUPS)
def test_a_world_is_as_likely_as_the_plays_from_its_hands(name: str) -> None:
    asides = 0
    for state, seat, turns in islice(_rounds(name, 1), None, None, 3):
        view = RULES.view(state, seat)
        at, told = position(view), past(view)
        _set_true(state, turns, at, told)
        settle(at, told, at.root.copy(), source(1))
        for other in set(range(state.setup.players)) - {seat}:
            plays = [
                (then, by, card)
                for then, by, card, played in turns
                if by == other and played and _half(then) == _half(state)
            ]
            assert told.chances[other] == pytest.approx(sum(log(_chance(*play)) for play in plays), abs=1e-9)
        asides += sum(not played for *_, played in turns)
    assert asides or name not in SHORT_OF_SUITS


def _worlds(at: Position, told: Past) -> dict[tuple[int, ...], float]:
    """Every one that may be, and how likely it is."""
    chances: dict[tuple[int, ...], float] = {}
    for world in permutations(at.cards.tolist()):
        if all(mask >> card & 1 for mask, card in zip(at.allowed.tolist(), world, strict=True)):
            only = at._replace(cards=np.array(world), allowed=np.array([1 << card for card in world]))
            settle(only, told, at.root.copy(), source(1))
            chances[world] = exp(sum(told.chances))
    return {world: chance / sum(chances.values()) for world, chance in chances.items()}


def _wandered(at: Position, told: Past, _: State, __: Seat) -> None:
    wander(SWAPS, at, told, at.root.copy(), DRAWS)


def _searched(at: Position, told: Past, state: State, seat: Seat) -> None:
    """One simulation of any move."""
    cards = model.PACKS[at.root[model.PACK]]
    moves = np.array([search.number(RULES.legal(state, seat)[0], cards)])
    clear(TREE)
    search.search(1, at, told, seat, moves, TREE, at.root.copy(), DRAWS)


TREE, DRAWS = new_tree(search.MOVES, 100), source(6)


@pytest.mark.parametrize("next_world", [_wandered, _searched])
@pytest.mark.parametrize("seed", range(3))
def test_worlds_come_as_often_as_they_are_likely(seed: int, next_world: NextWorld) -> None:
    state, seat, _ = next(
        found
        for found in _rounds("3-six-suit", seed)
        if len(found[0].tricks) == 10 and len(found[0].plays) == 1
    )
    view = RULES.view(state, seat)
    at, told = position(view), past(view)
    worlds = _worlds(at, told)
    assert len(worlds) > 5
    assert max(worlds.values()) > 2 * min(worlds.values())
    settle(at, told, at.root.copy(), DRAWS)
    counted: Counter[tuple[int, ...]] = Counter()
    for _ in range(20_000):
        next_world(at, told, state, seat)
        counted[tuple(at.cards.tolist())] += 1
    assert set(counted) <= set(worlds)
    assert sum(abs(counted[world] / 20_000 - chance) for world, chance in worlds.items()) < 0.05


def test_all_moves_meet_the_same_world() -> None:
    state, seat, _ = next(_rounds("3-six-suit", 1))
    view = RULES.view(state, seat)
    at, next_one = position(view), position(view).cards
    redeal(next_one, at.allowed, source(2))
    cards = model.PACKS[at.root[model.PACK]]
    moves = np.array([search.number(command, cards) for command in RULES.legal(state, seat)])
    clear(TREE)
    search.search(len(moves), at, past(view), seat, moves, TREE, at.root.copy(), source(2))
    assert at.cards.tolist() == next_one.tolist()
    assert {move: child.visits for move, child in children(TREE).items()} == dict.fromkeys(moves.tolist(), 1)


def _normals(name: str, seed: int) -> Iterator[tuple[State, Seat]]:
    """A game between players by habit."""
    rng, game = random.Random(name), board(KIT, name, seed)
    while (seat := turn(game.state)) is not None:
        if not is_automa(game.state, seat):
            yield game.state, seat
        game.play(seat, _normal(game, seat, rng))


def _normal(game: Board, seat: Seat, rng: random.Random) -> object:
    moves = [Move(one, RULES.preview(game.state, seat, one)) for one in RULES.legal(game.state, seat)]
    level = "automa" if is_automa(game.state, seat) else "normal"
    return floor.choose(level, seat, RULES.view(game.state, seat), moves, rng)


def _right(state: State, seat: Seat, *, believing: bool) -> Iterator[float]:
    """By card that another holds: the logarithm of how many of 200 worlds have it right."""
    view = RULES.view(state, seat)
    at, told, s, rng = position(view), past(view), position(view).root, source(5)
    cards = model.PACKS[at.root[model.PACK]]
    if believing:
        settle(at, told, s, rng)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(200):
        if believing:
            wander(SWAPS, at, told, s, rng)
        else:
            redeal(at.cards, at.allowed, rng)
        found.update(zip(at.places.tolist(), at.cards.tolist(), strict=True))
    for other in set(range(state.setup.players)) - {seat}:
        for card in state.hands[other]:
            yield log((found[model.HANDS + other, cards.index(card)] + 1) / 201)


@pytest.mark.parametrize("name", ["2-six-suit", "3-six-suit", "3-standard-friendly", "4-six-suit"])
def test_who_plays_by_habit_gives_a_part_of_the_hand_away(name: str) -> None:
    gained = [
        right - by_chance
        for state, seat in _normals(name, 3)
        if state.plays
        for right, by_chance in zip(
            _right(state, seat, believing=True), _right(state, seat, believing=False), strict=True
        )
    ]
    assert fmean(gained) > 0.03
