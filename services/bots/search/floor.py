"""That's My Floor: the compiled search, and the moves as numbers.

A move is the card's number; more for an operator with it or a card set aside. A card that another seat sets aside
nobody sees, so that is one move whatever the card.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from services.bots.playout import floor as model
from services.bots.playout import floor_habits as habits
from services.bots.playout.compiled import compiled, lowest, source
from services.bots.playout.floor import HANDS, OPERATORS, PLAYERS
from services.bots.search.budget import Budget, spend
from services.bots.search.estimate import Estimate
from services.bots.search.floor_beliefs import SWAPS, Past, settle, wander
from services.bots.search.floor_position import past, position
from services.bots.search.position import Position
from services.bots.search.tree import (
    DEPTH,
    NEVER,
    NONE,
    Child,
    Tree,
    children,
    clear,
    descend,
    learn,
    new_tree,
)
from services.bots.search.worlds import redeal
from services.bots.search.worth import weigh
from shared.games.floor.commands import FloorCommand, PlayCard, RevealAutoma
from shared.games.floor.view import View
from shared.games.rules import Seat

WITH_OPERATOR = 64
OWN_ASIDE = 128
HIDDEN_ASIDE = 192
AUTOMA_NOTHING = 193
MOVES = 194

NODES = 400_000

KEPT_OPERATOR = 0.9
"""Points that an operator is worth in rounds to come."""


@compiled
def search(simulations, position, past, seat, moves, tree, s, rng):
    """Grows the tree by so many simulations, of each of these moves of a seat in turn.

    All moves meet the same worlds and the same luck, so that they differ by what they are worth and less by chance.
    """
    points = tree.utility[4:]
    luck = rng[0]
    for simulation in range(simulations):
        turn = simulation % len(moves)
        if turn == 0:
            _next_world(position, past, s, rng)
            luck = rng[0]
        rng[0] = luck
        enter(position, s)
        _go_down(moves[turn], seat, tree, s, rng)
        habits.play_out(s, rng)
        for player in range(s[PLAYERS]):
            kept = 0.0 if position.match.last else KEPT_OPERATOR * s[OPERATORS + player]
            points[player] = model.score(s, player) + kept
        weigh(position.match, points, s[PLAYERS], tree.utility)
        learn(tree)


@compiled
def _next_world(position, past, s, rng):
    """Where nothing was played all are equally likely."""
    if len(past.plays) == 0:
        redeal(position.cards, position.allowed, rng)
    else:
        wander(SWAPS, position, past, s, rng)


@compiled
def enter(position, s):
    """The position with the unseen cards in this world's places."""
    s[:] = position.root
    for slot in range(len(position.cards)):
        place, card = position.places[slot], position.cards[slot]
        if place >= model.AUTOMA_LATER:
            s[place] = card
        elif place != NONE:
            s[place] |= 1 << card


@compiled
def _go_down(first, seat, tree, s, rng):
    """Down the tree, by this move first, to a new node or the end of the round."""
    at, fresh = 0, False
    tree.counts[DEPTH] = 0
    while not fresh and at != NONE and not model.over(s):
        mover = model.turn(s)
        if mover >= s[PLAYERS]:
            card = model.reveal(s)
            tree.legal[0] = AUTOMA_NOTHING if card == model.NOTHING else card
            at, fresh = descend(tree, at, 1, mover, rng)
        else:
            count = 1
            if at == 0:
                tree.legal[0] = first
            else:
                count = _list_moves(s, mover, mover == seat, tree.legal, rng)
            at, fresh = descend(tree, at, count, mover, rng)
            if at != NONE:
                _make(s, mover, tree.nodes[at].move)


@compiled
def _list_moves(s, mover, own, legal, rng):
    """The others are taken to play by habit, so that only one's own moves are tried out."""
    free = model.playable(s, mover)
    if free != 0:
        if not own:
            free = 1 << habits.favourite(s, mover, free, rng)
        return _list_plays(free, s[OPERATORS + mover], legal)
    if not own:
        legal[0] = HIDDEN_ASIDE
        return 1
    count, hand = 0, s[HANDS + mover]
    while hand:
        legal[count] = OWN_ASIDE + lowest(hand)
        hand &= hand - 1
        count += 1
    return count


@compiled
def _list_plays(free, operator, legal):
    count = 0
    while free:
        legal[count] = lowest(free)
        count += 1
        if operator:
            legal[count] = WITH_OPERATOR + lowest(free)
            count += 1
        free &= free - 1
    return count


@compiled
def _make(s, mover, move):
    if move >= HIDDEN_ASIDE:
        model.set_aside(s, habits.least_wanted(s, mover))
    elif move >= OWN_ASIDE:
        model.set_aside(s, move - OWN_ASIDE)
    elif move >= WITH_OPERATOR:
        model.play(s, move - WITH_OPERATOR, True)
    else:
        model.play(s, move, False)


@cache
def _tree() -> Tree:
    """One for this process: searches run one after the other."""
    return new_tree(MOVES, NODES)


def estimates(
    seat: Seat, view: View, commands: Sequence[FloorCommand], budget: Budget, rng: random.Random
) -> Sequence[Estimate[FloorCommand]]:
    """The search's ranking of a seat's legal commands."""
    return think(position(view), past(view), seat, commands, budget, rng)


def think(
    position: Position,
    past: Past,
    seat: Seat,
    commands: Sequence[FloorCommand],
    budget: Budget,
    rng: random.Random,
) -> Sequence[Estimate[FloorCommand]]:
    """Tries all commands for a part of the budget, the better half for another, and so on until two are left.

    Sequential halving (Karnin, Koren, Somekh: Almost Optimal Exploration in Multi-Armed Bandits, 2013).
    """
    tree, state, draws = _tree(), position.root.copy(), source(rng.getrandbits(64))
    clear(tree)
    if len(past.plays):
        settle(position, past, state, draws)

    def try_out(moves: Sequence[int], part: Budget) -> Mapping[int, Child]:
        tried = np.array(moves, np.int64)
        spend(part, lambda run: search(run, position, past, seat, tried, tree, state, draws))
        return children(tree)

    cards = model.PACKS[position.root[model.PACK]]
    command_of = {number(command, cards): command for command in commands}
    left, ranking = [*command_of], [*command_of]
    found: Mapping[int, Child] = {}
    for part in budget.parts(max(1, (len(left) - 1).bit_length())):
        found = try_out(left, part)
        left.sort(key=lambda move: -found.get(move, NEVER).worth)
        ranking[: len(left)] = left
        left = left[: max(2, (len(left) + 1) // 2)]
    best_first = [(command_of[move], found.get(move, NEVER)) for move in ranking]
    return [Estimate(command, child.visits, child.worth) for command, child in best_first]


def number(command: FloorCommand, cards: tuple[str, ...]) -> int:
    if isinstance(command, RevealAutoma):
        raise ValueError("the Automa does not choose")
    card = cards.index(command.card)
    if isinstance(command, PlayCard):
        return card + WITH_OPERATOR * command.operator
    return card + OWN_ASIDE
