"""All texts in the caller's language, over HTTP: kinds, problems, refusals and what happened in a game."""

from typing import Any

import httpx
import pytest

from services.lobby.accounts.accounts import Language
from shared.seeds import Texts
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated

LANGUAGES = ("en", "fr", "ja", "ko")


def _speaking(language: str) -> dict[str, str]:
    return {"accept-language": language}


def _says(answer: Any, language: str) -> bool:
    """Whether an answer tells that it is in that language, and that it would be another for others."""
    vary = answer.headers["vary"].lower()
    return answer.headers.get("content-language") == language and "accept-language" in vary


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("grandma", "ace of spades", "top lift")),
        ("fr", ("grand-mère", "as de pique", "ascenseur du haut")),
        ("ja", ("おばあさん", "スペードのエース", "上のエレベーター")),
        ("ko", ("할머니", "스페이드 에이스", "위쪽 엘리베이터")),
    ],
)
async def test_cards_and_parts_have_names_in_every_language(
    nobody: Phone, language: str, names: tuple[str, str, str]
) -> None:
    answer = await nobody.get("/v1/kinds", headers=_speaking(language))
    assert _says(answer, language)
    texts = {message: text for kind in answer.json()["kinds"] for message, text in kind["texts"].items()}
    assert texts["elevators-type-grandma"] == names[0]
    assert texts["eddie-lift-top"] == names[2]
    one = await nobody.get("/v1/kinds/elevators", headers=_speaking(language))
    assert (one.json()["texts"]["elevators-type-grandma"], _says(one, language)) == (names[0], True)


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        ("", "en"),
        ("fr-CA", "fr"),
        ("de-AT, de;q=0.9, ja;q=0.3, ko;q=0.5", "ko"),
        ("ja;q=0.1, fr; q=0.2", "fr"),
        ("JA-jp", "ja"),
        ("en;q=0, *", "fr"),
        ("ko;q=0, de", "en"),
        ("*", "en"),
        ("ja;q=x", "en"),
        (";;,,", "en"),
    ],
)
async def test_the_language_liked_best_is_spoken(nobody: Phone, wanted: str, spoken: str) -> None:
    assert _says(await nobody.get("/v1/kinds/eddie", headers=_speaking(wanted)), spoken)
    assert _says(await nobody.get("/v1/kinds/chess", headers=_speaking(wanted)), spoken)


PROBLEMS = {
    "en": ("There is no such table", "The request does not have the documented form at $.players."),
    "fr": ("Cette table n’existe pas", "La requête n’a pas la forme documentée à l’endroit $.players."),
    "ja": ("そのテーブルはありません", "リクエストの $.players が仕様に定められた形式ではありません。"),
    "ko": ("그런 테이블은 없습니다", "요청의 다음 위치가 문서에 정한 형식과 다릅니다: $.players"),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_problem_speaks_the_callers_language(guest: Guest, language: str) -> None:
    title, detail = PROBLEMS[language]
    ann = await guest()
    missing = await ann.get("/v1/tables/x", headers=_speaking(language))
    assert (missing.json()["title"], missing.json()["detail"], _says(missing, language)) == (
        title,
        title,
        True,
    )
    page = await ann.get(missing.json()["type"], headers=_speaking(language))
    assert (page.json()["title"], _says(page, language)) == (title, True)
    wrong = await ann.post("/v1/tables", {"kind": "floor", "players": ""}, headers=_speaking(language))
    assert (wrong.json()["detail"], _says(wrong, language)) == (detail, True)
    assert wrong.json()["params"] == {"path": "$.players", "problem": "Expected `int`, got `str`"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A name needs characters"),
        ("fr", "Un nom se compose"),
        ("ja", "名前には目に見える"),
        ("ko", "이름에는 눈에"),
    ],
)
async def test_what_only_we_find_malformed_has_a_sentence_of_its_own(
    nobody: Phone, language: str, said: str
) -> None:
    refused = await nobody.post("/v1/accounts/guest", {"name": "a\u202eb"}, headers=_speaking(language))
    assert refused.json()["detail"].startswith(said)
    assert refused.json()["params"] == {"path": "$.name", "problem": "invisible-name"}


WRONG_OPTIONS = {
    "players": ({"kind": "floor", "players": 7}, "player-count"),
    "colours": ({"kind": "elevators", "players": 3, "options": {"colours": [["b"], ["b"]]}}, "colour-taken"),
}


@pytest.mark.parametrize("wrong", WRONG_OPTIONS)
async def test_each_wrong_option_has_a_sentence_in_each_language(guest: Guest, wrong: str) -> None:
    body, code = WRONG_OPTIONS[wrong]
    ann = await guest()
    said: set[str] = set()
    for language in LANGUAGES:
        answer = await ann.post("/v1/tables", body, headers=_speaking(language))
        (problem,) = answer.json()["problems"]
        assert (problem["code"], "option" in problem["detail"]) == (code, False)
        said.add(problem["detail"])
    assert len(said) == len(LANGUAGES)


async def test_every_wrong_tile_of_a_set_is_told_in_words(guest: Guest) -> None:
    ann = await guest()
    figures = (await ann.get("/v1/kinds/eddie")).json()["sets"]["house"]
    tiles, numbers = [["1", "2", "3", "4"]] * 8, [0] * 9
    options = {"set": {**figures, "tiles": tiles, "numbers": numbers}}
    wrong = await ann.post("/v1/tables", {"kind": "eddie", "players": 2, "options": options})
    assert [problem["detail"] for problem in wrong.json()["problems"]] == [
        "A set has 62 number cards in all.",
        "At least one GO must be on the tiles.",
        "At least one STOP must be on the tiles.",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You do not hold {}."),
        ("fr", "Vous n’avez pas «\u00a0{}\u00a0» en main."),
        ("ja", "手札に{}はありません。"),
        ("ko", "{} 카드는 손에 없습니다."),
    ],
)
async def test_a_refusal_of_the_rules_names_the_card(seated: Seated, language: str, said: str) -> None:
    game, phones = await seated()
    turn = (await phones[0].get(f"/v1/games/{game}")).json()["awaited"][0]
    theirs = (await phones[turn - 1].get(f"/v1/games/{game}")).json()["view"]["hand"][0]
    texts = (await phones[0].get("/v1/kinds/floor", headers=_speaking(language))).json()["texts"]
    body = {"id": "x", "do": {"type": "play-card", "card": theirs}}
    refused = await phones[turn].post(f"/v1/games/{game}/commands", body, headers=_speaking(language))
    problem = refused.json()
    assert (problem["code"], problem["params"]["card"]) == ("card-not-in-hand", theirs)
    assert (problem["detail"], _says(refused, language)) == (said.format(texts[f"floor-card-{theirs}"]), True)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Round 1 begins; "),
        ("fr", "La manche 1 commence"),
        ("ja", "第1ラウンドの始まりです"),
        ("ko", "1라운드를 시작합니다"),
    ],
)
async def test_what_happened_is_told_in_each_language(
    seated: Seated, nobody: Phone, language: str, said: str
) -> None:
    game, _ = await seated("elevators", 2)
    told = await nobody.get(f"/v1/games/{game}/events?words=true", headers=_speaking(language))
    assert any(sentence.startswith(said) for sentence in told.json()["items"][0]["words"])
    assert _says(told, language)


async def test_an_answer_without_texts_names_no_language(seated: Seated, nobody: Phone) -> None:
    game, _ = await seated()
    told = await nobody.get(f"/v1/games/{game}/events")
    assert "content-language" not in told.headers


async def test_an_account_s_own_language_comes_before_the_request_s(http: httpx.AsyncClient) -> None:
    welcome = (await http.post("/v1/accounts/guest")).json()
    ann = Phone(http, welcome["account"]["id"], welcome["access_token"])
    assert (await ann.send("PATCH", "/v1/me", {"language": "ko"})).json()["language"] == "ko"
    assert _says(await ann.get("/v1/kinds/chess", headers=_speaking("fr")), "fr")
    body = {"refresh_token": welcome["refresh_token"], "attempt": "b2xkIGZyaWVuZA"}
    again = (await http.post("/v1/sessions/refresh", json=body)).json()
    ann = Phone(http, ann.id, again["access_token"])
    for path in ("/v1/kinds", "/v1/kinds/chess"):
        assert _says(await ann.get(path, headers=_speaking("fr")), "ko")


def test_an_account_may_choose_each_language_that_there_is() -> None:
    assert set(Language) == set(Texts().languages)


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Automa"), ("fr", "Automa"), ("ja", "オートマ"), ("ko", "오토마")]
)
async def test_bots_are_called_as_the_language_calls_them(seated: Seated, language: str, name: str) -> None:
    game, phones = await seated("floor", 2)
    view = await phones[0].get(f"/v1/games/{game}", headers=_speaking(language))
    assert (view.json()["seats"][2]["name"], _says(view, language)) == (name, True)
    known = {"if-none-match": view.headers["etag"]}
    for other, status in ((language, 304), ("ja" if language == "ko" else "ko", 200)):
        again = await phones[0].get(f"/v1/games/{game}", headers={**known, **_speaking(other)})
        assert again.status_code == status
    listed = await phones[0].get("/v1/games", headers=_speaking(language))
    assert listed.json()["games"][0]["seats"][2]["name"] == name
