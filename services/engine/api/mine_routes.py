"""The HTTP face of what concerns the caller."""

from typing import Annotated, Any

import msgspec
from litestar import Router
from litestar.di import NamedDependency
from litestar.params import FromQuery, HeaderParameter, QueryParameter

from services.engine.api.frames import Form
from services.engine.api.mine import PAGE, Mine
from services.engine.api.mine_stream import frames
from services.engine.api.mine_wire import Changes, MineTold, MyGames
from services.engine.api.sse import streamed
from shared.api.auth import Caller, signed_in
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.media import EVENT_STREAM, JSON, NDJSON, encode
from shared.api.negotiate import ApiRequest, Negotiated, get, wants
from shared.api.openapi import describes
from shared.api.scopes import Scope

HOME_PAGE = 20
LONGEST_PAGE = CAPS[Cap.LIST_PAGE]

TheMine = NamedDependency[Mine]
TheCaller = NamedDependency[Caller]
Language = NamedDependency[str]


@get("/me/games", guards=[signed_in], opt=describes(answer=MyGames, scope=Scope.GAMES_READ))
async def list_my_games(
    mine: TheMine,
    caller: TheCaller,
    language: Language,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = HOME_PAGE,
    cursor: FromQuery[str | None] = None,
) -> Negotiated[MyGames]:
    """The home screen: games that wait for the caller first, most urgent first, then others by their last change.

    Games that have ended of late come last.
    """
    found = await mine.home(caller, cursor, limit, language)
    return Negotiated(found, etag=_timeless(found))


@get("/sync", guards=[signed_in], opt=describes(answer=Changes, scope=Scope.GAMES_READ))
async def sync(
    mine: TheMine,
    caller: TheCaller,
    language: Language,
    cursor: FromQuery[str | None] = None,
    views: FromQuery[bool] = False,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
) -> Negotiated[Changes]:
    """All that changed since a cursor, each thing once and as it is now, however often it changed.

    Without a cursor, or with one that is too old, `reset` says so and everything is told.
    """
    found = await mine.sync(caller, cursor, language, views=views, most=limit)
    return Negotiated(found, etag=_timeless(found) if found.changes else found.cursor)


@get(
    "/stream",
    guards=[signed_in],
    opt=describes(
        also=(EVENT_STREAM, NDJSON),
        answer=Changes,
        counts_as=Bucket.STREAMS,
        scope=Scope.GAMES_READ,
        messages={"my-stream": MineTold},
    ),
)
async def stream_mine(
    request: ApiRequest,
    mine: TheMine,
    caller: TheCaller,
    language: Language,
    cursor: FromQuery[str | None] = None,
    views: FromQuery[bool] = False,
    last_event_id: Annotated[str | None, HeaderParameter(name="last-event-id")] = None,
) -> Any:
    """The same live: server-sent events or lines of JSON, by `Accept`; for anything else the same as `/v1/sync`.

    Begins with a snapshot, or after the cursor (or `Last-Event-ID`) where that is still good.
    """
    since = last_event_id or cursor
    for media_type, form in ((EVENT_STREAM, Form.EVENT), (NDJSON, Form.LINE)):
        if wants(request, media_type):
            return streamed(frames(mine, caller, since, language, form, views=views), media_type)
    return await mine.sync(caller, since, language, views=views)


def _timeless(found: MyGames | Changes) -> bytes:
    """What stands for it in its tag: all that it says of games and names, in its language."""
    return encode(msgspec.structs.replace(found, server_time=""), JSON)


def mine_router() -> Router:
    return Router("/v1", route_handlers=[list_my_games, sync, stream_mine], tags=["me"])
