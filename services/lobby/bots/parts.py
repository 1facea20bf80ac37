"""Bots' accounts: the part of the composition root that puts them together."""

from typing import Any

from litestar.datastructures import State
from litestar.di import NamedDependency

from services.lobby.accounts.desk import Desk
from services.lobby.bots.challenging import Challenges
from services.lobby.bots.directory import Directory
from services.lobby.bots.owning import Owning
from services.lobby.stores import Stores
from shared.api.people import Names


def challenges(state: Any, stores: Stores) -> Challenges:
    """Needs the lobby and the records in `state`."""
    directory = Directory(
        registry=stores.registry,
        accounts=stores.accounts,
        book=stores.bot_book,
        inbox=state.inbox,
        presence=state.presence,
        people=state.people,
        records=state.records,
        called=Names({}, state.texts),
    )
    return Challenges(state.lobby, directory)


def owning(state: Any, stores: Stores, desk: Desk, directory: Directory) -> Owning:
    settings = state.settings
    return Owning(stores.registry, directory, desk, stores.bot_book, state.limits, settings.webhooks)


async def provide_owning(state: State, language: NamedDependency[str]) -> Owning:
    return state.owning.speaking(language)


async def provide_directory(state: State, language: NamedDependency[str]) -> Directory:
    return state.challenges.directory.speaking(language)


async def provide_challenges(state: State, language: NamedDependency[str]) -> Challenges:
    return state.challenges.speaking(language)


PROVIDERS: dict[str, Any] = {
    "owning": provide_owning,
    "directory": provide_directory,
    "challenges": provide_challenges,
}
