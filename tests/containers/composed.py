"""`docker-compose.yml` under a name and on ports of its own, spoken to over Caddy with its own certificate."""

import json
import os
import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import trustme

from tests.e2e.stack import ROOT, free_port, until

START_S = 180
IMAGE = os.environ.get("PATERNOSTER_IMAGE", "paternoster:local")
"""One that is named is tested as it is, else it is built from this tree."""
SETTINGS = {"INSIGHT_SIMULATIONS": "1000", "NOTICE_CA": "/run/secrets/ca.pem"}
READY = {"valkey": ("valkey-cli", "ping"), "": ("/venv/bin/python", "-IS", "/ready.py")}
"""What says in a container whether it is well, of ours without a name: sooner than the engine looks."""
ROOT_CERTIFICATE = "/data/caddy/pki/authorities/local/root.crt"


def docker(*words: str, check: bool = True) -> str:
    done = subprocess.run(["docker", *words], capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, f"docker {' '.join(words)}: {done.stderr}"
    return done.stdout.strip()


def succeeds(*words: str) -> bool:
    return subprocess.run(["docker", *words], capture_output=True, check=False).returncode == 0


def compose_words() -> list[str]:
    plugin = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False)
    return ["docker", "compose"] if plugin.returncode == 0 else ["docker-compose"]


class Composed:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.project = f"pn{secrets.token_hex(3)}"
        self.port = free_port()
        self.address = f"https://localhost:{self.port}"
        self.certificate = folder / "root.crt"
        self.prometheus_port = free_port()
        self.authority = trustme.CA()
        """Whose certificates our programs believe of other people's servers."""
        self.environment = {**os.environ, **self._own()}

    def _own(self) -> dict[str, str]:
        """Nobody here counts requests: all callers have one address."""
        kept, more, net = (
            self.folder / "secrets",
            self.folder / "settings",
            f"172.29.{secrets.randbelow(200)}",
        )
        kept.mkdir(mode=0o755)
        (kept / "token_key").write_text(secrets.token_hex(32), encoding="utf-8")
        self.authority.cert_pem.write_to_path(str(kept / "ca.pem"))
        lines = [
            f"PATERNOSTER_{name}={value}"
            for name, value in (SETTINGS | {"NOTICE_NETWORKS": f"{net}.0/24"}).items()
        ]
        more.write_text("\n".join(lines), encoding="utf-8")
        return {
            "COMPOSE_PROJECT_NAME": self.project, "COMPOSE": " ".join(compose_words()),
            "PATERNOSTER_SECRETS": str(kept), "PATERNOSTER_BIND": "127.0.0.1",
            "PATERNOSTER_HTTPS_PORT": str(self.port), "PATERNOSTER_HTTP_PORT": str(free_port()),
            "PATERNOSTER_LIMIT_PERCENT": "0", "PATERNOSTER_NET": net,
            "PATERNOSTER_SETTINGS": str(more), "PROMETHEUS_PORT": str(self.prometheus_port),
        }  # fmt: skip

    def run(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(
            words, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert not check or done.returncode == 0, (
            f"{' '.join(words)}: {done.stdout[-2000:]}{done.stderr[-3000:]}"
        )
        return done.stdout

    def compose(self, *words: str, check: bool = True) -> str:
        return self.run(*compose_words(), *words, check=check)

    def containers(self, service: str) -> list[str]:
        """The ids of those that run."""
        found = [
            f"label=com.docker.compose.{key}" for key in (f"project={self.project}", f"service={service}")
        ]
        return docker("ps", "-q", *(word for one in found for word in ("--filter", one))).split()

    def seen(self, service: str) -> list[dict[str, Any]]:
        """What the engine knows of a service's containers."""
        return json.loads(docker("inspect", *self.containers(service)))

    def healthy(self, service: str) -> bool:
        """As the engine says."""
        seen = self.seen(service) if self.containers(service) else []
        return bool(seen) and all(one["State"]["Health"]["Status"] == "healthy" for one in seen)

    def well(self, service: str) -> bool:
        """As it says itself."""
        asked, found = READY.get(service, READY[""]), self.containers(service)
        return bool(found) and all(succeeds("exec", container, *asked) for container in found)

    def kill(self, service: str) -> None:
        """`kill -9` of a program from outside, as the kernel does it: the engine starts it again by itself."""
        os.kill(self.seen(service)[0]["State"]["Pid"], signal.SIGKILL)

    def ready(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.address}/health/ready", timeout=5).is_success
        return False

    def scale(self, service: str, count: int) -> None:
        self.compose("up", "-d", "--no-deps", "--no-recreate", "--scale", f"{service}={count}", service)

    def start(self) -> None:
        if "PATERNOSTER_IMAGE" not in os.environ:
            self.compose("build", "http")
        self.compose("up", "-d")
        (caddy,) = self.containers("caddy")
        until(lambda: bool(docker("exec", caddy, "ls", ROOT_CERTIFICATE, check=False)), 30, "a certificate")
        self.certificate.write_text(docker("exec", caddy, "cat", ROOT_CERTIFICATE), encoding="utf-8")

    def keep_logs(self) -> None:
        """In the folder that `PATERNOSTER_KEEP` names."""
        if kept := os.environ.get("PATERNOSTER_KEEP"):
            logs = self.compose("logs", "--no-color", check=False)
            (Path(kept) / f"{self.project}.log").write_text(logs, encoding="utf-8")


@contextmanager
def composed_stack(folder: Path) -> Iterator[Composed]:
    """Ready; with it the process trusts its certificate. Everything of it is gone afterwards."""
    assert shutil.which(compose_words()[0]), "neither docker compose nor docker-compose is here"
    composed = Composed(folder)
    before = os.environ.get("SSL_CERT_FILE")
    try:
        composed.start()
        os.environ["SSL_CERT_FILE"] = composed.environment["SSL_CERT_FILE"] = str(composed.certificate)
        until(composed.ready, START_S, "the composed stack is ready")
        yield composed
    finally:
        composed.keep_logs()
        composed.compose("kill", check=False)
        composed.compose("down", "-v", "--remove-orphans", check=False)
        os.environ.pop("SSL_CERT_FILE", None)
        if before is not None:
            os.environ["SSL_CERT_FILE"] = before
