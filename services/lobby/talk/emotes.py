"""Emotes: a closed list, sent by key and said in each reader's own language (`emote-<key>` of the texts)."""

from enum import StrEnum


class Emote(StrEnum):
    HELLO = "hello"
    GOOD_LUCK = "good-luck"
    NICE_MOVE = "nice-move"
    WOW = "wow"
    OOPS = "oops"
    LAUGH = "laugh"
    SAD = "sad"
    THINKING = "thinking"
    HURRY = "hurry"
    SORRY = "sorry"
    THANKS = "thanks"
    GOOD_GAME = "good-game"
    REMATCH = "rematch"
    BYE = "bye"


SIGNS: dict[Emote, str] = {
    Emote.HELLO: "\U0001f44b",
    Emote.GOOD_LUCK: "\U0001f340",
    Emote.NICE_MOVE: "\U0001f44f",
    Emote.WOW: "\U0001f62e",
    Emote.OOPS: "\U0001f648",
    Emote.LAUGH: "\U0001f602",
    Emote.SAD: "\U0001f622",
    Emote.THINKING: "\U0001f914",
    Emote.HURRY: "\u23f3",
    Emote.SORRY: "\U0001f647",
    Emote.THANKS: "\U0001f64f",
    Emote.GOOD_GAME: "\U0001f91d",
    Emote.REMATCH: "\U0001f501",
    Emote.BYE: "\U0001f6aa",
}
"""One emoji each, for apps that have no pictures of their own."""
