"""A game in words: what its seats are called, and what happened as a receiver may know it."""

from collections.abc import Iterable
from typing import NamedTuple

from shared.api.people import Names
from shared.games.rules import AnyRules, Event
from shared.log.game import Game
from shared.log.words import phrases
from shared.seeds import Texts


class Telling(NamedTuple):
    """How to put what happened into words."""

    texts: Texts
    language: str
    names: tuple[str, ...]
    """By seat."""

    def words(self, rules: AnyRules, seen: Iterable[Event]) -> tuple[str, ...]:
        """Sentences about events, which are already as their receiver may see them."""
        return tuple(
            self.texts.say(self.language, phrase, self.names)
            for event in seen
            for phrase in phrases(rules, event)
        )


def seat_names(game: Game, names: Names) -> tuple[str, ...]:
    """What each seat is called, in sentences too; those of one name are told apart by their seat."""
    called = [
        names.bot(holder.bot or "") if holder.player is None else names.of(holder.player)
        for holder in game.opening.holders
    ]
    return tuple(f"{name} {seat + 1}" if called.count(name) > 1 else name for seat, name in enumerate(called))
