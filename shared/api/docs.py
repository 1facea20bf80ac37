"""The API's description for programs (`/openapi.json`) and for people (`/docs`), and each problem's page."""

from html import escape
from typing import Any

import msgspec
from litestar import Litestar, Router
from litestar.di import NamedDependency
from litestar.params import FromPath

from shared.api.codes import Code
from shared.api.negotiate import ALSO, ApiRequest, Page, get
from shared.api.openapi import describes, document
from shared.api.problem import ApiError, status_of, title_of
from shared.seeds import Texts, refusals

HTML = {ALSO: ("text/html",)}
CODES = frozenset((*Code, *refusals()))
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1rem; margin: 2rem 0 0; } code, pre { font-family: ui-monospace, monospace; }
pre { background: #f3f3f3; padding: .6rem; overflow: auto; } summary { cursor: pointer; }
"""


class ProblemInfo(msgspec.Struct, frozen=True):
    code: str
    status: int
    title: str


@get("/openapi.json", include_in_schema=False)
async def openapi(request: ApiRequest) -> dict[str, Any]:
    return _described(request.app)


@get("/docs", include_in_schema=False, opt=HTML)
async def docs(request: ApiRequest) -> Page:
    return Page(page(_described(request.app)), policy=POLICY)


@get("/problems/{code:str}", opt=describes(Code.NO_SUCH_ROUTE))
async def read_problem(
    texts: NamedDependency[Texts], language: NamedDependency[str], code: FromPath[str]
) -> ProblemInfo:
    """What a problem's `type` leads to."""
    if code not in CODES:
        raise ApiError(Code.NO_SUCH_ROUTE)
    return ProblemInfo(code, int(status_of(code)), title_of(code, texts, language))


def docs_router() -> Router:
    return Router("/", route_handlers=[openapi, docs, read_problem], tags=["description"])


def _described(app: Litestar) -> dict[str, Any]:
    """Made at the first call, as by then all routes are known."""
    if "openapi" not in app.state:
        app.state.openapi = document(app)
    return app.state.openapi


def page(described: dict[str, Any]) -> str:
    info = described["info"]
    operations = [
        _operation(method, path, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [
        f"<details><summary><code>{escape(name)}</code></summary>{_json(schema)}</details>"
        for name, schema in described["components"]["schemas"].items()
    ]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(info["title"])}</title>'
    begin = f"<style>{STYLE}</style><h1>{escape(info['title'])}</h1><p>{escape(info['description'])}</p>"
    return "\n".join((head, begin, *operations, "<h1>Schemas</h1>", *schemas, "</html>"))


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    told = {
        name: operation[name] for name in ("parameters", "requestBody", "responses") if operation.get(name)
    }
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(operation['description'])}</p>"
        f"<details><summary>Details</summary>{_json(told)}</details>"
    )


def _json(value: object) -> str:
    return f"<pre>{escape(msgspec.json.format(msgspec.json.encode(value)).decode())}</pre>"
