"""The operators' address of a process: `/metrics`, `/health/live` and `/health/ready`, never on the public one.

It is served by a thread of its own, so that a process whose loop hangs can still say so.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import structlog

from shared.settings import Settings
from shared.watch import readiness
from shared.watch.figures import CONTENT_TYPE, written
from shared.watch.readiness import Check, NotReady

log = structlog.get_logger(__name__)

LOOP_ANSWERS_S = 5.0
PATIENCE_S = 10.0
"""With who connects and says nothing."""
AGAIN_S = 2.0
POLL_S = 0.5
"""How soon it notices that it shall end."""
JSON = "application/json"


class Watch:
    """What the address tells."""

    def __init__(self, alive: Sequence[Check], ready: Sequence[Check]) -> None:
        self._alive = tuple(alive)
        self._ready = tuple(ready)

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """Status, media type and body."""
        match path.partition("?")[0]:
            case "/metrics":
                return 200, CONTENT_TYPE, written()
            case "/health/live":
                return _health(self._alive)
            case "/health/ready":
                return _health((*self._alive, *self._ready))
            case _:
                return 404, JSON, b"{}"


def _health(checks: Sequence[Check]) -> tuple[int, str, bytes]:
    said = readiness.asked(checks)
    well = all(one == "ok" for one in said.values())
    body = {"status": "ok" if well else "failing", "checks": said}
    return 200 if well else 503, JSON, json.dumps(body).encode()


@contextmanager
def watched(config: Settings, *ready: Check) -> Generator[None]:
    """Serves the address while a process's event loop works in it; Valkey is asked for too."""
    loop = asyncio.get_running_loop()
    with served(config, [Check("loop", lambda: _turns(loop))], ready):
        yield


@contextmanager
def served(config: Settings, alive: Sequence[Check], ready: Sequence[Check]) -> Generator[None]:
    """The same for a process without a loop. Does nothing where no port is set."""
    stop = serve(config, alive, ready)
    try:
        yield
    finally:
        stop()


def serve(config: Settings, alive: Sequence[Check], ready: Sequence[Check]) -> Callable[[], None]:
    """Until the function that it returns is called.

    A port that is taken is told of, costs nobody a game, and is tried again: a process that died may still hold it.
    """
    if not config.metrics_port:
        return lambda: None
    watch, stopping = Watch(alive, [readiness.valkey(config.valkey), *ready]), threading.Event()
    server = _bound(config, watch)
    if server is None:
        log.error("metrics-not-served", port=config.metrics_port)
    thread = threading.Thread(
        target=_serve, args=(server, config, watch, stopping), name="metrics", daemon=True
    )
    thread.start()
    return stopping.set


def _serve(server: "_Server | None", config: Settings, watch: Watch, stopping: threading.Event) -> None:
    while server is None:
        if stopping.wait(AGAIN_S):
            return
        server = _bound(config, watch)
    with server:
        while not stopping.is_set():
            server.handle_request()


def _bound(config: Settings, watch: Watch) -> "_Server | None":
    try:
        return _Server((config.metrics_host, config.metrics_port), _handler(watch))
    except OSError:
        return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    timeout = POLL_S


def _turns(loop: asyncio.AbstractEventLoop) -> None:
    try:
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(LOOP_ANSWERS_S)
    except TimeoutError:
        raise NotReady("hangs") from None


def _handler(watch: Watch) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = PATIENCE_S
        server_version = "paternoster"
        sys_version = ""

        def do_GET(self) -> None:
            status, media_type, body = watch.answer(self.path)
            self.send_response(status)
            self.send_header("content-type", media_type)
            self.send_header("content-length", str(len(body)))
            self.send_header("cache-control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: a scrape is no event."""

    return Handler
