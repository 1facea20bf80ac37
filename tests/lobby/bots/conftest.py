"""A lobby on a real Valkey, people, and the bots that they have made."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import pytest
from litestar import Litestar

from tests.integration.conftest import Guest, Phone
from tests.integration.engine.waiting import until
from tests.integration.people.conftest import staff
from tests.lobby.conftest import app, crowd, guest, http, nobody

__all__ = ["app", "crowd", "guest", "http", "nobody", "staff"]

SCOPES = ["games:read", "games:play", "tables:write", "account:read", "account:write"]
NUMBER = iter(range(10**6))


@dataclass
class Bot(Phone):
    """A program with a token of a bot's account."""

    owner: Phone | None = None

    async def is_called(self, url: str = "https://bots.example/turn") -> dict[str, Any]:
        assert self.owner
        answer = await self.owner.send("PUT", f"/v1/me/bots/{self.id}/webhook", {"url": url})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def accepts(self, **said: Any) -> None:
        answer = await self.send("PUT", f"/v1/bots/{self.id}/accepts", said)
        assert answer.status_code == 200, answer.text


Person = Callable[..., Coroutine[Any, Any, Phone]]
MakeBot = Callable[..., Coroutine[Any, Any, Bot]]


@pytest.fixture
def person(guest: Guest) -> Person:
    """`await person("Ann")`: somebody with a handle."""

    async def signed_up(name: str = "Ann") -> Phone:
        phone = await guest(name)
        credentials = {"handle": f"{name}.{next(NUMBER)}", "password": "four lifts go down"}
        assert (await phone.send("PUT", "/v1/me/credentials", credentials)).status_code == 200
        return phone

    return signed_up


async def made(owner: Phone, name: str = "Lift-o-mat") -> Bot:
    answer = await owner.post("/v1/me/bots", {"handle": f"bot-{next(NUMBER)}", "name": name})
    assert answer.status_code == 201, answer.text
    id = answer.json()["bot"]["id"]
    token = await owner.post(f"/v1/me/bots/{id}/tokens", {"name": "home", "scopes": SCOPES})
    return Bot(owner.http, id, token.json()["token"], owner=owner)


@pytest.fixture
def make_bot(app: Litestar) -> MakeBot:
    """`await make_bot(ann)`: one of hers, that listens."""

    async def listening(owner: Phone, name: str = "Lift-o-mat", *, there: bool = True) -> Bot:
        bot = await made(owner, name)
        if there:
            app.state.presence.enter(bot.id)
            await until(lambda: app.state.presence.present([bot.id]))
        return bot

    return listening
