"""A command in the name of a bot's account, under an id that its program cannot make."""

from collections.abc import Collection

from shared.api.people import Level
from shared.games.rules import Command
from shared.log.commands import Sent, pack
from shared.log.game import Game

CALLED = "called"
STAND_IN_LEVEL = Level.NORMAL
"""Of the built-in bot that plays where an account's program does not."""


def called_id(version: int, seat: int, attempt: int = 0) -> str:
    """
    >>> called_id(17, 2), called_id(17, 2, attempt=1)
    ('called:17:2', 'called:17:2:1')
    """
    return f"{CALLED}:{version}:{seat}" + (f":{attempt}" if attempt else "")


def free_id(game: Game, seat: int, refused: Collection[str]) -> str:
    """The first id that is not used up: one that has been answered is answered the same for ever."""
    attempt = 0
    while (name := called_id(game.version, seat, attempt)) in game.accepted or name in refused:
        attempt += 1
    return name


def sent(game: Game, seat: int, name: str, command: Command) -> Sent:
    """As if the account's own program had sent it: the engine need not know the difference."""
    by = game.opening.holders[seat].player or ""
    expect = None if game.rules.realtime else game.version
    return Sent(id=name, game=game.id, by=by, seat=seat, do=pack(command), expect=expect)
