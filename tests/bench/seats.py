"""The sockets of one game's seats, which play it as they are told to."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tests.bench.games import Played
from tests.bench.stack import SEATS
from tests.bench.wires import Socket, open_socket


def _commands(played: Played) -> list[tuple[int, bytes, str]]:
    """Seat, frame or body, and id of everything after the start."""
    found: list[tuple[int, bytes, str]] = []
    for sent in played.sent[1:]:
        do: Any = msgspec.msgpack.decode(sent.do)
        message = {"type": "command", "game": sent.game, "id": sent.id, "do": do}
        found.append((sent.seat or 0, msgspec.json.encode(message), sent.id))
    return found


class Seats:
    """The sockets of one game's seats. A play is over when all others have it."""

    def __init__(
        self,
        played: Played,
        sockets: Sequence[Socket],
        taken_s: list[float],
        over: "Callable[[Seats], None]",
    ) -> None:
        self._over = over
        self.commands = _commands(played)
        self._sockets = sockets
        self._taken_s = taken_s
        self._sent: dict[int, tuple[int, float]] = {}
        self.played = 1
        self._heard = 0
        for seat, socket in enumerate(sockets):
            socket.heard = self._hearer(seat)

    def play(self) -> None:
        version = self.played = self.played + 1
        self._heard = 0
        seat, frame, _ = self.commands[version - 2]
        self._sent[version] = seat, time.perf_counter()
        self._sockets[seat].say(frame)

    def _seen(self, version: int) -> None:
        self._heard += 1
        if version == self.played and self._heard == SEATS - 1:
            self._over(self)

    def _hearer(self, seat: int) -> Any:
        def heard(frame: bytes) -> None:
            now = time.perf_counter()
            message = msgspec.json.decode(frame)
            if message["type"] == "entry":
                by, at = self._sent[message["item"]["version"]]
                if by != seat:
                    self._taken_s.append(now - at)
                    self._seen(message["item"]["version"])
            elif message["type"] not in ("accepted", "keep-alive", "ended"):
                raise AssertionError(message)

        return heard


async def seats_of(
    port: int, tokens: Sequence[str], played: Played, taken_s: list[float], over: Callable[[Seats], None]
) -> Seats:
    sockets = [await open_socket(port, token) for token in tokens]
    for socket in sockets:
        told = await socket.told(type="subscribe", game=played.sent[0].game, after=1)
        assert told["type"] == "hello", told
    return Seats(played, sockets, taken_s, over)
