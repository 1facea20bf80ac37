"""What people are to each other and what they say: the part of the composition root that puts it together."""

from typing import Any

from litestar import Router
from litestar.datastructures import State
from litestar.di import NamedDependency

from services.lobby.accounts.desk import Desk
from services.lobby.people.circle import Circle
from services.lobby.people.register import Register
from services.lobby.people.routes import people_router
from services.lobby.staff.audit import Audit
from services.lobby.staff.bench import Bench
from services.lobby.staff.moderation_routes import moderation_router
from services.lobby.staff.office import BackOffice
from services.lobby.staff.routes import admin_router
from services.lobby.stores import Stores
from services.lobby.talk.routes import talk_router
from services.lobby.talk.talk import Talk
from shared.api.people import Names


def routers() -> list[Router]:
    return [people_router(), talk_router(), moderation_router(), admin_router()]


def begin(state: Any, desk: Desk, stores: Stores) -> None:
    """Needs the common connections in `state`."""
    names = Names({}, state.texts)
    state.circle = circle = Circle(stores.ties, stores.accounts, state.inbox, state.limits)
    state.register = Register(circle, state.people, state.records, names)
    audit = Audit(state.redis)
    state.talk = Talk(
        tables=stores.tables,
        sayings=stores.sayings,
        accounts=stores.accounts,
        ties=stores.ties,
        people=state.people,
        inbox=state.inbox,
        limits=state.limits,
        texts=state.texts,
    )
    state.bench = Bench(stores.reports, state.talk, audit, state.people, state.inbox, state.limits, names)
    state.backoffice = BackOffice(
        accounts=stores.accounts,
        sessions=desk.sessions,
        api_tokens=desk.api_tokens,
        ended=state.ended,
        audit=audit,
        tables=stores.tables,
        tickets=stores.tickets,
        teller=state.lobby.teller,
        courier=state.courier,
        names=names,
    )


async def provide_bench(state: State, language: NamedDependency[str]) -> Bench:
    return state.bench.speaking(language)


async def provide_backoffice(state: State, language: NamedDependency[str]) -> BackOffice:
    return state.backoffice.speaking(language)


async def provide_circle(state: State) -> Circle:
    return state.circle


async def provide_register(state: State, language: NamedDependency[str]) -> Register:
    return state.register.speaking(language)


async def provide_talk(state: State) -> Talk:
    return state.talk


PROVIDERS: dict[str, Any] = {
    "bench": provide_bench,
    "backoffice": provide_backoffice,
    "circle": provide_circle,
    "register": provide_register,
    "talk": provide_talk,
}
