"""What carries what is followed, and one connection of each."""

from enum import StrEnum
from typing import assert_never

from shared.client.http import Http
from shared.client.socket import Socket
from shared.client.sources import EVENT_STREAM, NDJSON, game_stream, long_poll, mine_stream
from shared.client.stream import Connect, ConnectMine


class Transport(StrEnum):
    """What carries what is followed. All tell the same, and each resumes where it broke off."""

    LONG_POLL = "long-poll"
    EVENTS = "events"
    """Server-sent events."""
    LINES = "lines"
    """NDJSON."""
    SOCKET = "socket"
    """One WebSocket for all that is followed, and for commands too."""


class Carriers:
    def __init__(self, http: Http, socket: Socket) -> None:
        self._http = http
        self._socket = socket

    def of_game(self, transport: Transport, game: str, *, words: bool) -> Connect:
        http, path = self._http, f"/v1/games/{game}/events"
        match transport:
            case Transport.LONG_POLL:
                return lambda after: long_poll(http, path, after, words=words)
            case Transport.EVENTS:
                return lambda after: game_stream(http, path, after, EVENT_STREAM, words=words)
            case Transport.LINES:
                return lambda after: game_stream(http, path, after, NDJSON, words=words)
            case Transport.SOCKET:
                return lambda after: self._socket.follow(game, after, words=words)
            case _:
                assert_never(transport)

    def of_mine(self, transport: Transport, *, views: bool) -> ConnectMine:
        match transport:
            case Transport.EVENTS:
                return lambda cursor: mine_stream(self._http, cursor, EVENT_STREAM, views=views)
            case Transport.LINES:
                return lambda cursor: mine_stream(self._http, cursor, NDJSON, views=views)
            case Transport.SOCKET if not views:
                return self._socket.follow_mine
            case _:
                raise ValueError(f"changes are not told so on {transport}")
