"""The spans of commands that are traced: from judging until the commit is on disk."""

from typing import Any

from shared.log.commands import Sent
from shared.watch import traces


class Judging:
    """Those of one commit."""

    def __init__(self, partition: int) -> None:
        self._partition = partition
        self._begun: list[Any] = []
        self._by_game: dict[str, str] = {}

    def begin(self, sent: Sent) -> Any:
        """`None` where this process makes no traces."""
        if not traces.is_on():
            return None
        begun = traces.begin("judge command", within=sent.trace, game=sent.game, partition=self._partition)
        self._begun.append(begun)
        self._by_game[sent.game] = traces.context_of(begun)
        return begun

    def of(self, game: str) -> str | None:
        """The context of the last command of a game."""
        return self._by_game.get(game)

    def end(self, *, refused: bool) -> None:
        for begun in self._begun:
            if refused:
                begun.set_attribute("outcome", "commit-refused")
            begun.end()
        self._begun.clear()
