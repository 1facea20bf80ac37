"""Nothing leaves the server that is not on the one list, `paths.py`: what is new fails here until it is placed."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from services.cli.__main__ import paternoster
from tests.integration.engine.test_every_route import DOCUMENT, ROUTES
from tests.secrecy.paths import (
    APART,
    CARRYING,
    CHANGES,
    CHANGES_APART,
    LABELS,
    LOGGED,
    SAID,
    SAID_APART,
    TOOLS,
)

SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
METRICS = {"Count", "Level", "Spread"}
NO_LABELS = ("buckets", "about", "name")
METRIC = re.compile(r"prometheus_client\.(Counter|Gauge|Histogram|Summary|Info|Enum)\b")
ROOT = Path(__file__).parents[2]

PLACE = """
{what} is new, and nobody has said yet whether it can tell of a hidden card. In tests/secrecy/paths.py add it
- to {held} if it is made of a running game's state or log{asked};
- else to {apart}, under the reason why it cannot (one that is there, or a new one)."""


def _placed(
    there: Iterable[str], held: Iterable[str], apart: Mapping[str, tuple[str, ...]], said: str
) -> None:
    """Everything that there is stands in one place, and nothing stands there that is gone."""
    reasons = [name for names in apart.values() for name in names]
    present, listed = {*there}, [*held, *reasons]
    assert len(listed) == len({*listed}), "something stands in two places of tests/secrecy/paths.py"
    unplaced, gone = sorted(present - {*listed}), sorted({*listed} - present)
    assert not unplaced, said.format(what=", ".join(unplaced))
    assert not gone, f"{gone} is gone: take it out of tests/secrecy/paths.py"


def _say(held: str, apart: str, asked: str = "") -> str:
    return PLACE.format(what="{what}", held=held, apart=apart, asked=asked)


def test_every_route_is_on_the_list() -> None:
    asked = ", and to what tests/secrecy/test_over_http.py asks"
    _placed(map(str, ROUTES), CARRYING, APART, _say("CARRYING", "APART", asked))


def _tags(union: Any) -> Iterator[str]:
    yield from union["discriminator"]["mapping"]


def test_every_message_of_a_stream_is_on_the_list() -> None:
    heard = {"socket-in.message"}
    unions = [name for name in SCHEMAS if name.endswith(".message") and name not in heard]
    assert len(unions) >= 3
    _placed(
        {tag for name in unions for tag in _tags(SCHEMAS[name])}, SAID, SAID_APART, _say("SAID", "SAID_APART")
    )


def test_every_change_in_an_inbox_is_on_the_list() -> None:
    changes = SCHEMAS["Changes"]["properties"]["changes"]["items"]
    _placed(_tags(changes), CHANGES, CHANGES_APART, _say("CHANGES", "CHANGES_APART"))


def _sources() -> Iterator[tuple[Path, ast.AST]]:
    for folder in ("services", "shared"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def _log_calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS:
            target = ast.unparse(node.func.value)
            if target.rpartition(".")[2].strip("_") in ("log", "logger"):
                yield node


def test_every_field_of_a_log_record_is_on_the_list() -> None:
    fields = {
        key.arg for _, tree in _sources() for call in _log_calls(tree) for key in call.keywords if key.arg
    }
    assert len(fields) > 20
    _placed(fields, (), LOGGED, _say("nothing (a record says which game, never what is in it)", "LOGGED"))


def test_the_name_of_a_log_record_is_no_text_made_of_values() -> None:
    """Or a value would be logged that no field names."""
    made = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, tree in _sources()
        for call in _log_calls(tree)
        if any(isinstance(node, ast.JoinedStr) for node in ast.walk(call.args[0]))
    ]
    assert made == []


def _labels(tree: ast.AST) -> Iterator[str]:
    """Of metrics as `shared/watch/figures.py` has them declared: by their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in METRICS:
            yield from (key.arg for key in node.keywords if key.arg not in (None, *NO_LABELS))


def test_every_label_of_a_metric_is_on_the_list() -> None:
    labels = {label for _, tree in _sources() for label in _labels(tree)}
    _placed(labels, (), LABELS, _say("nothing (a label must not depend on cards)", "LABELS"))


def test_labels_are_found_where_metrics_are_declared() -> None:
    """Or the test before this one could not fail."""
    declared = "Count('a', 'b', kind=Among(KINDS)); figures.Spread('c', 'd', buckets=SLOW_S, hand=Slugs())"
    assert [*_labels(ast.parse(declared))] == ["kind", "hand"]


def test_metrics_are_declared_in_one_way() -> None:
    """So that the labels of all of them are found."""
    using = [path for path, tree in _sources() if "prometheus_client." in ast.unparse(tree)]
    declaring = [path for path in using if METRIC.search(path.read_text(encoding="utf-8"))]
    assert [path.relative_to(ROOT).as_posix() for path in declaring] == ["shared/watch/figures.py"]


def test_every_tool_of_operators_is_on_the_list() -> None:
    _placed(paternoster.commands, (), TOOLS, _say("nothing", "TOOLS"))
