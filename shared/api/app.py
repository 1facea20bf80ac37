"""Makes an HTTP application of a service's routers: everything that all of them have in common, wired once.

What every handler may depend on: `settings`, `redis`, `courier`, `people`, `texts`, `tokens` (all held by
`app.state`), `caller` and `access` (behind the guard `signed_in`), `reader`, `language`, and `naming` (for what a
write makes).
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from redis.asyncio import Redis

from shared.api import inbox, limits
from shared.api.allowances import limits_router
from shared.api.answers import log_request, set_headers
from shared.api.apitokens import ApiTokens
from shared.api.auth import Access, Caller, Tokens, access_of, authenticated, caller_of
from shared.api.caps import CAPS, Cap, caps, rates
from shared.api.compression import compress
from shared.api.courier import Courier
from shared.api.docs import docs_router
from shared.api.ended import Ended
from shared.api.failure import answer_failure
from shared.api.figures import know_routes
from shared.api.health import health_router
from shared.api.idempotency import Idempotency, Naming, claim_in
from shared.api.inbox import Inbox
from shared.api.language import speak
from shared.api.lasting import last_while_good, leased
from shared.api.leaving import Leaving
from shared.api.negotiate import ApiRequest, Negotiated, acceptable
from shared.api.notices import book
from shared.api.notices.book import Book
from shared.api.once import keep_answers, once
from shared.api.people import People
from shared.api.places import Places, give_back, placed
from shared.api.presence import Presence
from shared.log.connect import connect
from shared.log.valkey import load_functions
from shared.seeds import Texts
from shared.settings import Settings
from shared.watch.address import watched

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def application(
    routers: Sequence[Router], settings: Settings, *, lifespan: Sequence[Lifespan] = ()
) -> Litestar:
    """`lifespan`: what the services open for themselves; `app.state` has the common connections by then."""
    made = Litestar(
        route_handlers=[*routers, limits_router(), health_router(), docs_router()],
        dependencies={name: Provide(provider) for name, provider in PROVIDERS.items()},
        guards=[acceptable, authenticated, leased, limits.limited, placed, once],
        exception_handlers={Exception: answer_failure},
        before_send=[set_headers],
        middleware=[log_request, give_back, last_while_good, compress, keep_answers],
        request_class=ApiRequest,
        response_class=Negotiated,
        request_max_body_size=CAPS[Cap.BODY_BYTES],
        lifespan=[_connections, *lifespan],
        state=State(
            {
                "settings": settings,
                "tokens": Tokens(settings.signing_key()),
                "texts": Texts(),
                "leaving": Leaving(),
            }
        ),
        openapi_config=None,
        logging_config=None,
    )
    know_routes(route.path_format for route in made.routes)
    return made


@asynccontextmanager
async def _connections(app: Litestar) -> AsyncGenerator[None]:
    settings: Settings = app.state.settings
    with watched(settings):
        async with _connected(app, settings):
            yield


@asynccontextmanager
async def _connected(app: Litestar, settings: Settings) -> AsyncGenerator[None]:
    redis = connect(settings.valkey)
    listening = connect(settings.valkey, blocking=True)
    courier = Courier(redis, listening, settings.partitions)
    await load_functions(redis)
    await limits.load_functions(redis)
    await inbox.load_functions(redis)
    await book.load_functions(redis)
    idempotency = Idempotency(redis, settings.signing_key())
    await idempotency.load_functions()
    presence = Presence(redis)
    places = Places(redis, caps(settings), presence)
    ended = Ended(redis)
    app.state.update(
        redis=redis,
        listening=listening,
        courier=courier,
        people=People(redis),
        ended=ended,
        api_tokens=ApiTokens(redis),
        inbox=Inbox(redis),
        book=Book(redis),
        limits=limits.Limits(redis, rates(settings)),
        idempotency=idempotency,
        presence=presence,
        places=places,
    )
    try:
        yield
    finally:
        await ended.close()
        await places.close()
        await presence.close()
        await courier.close()
        for client in (redis, listening):
            await client.aclose()


async def provide_settings(state: State) -> Settings:
    return state.settings


async def provide_redis(state: State) -> Redis:
    return state.redis


async def provide_courier(state: State) -> Courier:
    return state.courier


async def provide_people(state: State) -> People:
    return state.people


async def provide_texts(state: State) -> Texts:
    return state.texts


async def provide_tokens(state: State) -> Tokens:
    return state.tokens


async def provide_reader(request: ApiRequest) -> Caller | None:
    return caller_of(request.scope)


async def provide_caller(request: ApiRequest) -> Caller:
    caller = caller_of(request.scope)
    if caller is None:
        raise LookupError("the handler lacks the guard signed_in")
    return caller


async def provide_access(request: ApiRequest) -> Access:
    access = access_of(request.scope)
    if access is None:
        raise LookupError("the handler lacks the guard signed_in")
    return access


async def provide_naming(request: ApiRequest) -> Naming:
    return Naming(claim_in(request.scope))


async def provide_language(request: ApiRequest) -> str:
    return speak(request)


PROVIDERS: dict[str, Callable[..., Any]] = {
    "settings": provide_settings,
    "redis": provide_redis,
    "courier": provide_courier,
    "people": provide_people,
    "texts": provide_texts,
    "tokens": provide_tokens,
    "reader": provide_reader,
    "caller": provide_caller,
    "access": provide_access,
    "language": provide_language,
    "naming": provide_naming,
}
