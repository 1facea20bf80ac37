"""A bot's server: over TLS, checks that calls are ours, and answers as it is told to."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trustme
from hypercorn.asyncio import serve
from hypercorn.config import Config
from standardwebhooks import Webhook

from shared.api.signing import new_secret
from tests.e2e.stack import free_port

Answer = tuple[int, dict[str, str], bytes]


def first_move(turn: dict[str, Any]) -> Answer:
    return 200, {}, json.dumps({"do": turn["moves"][0]["do"]}).encode()


@dataclass
class Receiver:
    folder: Path
    port: int = field(default_factory=free_port)
    secret: str = field(default_factory=new_secret)
    answer: Callable[[dict[str, Any]], Answer] = first_move
    turns: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    heads: list[Mapping[str, str]] = field(default_factory=list[Mapping[str, str]])
    silent: threading.Event = field(default_factory=threading.Event)
    """While set, it takes calls and says nothing."""

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}/turn"

    @property
    def authority(self) -> str:
        return str(self.folder / "ca.pem")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            part = await receive()
            if part["type"] == "http.disconnect":
                return  # the caller died in the middle
            body, more = body + part.get("body", b""), part.get("more_body", False)
        head = {name.decode(): value.decode() for name, value in scope["headers"]}
        self.heads.append(head)
        self.turns.append(Webhook(self.secret).verify(body, head)["data"])
        while self.silent.is_set():
            await asyncio.sleep(0.02)
        status, headers, answer = self.answer(self.turns[-1])
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": pairs})
        await send({"type": "http.response.body", "body": answer})


@contextmanager
def listening(folder: Path) -> Iterator[Receiver]:
    receiver = Receiver(folder)
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost", "127.0.0.1")
    authority.cert_pem.write_to_path(receiver.authority)
    certificate.private_key_pem.write_to_path(str(folder / "server.key"))
    for pem in certificate.cert_chain_pems:
        pem.write_to_path(str(folder / "server.pem"), append=True)
    config = Config()
    config.bind = [f"localhost:{receiver.port}"]
    config.certfile, config.keyfile = str(folder / "server.pem"), str(folder / "server.key")
    config.accesslog = config.errorlog = None
    loop, ending = asyncio.new_event_loop(), asyncio.Event()
    loop.set_exception_handler(lambda *_: None)  # connections of callers that gave up
    serving = threading.Thread(
        target=loop.run_until_complete,
        args=(serve(receiver, config, shutdown_trigger=ending.wait),),
        daemon=True,
    )
    serving.start()
    yield receiver
    receiver.silent.clear()
    loop.call_soon_threadsafe(ending.set)
    serving.join(10)
    loop.close()
