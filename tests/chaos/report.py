"""What a run prints."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from tests.chaos.nemesis import Strike
from tests.chaos.verdict import Verdict

SHOWN = 3
"""Violations of each sort."""


class Report(msgspec.Struct, frozen=True):
    seed: int
    seconds: float
    strikes: Sequence[Strike]
    games: Counter[str]
    spoilt: Counter[str]
    verdict: Verdict

    @property
    def violations(self) -> list[str]:
        return [
            *(violation for strike in self.strikes for violation in strike.violations),
            *self.verdict.violations,
        ]

    def lines(self) -> Iterator[str]:
        found = self.verdict
        yield f"seed {self.seed}, {self.seconds:.0f} s, {len(self.strikes)} faults"
        yield f"{'fault':<52}{'times':>6}  slowest: games    bots"
        yield from self._faults()
        yield f"connections spoilt: {_counts(self.spoilt)}"
        yield f"games started: {_counts(self.games)}"
        yield f"{found.games} games judged: {found.entries:,} entries, {found.by_bots:,} of them by bots"
        yield (
            f"commands of people: {found.acknowledged:,} acknowledged, {found.refused:,} refused, "
            f"{found.unknown:,} of unknown end"
        )
        held = f"{found.readings:,} views and moves, {found.items:,} items"
        yield f"{found.exchanges:,} exchanges; held against the logs: {held}"
        yield f"violations: {len(self.violations)}"
        yield from self._first_of_each_sort()

    def _first_of_each_sort(self) -> Iterator[str]:
        sorts: dict[str, list[str]] = {}
        for violation in self.violations:
            sorts.setdefault(violation.partition(":")[0], []).append(violation)
        for violations in sorts.values():
            yield from (f"  {violation}" for violation in violations[:SHOWN])
            if (more := len(violations) - SHOWN) > 0:
                yield f"    and {more:,} more like these"

    def _faults(self) -> Iterator[str]:
        by_fault: dict[str, list[Strike]] = {}
        for strike in self.strikes:
            by_fault.setdefault(strike.fault, []).append(strike)
        for fault, strikes in sorted(by_fault.items()):
            games = _slowest([strike.recovered.games_s for strike in strikes])
            bots = _slowest([strike.recovered.bots_s for strike in strikes])
            yield f"{fault:<52}{len(strikes):>6}{games:>16}{bots:>8}"


def _slowest(seconds: list[float | None]) -> str:
    known = [value for value in seconds if value is not None]
    return f"{max(known):.1f} s" if len(known) == len(seconds) else "never"


def _counts(counted: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counted.items())) or "none"
