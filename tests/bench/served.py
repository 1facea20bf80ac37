"""The whole API, and beside it a POST that does nothing: the floor that plays are held against."""

from typing import Any

import msgspec
from litestar import Router, post

from services.engine.api import app as engine
from services.lobby import app as lobby
from shared.api.app import application
from shared.api.auth import signed_in
from shared.api.negotiate import FromBody
from shared.api.serve import serve
from shared.settings import settings


class Echo(msgspec.Struct, frozen=True):
    id: str
    do: dict[str, Any]


@post("/bare", guards=[signed_in], status_code=200)
async def bare(data: FromBody[Echo]) -> Echo:
    return data


if __name__ == "__main__":
    found = settings()
    routers = [*lobby.routers(), *engine.routers(), Router("/", route_handlers=[bare])]
    serve(application(routers, found, lifespan=[lobby.lifespan, engine.lifespan]), found, "bench")
