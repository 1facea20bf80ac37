"""What a seat or a spectator may know, built up from the public part (the page "Who sees what")."""

import msgspec

from shared.games.floor import scoring
from shared.games.floor.events import Markers
from shared.games.floor.options import Options
from shared.games.floor.state import Play, Round, State, Trick, floor, is_automa, over, turn
from shared.games.rules import Outcome, Seat


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything by seat leaves the Automa out, except `operators`."""

    options: Options
    seat: Seat | None
    round: int
    rounds: int
    trick: int
    """From 1 to 12."""
    floor: int
    """Where the elevator stands."""
    dealer: Seat
    leader: Seat
    turn: Seat | None
    markers: Markers
    floors: tuple[scoring.Floor, ...]
    plays: tuple[Play, ...]
    """The trick so far, in order."""
    tricks: tuple[Trick, ...]
    """This round's finished tricks."""
    discards: tuple[str, ...]
    hand: tuple[str, ...] | None
    hand_sizes: tuple[int, ...]
    aside: tuple[str, ...] | None
    """What the seat itself set aside."""
    aside_sizes: tuple[int, ...]
    operators: tuple[bool, ...]
    """Who has one left."""
    automa: tuple[str | None, ...] | None
    """The Automa's deck from the top, as far as it was seen; `None` where no Automa plays."""
    scored: tuple[Round, ...]
    """The finished rounds, with what lay face down in them."""
    totals: tuple[int, ...]
    places: tuple[int | None, ...] | None
    """By seat, after the end."""


def view(state: State, seat: Seat | None) -> View:
    own = None if seat is None or is_automa(state, seat) else seat
    result = outcome(state)
    return View(
        options=state.setup.options,
        seat=seat,
        round=state.round,
        rounds=state.setup.players,
        trick=len(state.tricks) + (not over(state)),
        floor=floor(state),
        dealer=state.dealer,
        leader=state.leader,
        turn=turn(state),
        markers=state.markers,
        floors=scoring.floors(state.tricks),
        plays=state.plays,
        tricks=state.tricks,
        discards=scoring.discards(state.tricks),
        hand=None if own is None else state.hands[own],
        hand_sizes=tuple(map(len, state.hands)),
        aside=None if own is None else state.aside[own],
        aside_sizes=tuple(map(len, state.aside)),
        operators=state.operators,
        automa=_automa_deck(state),
        scored=state.rounds,
        totals=scoring.totals(tuple(scored.scores for scored in state.rounds), state.setup.players),
        places=None if result is None else result.places,
    )


def _automa_deck(state: State) -> tuple[str | None, ...] | None:
    """A card that was turned up in this round and is in the deck went under it for all to see."""
    if state.seats == state.setup.players:
        return None
    plays = (*(play for trick in state.tricks for play in trick.plays), *state.plays)
    shown = [card for play in plays for card in play.revealed]
    return tuple(card if card in shown else None for card in state.automa)


def outcome(state: State) -> Outcome | None:
    """The Automa is never ranked."""
    if not over(state):
        return None
    rounds = tuple(scored.scores for scored in state.rounds)
    unranked = (None,) * (state.seats - state.setup.players)
    return Outcome(
        places=scoring.places(rounds) + unranked,
        scores=scoring.totals(rounds, state.setup.players) + unranked,
        rounds=tuple(scored + unranked for scored in rounds),
    )
