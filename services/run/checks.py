"""What can be known to be wrong before anything starts, each told in one line that says what to do."""

import errno
import socket
from pathlib import Path

import msgspec
from redis import Redis

from services.run.programs import WATCHED, supervisor_socket
from shared.log import embedded
from shared.settings import Settings, settings

OTHER_FOLDER = "PATERNOSTER_VAR=/tmp/paternoster make run"


class Cannot(Exception):
    """It cannot run; the text is for whoever typed the command."""


def checked_settings() -> Settings:
    """The settings, `var` made absolute because programs run elsewhere."""
    try:
        found = settings()
    except msgspec.ValidationError as error:
        raise Cannot(f"the environment's PATERNOSTER_... values do not fit: {error}") from error
    return msgspec.structs.replace(found, var=found.var.resolve())


def check(found: Settings) -> None:
    """Raises `Cannot` for the first thing that is wrong."""
    check_folder(found.var)
    if answers(supervisor_socket(found)):
        raise Cannot(f"it already runs with {found.var}. Open it, or end it with: make stop")
    if not found.redis_url and answers(embedded.socket_of(found.var)):
        raise Cannot(f"a Valkey without its keeper uses {found.var}. End it: kill {_valkey_pid(found)}")
    check_port(found.host, found.port)
    if found.metrics_port:
        for offset in range(len(WATCHED)):
            check_port(found.metrics_host, found.metrics_port + offset, "PATERNOSTER_METRICS_PORT")


def check_folder(var: Path) -> None:
    if len(str(var / "supervisor.sock")) > embedded.LONGEST_SOCKET_PATH - len(".123456"):
        raise Cannot(
            f"{var} is too long for a socket's path. Choose a shorter one: PATERNOSTER_VAR=/tmp/p make run"
        )
    try:
        (var / "log").mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = var / "log" / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise Cannot(
            f"cannot write into {var} ({error.strerror}). Get the right to, or: {OTHER_FOLDER}"
        ) from error


def check_port(host: str, port: int, setting: str = "PATERNOSTER_PORT") -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        raise Cannot(_port_trouble(host, port, setting, error)) from error


def _port_trouble(host: str, port: int, setting: str, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} of {host} is in use. Stop what uses it, or: {other_port(port + 1, setting)}"
        case errno.EACCES:
            return f"port {port} is not open to ordinary users. Take another: {other_port(8080, setting)}"
        case _:
            return f"cannot listen on {host}:{port} ({error.strerror}). Set PATERNOSTER_HOST."


def answers(path: Path) -> bool:
    """Somebody listens on this socket; one that was left behind by a crash does not count."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True


def _valkey_pid(found: Settings) -> int:
    with Redis(unix_socket_path=str(embedded.socket_of(found.var))) as valkey:
        return valkey.info("server")["process_id"]


def other_port(port: int, setting: str = "PATERNOSTER_PORT") -> str:
    return f"{setting}={port} make run"
