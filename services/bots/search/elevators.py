"""In Front of the Elevators: the compiled search. A turn is two moves, playing and drawing."""

import random
from collections.abc import Sequence
from functools import cache

from services.bots.playout import elevators as model
from services.bots.playout.compiled import compiled, source
from services.bots.search.budget import Budget, spend
from services.bots.search.elevators_position import position
from services.bots.search.estimate import Estimate
from services.bots.search.position import NOWHERE, Position
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
from shared.games.elevators.cards import PEOPLE, TYPE_OF, Type
from shared.games.elevators.commands import PlayPerson
from shared.games.elevators.lines import companions
from shared.games.elevators.view import View
from shared.games.rules import Seat

NODES = 400_000


@compiled
def search(simulations, position, tree, s, rng):
    """Grows the tree by so many simulations."""
    points = tree.utility[4:]
    for _ in range(simulations):
        redeal(position.cards, position.allowed, rng)
        _enter(position, s)
        _go_down(tree, s, rng)
        model.play_out(s, rng)
        model.scores(s, points)
        weigh(position.match, points, s[model.SEATS], tree.utility)
        learn(tree)


@compiled
def _enter(position, s):
    """The position with the unseen cards in this world's places."""
    s[:] = position.root
    for slot in range(len(position.cards)):
        place, card = position.places[slot], position.cards[slot]
        if place >= model.DECKS:
            s[place] = card
        elif place != NOWHERE:
            s[place] |= 1 << card


@compiled
def _go_down(tree, s, rng):
    """Down the tree to a new node, or the end of the round."""
    at, fresh = 0, False
    tree.counts[DEPTH] = 0
    while not fresh and at != NONE and not model.over(s):
        count = model.list_draws(s, tree.legal) if s[model.DRAWING] else model.list_plays(s, tree.legal)
        at, fresh = descend(tree, at, count, s[model.TURN], rng)
        if at != NONE:
            model.make(s, tree.nodes[at].move)


@cache
def _tree() -> Tree:
    """One for this process: searches run one after the other."""
    return new_tree(model.MOVES, NODES)


def estimates(
    seat: Seat, view: View, commands: Sequence[PlayPerson], budget: Budget, rng: random.Random
) -> Sequence[Estimate[PlayPerson]]:
    """The search's ranking of a seat's legal commands."""
    return think(position(view), view, commands, budget, rng)


def think(
    position: Position, view: View, commands: Sequence[PlayPerson], budget: Budget, rng: random.Random
) -> Sequence[Estimate[PlayPerson]]:
    tree, state, draws = _tree(), position.root.copy(), source(rng.getrandbits(64))
    clear(tree)
    spend(budget, lambda run: search(run, position, tree, state, draws))
    tried = [(command, *_tried(tree, view, command)) for command in commands]
    tried.sort(key=lambda one: (-one[1].visits, -one[2].visits))
    return [Estimate(command, last.visits, last.worth) for command, _, last in tried]


def _tried(tree: Tree, view: View, command: PlayPerson) -> tuple[Child, Child]:
    """What became of the play, and of the draw after it."""
    play = children(tree).get(_play_number(view, command), NEVER)
    if command.deck is None:
        return play, play
    return play, children(tree, play.node).get(model.DRAWS + command.deck, NEVER)


def _play_number(view: View, command: PlayPerson) -> int:
    """A lost child's only companion may be left unnamed."""
    moved = command.moved or next(iter(companions(view.lines[command.line], command.card)), None)
    type_ = model.NOBODY if moved is None else list(Type).index(TYPE_OF[moved])
    return int(model.number_of(PEOPLE.index(command.card), command.line, type_))
