"""That's My Floor: a beginner, a player who weighs each card once, one who searches, and whoever sits for the Automa."""

import random
from collections.abc import Sequence
from statistics import fmean
from typing import cast

from services.bots.playout.floor_habits import ARRIVES, FORCED, HEIGHT, LEAD
from services.bots.policies.moves import Move
from services.bots.search import floor as search
from services.bots.search.budget import USUAL, Budget
from shared.games.floor.cards import VISITS, rank
from shared.games.floor.commands import FloorCommand, PlayCard, RevealAutoma, SetAside
from shared.games.floor.preview import Preview
from shared.games.floor.view import View
from shared.games.rules import Command, Seat

OPERATOR = 1.0
"""What an operator must bring for each round that is left."""


def choose(
    level: str,
    seat: Seat,
    view: View,
    moves: Sequence[Move],
    rng: random.Random,
    budget: Budget = USUAL,
) -> Command | None:
    """`automa` is the level of the seat that the house holds."""
    if not moves:
        return None
    match level:
        case "automa":
            return RevealAutoma()
        case "easy":
            return _easy(seat, moves, rng)
        case "normal":
            return _normal(seat, view, moves, rng)
        case "hard":
            return _hard(seat, view, moves, rng, budget)
        case _:
            raise ValueError(f"no bot plays this game at level {level!r}")


def _easy(seat: Seat, moves: Sequence[Move], rng: random.Random) -> Command:
    """Anything, but no operator on a floor of its own."""
    most = max(_own(seat, move) for move in moves)
    return rng.choice([move.command for move in moves if not (_calls(move) and _own(seat, move) < most)])


def _normal(seat: Seat, view: View, moves: Sequence[Move], rng: random.Random) -> Command:
    merits = [_merit(seat, view, move) for move in moves]
    best = max(merits)
    return rng.choice(
        [move.command for move, merit in zip(moves, merits, strict=True) if merit > best - 1e-9]
    )


def _hard(seat: Seat, view: View, moves: Sequence[Move], rng: random.Random, budget: Budget) -> Command:
    if len(moves) == 1:
        return moves[0].command
    commands = [cast(FloorCommand, move.command) for move in moves]
    return search.estimates(seat, view, commands, budget, rng)[0].command


def _merit(seat: Seat, view: View, move: Move) -> float:
    """Points gained on the others now, less what the card might have brought later."""
    card, seen = cast(PlayCard | SetAside, move.command).card, _seen(move)
    price = OPERATOR * (view.rounds - view.round + 1) / view.rounds if _calls(move) else 0.0
    return _gain(seat, seen.scores) + _lead(seat, view, card, seen) - _kept(seat, view, card) - price


def _gain(seat: Seat, points: Sequence[int]) -> float:
    """One's own points against the others' average."""
    return points[seat] - fmean(other for at, other in enumerate(points) if at != seat)


def _share(seat: Seat, view: View, floor: int) -> float:
    """What a card on a floor gains."""
    return _gain(seat, [pair.count(floor) for pair in view.markers])


def _kept(seat: Seat, view: View, card: str) -> float:
    """What a card is worth in the hand after this trick."""
    visits = VISITS[view.trick :].count(rank(card))
    held = sum(rank(other) == rank(card) for other in view.hand or ())
    share = _share(seat, view, rank(card))
    height = HEIGHT * rank(card)
    if share <= 0:
        return height + share * FORCED * min(visits, 1)
    return height + share * (ARRIVES[visits] / max(1, held - visits + 1))


def _lead(seat: Seat, view: View, card: str, seen: Preview) -> float:
    """What winning this trick would bring on the next floor."""
    if not seen.beats or view.trick == len(VISITS):
        return 0.0
    floor = VISITS[view.trick]
    ready = any(rank(other) == floor for other in view.hand or () if other != card)
    chance = 1.0 if seen.last else rank(card) / 12
    return LEAD * chance * max(0.0, _share(seat, view, floor)) * ready


def _calls(move: Move) -> bool:
    return isinstance(move.command, PlayCard) and move.command.operator


def _own(seat: Seat, move: Move) -> int:
    return _seen(move).scores[seat]


def _seen(move: Move) -> Preview:
    return cast(Preview, move.preview)
