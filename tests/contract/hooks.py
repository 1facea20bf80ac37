"""What the API's tester must know beside the description: how one signs in, and ids of things that exist."""

import itertools
import secrets
from typing import Any

import httpx
import msgspec
import schemathesis

from shared.api.idempotency import FORM, HEADER
from shared.api.media import EVENT_STREAM
from shared.api.problem import Flaw

PLAYERS = 2


class Guest:
    """Somebody at a table that has not started and at a game that has."""

    def __init__(self, address: str) -> None:
        self._http = httpx.Client(base_url=address, timeout=20)
        welcome = self._post("/v1/accounts/guest", {"name": "Schema"})
        self.account = welcome["account"]["id"]
        self.token = welcome["access_token"]
        self._http.headers["authorization"] = f"Bearer {self.token}"
        self.table = self._open()
        self.game = self._open()
        self._post(f"/v1/tables/{self.game}/start", {})

    def _post(self, path: str, body: Any) -> Any:
        return self._http.post(path, json=body).raise_for_status().json()

    def _open(self) -> str:
        """A table that needs nobody else."""
        table = self._post("/v1/tables", {"kind": "floor", "players": PLAYERS, "host_sits": True})["id"]
        bot = self._http.put(f"/v1/tables/{table}/seats/1/bot", json={"level": "easy"})
        bot.raise_for_status()
        return table


STREAMS = ("/v1/stream", "/v1/games/{game}/events")

known: dict[str, str] = {}
turn = itertools.count()


@schemathesis.auth(refresh_interval=3)
class SignedIn:
    """A fresh guest every few seconds, as some calls end the session or the account."""

    def get(self, _case: schemathesis.Case, context: schemathesis.AuthContext) -> str:
        guest = Guest(context.operation.base_url)
        known.update(
            table=guest.table,
            game=guest.game,
            account=guest.account,
            command="lobby:start",
            kind="floor",
            code="malformed",
        )
        return guest.token

    def set(self, case: schemathesis.Case, data: str, _context: schemathesis.AuthContext) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def map_path_parameters(
    _context: schemathesis.HookContext, path_parameters: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Two of three times what exists, or nearly everything would be asked of nothing."""
    if path_parameters is None or next(turn) % 3 == 0:
        return path_parameters
    return {name: known.get(name, value) for name, value in path_parameters.items()}


@schemathesis.hook
def before_call(_context: schemathesis.HookContext, case: schemathesis.Case, _kwargs: dict[str, Any]) -> None:
    """Each request is a wish of its own; that a key of another's is refused, other tests see.

    What can be a stream is asked for as one every other time; its first event is read, see schemathesis.toml.
    """
    if case.path in STREAMS and next(turn) % 2:
        case.headers["Accept"] = EVENT_STREAM
    key = str((case.headers or {}).get(HEADER, ""))
    if FORM.fullmatch(key):
        case.headers[HEADER] = f"{key[:40]}-{secrets.token_hex(8)}"


UNSAID = (*Flaw, "got `float`")
"""What no schema says; and JSON Schema takes 78.0 for an integer."""


@schemathesis.check
def only_what_no_schema_says(
    _context: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> None:
    """A request that fits its schema is malformed only in what depends on the kind of game, or in what is listed."""
    if response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    told = msgspec.json.decode(response.content)["params"]
    of_the_kind = told["path"].startswith(("$.do", "$.options"))
    assert of_the_kind or any(reason in told["problem"] for reason in UNSAID), told


@schemathesis.check
def a_stream_begins_with_hello(
    _context: schemathesis.CheckContext, response: schemathesis.Response, _case: schemathesis.Case
) -> None:
    if response.headers.get("content-type", [""])[0].startswith(EVENT_STREAM):
        assert response.content.startswith(b"event: hello\n"), response.content[:200]


@schemathesis.serializer("application/msgpack", "application/x-msgpack", "application/vnd.msgpack")
def packed(_context: schemathesis.SerializationContext, value: Any) -> bytes:
    return msgspec.msgpack.encode(_packable(value))


def _packable(value: Any) -> Any:
    """The same with fractions for whole numbers that MessagePack has no room for."""
    match value:
        case dict():
            return {name: _packable(one) for name, one in value.items()}
        case list():
            return [_packable(one) for one in value]
        case int() if not -(2**63) <= value < 2**64:
            return float(min(max(value, -(10**300)), 10**300))
        case _:
            return value


@schemathesis.deserializer("application/msgpack", "application/x-msgpack", "application/vnd.msgpack")
def unpacked(_context: schemathesis.DeserializationContext, response: schemathesis.Response) -> Any:
    return msgspec.msgpack.decode(response.content)
