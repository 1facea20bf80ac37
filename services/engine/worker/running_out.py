"""What happens by itself: the rules' timers, turns whose time is up, and games that everybody has left."""

from services.engine.worker.seating import SITS_IN, conceded
from shared.games.rules import Event, Rejected, Seat, TimeOut
from shared.log.clocks import seat_of
from shared.log.fair import Draws
from shared.log.game import ABSENT, Game
from shared.log.pace import RunOut
from shared.log.seats import BotSatIn, Ending, GameStopped, ServiceAway, TurnMissed


def run_out(game: Game, timer: str, at: int, chance: Draws) -> tuple[Event, ...]:
    """Raises `Rejected` for a timer that was meanwhile stopped or restarted."""
    due_at = game.timers.get(timer)
    if due_at is None or due_at > at:
        raise Rejected("timer-not-due", timer=timer)
    if timer == ABSENT:
        return (GameStopped(Ending.ABANDONED),)
    if timer.startswith("turn:"):
        return _turn(game, Seat(seat_of(timer)), chance)
    return game.rules.decide(game.state, None, TimeOut(timer), chance)


def _turn(game: Game, seat: Seat, chance: Draws) -> tuple[Event, ...]:
    pace = game.opening.pace
    if pace.first_ms is not None and not game.begun:
        return (GameStopped(Ending.NOT_BEGUN),)
    if pace.run_out is RunOut.CONCEDE:
        return conceded(game, seat, timed_out=True)
    legal = game.rules.legal(game.state, seat)
    if pace.run_out is RunOut.FIRST_MOVE and legal and not game.chairs.missed.get(seat):
        return (TurnMissed(seat), *game.rules.decide(game.state, seat, legal[0], chance))
    return (BotSatIn(seat, SITS_IN),)


def given_back(game: Game, since: int, until: int) -> tuple[int, tuple[Event, ...]]:
    """When the clocks of a game stopped that we were away from, and for how long. Raises `Rejected` if for no time."""
    at = max(since, game.updated_at, game.clocks.back_at)
    if game.updated_at > until:  # ids stand still since the server's clock was put back; so do its deadlines
        at, until = game.updated_at, game.updated_at + until - since
    if at >= until:
        raise Rejected("was-not-away")
    return at, (ServiceAway(until - at),)
