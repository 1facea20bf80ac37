"""What the steward counts of its duties."""

from shared.watch.figures import Count, Level, Slugs

DONE_AT = Level(
    "duty_last_success_timestamp_seconds",
    "When a duty of the steward was last done; of several stewards only one sees to it",
    duty=Slugs(),
)
FAILURES = Count("duty_failures", "Rounds of a duty that failed", duty=Slugs())
