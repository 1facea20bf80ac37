"""A bot's server for a container of its own: the first legal command, to whom the signature shows to be ours."""

import json
import os
from typing import Any

from standardwebhooks import Webhook


async def app(scope: Any, receive: Any, send: Any) -> None:
    body, more = b"", True
    while more:
        part = await receive()
        body, more = body + part.get("body", b""), part.get("more_body", False)
    head = {name.decode(): value.decode() for name, value in scope["headers"]}
    turn = Webhook(os.environ["SECRET"]).verify(body, head)["data"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": json.dumps({"do": turn["moves"][0]["do"]}).encode()})
