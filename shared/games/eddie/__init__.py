"""Elevator Eddie, after the rulebook of that name (English edition; sections in brackets).

Numbers move one floor, STOP goes on everything but STOP, only GO goes on STOP, and on GO everything but
GO (Playing the Game, Stop and Go Cards). Nobody has a turn: commands are judged in the order in which
they arrive, each against what the ones before it left.

Rulings:

- All 72 cards are dealt, 36, 24 or 18 each: the text counts 62, its own shares do not (Preparation).
- The first tile is turned a countdown after the deal; nobody can act before.
- Only the top of a lift counts, and a printed face is a top like any other.
- A tile is left as soon as no hand holds a card that fits, in the very decision that made it so. With
  `manual` that waits until nobody could draw; draws that are missing after three seconds are made for
  the players. A mistake is never a way on (No Opportunities for Play).
- When a whole round of tiles that were mixed again saw no card laid, the game ends, and the fewest
  cards left win (Game End says nothing of it).
- Behind the winner places go by cards left, equals sharing, so that three and four players can be rated.
- A mistake may be called while it is a lift's top and no longer: covered or left with its tile it is
  forgiven, also when the card that covered it is called back (If a Wrong Card Is Laid).
- A mistaken last card wins three seconds later unless it goes back before; being forgiven earlier does
  not shorten that, so whoever goes out properly in between is first. Any card that comes back to a
  player ends such a wait. While all hands are empty no tile is turned: nobody could use it.
- A right last card wins at once, whatever mistakes of the same player still lie open elsewhere.
"""

from shared.games.eddie.commands import EddieCommand
from shared.games.eddie.decide import decide, open_game
from shared.games.eddie.events import EddieEvent, EddieSeen
from shared.games.eddie.evolve import evolve
from shared.games.eddie.legal import legal
from shared.games.eddie.options import EddieOptions, EddieSet, check
from shared.games.eddie.state import State, initial
from shared.games.eddie.timers import clock, timers
from shared.games.eddie.view import EddiePreview, EddieView, outcome, preview, redact, view
from shared.games.eddie.words import phrases, refusal, texts
from shared.games.rules import Rules, Setup


def _no_house_seats(setup: Setup[EddieOptions]) -> tuple[str, ...]:
    return ()


RULES: Rules[EddieOptions, State, EddieCommand, EddieEvent, EddieView, EddiePreview] = Rules(
    kind="eddie",
    version=1,
    players=(2, 3, 4),
    realtime=True,
    options=EddieOptions,
    command=EddieCommand,
    event=EddieEvent,
    seen=EddieSeen,
    view_type=EddieView,
    preview_type=EddiePreview,
    component_set=EddieSet,
    check=check,
    house_seats=_no_house_seats,
    initial=initial,
    open=open_game,
    decide=decide,
    evolve=evolve,
    view=view,
    legal=legal,
    preview=preview,
    redact=redact,
    clock=clock,
    timers=timers,
    outcome=outcome,
    phrases=phrases,
    refusal=refusal,
    texts=texts,
)
