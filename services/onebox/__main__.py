"""Serves lobby, engine API and the page on one address: `python -m services.onebox`."""

from litestar import Litestar

from services.engine.api import app as engine
from services.lobby import app as lobby
from services.notify.api import app as notices
from services.web.page import web_router
from shared.api.app import application
from shared.api.serve import serve
from shared.settings import Settings, settings


def onebox(found: Settings) -> Litestar:
    routers = [*lobby.routers(), *engine.routers(), *notices.routers(), web_router()]
    return application(routers, found, lifespan=[lobby.lifespan, engine.lifespan, notices.lifespan])


if __name__ == "__main__":
    found = settings()
    serve(onebox(found), found, "http")
