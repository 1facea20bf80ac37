"""A legal command beside what it would do, as far as the seat may know."""

import msgspec

from shared.games.rules import Command


class Move(msgspec.Struct, frozen=True):
    command: Command
    preview: msgspec.Struct
