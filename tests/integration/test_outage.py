"""When Valkey is away."""

from pathlib import Path

import httpx
import pytest

from services.lobby.app import lobby
from shared.api.moment import now_ms
from shared.log.embedded import running
from shared.settings import Settings
from tests.integration.conftest import Phone, alive


@pytest.mark.logs("unavailable")
async def test_without_valkey_everything_but_life_is_unavailable_until_it_is_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        app = lobby(Settings(var=tmp_path))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with alive(app), httpx.AsyncClient(transport=transport, base_url="http://lobby") as http:
            ann = Phone(http, "a_1", app.state.tokens.mint("a_1", now_ms() // 1000, session="s_0")[0])
            id = await ann.opens()
            server.kill()
            server.wait()
            down = [await ann.get(path) for path in ("/health/ready", f"/v1/tables/{id}")]
            assert [(answer.status_code, answer.json()["code"]) for answer in down] == [
                (503, "unavailable")
            ] * 2
            assert down[0].headers["retry-after"] == "1"
            assert (await ann.get("/health/live")).status_code == 200
            with running(tmp_path):
                assert (await ann.table(id))["state"] == "open"
