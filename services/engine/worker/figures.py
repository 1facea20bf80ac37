"""What a worker counts."""

from collections.abc import Iterable

from services.engine.worker.batch import Batch
from shared.games.kinds import KINDS
from shared.watch.figures import Among, Count, Level, Slugs, Spread

COMMANDS = Count(
    "commands",
    "Commands judged, by kind of game and outcome: accepted, repeated, parked, unreadable, or why they were refused",
    kind=Among(KINDS),
    outcome=Slugs(),
)
COMMIT_S = Spread(
    "commit_seconds",
    "From sending a commit until it is on disk",
    (*(0.0005, 0.001, 0.002, 0.004, 0.008), *(0.015, 0.03, 0.06, 0.125, 0.25, 0.5, 1, 2.5)),
)
BATCH_COMMANDS = Spread(
    "batch_commands", "Commands in one commit of a partition", (1, 2, 4, 8, 16, 32, 64, 128, 256)
)
REFUSED_COMMITS = Count(
    "commits_refused",
    "Commits that Valkey refused as a whole",
    cause=Among(("Fenced", "VersionTaken", "Answered", "Away")),
)
CYCLE_FAILURES = Count("cycle_failures", "Cycles that broke off because of Valkey")
PARKED = Count("games_parked", "Games set aside because their log does not fold or their rules fail")
STARTED = Count("games_started", "Games begun", kind=Among(KINDS))
ENDED = Count("games_ended", "Games that came to their end", kind=Among(KINDS))
OWNED = Level("partitions_owned", "Partitions that this worker holds a lease of")
GAINED = Count("partitions_gained", "Leases taken")
LOST = Count("partitions_lost", "Leases lost or handed over")
GAMES_HELD = Level("games_held", "Games in the worker's memory")
TIMERS = Count("timers_run_out", "Deadlines that became commands")


def note_batches(batches: Iterable[Batch]) -> None:
    """What was committed together. Counted here once, so that a command costs one addition."""
    outcomes: dict[tuple[str, str], int] = {}
    for batch in batches:
        for ending, number in batch.outcomes.items():
            outcomes[ending] = outcomes.get(ending, 0) + number
        if batch.plan.done:
            BATCH_COMMANDS.note(len(batch.plan.done))
        if batch.parked:
            PARKED.add(by=len(batch.parked))
        for kind in batch.started:
            STARTED.add(kind)
        for kind in batch.ended:
            ENDED.add(kind)
    for (kind, outcome), number in outcomes.items():
        COMMANDS.add(kind, outcome, by=number)
