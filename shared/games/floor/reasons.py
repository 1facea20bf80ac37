"""Why a command is refused. `seeds/texts/<language>/floor.ftl` says each in words."""

from enum import StrEnum


class Reason(StrEnum):
    NOT_YOUR_TURN = "not-your-turn"
    CARD_NOT_IN_HAND = "card-not-in-hand"
    SUIT_ALREADY_IN_TRICK = "suit-already-in-trick"
    MUST_PLAY_A_CARD = "must-play-a-card"
    NO_OPERATORS = "no-operators"
    OPERATOR_USED = "operator-used"
    NOT_THE_AUTOMA = "not-the-automa"
    AUTOMA_ONLY_REVEALS = "automa-only-reveals"
