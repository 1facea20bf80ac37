"""What may be told, and by which ways: the closed lists of both."""

from collections.abc import Mapping
from enum import StrEnum


class Happening(StrEnum):
    """What a notice is about."""

    YOUR_TURN = "your-turn"
    INVITATION = "invitation"
    STARTED = "game-started"
    ENDED = "game-ended"
    REMINDER = "reminder"
    """Half and four fifths of an async turn's time have gone."""
    LAST_REMINDER = "last-reminder"
    """One hour is left."""
    AWAY = "opponent-away"
    """Somebody's time ran out, or they left: a bot plays for them."""
    ROUND = "tournament-round"
    DIGEST = "digest"
    """Once a day, by e-mail: the games that have waited for long."""


class Channel(StrEnum):
    WEB_PUSH = "web-push"
    FCM = "fcm"
    APNS = "apns"
    WEBHOOK = "webhook"
    EMAIL = "email"


PUSHED = (Channel.WEB_PUSH, Channel.FCM, Channel.APNS, Channel.WEBHOOK)
"""What a device is reached by."""

DEFAULTS: Mapping[Happening, tuple[Channel, ...]] = {
    **dict.fromkeys(Happening, PUSHED),
    Happening.LAST_REMINDER: (*PUSHED, Channel.EMAIL),
    Happening.DIGEST: (Channel.EMAIL,),
}
"""Where nobody has said anything else."""

TELLING = frozenset({Happening.YOUR_TURN, Happening.INVITATION, Happening.LAST_REMINDER, Happening.ROUND})
"""What is sent by e-mail where every other way has failed or there is none."""
