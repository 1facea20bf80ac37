"""The results as a picture; needs matplotlib, which the extra `arena` brings."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from services.bots.arena.tally import Result


def draw(title: str, results: Sequence[Result], path: Path) -> None:
    """Shares of wins with their intervals, and par as a line."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("Agg")
    pyplot: Any = import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(8, 1.2 + 0.4 * len(results)), layout="constrained")
    for at, one in enumerate(results):
        reach = [[one.share - one.low], [one.high - one.share]]
        axes.errorbar(one.share, at, xerr=reach, fmt="o", capsize=4, color="#1f5673")
    axes.axvline(results[0].par, linestyle="--", color="#999999")
    axes.set_yticks(range(len(results)), [f"{one.player} among {one.against}" for one in results])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of games won, 95 % intervals; dashed: equals")
    axes.set_title(title)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
