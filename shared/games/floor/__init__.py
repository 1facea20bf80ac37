"""That's My Floor, after the rulebook of that name, all its sections and variants.

Our rulings, where the rulebook is silent:

- Setup: the first dealer is drawn; afterwards the deal goes clockwise round the players, never to the Automa,
  which leads the first trick when it sits on the dealer's left.
- Unable to Play: only a hand without a single free suit sets a card aside, and such a turn takes no operator.
- Operator Variant: the lead may take one too; several may lie on a floor, which is then worth 0 at the least.
- Automa Following: cards put under block no suit; both go under in the order in which they were turned up; a
  last card that is not legal goes back. Whoever sits for the Automa does not know its deck.
- Operator with the Automa: among its first cards, before the turnaround's; one that never showed up comes
  into the next round; beside it one card is judged, never a third.
- Game End: a tied player who loses a comparison is out of those that follow; all places are ordered so.
- What lay face down, the Automa's undrawn cards too, is shown when the round is scored.
"""

from shared.games.floor.commands import FloorCommand
from shared.games.floor.dealing import open_match
from shared.games.floor.decide import decide
from shared.games.floor.events import CardSetAside, FloorEvent, SeenEvent, TrickWon
from shared.games.floor.evolve import evolve
from shared.games.floor.legal import legal
from shared.games.floor.options import Options, check, house_seats
from shared.games.floor.preview import Preview, preview
from shared.games.floor.redact import redact
from shared.games.floor.state import State, clock, initial
from shared.games.floor.view import View, outcome, view
from shared.games.floor.words import phrases, refusal, texts
from shared.games.rules import Rules, Timer


def _no_timers(state: State) -> tuple[Timer, ...]:
    return ()


RULES: Rules[Options, State, FloorCommand, FloorEvent, View, Preview] = Rules(
    kind="floor",
    version=2,
    players=(2, 3, 4),
    realtime=False,
    options=Options,
    command=FloorCommand,
    event=FloorEvent,
    seen=SeenEvent,
    view_type=View,
    preview_type=Preview,
    component_set=None,
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
    timers=_no_timers,
    outcome=outcome,
    phrases=phrases,
    refusal=refusal,
    texts=texts,
    reversible=frozenset({CardSetAside, TrickWon}),
)
