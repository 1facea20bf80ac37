"""What Valkey holds that an operator must know, told by the steward: it is there once, and whatever else is down."""

from shared.games.kinds import KINDS
from shared.log.keys import PARTITIONS
from shared.watch.figures import Among, Level

READERS = ("inbox", "bots", "notify", "ratings")
"""Services that read the feeds, as their cursors name them."""
_PARTITION = Among(range(PARTITIONS))

UP = Level("valkey_up", "Whether Valkey answers: 1, else 0 and all that it would tell is unknown")
WRITES = Level("valkey_writes_ok", "Whether its append-only file was written without an error: 1, else 0")
FLUSHED_S = Level(
    "valkey_aof_flush_seconds", "Time it has spent writing and syncing its append-only file since it started"
)
MEMORY = Level("valkey_memory_bytes", "Memory that it uses")
MOST_MEMORY = Level("valkey_memory_limit_bytes", "What it may use, its own limit or the machine's")
AOF_BYTES = Level("valkey_aof_bytes", "Size of the append-only file")
CLIENTS = Level("valkey_clients", "Connections to it")
DISK_FREE = Level(
    "disk_free_ratio", "Free part of the disk with the folder `var`, where an embedded Valkey has its data"
)

WAITING = Level(
    "unjudged_commands", "Commands on a partition's stream that no worker has judged", partition=_PARTITION
)
AGE_S = Level("unjudged_age_seconds", "How long the first of them has waited", partition=_PARTITION)
FEED_LAG_S = Level(
    "feed_lag_seconds", "Age of the oldest change that a reader has not noted", reader=Among(READERS)
)
RUNNING = Level("running_games", "Games begun and not ended", kind=Among(KINDS))
PARKED = Level("parked_games", "Games set aside, which wait for `paternoster repair`")
DEAD = Level("dead_letters", "Notices that were given up and are kept for operators; 1,000 at the most")
OVERDUE_S = Level(
    "notices_overdue_seconds", "How long the first delivery that should have begun has waited for it"
)

ALL = (
    *(WRITES, FLUSHED_S, MEMORY, MOST_MEMORY, AOF_BYTES, CLIENTS),
    *(WAITING, AGE_S, FEED_LAG_S, RUNNING, PARKED, DEAD, OVERDUE_S),
)
"""What is unknown while Valkey is away."""
