"""The tree: nodes in one array, children as a linked list, found anew in each world among its legal moves.

Each edge is what the thinking seat sees of a move, so that what others do in secret shares an edge. A node counts
how often its move was available; that and not its parent's visits is what its visits are weighed against
(Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012).
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np

from services.bots.playout.compiled import below, compiled

NODE = np.dtype(
    [
        ("first", np.int32),
        ("next", np.int32),
        ("move", np.int32),
        ("visits", np.int32),
        ("available", np.int32),
        ("total", np.float32),
    ],
    align=True,
)

NONE = -1
DEEPEST = 128
EXPLORE = 0.2
"""How much a move that was rarely tried counts more than one that went well; utilities lie between 0 and 1."""

USED, STAMP, DEPTH = range(3)
"""In `Tree.counts`: nodes in use, the last mark, the length of the path."""


class Tree(NamedTuple):
    """All that one search writes to; made once in each process."""

    nodes: np.ndarray
    counts: np.ndarray
    marks: np.ndarray
    """By move, the last mark of a node at which it was legal and had no child yet."""
    legal: np.ndarray
    """Moves at the node that is looked at."""
    path: np.ndarray
    """Nodes of this simulation, without the root,"""
    movers: np.ndarray
    """and which seat's moves lead to them."""
    utility: np.ndarray
    """By seat."""


def new_tree(moves: int, nodes: int) -> Tree:
    """For moves below a number. Where all nodes are used, the search goes on in those that are there."""
    return Tree(
        np.zeros(nodes, NODE),
        np.zeros(3, np.int64),
        np.zeros(moves, np.int64),
        np.zeros(moves, np.int32),
        np.zeros(DEEPEST, np.int32),
        np.zeros(DEEPEST, np.int32),
        np.zeros(8, np.float64),
    )


@compiled
def clear(tree):
    tree.counts[USED] = 1
    tree.nodes[0].first = NONE


@compiled
def descend(tree, at, count, mover, rng):
    """The child at which to go on, and whether it is new: a new one for a move never tried, else the best by UCB.

    `NONE` when all nodes are used and no child is legal in this world.
    """
    nodes, marks = tree.nodes, tree.marks
    tree.counts[STAMP] += 1
    stamp = tree.counts[STAMP]
    for i in range(count):
        marks[tree.legal[i]] = stamp
    best, most, tried = NONE, -1.0, 0
    child = nodes[at].first
    while child != NONE:
        node = nodes[child]
        if marks[node.move] == stamp:
            marks[node.move] = 0
            tried += 1
            node.available += 1
            merit = node.total / node.visits + EXPLORE * sqrt(log(node.available) / node.visits)
            if merit > most:
                best, most = child, merit
        child = node.next
    fresh = tried < count and tree.counts[USED] < len(nodes)
    if fresh:
        best = _grow(tree, at, _untried(tree, count, count - tried, stamp, rng))
    if best != NONE:
        depth = tree.counts[DEPTH]
        tree.path[depth] = best
        tree.movers[depth] = mover
        tree.counts[DEPTH] = depth + 1
    return best, fresh


@compiled
def _untried(tree, count, untried, stamp, rng):
    skip = below(rng, untried)
    for i in range(count):
        move = tree.legal[i]
        if tree.marks[move] == stamp:
            if skip == 0:
                return move
            skip -= 1
    return tree.legal[0]


@compiled
def _grow(tree, at, move):
    new = tree.counts[USED]
    tree.counts[USED] = new + 1
    node = tree.nodes[new]
    node.first = NONE
    node.next = tree.nodes[at].first
    node.move = move
    node.visits = 0
    node.available = 1
    node.total = 0.0
    tree.nodes[at].first = new
    return new


@compiled
def learn(tree):
    """Each mover's utility for every node on the path."""
    for depth in range(tree.counts[DEPTH]):
        node = tree.nodes[tree.path[depth]]
        node.visits += 1
        node.total += tree.utility[tree.movers[depth]]
    tree.counts[DEPTH] = 0


class Child(NamedTuple):
    node: int
    visits: int
    worth: float
    """Mean utility for whoever made the move."""


NEVER = Child(NONE, 0, 0.0)


def children(tree: Tree, at: int = 0) -> dict[int, Child]:
    """By move; of the root unless another node is named."""
    found: dict[int, Child] = {}
    child = NONE if at == NONE else int(tree.nodes[at]["first"])
    while child != NONE:
        node = tree.nodes[child]
        visits = int(node["visits"])
        found[int(node["move"])] = Child(child, visits, float(node["total"]) / max(1, visits))
        child = int(node["next"])
    return found
