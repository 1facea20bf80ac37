"""Imports run one way: from services to shared.api or shared.client, to shared.log, to shared.games."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(path for top in ("shared", "services") for path in (ROOT / top).rglob("*.py"))

PURE = frozenset(
    {"__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools", "itertools", "math"}
    | {"msgspec", "operator", "re", "string", "types", "typing"}
)
"""All that the rules of a game may import beside each other: nothing here reads, asks the time or draws."""

ALLOWED: dict[str, frozenset[str]] = {
    "shared.games": frozenset(),
    "shared.log": frozenset({"shared.games", "shared.settings"}),
    "shared.settings": frozenset(),
    "shared.garbage": frozenset(),
    "shared.jobs": frozenset({"shared.settings"}),
    "shared.logs": frozenset({"shared.watch"}),
    "shared.seeds": frozenset({"shared.games"}),
    "shared.watch": frozenset({"shared.log", "shared.settings"}),
    "shared.api": frozenset(
        {"shared.games", "shared.garbage", "shared.log", "shared.logs", "shared.settings", "shared.seeds"}
        | {"shared.watch"}
    ),
    "shared.client": frozenset(),
}
"""What each part of `shared` may import of the others."""

PARTS = frozenset(
    {"services.lobby", "services.engine", "services.bots", "services.notify", "services.web", "services.demo"}
)
COMPOSITIONS = {
    "services.onebox": frozenset({"services.lobby", "services.engine", "services.notify", "services.web"}),
    "services.cli": frozenset({"services.engine", "services.lobby", "services.notify"}),
}
"""Programs that put services together, and which ones; everybody else meets them by messages only."""


def _imported(path: Path) -> Iterator[str]:
    """Every module that a file names, at any depth; `from a import b` as `a.b`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{_origin(path, node)}.{name.name}" for name in node.names)


def _origin(path: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT).with_suffix("").parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def _part(module: str) -> str:
    """`shared.log.keys` -> `shared.log`; modules from elsewhere -> their first name."""
    names = module.split(".")
    return ".".join(names[:2]) if names[0] in {"shared", "services"} else names[0]


def _part_of(path: Path) -> str:
    return _part(".".join(path.relative_to(ROOT).with_suffix("").parts))


def every_file_in(folder: str) -> pytest.MarkDecorator:
    inside = [path for path in FILES if path.is_relative_to(ROOT / folder)]
    return pytest.mark.parametrize("path", inside, ids=lambda path: str(path.relative_to(ROOT)))


@every_file_in("shared/games")
def test_rules_import_nothing_that_reads_asks_the_time_or_draws(path: Path) -> None:
    assert {_part(module) for module in _imported(path)} <= {*PURE, "shared.games"}


@every_file_in("shared")
def test_shared_parts_import_only_what_lies_below_them(path: Path) -> None:
    own = _part_of(path)
    ours = {_part(m) for m in _imported(path) if m.startswith(("shared.", "services."))}
    assert ours - {own} <= ALLOWED.get(own, frozenset())


@every_file_in("services")
def test_services_do_not_import_each_other(path: Path) -> None:
    own = _part_of(path)
    others = {_part(module) for module in _imported(path)} & PARTS
    assert others - {own} <= COMPOSITIONS.get(own, frozenset())


def test_the_engine_worker_and_the_engine_api_do_not_import_each_other() -> None:
    for path in (ROOT / "services" / "engine").rglob("*.py"):
        own, other = ("api", "worker") if path.parent.name == "api" else ("worker", "api")
        assert not [m for m in _imported(path) if m.startswith(f"services.engine.{other}")], f"{own}: {path}"


def test_an_import_the_wrong_way_is_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def late():\n    from shared.log import keys\n    import time\n")
    assert [_part(module) for module in _imported(wrong)] == ["shared.log", "time"]
