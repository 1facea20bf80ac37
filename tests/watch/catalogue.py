"""Every figure of every service, and what alerts and board ask for."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from services.bots import figures as bots
from services.bots.dispatcher import figures as dispatcher
from services.bots.webhook import figures as calls
from services.engine.archiver import figures as archiver
from services.engine.worker import figures as worker
from services.lobby.steward import figures as steward
from services.lobby.steward import valkey_figures
from services.notify import figures as notify
from shared.api import figures as http
from shared.watch import broker
from shared.watch.figures import Count, Figure, Spread

ROOT = Path(__file__).parents[2]
MODULES = (archiver, bots, broker, calls, dispatcher, http, notify, steward, valkey_figures, worker)
OURS = re.compile(r"paternoster_\w+")


def figures() -> dict[str, Figure]:
    """By the attribute that code calls them by, all modules together."""
    return {
        figure.name: figure
        for module in MODULES
        for figure in vars(module).values()
        if isinstance(figure, Figure)
    }


def series() -> set[str]:
    """Names that Prometheus knows them by."""
    return {name for figure in figures().values() for name in _series(figure)}


def _series(figure: Figure) -> list[str]:
    match figure:
        case Count():
            return [f"{figure.name}_total"]
        case Spread():
            return [f"{figure.name}_{part}" for part in ("bucket", "sum", "count")]
        case _:
            return [figure.name]


def alerts() -> list[dict[str, str]]:
    rules = yaml.safe_load((ROOT / "infra/prometheus/alerts.yml").read_text("utf-8"))
    return [rule for group in rules["groups"] for rule in group["rules"]]


def board() -> Iterator[tuple[str, str]]:
    """Each panel's title and expressions."""
    told = json.loads((ROOT / "infra/grafana/dashboards/paternoster.json").read_text("utf-8"))
    for panel in told["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]
