"""Signing in by another service's identity token, against a real issuer on this machine."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import jwt
import pytest
from litestar import Litestar
from msgspec.structs import replace
from redis.asyncio import Redis

from services.lobby.accounts import oidc
from services.lobby.accounts.oidc import Issuers
from services.lobby.app import lobby
from shared.settings import Settings
from tests.integration.accounts.conftest import Arrive, Device, named
from tests.integration.accounts.issuer import AUDIENCE, Issuer, serving
from tests.integration.conftest import Phone, alive


@pytest.fixture
async def issuer() -> AsyncIterator[Issuer]:
    async with serving() as issuer:
        yield issuer


@pytest.fixture
async def app(server: Redis, config: Settings, issuer: Issuer) -> AsyncIterator[Litestar]:
    trusting = replace(
        config, oidc_issuers=f"https://other.example, {issuer.url}", oidc_audience=f"web,{AUDIENCE}"
    )
    app = lobby(trusting)
    async with alive(app):
        yield app


async def comes(nobody: Phone, token: str, **more: Any) -> httpx.Response:
    return await nobody.post("/v1/sessions/identity", {"id_token": token, **more})


async def test_the_first_sign_in_makes_an_account_and_the_next_finds_it(
    nobody: Phone, issuer: Issuer
) -> None:
    first = (await comes(nobody, issuer.token(name="Nora"), device="phone")).json()
    again = (await comes(nobody, issuer.token(name="Nora B."))).json()
    assert (first["account"]["name"], first["account"]["guest"]) == ("Nora", False)
    assert first["account"]["issuers"] == [issuer.url]
    assert (again["account"], again["session"] == first["session"]) == (first["account"], False)
    other = (await comes(nobody, issuer.token("sub-2"))).json()
    assert other["account"]["id"] != first["account"]["id"]


async def test_twenty_first_sign_ins_at_once_make_one_account(
    nobody: Phone, issuer: Issuer, server: Redis
) -> None:
    token = issuer.token()
    answers = await asyncio.gather(*(comes(nobody, token) for _ in range(20)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["account"]["id"] for answer in answers}) == 1
    assert len(await server.keys("account:*")) == 1


async def test_a_guest_links_an_identity_and_is_found_by_it(
    arrive: Arrive, nobody: Phone, issuer: Issuer
) -> None:
    ann = await arrive("Ann")
    for _ in range(2):
        linked = await ann.post("/v1/me/identities", {"id_token": issuer.token()})
        assert (linked.json()["guest"], linked.json()["issuers"]) == (False, [issuer.url])
    assert (await comes(nobody, issuer.token())).json()["account"]["id"] == ann.id
    bob = await named(await arrive("Bob"), "bob")
    taken = await bob.post("/v1/me/identities", {"id_token": issuer.token()})
    assert (taken.status_code, taken.json()["code"]) == (409, "identity-taken")


async def test_a_deleted_account_s_identity_makes_a_new_one(nobody: Phone, issuer: Issuer) -> None:
    first = Device.of(nobody.http, (await comes(nobody, issuer.token())).json())
    await first.send("DELETE", "/v1/me")
    assert (await comes(nobody, issuer.token())).json()["account"]["id"] != first.id


async def test_the_keys_are_asked_for_once(nobody: Phone, issuer: Issuer) -> None:
    await asyncio.gather(*(comes(nobody, issuer.token()) for _ in range(10)))
    assert issuer.asked == 1


@pytest.mark.parametrize("curve", [False, True], ids=["RSA", "elliptic curve"])
async def test_rotated_keys_are_asked_for_again_but_not_too_often(
    nobody: Phone, issuer: Issuer, monkeypatch: pytest.MonkeyPatch, curve: bool
) -> None:
    monkeypatch.setattr(oidc, "AGAIN_S", 0.0)
    await comes(nobody, issuer.token())
    issuer.rotate(curve=curve)
    monkeypatch.setattr(oidc, "AGAIN_S", 60.0)
    assert (await comes(nobody, issuer.token())).status_code == 201
    issuer.rotate()
    for _ in range(3):
        assert (await comes(nobody, issuer.token())).json()["code"] == "identity-invalid"
    assert issuer.asked == 2


def by_shared_secret(issuer: Issuer) -> str:
    claims = jwt.decode(issuer.token(), options={"verify_signature": False})
    return jwt.encode(claims, "the secret is public" * 2, "HS256", headers={"kid": issuer.kid})


def unsigned(issuer: Issuer) -> str:
    claims = jwt.decode(issuer.token(), options={"verify_signature": False})
    return jwt.encode(claims, None, "none", headers={"kid": issuer.kid})


def by_another_key(issuer: Issuer) -> str:
    other = Issuer()
    other.url, other.kid, other._keys = issuer.url, issuer.kid, {issuer.kid: other.key}
    return other.token()


BAD: dict[str, Callable[[Issuer], str]] = {
    "no token": lambda issuer: "x",
    "another issuer": lambda issuer: issuer.token(iss="https://evil.example"),
    "no issuer": lambda issuer: issuer.token(iss=None),
    "another audience": lambda issuer: issuer.token(aud="somebody-s-app"),
    "no audience": lambda issuer: issuer.token(aud=None),
    "another party": lambda issuer: issuer.token(aud=[AUDIENCE, "x"], azp="x"),
    "expired": lambda issuer: issuer.token(exp=int(time.time()) - 61),
    "never expires": lambda issuer: issuer.token(exp=None),
    "from the future": lambda issuer: issuer.token(iat=int(time.time()) + 3600),
    "no subject": lambda issuer: issuer.token(sub=None),
    "another sign-in": lambda issuer: issuer.token(nonce="other"),
    "cut": lambda issuer: issuer.token()[:-5],
    "shared secret": by_shared_secret,
    "unsigned": unsigned,
    "another key": by_another_key,
}


@pytest.mark.parametrize("name", BAD)
async def test_a_token_that_does_not_prove_who_came_is_refused(
    nobody: Phone, issuer: Issuer, server: Redis, name: str
) -> None:
    answer = await comes(nobody, BAD[name](issuer))
    assert (answer.status_code, answer.json()["code"]) == (401, "identity-invalid")
    assert await server.keys("account:*") == []


async def test_a_nonce_is_the_one_of_this_sign_in(nobody: Phone, issuer: Issuer) -> None:
    token = issuer.token(nonce="n-1")
    assert (await comes(nobody, token, nonce="n-1")).status_code == 201
    assert (await comes(nobody, token, nonce="n-2")).json()["code"] == "identity-invalid"
    assert (await comes(nobody, issuer.token(), nonce="n-1")).json()["code"] == "identity-invalid"


@pytest.mark.logs("issuer-unreachable")
async def test_an_issuer_that_is_away_is_told_from_a_bad_token(nobody: Phone, issuer: Issuer) -> None:
    issuer.broken = True
    answer = await comes(nobody, issuer.token())
    assert (answer.status_code, answer.json()["code"]) == (503, "issuer-unreachable")
    assert answer.headers["retry-after"] == "5"


@pytest.mark.logs("issuer-unreachable")
async def test_known_keys_outlast_their_issuer_s_trouble(
    nobody: Phone, issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KEYS_S", "AGAIN_S"):
        monkeypatch.setattr(oidc, name, 0.0)
    assert (await comes(nobody, issuer.token())).status_code == 201
    issuer.broken = True
    assert (await comes(nobody, issuer.token())).status_code == 201


@pytest.mark.logs("issuer-unreachable")
async def test_an_issuer_that_calls_itself_otherwise_is_not_believed(nobody: Phone, issuer: Issuer) -> None:
    issuer.calls_itself = "https://evil.example"
    assert (await comes(nobody, issuer.token())).json()["code"] == "issuer-unreachable"


def test_an_issuer_without_https_cannot_be_configured() -> None:
    with pytest.raises(ValueError, match="not an https address"):
        Issuers("http://accounts.example", AUDIENCE, httpx.AsyncClient())
