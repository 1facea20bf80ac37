"""Holds every answer against what the API's description says of its route."""

import re
from collections.abc import Mapping
from typing import Any

import httpx
import msgspec
from jsonschema import Draft202012Validator

Json = Mapping[str, Any]


class Description:
    def __init__(self, document: Json) -> None:
        self.document = document
        self._paths = [(re.compile(_pattern(path)), methods) for path, methods in document["paths"].items()]

    def check(self, response: httpx.Response) -> None:
        """Fails for a status, media type or body that the route's description does not know."""
        operation = self._operation(response.request.method, response.request.url.path)
        if operation is None:
            assert response.status_code in (200, 304, 404, 405, 426), "a route that is not described"
            return
        if response.status_code == 405:
            return
        described = operation["responses"].get(str(response.status_code))
        assert described, f"{response.request.url.path} does not describe {response.status_code}"
        if response.content:
            self._check_body(response, described["content"])

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


def _pattern(path: str) -> str:
    return re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))
