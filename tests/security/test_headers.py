"""What every answer says to browsers and caches on its way, whatever the route and whatever came of it."""

import httpx
import pytest
from litestar import Litestar

from shared.api.moment import now_ms
from tests.integration.conftest import Phone
from tests.integration.engine.sockets import opened
from tests.integration.engine.test_every_route import ENDLESS, ROUTES, Failing

POLICY = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
EVIL = "https://evil.example"


@pytest.fixture
def callers(app: Litestar, http: httpx.AsyncClient, nobody: Phone) -> list[Phone]:
    token, _ = app.state.tokens.mint("a_0", now_ms() // 1000, session="s_0")
    return [nobody, Phone(http, "a_0", token)]


def _wrong(answer: httpx.Response, method: str) -> list[str]:
    headers, wrong = answer.headers, list[str]()
    wrong += [name for name, value in POLICY.items() if headers.get(name) != value]
    if "default-src 'none'" not in headers.get("content-security-policy", ""):
        wrong.append("content-security-policy")
    kept = headers.get("cache-control", "")
    if "no-store" not in kept and not (method == "GET" and "private" in kept and "no-cache" in kept):
        wrong.append(f"cache-control: {kept}")
    if answer.status_code >= 400 and kept != "no-store":
        wrong.append(f"cache-control of a refusal: {kept}")
    wrong += [
        name for name in headers if name.startswith("access-control-") or name in ("server", "x-powered-by")
    ]
    return wrong


async def test_every_answer_tells_browsers_and_caches_what_they_may(callers: list[Phone]) -> None:
    """Answers are the caller's own: no cache between may keep one, and no other page may read one."""
    failing = Failing()
    for phone in callers:
        for route in (route for route in ROUTES if route.path not in ENDLESS):
            answer = await phone.send(route.method, route.named(), headers={"origin": EVIL})
            if wrong := _wrong(answer, route.method):
                failing[f"{route} {answer.status_code}"] = wrong
    assert not failing


@pytest.mark.parametrize(
    "origin", ["null", "https://play.example.evil.example", "https://evil.example#play.example", "\xff"]
)
async def test_a_page_that_looks_nearly_like_one_of_ours_opens_no_socket(
    address: str, app: Litestar, origin: str
) -> None:
    app.state.sockets.origins = ("https://play.example",)
    async with opened(address, origin=origin) as socket:
        assert await socket.closed() == (4403, "origin")


async def test_a_browser_that_asks_for_another_page_is_allowed_nothing(nobody: Phone) -> None:
    asked = {
        "origin": EVIL,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
    }
    answer = await nobody.send("OPTIONS", "/v1/tables", headers=asked)
    assert not [name for name in answer.headers if name.startswith("access-control-")]
