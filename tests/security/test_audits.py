"""The scan for secrets and the audit of dependencies of `make check`: both find what is there, no network is no finding."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from infra import dependency_audit, secret_scan

ROOT = Path(__file__).parents[2]
LOCK = "redis[hiredis]==8.1.0 \\\n    --hash=sha256:00\nuvloop==0.23.0 ; sys_platform != 'win32' \\\n    --hash=sha256:11\n"
KEY = "-----BEGIN RSA PRIVATE " + "KEY-----"  # in two parts, or the scan would find it here
REAL = [f"{KEY}\nMIIE", "aws_key = 'AKIA" + "IOSFODNN7EXAMPLQ'", "password = 'cor" + "rect-horse-battery'"]


class Database(BaseHTTPRequestHandler):
    """Answers every question with `told`."""

    told: Any = None
    asked: Any = None

    def do_POST(self) -> None:
        Database.asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        body = json.dumps(Database.told).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing on the tests' output."""


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[type[Database]]:
    Database.asked = None
    server = HTTPServer(("127.0.0.1", 0), Database)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    lock = tmp_path / "lock"
    lock.write_text(LOCK)
    monkeypatch.setattr(dependency_audit, "LOCK", lock)
    monkeypatch.setattr(dependency_audit, "WAIT_S", 60.0)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(dependency_audit, "DATABASE", f"http://127.0.0.1:{server.server_port}")
    yield Database
    server.shutdown()
    server.server_close()


def test_every_locked_package_is_asked_about_at_once(database: type[Database]) -> None:
    database.told = {"results": [{}, {}]}
    assert dependency_audit.main() == 0
    asked = [(one["package"]["name"], one["version"]) for one in database.asked["queries"]]
    assert asked == [("redis", "8.1.0"), ("uvloop", "0.23.0")]


def test_a_known_flaw_fails_and_is_named(
    database: type[Database], capsys: pytest.CaptureFixture[str]
) -> None:
    database.told = {"results": [{}, {"vulns": [{"id": "GHSA-0000"}]}]}
    assert dependency_audit.main() == 1
    assert "uvloop 0.23.0: GHSA-0000" in capsys.readouterr().out


def test_an_accepted_flaw_does_not_fail(database: type[Database], monkeypatch: pytest.MonkeyPatch) -> None:
    database.told = {"results": [{}, {"vulns": [{"id": "GHSA-0000"}]}]}
    monkeypatch.setattr(dependency_audit, "accepted", lambda _: {"GHSA-0000": "we do not call it"})
    assert dependency_audit.main() == 0
    assert database.asked is not None


@pytest.mark.parametrize("told", [{}, {"results": []}, [], {"results": [{"vulns": 1}, {}]}, "x"])
def test_an_answer_that_cannot_be_read_is_no_finding(
    database: type[Database], told: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    database.told = told
    assert dependency_audit.main() == 0
    assert "not audited" in capsys.readouterr().out


def test_without_a_network_it_says_so_and_passes(
    database: type[Database], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dependency_audit, "DATABASE", "http://127.0.0.1:1")
    assert dependency_audit.main() == 0
    assert "not audited" in capsys.readouterr().out


def test_our_own_lock_is_read_whole() -> None:
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    starts = [
        line for line in lock.splitlines() if line and not line[0].isspace() and not line.startswith("#")
    ]
    assert len(dependency_audit.locked(lock)) == len(starts) > 100


@pytest.mark.parametrize("text", REAL)
def test_a_secret_in_a_file_is_found_wherever_it_stands(tmp_path: Path, text: str) -> None:
    (tmp_path / "services").mkdir()
    (tmp_path / "services" / "new.py").write_text(f"# a file\n{text}\n")
    found = secret_scan.scan(secret_scan.files(tmp_path), tmp_path)
    assert [secret.line_number for _, secret in found] == [2]


def test_what_the_baseline_knows_may_move(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    path = tmp_path / "shared" / "old.py"
    path.write_text(f"{REAL[2]}\n")
    before = secret_scan.scan(secret_scan.files(tmp_path), tmp_path)
    path.write_text(f"\n\n{REAL[2]}\n")
    after = secret_scan.scan(secret_scan.files(tmp_path), tmp_path)
    assert not list(after - before)
    assert list(after)


def test_this_repository_is_scanned_but_for_what_programs_wrote() -> None:
    names = set(secret_scan.files())
    assert {"shared/api/auth.py", "tests/security/test_audits.py", "docker-compose.yml", "Makefile"} <= names
    assert not [
        name for name in names if name.startswith((".venv", "var/", ".git/")) or name.endswith(".lock")
    ]
