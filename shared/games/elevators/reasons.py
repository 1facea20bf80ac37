"""Why a command can be refused; `elevators-reject-<reason>` in the texts says it to people."""

from enum import StrEnum


class Reason(StrEnum):
    NOT_YOUR_TURN = "not-your-turn"
    REDRAW_FIRST = "redraw-first"
    REDRAW_AWAITED = "redraw-awaited"
    NO_REDRAW = "no-redraw"
    COLOUR_NOT_YOURS = "colour-not-yours"
    CARD_NOT_IN_HAND = "card-not-in-hand"
    NO_SUCH_LINE = "no-such-line"
    COMPANION_NEEDED = "companion-needed"
    NOT_A_COMPANION = "not-a-companion"
    NOBODY_MOVES = "nobody-moves"
    DECK_NEEDED = "deck-needed"
    DECK_EMPTY = "deck-empty"
    NO_SUCH_DECK = "no-such-deck"
    NOTHING_TO_DRAW = "nothing-to-draw"
