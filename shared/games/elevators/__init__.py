"""In Front of the Elevators (Saashi & Saashi, English rulebook of 2024; 2 to 4 players).

Sections carried out: Setup in `deal`, One Player's Turn in `lines`, `legal` and `decide`,
Scoring in `scoring`.
Our rulings where the rulebook leaves room:

- Setup 2: a redraw takes the new card first and returns the lost child afterwards, so it never comes
  straight back. That a seat has to choose is open to all, its choice is not: it would tell the type of
  a hand card.
- Setup 3: a redrawn card of a line obeys both conditions again, as often as it takes.
- Setup 4: decks differ by one card at most; the first ones are the larger.
- Playing Cards: playing and drawing are one command. A lost child with one possible companion may name it.
- Ending a Round: whoever draws the last card plays once more too.
- Scoring: fewer riders than boxes use the rightmost boxes; colours without a family score for nobody.
- Next Round: among tied leaders the last start player is nearest, then clockwise.
- Elevator points and capacities are data (`options.set`), since the rulebook prints a single card only.
"""

from shared.games.elevators.commands import ElevatorsCommand
from shared.games.elevators.deal import open_match
from shared.games.elevators.decide import decide
from shared.games.elevators.events import ElevatorsEvent, SeenEvent
from shared.games.elevators.evolve import evolve
from shared.games.elevators.legal import Preview, legal, preview
from shared.games.elevators.options import ElevatorSet, Options, check
from shared.games.elevators.state import State, clock, house_seats, initial, outcome, timers
from shared.games.elevators.view import View, redact, view
from shared.games.elevators.words import phrases, refusal, texts
from shared.games.rules import Rules

RULES: Rules[Options, State, ElevatorsCommand, ElevatorsEvent, View, Preview] = Rules(
    kind="elevators",
    version=1,
    players=(2, 3, 4),
    realtime=False,
    options=Options,
    command=ElevatorsCommand,
    event=ElevatorsEvent,
    seen=SeenEvent,
    view_type=View,
    preview_type=Preview,
    component_set=ElevatorSet,
    check=check,
    house_seats=house_seats,
    initial=initial,
    open=open_match,
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
