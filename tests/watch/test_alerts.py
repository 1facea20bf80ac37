"""Alerts and board ask for figures that exist, in expressions that Prometheus reads, and each alert says what to do."""

import json
import re
import shutil
import subprocess

import promql_parser
import pytest

from tests.watch.catalogue import OURS, ROOT, alerts, board, series

EXPRESSIONS = [(rule["alert"], rule["expr"]) for rule in alerts()] + list(board())
RUNBOOK = (ROOT / "docs/operations.md").read_text("utf-8")
ANCHORS = {
    re.sub(r"[^a-z0-9 -]", "", line.lstrip("# ").lower()).replace(" ", "-")
    for line in RUNBOOK.splitlines()
    if line.startswith("#")
}


@pytest.mark.parametrize(("title", "expression"), EXPRESSIONS)
def test_every_expression_is_one_and_asks_for_figures_that_exist(title: str, expression: str) -> None:
    promql_parser.parse(expression.replace("$__rate_interval", "1m"))
    assert set(OURS.findall(expression)) <= series()


def test_every_figure_is_on_the_board() -> None:
    asked = {name for _, expression in board() for name in OURS.findall(expression)}
    named = {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked}
    assert {
        re.sub(r"_(bucket|sum|count)$", "", name) for name in series() if "paternoster_test" not in name
    } == named


def test_every_alert_has_its_lines_in_the_operators_guide() -> None:
    runbooks = {rule["alert"]: rule["annotations"]["runbook"] for rule in alerts()}
    for alert, runbook in runbooks.items():
        file, _, anchor = runbook.partition("#")
        assert file == "docs/operations.md"
        assert anchor in ANCHORS, alert


def test_every_alert_says_whom_it_wakes() -> None:
    assert {rule["labels"]["severity"] for rule in alerts()} == {"page", "ticket"}
    assert all(rule["annotations"]["summary"] for rule in alerts())


def test_the_rules_are_what_prometheus_reads() -> None:
    """Its own checker where it is installed (Debian: `prometheus`); the expressions are read by a parser anyhow."""
    if promtool := shutil.which("promtool"):
        checked = subprocess.run(
            [promtool, "check", "rules", ROOT / "infra/prometheus/alerts.yml"], check=False
        )
        assert checked.returncode == 0
    names = [rule["alert"] for rule in alerts()]
    assert len(names) == len(set(names))


def test_the_board_has_panels_beside_each_other_and_none_twice() -> None:
    panels = json.loads((ROOT / "infra/grafana/dashboards/paternoster.json").read_text("utf-8"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (x, y)
        for panel in panels
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(set(cells)) == len(cells)
    assert max(x for x, _ in cells) < 24
