"""The address of a WebSocket in the API's description: how it is opened, what is said on it, what plain HTTP gets."""

from typing import Any

from litestar.handlers import ASGIRouteHandler
from litestar.routes import ASGIRoute

from shared.api.messages import MESSAGES, union_ref
from shared.api.operation import Json, Operation, Schemas

SPOKEN_ON_IT = "x-messages"
"""OpenAPI knows no messages; generators of clients find their types among the components."""


class SocketOperation(Operation):
    """A GET that only WebSockets get through. Tokens come in the first message, not in a header."""

    def __init__(self, route: ASGIRoute, handler: ASGIRouteHandler) -> None:
        self.path = route.path_format
        self.method = "get"
        self.handler: Any = handler
        self.fields: Any = {}
        self.body = self.answer = self.pending = None
        self.takes_key = False
        self.limited = True

    def described(self, schemas: Schemas) -> Json:
        opened = {name: union_ref(name) for name in self.handler.opt[MESSAGES]}
        return {
            "operationId": self.handler.handler_name,
            **self._words(),
            "tags": ["socket"],
            "parameters": [],
            "responses": {
                "101": {"description": "The WebSocket is open", SPOKEN_ON_IT: opened},
                **self._problems(schemas),
            },
            "security": [{}],
        }
