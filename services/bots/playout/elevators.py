"""In Front of the Elevators: one round from any point after its lines have formed.

A card is its place in `PEOPLE`, seven for each colour; types are numbered as they cut in on each other, each on the next
one, with the lost child at the end. A turn is two moves here, playing and drawing, so that a tree may learn each.
"""

import numpy as np

from services.bots.playout.compiled import any_of, below, compiled, lowest
from shared.games.elevators.cards import CUTS_IN_BEFORE, PEOPLE, TYPE_OF, Type
from shared.games.elevators.lines import CAFE_SIZE
from shared.games.elevators.scoring import CAFE_POINTS, CAFE_POINTS_OF_LOST_CHILDREN

TYPES = len(Type)
LOST_CHILD = list(Type).index(Type.LOST_CHILD)
NOBODY = -1

# Where a state keeps what.
SEATS = 0
TURN = 1
DRAWING = 2
"""1 between playing and drawing."""
LENGTH = 3
TOP = 6
"""Where in the state each deck begins, which wanders on as cards are taken,"""
END = 9
"""and ends."""
HANDS = 12
CAFE = 16
"""Points by seat."""
CAPACITY = 20
DOUBLES = 23
"""By line, a mask of types."""
OWNER = 26
"""By colour, the seat with this family or `NOBODY`."""
BOXES = 32
"""By line, ten each."""
LINES = 64
"""By line, room for sixteen: two of each type and whoever joins."""
DECKS = 112
"""By deck, twelve each."""
STATE = 148

ROOM = 16
DECK = 12
MOST_BOXES = 10

TYPE = np.array([list(Type).index(TYPE_OF[person]) for person in PEOPLE], np.int64)
COLOUR = np.array([at // TYPES for at in range(len(PEOPLE))], np.int64)
VICTIM = np.array(
    [list(Type).index(CUTS_IN_BEFORE[type_]) if type_ in CUTS_IN_BEFORE else NOBODY for type_ in Type],
    np.int64,
)
SET_POINTS = np.array(
    [CAFE_POINTS_OF_LOST_CHILDREN if type_ is Type.LOST_CHILD else CAFE_POINTS for type_ in Type], np.int64
)


@compiled
def over(s):
    """When the decks are gone, each seat plays down to one card."""
    hand = s[HANDS + s[TURN]]
    return s[DRAWING] == 0 and hand & (hand - 1) == 0


@compiled
def companions(s, card, line):
    """A mask of the types that a lost child may take along; nobody else takes any."""
    mask = 0
    if TYPE[card] == LOST_CHILD:
        for at in range(LINES + ROOM * line, LINES + ROOM * line + s[LENGTH + line]):
            if COLOUR[s[at]] == COLOUR[card]:
                mask |= 1 << TYPE[s[at]]
    return mask


@compiled
def play(s, card, line, moved):
    """`moved` is the type that a lost child takes along, or `NOBODY`."""
    s[HANDS + s[TURN]] &= ~(1 << card)
    if moved != NOBODY:
        _move_behind(s, card, line, TYPES * COLOUR[card] + moved)
    else:
        _insert(s, line, _place(s, card, line), card)
    _visit_cafe(s, line, TYPE[card])
    if _decks_left(s):
        s[DRAWING] = 1
    else:
        _next_turn(s)


@compiled
def draw(s, deck):
    s[HANDS + s[TURN]] |= 1 << s[s[TOP + deck]]
    s[TOP + deck] += 1
    s[DRAWING] = 0
    _next_turn(s)


@compiled
def _next_turn(s):
    s[TURN] = 0 if s[TURN] + 1 == s[SEATS] else s[TURN] + 1


@compiled
def _decks_left(s):
    return s[TOP] < s[END] or s[TOP + 1] < s[END + 1] or s[TOP + 2] < s[END + 2]


@compiled
def _place(s, card, line):
    """Before the frontmost whom the card cuts in on, or the rear."""
    victim = VICTIM[TYPE[card]]
    start = LINES + ROOM * line
    for at in range(s[LENGTH + line]):
        if TYPE[s[start + at]] == victim:
            return at
    return s[LENGTH + line]


@compiled
def _insert(s, line, place, card):
    start = LINES + ROOM * line
    for at in range(start + s[LENGTH + line], start + place, -1):
        s[at] = s[at - 1]
    s[start + place] = card
    s[LENGTH + line] += 1


@compiled
def _move_behind(s, card, line, companion):
    """The companion leaves its place and stands behind the card at the rear."""
    start, kept = LINES + ROOM * line, 0
    for at in range(s[LENGTH + line]):
        if s[start + at] != companion:
            s[start + kept] = s[start + at]
            kept += 1
    s[start + kept] = card
    s[start + kept + 1] = companion
    s[LENGTH + line] += 1


@compiled
def _visit_cafe(s, line, type_):
    start, alike = LINES + ROOM * line, 0
    for at in range(s[LENGTH + line]):
        alike += TYPE[s[start + at]] == type_
    if alike < CAFE_SIZE:
        return
    kept = 0
    for at in range(s[LENGTH + line]):
        if TYPE[s[start + at]] != type_:
            s[start + kept] = s[start + at]
            kept += 1
    s[LENGTH + line] = kept
    s[CAFE + s[TURN]] += SET_POINTS[type_]


@compiled
def scores(s, points):
    """Writes each seat's points for the round as it stands."""
    for seat in range(s[SEATS]):
        points[seat] = s[CAFE + seat]
    for line in range(3):
        _score_line(s, line, points)


@compiled
def _score_line(s, line, points):
    """The rearmost rider takes the rightmost box."""
    riders = min(s[LENGTH + line], s[CAPACITY + line])
    shift = s[CAPACITY + line] - riders
    for at in range(riders):
        card = s[LINES + ROOM * line + at]
        owner = s[OWNER + COLOUR[card]]
        if owner != NOBODY and TYPE[card] != LOST_CHILD:
            box = s[BOXES + MOST_BOXES * line + shift + at]
            points[owner] += box << ((s[DOUBLES + line] >> TYPE[card]) & 1)


@compiled
def play_out(s, rng):
    """To the end of the round, at random."""
    while not over(s):
        if s[DRAWING]:
            draw(s, _any_deck(s, rng))
        else:
            _play_any(s, rng)


@compiled
def _any_deck(s, rng):
    deck = below(rng, 3)
    while s[TOP + deck] == s[END + deck]:
        deck = 0 if deck == 2 else deck + 1
    return deck


@compiled
def _play_any(s, rng):
    card = any_of(rng, s[HANDS + s[TURN]])
    line = below(rng, 3)
    along = companions(s, card, line)
    play(s, card, line, any_of(rng, along) if along else NOBODY)


@compiled
def list_plays(s, legal):
    """All plays as numbers; how many."""
    count, hand = 0, s[HANDS + s[TURN]]
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        for line in range(3):
            along = companions(s, card, line)
            if along == 0:
                legal[count] = number_of(card, line, NOBODY)
                count += 1
            while along:
                legal[count] = number_of(card, line, lowest(along))
                along &= along - 1
                count += 1
    return count


@compiled
def number_of(card, line, moved):
    return (card * 3 + line) * (TYPES + 1) + moved + 1


DRAWS = len(PEOPLE) * 3 * (TYPES + 1)
"""Drawing from deck `d` is move `DRAWS + d`."""
MOVES = DRAWS + 3


@compiled
def list_draws(s, legal):
    count = 0
    for deck in range(3):
        if s[TOP + deck] < s[END + deck]:
            legal[count] = DRAWS + deck
            count += 1
    return count


@compiled
def make(s, move):
    if move >= DRAWS:
        draw(s, move - DRAWS)
    else:
        place, moved = move // (TYPES + 1), move % (TYPES + 1) - 1
        play(s, place // 3, place % 3, moved)
