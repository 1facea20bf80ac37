"""Secrets are compared in constant time: found in the source, as no clock on a shared machine shows it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).parents[2]
SECRET = re.compile(
    r"(secret|password|hash|digest|signature|token|seal|mac)s?(\.\w*code\(\))?$|(^|\.)code$", re.IGNORECASE
)
REVIEWED = {
    "services/engine/api/sse.py: as_api_error(error).code != Code.UNAVAILABLE": "a problem's code",
    "services/cli/backups.py: digest != made.sha256": "a file's checksum, which stands beside it",
    "shared/api/prefer.py: error.code != Code.NOT_ANSWERED_YET.value": "a problem's code",
    "shared/client/http.py: problem.code == EXPIRED": "a problem's code",
    "shared/client/socket.py: closed.rcvd.code != TOKEN": "a socket's close code",
    "shared/client/socket_line.py: code == TOO_MANY": "a socket's close code",
    "shared/log/packing.py: code == BOTS": "how an id was packed",
    "shared/log/packing.py: code == TEXT": "how an id was packed",
}
"""Comparisons that look like one of a secret, and why they are none."""


def _comparisons() -> Iterator[tuple[str, str]]:
    for folder in ("services", "shared"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if _equates(node) and any(map(_is_secret, (node.left, *node.comparators))):
                    yield str(path.relative_to(ROOT)), ast.unparse(node)


def _equates(node: ast.AST) -> TypeGuard[ast.Compare]:
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq)


def _is_secret(node: ast.expr) -> bool:
    """Whether a name, an attribute or a call's name says so; constants do not."""
    named = node.func if isinstance(node, ast.Call) else node
    return isinstance(named, ast.Name | ast.Attribute) and bool(SECRET.search(ast.unparse(named)))


def test_no_secret_is_compared_with_equals() -> None:
    found = {f"{path}: {text}" for path, text in _comparisons()}
    unknown, gone = sorted(found - {*REVIEWED}), sorted({*REVIEWED} - found)
    assert not unknown, f"use hmac.compare_digest, or say in REVIEWED why it is no secret: {unknown}"
    assert not gone, f"{gone} is gone: take it out of REVIEWED"


def test_a_comparison_of_a_secret_is_seen() -> None:
    """Or the test before this one could not fail."""
    compared = ast.parse("given.secret_hash == hashed; code != table.terms.code; a.token == b; kind == 'x'")
    nodes = [node for node in ast.walk(compared) if _equates(node)]
    assert sum(any(map(_is_secret, (node.left, *node.comparators))) for node in nodes) == 3
