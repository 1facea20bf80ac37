"""The engine's HTTP face: each handler reads, asks, and answers."""

import re
from typing import Annotated, Any

from litestar import Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, HeaderParameter, QueryParameter

from services.engine.api.games import JUDGED_S, Games
from services.engine.api.ndjson import line_stream
from services.engine.api.sse import event_stream
from services.engine.api.standing import pending
from services.engine.api.told import StreamTold
from services.engine.api.wire import LAST_VERSION, Accepted, CommandBody, GameView, Items, Moves, RunningGames
from shared.api.auth import Caller, signed_in
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.conditional import digest
from shared.api.language import speak
from shared.api.media import EVENT_STREAM, JSON, NDJSON, encode
from shared.api.negotiate import ApiRequest, FromBody, Negotiated, get, wants
from shared.api.openapi import describes
from shared.api.prefer import Pending, answered, wait_of
from shared.api.problem import Code
from shared.api.scopes import Scope
from shared.seeds import refusals

PAGE = 20
LONGEST_PAGE = CAPS[Cap.LIST_PAGE]
LONGEST_WAIT_S = CAPS[Cap.WAIT_S]

VERSION = re.compile(r"[0-9]{1,15}")

THERE = (Code.NO_SUCH_GAME, Code.GAME_PARKED)
SEATS = (
    Code.SEAT_CONCEDED,
    Code.ALREADY_HANDED_OVER,
    Code.SEAT_NOT_AWAY,
    Code.TURN_TIMED_OUT,
    Code.NOTHING_TO_TAKE_BACK,
    Code.TAKEBACK_AFTER_REVEAL,
    Code.OFFER_STANDS,
    Code.NO_SUCH_OFFER,
    Code.ALREADY_AGREED,
)
REFUSED = (Code.NOT_SEATED, Code.VERSION_CONFLICT, Code.GAME_OVER, Code.NOT_YOUR_SEAT, *SEATS, *refusals())

TheGames = NamedDependency[Games]
TheCaller = NamedDependency[Caller]
Reader = NamedDependency[Caller | None]
Language = NamedDependency[str]


@get("/games")
async def list_games(
    games: TheGames,
    language: Language,
    kind: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = PAGE,
    cursor: FromQuery[str | None] = None,
) -> RunningGames:
    """Running games of public tables, newest first; anybody may watch them."""
    return await games.running(kind, limit, cursor, language)


@get("/games/{game:str}", opt=describes(*THERE, answer=GameView, scope=Scope.GAMES_READ))
async def read_game(
    games: TheGames, reader: Reader, language: Language, game: FromPath[str]
) -> Negotiated[GameView]:
    """The game as the caller may know it. Its tag changes with its version, and with what anybody in it is called."""
    view = await games.view(game, reader, language)
    called = digest(encode(view.seats, JSON))
    return Negotiated(
        view, etag=f"{view.version}-{'x' if view.you is None else view.you}-{language}-{called}"
    )


@get(
    "/games/{game:str}/moves",
    guards=[signed_in],
    opt=describes(*THERE, Code.NOT_SEATED, scope=Scope.GAMES_READ),
)
async def list_moves(games: TheGames, caller: TheCaller, game: FromPath[str]) -> Moves:
    """Every command the caller's seat could send now, and what it would do."""
    return await games.moves(game, caller)


@post(
    "/games/{game:str}/commands",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        *THERE,
        *REFUSED,
        Code.NOT_ANSWERED_YET,
        answer=Accepted,
        counts_as=Bucket.COMMANDS,
        pending=Pending,
        by_id=True,
        example=CommandBody("k3J9x2-1", {"type": "play-card", "card": "a4"}, expect=17),
        scope=Scope.GAMES_PLAY,
    ),
)
async def send_command(
    request: ApiRequest,
    games: TheGames,
    caller: TheCaller,
    game: FromPath[str],
    data: FromBody[CommandBody],
) -> Negotiated[Any]:
    """Sends a command; answers once it is judged and, if accepted, stored for good."""
    wait_s = wait_of(request)
    judged = games.command(game, caller, data, JUDGED_S if wait_s is None else wait_s)
    return await answered(judged, wait_s, pending(game, data.id))


@get(
    "/games/{game:str}/commands/{command:str}",
    guards=[signed_in],
    opt=describes(
        *THERE,
        Code.NO_SUCH_COMMAND,
        *REFUSED,
        answer=Accepted,
        pending=Pending,
        scope=Scope.GAMES_PLAY,
    ),
)
async def read_command(
    games: TheGames, caller: TheCaller, game: FromPath[str], command: FromPath[str]
) -> Negotiated[Any]:
    """What became of a command of the caller's seat: accepted, refused as a problem, or 202 while it is not judged.

    `lobby:start` is the command that opens the game.
    """
    found = await games.standing(game, caller, command)
    return Negotiated(found, status_code=202 if isinstance(found, Pending) else 200)


@get(
    "/games/{game:str}/events",
    opt=describes(
        *THERE,
        also=(EVENT_STREAM, NDJSON),
        answer=Items,
        counts_as=Bucket.STREAMS,
        scope=Scope.GAMES_READ,
        speaks_if_asked=True,
        messages={"stream": StreamTold},
    ),
)
async def read_events(
    request: ApiRequest,
    games: TheGames,
    reader: Reader,
    game: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=LAST_VERSION)] = 0,
    wait: Annotated[int, QueryParameter(ge=0, le=LONGEST_WAIT_S)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=CAPS[Cap.EVENTS_PAGE])] = 200,
    words: FromQuery[bool] = False,
    last_event_id: Annotated[str | None, HeaderParameter(name="last-event-id")] = None,
) -> Any:
    """What happened after a version: one page, waited for up to `wait` seconds, or a stream.

    Streams are server-sent events or lines of JSON, by `Accept`. As a server-sent event an `entry` is its bare `Item`.
    """
    following = await games.following(game, reader, speak(request) if words else None)
    if wants(request, EVENT_STREAM):
        return event_stream(following, _resumed(last_event_id, after))
    if wants(request, NDJSON):
        return line_stream(following, after)
    return await following.page(after, wait, limit)


def _resumed(last_event_id: str | None, after: int) -> int:
    """Where a stream goes on: what the client saw last, if it says so."""
    return int(last_event_id) if last_event_id and VERSION.fullmatch(last_event_id) else after


def games_router() -> Router:
    handlers = [list_games, read_game, list_moves, send_command, read_command, read_events]
    return Router("/v1", route_handlers=handlers, tags=["games"])
