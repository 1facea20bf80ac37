"""The lobby's composition root: what a process needs in order to serve it, alone or beside others."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide

from services.lobby import social
from services.lobby.accounts.apitokens import ApiTokenShelf
from services.lobby.accounts.desk import Desk
from services.lobby.accounts.export import Exporter
from services.lobby.accounts.oidc import Issuers
from services.lobby.accounts.passwords import Passwords
from services.lobby.accounts.routes import accounts_router
from services.lobby.accounts.session_routes import sessions_router
from services.lobby.accounts.sessions import Sessions
from services.lobby.acquaintance import Acquaintance
from services.lobby.bots import parts as bots
from services.lobby.bots.routes import bots_router
from services.lobby.codes import Codes
from services.lobby.host_routes import hosts_router
from services.lobby.invitation_routes import invitations_router
from services.lobby.inviter import Inviter
from services.lobby.kinds import Kinds
from services.lobby.leave.leaves import Leaves
from services.lobby.leave.routes import leave_router
from services.lobby.lobby import Lobby
from services.lobby.matching.office import Office
from services.lobby.matching.routes import matching_router
from services.lobby.matching.waits import Waits
from services.lobby.parting import Parting
from services.lobby.ratings.records import Records, records
from services.lobby.ratings.routes import ratings_router
from services.lobby.rematch import Rematches
from services.lobby.routes import kinds_router, tables_router
from services.lobby.stores import Stores, stores_of
from services.lobby.telling import Teller
from services.lobby.tournaments.organizing import Organizing
from services.lobby.tournaments.routes import tournaments_router
from shared.api.app import application
from shared.api.people import Names
from shared.seeds import HOUSE, load_sets
from shared.settings import Settings


def routers() -> list[Router]:
    inner: list[Any] = [
        accounts_router(),
        sessions_router(),
        kinds_router(),
        tables_router(),
        hosts_router(),
        invitations_router(),
        matching_router(),
        ratings_router(),
        leave_router(),
        *social.routers(),
        tournaments_router(),
        bots_router(),
    ]
    provided: dict[str, Any] = {
        "lobby": provide_lobby,
        "inviter": provide_inviter,
        "rematches": provide_rematches,
        "desk": provide_desk,
        "exporter": provide_exporter,
        "office": provide_office,
        "records": provide_records,
        "leaves": provide_leaves,
        "leave_days": provide_leave_days,
        **social.PROVIDERS,
        **bots.PROVIDERS,
        "organizing": provide_organizing,
    }
    dependencies = {name: Provide(provider) for name, provider in provided.items()}
    return [Router("/", route_handlers=inner, dependencies=dependencies)]


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncGenerator[None]:
    """Needs the common connections in `app.state`."""
    state = app.state
    stores, sets = await stores_of(state), load_sets()
    house_sets = {kind: named[HOUSE] for kind, named in sets.items()}
    state.lobby = Lobby(
        tables=stores.tables,
        people=state.people,
        acquaintance=Acquaintance(stores.ties, stores.ratings, stores.accounts),
        codes=Codes(state.redis, stores.lives),
        teller=Teller(stores.accounts, state.inbox, stores.aged, stores.lives),
        courier=state.courier,
        texts=state.texts,
        kinds=Kinds(sets, state.texts),
        house_sets=house_sets,
    )
    waits = Waits(stores.tickets)
    state.leaving.then(waits.release)
    state.office = Office(stores.tickets, waits, state.presence, house_sets)
    state.organizing = Organizing(stores.tournaments, state.people, stores.ties, state.texts, house_sets)
    state.leaves = stores.leaves
    state.records = records(state.redis, stores.accounts, state.people, state.texts)
    state.challenges = challenges = bots.challenges(state, stores)
    state.inviter = Inviter(state.lobby, stores.accounts, state.inbox, challenges)
    state.rematches = Rematches(state.lobby, stores.accounts, challenges)
    async with httpx.AsyncClient() as http:
        state.desk = desk = desk_of(state, stores, http)
        social.begin(state, desk, stores)
        state.owning = owning = bots.owning(state, stores, desk, challenges.directory)
        state.exporter = Exporter(stores, desk.sessions, desk.api_tokens, owning)
        yield
    await waits.close()


def desk_of(state: Any, stores: Stores, http: httpx.AsyncClient) -> Desk:
    settings: Settings = state.settings
    parting = Parting(state.redis, state.inbox, stores.tables, settings.partitions)
    return Desk(
        accounts=stores.accounts,
        sessions=Sessions(state.redis, state.ended, settings.signing_key()),
        api_tokens=ApiTokenShelf(state.redis, state.ended),
        passwords=Passwords(),
        issuers=Issuers(settings.oidc_issuers, settings.oidc_audience, http),
        tokens=state.tokens,
        limits=state.limits,
        inbox=state.inbox,
        ties=stores.ties,
        names=Names({}, state.texts),
        forgetting=(state.lobby.leave_all, parting.resign_all, stores.forget),
    )


async def provide_desk(state: State, language: NamedDependency[str]) -> Desk:
    return state.desk.speaking(language)


async def provide_leaves(state: State) -> Leaves:
    return state.leaves


async def provide_leave_days(state: State) -> int:
    return state.settings.leave_days


async def provide_exporter(state: State) -> Exporter:
    return state.exporter


async def provide_records(state: State, language: NamedDependency[str]) -> Records:
    return state.records.speaking(language)


async def provide_organizing(state: State, language: NamedDependency[str]) -> Organizing:
    return state.organizing.speaking(language)


async def provide_office(state: State) -> Office:
    return state.office


async def provide_inviter(state: State, language: NamedDependency[str]) -> Inviter:
    return replace(state.inviter, lobby=state.lobby.speaking(language))


async def provide_rematches(state: State, language: NamedDependency[str]) -> Rematches:
    return replace(state.rematches, lobby=state.lobby.speaking(language))


async def provide_lobby(state: State, language: NamedDependency[str]) -> Lobby:
    return state.lobby.speaking(language)


def lobby(settings: Settings) -> Litestar:
    """The lobby by itself."""
    return application(routers(), settings, lifespan=[lifespan])
