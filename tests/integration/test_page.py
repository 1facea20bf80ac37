"""The page at `/` in every language."""

import base64
import hashlib
import json
import re

import httpx
import pytest
from redis.asyncio import Redis

from services.web.page import BLANK, PAGE, SCRIPTED, web_router
from shared.api.app import application
from shared.seeds import FOLDER
from shared.settings import Settings
from tests.integration.conftest import alive

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
WORDS = re.compile(r'id="words">(.*?)</script>')


@pytest.mark.parametrize(
    ("language", "heading", "place"),
    [
        ("en", "Pick a game to follow", "Place"),
        ("fr", "Choisissez une partie à suivre", "Rang"),
        ("ja", "見るゲームを選んでください", "順位"),
        ("ko", "지켜볼 게임을 고르세요", "순위"),
    ],
)
async def test_the_page_speaks_the_readers_language_and_its_script_may_run(
    server: Redis, config: Settings, language: str, heading: str, place: str
) -> None:
    app = application([web_router()], config)
    transport = httpx.ASGITransport(app)
    async with alive(app), httpx.AsyncClient(transport=transport, base_url="http://page") as http:
        answer = await http.get("/", headers={"accept": "text/html", "accept-language": language})
    assert (answer.headers["content-language"], answer.status_code) == (language, 200)
    assert f'<html lang="{language}">' in answer.text
    assert heading in answer.text
    (words,), (script,) = WORDS.findall(answer.text), SCRIPT.findall(answer.text)
    assert json.loads(words)["place"] == place
    assert (
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        in answer.headers["content-security-policy"]
    )


def test_the_page_and_its_catalogue_name_the_same_words() -> None:
    page = PAGE.read_text("utf-8")
    script = set(re.findall(r'WORDS(?:\.|\[")([a-z-]+)', page)) - {"names"}
    worded = set(re.findall(r"^page-([a-z-]+) =", (FOLDER / "texts/en/page.ftl").read_text("utf-8"), re.M))
    assert script == set(SCRIPTED)
    assert {*BLANK.findall(page), *SCRIPTED} - {"language", "words"} == worded
