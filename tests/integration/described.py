"""Holds every answer against what the API's description says of its route."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import httpx
import msgspec
from jsonschema import Draft202012Validator

from services.onebox.openapi import described

Json = Mapping[str, Any]

SAYING = ("Content-Language", "Location", "Idempotency-Replayed", "Preference-Applied", "WWW-Authenticate")


class Description:
    def __init__(self, document: Json) -> None:
        self.document = document
        self._validators: dict[str, Draft202012Validator] = {}
        self._paths = [(re.compile(_pattern(path)), methods) for path, methods in document["paths"].items()]

    def check(self, response: httpx.Response) -> None:
        """Fails for a status, header, media type or body that the route's description does not know."""
        operation = self._operation(response.request.method, response.request.url.path)
        if operation is None:
            assert response.status_code in (200, 304, 404, 405), "a route that is not described"
            return
        if response.status_code == 405:
            return
        described = operation["responses"].get(str(response.status_code))
        assert described, f"{response.request.url.path} does not describe {response.status_code}"
        self._check_headers(response, described["headers"])
        if response.content:
            self._check_body(response, described["content"])

    def check_message(self, union: str, message: Any) -> None:
        """Fails for a message of a stream or socket that is none of its union's."""
        self._messages(union).validate(message)

    def _messages(self, union: str) -> Draft202012Validator:
        if union not in self._validators:
            ref = {"$ref": f"#/components/schemas/{union}.message", "components": self.document["components"]}
            self._validators[union] = Draft202012Validator(ref)
        return self._validators[union]

    def _check_headers(self, response: httpx.Response, described: Json) -> None:
        """Those whose presence says something must be there where they are described so, and nowhere else."""
        for name in SAYING:
            header = self._resolved(described[name]) if name in described else None
            said = response.headers.get(name)
            where = f"{response.request.method} {response.request.url.path}, {response.status_code}: {name}"
            if said is None:
                assert not (header and header.get("required")), f"{where} is missing"
            else:
                assert header, f"{where} is not described"
                Draft202012Validator(header["schema"]).validate(said)

    def _resolved(self, header: Json) -> Json:
        named = header.get("$ref", "").rpartition("/")[2]
        return self.document["components"]["headers"][named] if named else header

    def _check_body(self, response: httpx.Response, content: Json) -> None:
        media_type = response.headers["content-type"].partition(";")[0]
        assert media_type in content, f"{media_type} is not described"
        decode = msgspec.msgpack.decode if "msgpack" in media_type else msgspec.json.decode
        body = decode(response.content)
        schema = {**content[media_type]["schema"], "components": self.document["components"]}
        Draft202012Validator(schema).validate(body)
        if media_type == "application/problem+json":
            assert body["code"] in content[media_type]["examples"], f"{body['code']} is not described"

    def _operation(self, method: str, path: str) -> Json | None:
        wanted = "get" if method == "HEAD" else method.lower()
        found = (methods for pattern, methods in self._paths if pattern.fullmatch(path))
        return next(found, {}).get(wanted)


@cache
def whole() -> Description:
    """Of the whole API."""
    return Description(described())


def _pattern(path: str) -> str:
    return re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))
