"""Everything that is drawn: families, hands, the first person of each line, the decks (Setup)."""

from shared.games.chance import Chance
from shared.games.elevators.cards import COLOUR_OF, PEOPLE, TYPE_OF, Colour, Type, of_colour, without
from shared.games.elevators.events import Began, Dealt, ElevatorsEvent, LinedUp
from shared.games.elevators.evolve import evolve
from shared.games.elevators.options import LINES, share
from shared.games.elevators.state import Match, State
from shared.games.rules import Seat


def open_match(state: State, chance: Chance) -> tuple[ElevatorsEvent, ...]:
    began = _begin(state.match, chance)
    (start,) = chance.below("start", state.match.players)
    return (began, *deal_round(evolve(state, began), Seat(start), chance))


def _begin(match: Match, chance: Chance) -> Began:
    families, left = _families(match, chance)
    order = tuple(int(group) for group in chance.shuffle("elevators", map(str, range(LINES))))
    if match.players != 3:
        return Began(families, order)
    neutral = left[0]
    return Began(families, order, neutral, chance.shuffle("out", of_colour(PEOPLE, neutral))[0])


def _families(match: Match, chance: Chance) -> tuple[tuple[tuple[Colour, ...], ...], tuple[Colour, ...]]:
    """By seat, picks first; and the colours left over, in random order."""
    picked = [colour for colours in match.picks for colour in colours]
    left = [Colour(text) for text in chance.shuffle("families", (c for c in Colour if c not in picked))]
    families: list[tuple[Colour, ...]] = []
    for seat in range(match.players):
        picks = match.picks[seat] if seat < len(match.picks) else ()
        missing = share(match.players) - len(picks)
        families.append((*picks, *left[:missing]))
        del left[:missing]
    return tuple(families), tuple(left)


def deal_round(state: State, start: Seat, chance: Chance) -> tuple[ElevatorsEvent, ...]:
    """Hands, and the lines and decks too unless a seat has to choose first."""
    hands = tuple(_hand(state.match, Seat(seat), chance) for seat in range(state.match.players))
    choosing = tuple(Seat(seat) for seat, hand in enumerate(hands) if _only_lost_children(hand))
    dealt = Dealt(state.round + 1, start, hands, choosing)
    return (dealt,) if choosing else (dealt, line_up(evolve(state, dealt), chance))


def _hand(match: Match, seat: Seat, chance: Chance) -> tuple[str, ...]:
    """Two cards, from as many families as the seat has."""
    each = 2 // share(match.players)
    shuffled = [chance.shuffle("hand", of_colour(match.people, colour)) for colour in match.families[seat]]
    return tuple(card for cards in shuffled for card in cards[:each])


def _only_lost_children(hand: tuple[str, ...]) -> bool:
    return all(TYPE_OF[card] is Type.LOST_CHILD for card in hand)


def redraw(state: State, colour: Colour, chance: Chance) -> str:
    """A new card of the colour, drawn before the lost child goes back."""
    return chance.shuffle("redraw", of_colour(_undealt(state), colour))[0]


def _undealt(state: State) -> tuple[str, ...]:
    return without(state.match.people, tuple(card for hand in state.hands for card in hand))


def line_up(state: State, chance: Chance) -> LinedUp:
    """The first people of the lines, then the decks: each drawn card that may not stay is shuffled back."""
    people: tuple[str, ...] = ()
    stack = chance.shuffle("stack", _undealt(state))
    while len(people) < LINES:
        if _may_stay(people, stack[0]):
            people, stack = (*people, stack[0]), stack[1:]
        else:
            stack = chance.shuffle("again", stack)
    return LinedUp(people, _decks(stack))


def _may_stay(before: tuple[str, ...], card: str) -> bool:
    types = {TYPE_OF[person] for person in (*before, card)}
    return TYPE_OF[card] is not Type.LOST_CHILD and (len(before) < LINES - 1 or len(types) > 1)


def _decks(stack: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Three parts that differ by one at most, the larger ones first."""
    size, over = divmod(len(stack), LINES)
    starts = [deck * size + min(deck, over) for deck in range(LINES + 1)]
    return tuple(stack[starts[deck] : starts[deck + 1]] for deck in range(LINES))


def colour_on_top(deck: tuple[str, ...]) -> Colour | None:
    return COLOUR_OF[deck[0]] if deck else None
