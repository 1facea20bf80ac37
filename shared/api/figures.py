"""What a process that serves HTTP counts."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from enum import StrEnum
from http import HTTPStatus

from shared.api.caps import Bucket, Cap
from shared.watch.figures import OTHER, Among, Count, Level, Spread

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Transport(StrEnum):
    """How somebody follows a game, or what concerns them."""

    LONG_POLL = "long-poll"
    EVENT_STREAM = "event-stream"
    LINES = "lines"
    SOCKET = "socket"


ROUTE = Among(())
"""Templates of the process's routes, which `know_routes` adds."""
_METHOD = Among(METHODS)

REQUESTS = Count(
    "http_requests",
    "Requests answered, by the template of their route",
    route=ROUTE,
    method=_METHOD,
    status=Among(int(status) for status in HTTPStatus),
)
TOOK_S = Spread(
    "http_seconds", "Until an answer's head left; of streams and long polls too", route=ROUTE, method=_METHOD
)
LIMITED = Count("limit_refusals", "Requests refused as too many, by the limit", limit=Among((*Bucket, *Cap)))
CONNECTIONS = Level(
    "connections", "Streams, long polls and sockets that are open", transport=Among(Transport)
)
JUDGED_S = Spread("command_seconds", "From queueing a command until its answer came back")
UNJUDGED = Count(
    "commands_unanswered",
    "Commands whose caller was told to ask again: not answered in time, or not sent as Valkey was away",
    why=Among(("unanswered", "unsent")),
)


def know_routes(templates: Iterable[str]) -> None:
    ROUTE.allow(templates)


def answered(route: str | None, method: str, status: int, took_s: float) -> None:
    """One request; without a route nobody serves its path."""
    REQUESTS.add(route or OTHER, method, str(status))
    TOOK_S.note(took_s, route or OTHER, method)


@contextmanager
def connected(transport: Transport) -> Generator[None]:
    """Counts somebody among the open connections."""
    CONNECTIONS.change(transport, by=1)
    try:
        yield
    finally:
        CONNECTIONS.change(transport, by=-1)
