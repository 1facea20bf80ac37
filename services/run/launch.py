"""Starts the process manager, tells where everything is, and stays until it shall end."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from services.run.checks import Cannot
from services.run.control import states
from services.run.programs import ROOT, configuration, programs
from shared.settings import Settings

READY_S = 60.0
DEMO_S = 10.0
WATCH_S = 2.0
EVERYWHERE = frozenset({"0.0.0.0", "::"})


def launch(settings: Settings) -> None:
    """Runs until interrupted. Raises `Cannot` when it does not get ready."""
    path = settings.var / "supervisord.conf"
    path.write_text(configuration(settings, programs(settings, os.environ)), encoding="utf-8")
    with interruptible(), _manager(path, settings.var) as manager:
        address = f"http://{_host(settings)}:{settings.port}"
        _wait_until_ready(manager, address, settings)
        _announce(address, settings)
        _watch(manager, settings)


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Being told to end, in whatever way, is the same as Ctrl-C."""
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        yield


@contextlib.contextmanager
def _manager(configured: Path, var: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """The process manager in a session of its own, so that a Ctrl-C reaches it from here only, and once."""
    command = (sys.executable, "-m", "supervisor.supervisord", "-c", str(configured))
    environment = {**os.environ, "PATERNOSTER_VAR": str(var), "PYTHONUNBUFFERED": "1"}
    manager = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        yield manager
    finally:
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sign, signal.SIG_IGN)
        if manager.poll() is None:
            print("Ending ...", flush=True)
            manager.terminate()
        manager.wait()


def _wait_until_ready(manager: "subprocess.Popen[bytes]", address: str, settings: Settings) -> None:
    until = time.monotonic() + READY_S
    while time.monotonic() < until:
        if manager.poll() is not None:
            raise Cannot(f"the process manager ended by itself. See {settings.var}/log/supervisor.log")
        if dead := [state.name for state in states(settings) if state.state == "FATAL"]:
            raise Cannot(f"{dead[0]} does not start. See {settings.var}/log/{dead[0]}.log")
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{address}/health/ready", timeout=2).is_success:
                return
        time.sleep(0.1)
    raise Cannot(f"nothing answers at {address}/health/ready. See the logs in {settings.var}/log")


def _announce(address: str, settings: Settings) -> None:
    print(f"Paternoster runs at {address}", flush=True)
    print(f"  the API        {address}/docs   (OpenAPI: {address}/openapi.json)")
    print(f"  guides         docs/api.md, docs/architecture.md   logs: {settings.var}/log")
    print("  play a game    make demo   (in another terminal)", flush=True)
    for kind, game in _demo_games(address):
        print(f"  {kind + ' game':<14} {address}/#{game}")
    print("Ctrl-C ends it.", flush=True)


def _demo_games(address: str) -> list[tuple[str, str]]:
    """The demo games once all have been opened, or those there are after a while."""
    wanted = 0 if os.environ.get("PATERNOSTER_DEMO") == "0" else 6
    found: list[tuple[str, str]] = []
    until = time.monotonic() + DEMO_S
    while len(found) < wanted and time.monotonic() < until:
        time.sleep(0.2)
        with contextlib.suppress(httpx.HTTPError):
            games = httpx.get(f"{address}/v1/games", params={"limit": wanted}, timeout=2).json()["games"]
            found = sorted((game["kind"], game["id"]) for game in games)
    return found


def _watch(manager: "subprocess.Popen[bytes]", settings: Settings) -> None:
    """Says once of each program that it has failed for good, and stays with the others."""
    told: set[str] = set()
    while manager.poll() is None:
        for state in states(settings):
            if state.state == "FATAL" and state.name not in told:
                told.add(state.name)
                print(
                    f"{state.name} does not start any more. See {settings.var}/log/{state.name}.log",
                    flush=True,
                )
        time.sleep(WATCH_S)


def _host(settings: Settings) -> str:
    """The address to open: one that listens everywhere is opened here."""
    if settings.host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{settings.host}]" if ":" in settings.host else settings.host
