"""Access tokens: only ours, whole, of now, in the header; anything else is refused the same way, and never logged."""

import base64
import json
import logging
from typing import Any

import jwt
import pytest
from litestar import Litestar

from shared.api.moment import now_ms
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.sockets import opened


def _now() -> int:
    return now_ms() // 1000


def _claims() -> dict[str, Any]:
    """Of this moment: a token made when the module was read has ended before a long run comes to its test."""
    return {"sub": "a_1", "sid": "s_1", "iat": _now(), "exp": _now() + 900}


def _part(value: Any) -> str:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _signed(key: bytes, claims: dict[str, Any] | None = None, **headers: Any) -> str:
    return jwt.encode({**_claims(), **(claims or {})}, key, "HS256", headers=headers)


def _without(claim: str, key: bytes) -> str:
    return jwt.encode({name: value for name, value in _claims().items() if name != claim}, key, "HS256")


FORGED = {
    "no algorithm": lambda key: f"{_part({'alg': 'none', 'typ': 'JWT'})}.{_part(_claims())}.",
    "no algorithm in capitals": lambda key: f"{_part({'alg': 'NONE'})}.{_part(_claims())}.",
    "another algorithm": lambda key: jwt.encode(_claims(), key + bytes(64), "HS512"),
    "another key": lambda key: _signed(b"another key that is long enough!"),
    "a key of its own in the header": lambda key: _signed(
        b"another key that is long enough!",
        jwk={"kty": "oct", "k": _part(b"another key that is long enough!")},
    ),
    "for another audience": lambda key: _signed(key, {"aud": "somebody-else"}),
    "not yet good": lambda key: _signed(key, {"nbf": _now() + 600}),
    "made in the future": lambda key: _signed(key, {"iat": _now() + 600}),
    "cut short": lambda key: _signed(key)[:-3],
    "without its signature": lambda key: _signed(key).rpartition(".")[0] + ".",
    "without an account": lambda key: _without("sub", key),
    "without a session": lambda key: _without("sid", key),
    "without an end": lambda key: _without("exp", key),
    "a number for an account": lambda key: _signed(key, {"sub": 1}),
    "claims that are a list": lambda key: f"{_part({'alg': 'HS256'})}.{_part([1])}.{_part(b'x')}",
    "a header of great depth": lambda key: f"{_part(b'[' * 20_000)}.{_part(_claims())}.{_part(b'x')}",
    "two of them": lambda key: f"{_signed(key)} {_signed(key)}",
    "of another alphabet": lambda key: "\xe9\xff.\xe9.\xe9",
}


@pytest.fixture
def key(app: Litestar) -> bytes:
    return app.state.settings.signing_key()


async def test_a_token_that_is_right_is_taken(nobody: Phone, key: bytes) -> None:
    """Or the tests of wrong ones would prove nothing."""
    answer = await nobody.get("/v1/me/games", headers={"authorization": f"Bearer {_signed(key)}"})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("forged", FORGED)
async def test_a_forged_token_is_invalid(nobody: Phone, key: bytes, forged: str) -> None:
    given = f"Bearer {FORGED[forged](key)}".encode("latin-1")
    answer = await nobody.get("/v1/me/games", headers={"authorization": given})
    assert (answer.status_code, answer.json()["code"]) == (401, "token-invalid")
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


@pytest.mark.parametrize("forged", [name for name in FORGED if name != "of another alphabet"])
async def test_a_forged_token_opens_no_socket(address: str, key: bytes, forged: str) -> None:
    async with opened(address) as socket:
        given = FORGED[forged](key)
        if len(given) > 15_000:
            given = given[:15_000]
        await socket.say("hello", token=given)
        assert (await socket.closed())[0] == 4401


async def test_a_token_in_the_address_is_not_heeded_and_never_logged(
    guest: Guest, nobody: Phone, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    ann = await guest()
    with caplog.at_level(logging.INFO):
        for name in ("token", "access_token", "authorization"):
            answer = await nobody.get(f"/v1/me?{name}={ann.token}")
            assert (answer.status_code, answer.json()["code"]) == (401, "token-missing")
        async with opened(address) as socket:
            assert (await socket.hello(ann.token))["account"] == ann.id
        await ann.get("/v1/me")
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")]
    assert ours
    assert not [said for said in ours if ann.token in said or ann.token.rpartition(".")[2] in said]


async def test_a_cookie_signs_nobody_in(guest: Guest, nobody: Phone) -> None:
    """So no other page can make a browser act."""
    ann = await guest()
    answer = await nobody.get("/v1/me", headers={"cookie": f"token={ann.token}; session={ann.token}"})
    assert answer.status_code == 401
    assert "set-cookie" not in (await ann.get("/v1/me")).headers
