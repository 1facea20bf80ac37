"""Asks the Open Source Vulnerabilities database about every locked package: `python infra/dependency_audit.py`.

One question for all of them. A known flaw fails, unless `pyproject.toml` accepts it by id and says why; that the database
cannot be reached does not, as a build must not depend on other people's servers: the line that says so is the sign.
"""

import json
import os
import re
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements-dev.lock"
"""Holds everything that running needs, too."""
DATABASE = os.environ.get("PATERNOSTER_AUDIT_URL", "https://api.osv.dev")
WAIT_S = 5.0
LARGEST = 4 * 1024 * 1024
PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE | re.IGNORECASE)


class Package(NamedTuple):
    name: str
    version: str


class Finding(NamedTuple):
    package: Package
    id: str


def locked(lock: str) -> list[Package]:
    """
    >>> locked("redis[hiredis]==8.1.0 \\\\\\n    --hash=sha256:00\\n\\nuvloop==0.23.0 ; sys_platform != 'win32' \\\\")
    [Package(name='redis', version='8.1.0'), Package(name='uvloop', version='0.23.0')]
    """
    return [Package(*found) for found in PINNED.findall(lock)]


def question(packages: list[Package]) -> bytes:
    asked = [{"package": {"ecosystem": "PyPI", "name": one.name}, "version": one.version} for one in packages]
    return json.dumps({"queries": asked}).encode()


def findings(packages: list[Package], answer: Mapping[str, Any]) -> Iterator[Finding]:
    """Raises `ValueError` for an answer that does not fit the question."""
    results = answer.get("results")
    if not isinstance(results, list) or len(results) != len(packages):
        raise ValueError("an answer to something else")
    for package, result in zip(packages, results, strict=True):
        yield from (Finding(package, found["id"]) for found in (result or {}).get("vulns", []))


def ask(packages: list[Package], database: str) -> Mapping[str, Any]:
    """Raises `OSError` where there is no answer, `ValueError` where it cannot be read."""
    request = urllib.request.Request(  # noqa: S310 (the operator's own address, or the public one)
        f"{database}/v1/querybatch", question(packages), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=WAIT_S) as answer:  # noqa: S310
        return json.loads(answer.read(LARGEST))


def accepted(pyproject: str) -> Mapping[str, str]:
    """Ids of flaws that do not concern us, and why."""
    return tomllib.loads(pyproject).get("tool", {}).get("dependency-audit", {}).get("accepted", {})


def main() -> int:
    packages = locked(LOCK.read_text(encoding="utf-8"))
    try:
        found = list(findings(packages, ask(packages, DATABASE)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"dependencies: not audited, {DATABASE} gave no answer ({type(error).__name__}).")
        return 0
    excused = accepted((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    unexcused = [one for one in found if one.id not in excused]
    for one in unexcused:
        print(f"{one.package.name} {one.package.version}: {one.id}, see https://osv.dev/{one.id}")
    if not unexcused:
        print(f"dependencies: {len(packages)} audited, {len(found)} flaws, all of them accepted.")
    return int(bool(unexcused))


if __name__ == "__main__":
    sys.exit(main())
