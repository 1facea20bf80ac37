"""Names of everything in Valkey. The partition is the hash tag, so that one commit touches one node."""

import hashlib
from functools import lru_cache

PARTITIONS = 64


def partition_of(game: str, partitions: int = PARTITIONS) -> int:
    """The partition of a game or table; stable for ever, whatever the process or the machine."""
    digest = hashlib.blake2s(game.encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") % partitions


class Keys:
    """The keys of one partition."""

    def __init__(self, partition: int) -> None:
        tag = f"{{p{partition:02d}}}"
        self.partition = partition
        self.tag = tag
        self.commands = f"{tag}:commands"
        """Stream of commands not yet judged, in the order of judgement."""
        self.feed = f"{tag}:feed"
        """Trimmed stream of "this game changed", for other services."""
        self.due = f"{tag}:due"
        """Sorted set: `<game> <timer>` by the time it is due, in ms."""
        self.lease = f"{tag}:lease"
        self.fence = f"{tag}:fence"
        self.seen = f"{tag}:seen"
        """Hash: when a worker was last at work (`at`), and when none was (`since`, `until`); see `functions.lua`."""
        self.tables = f"{tag}:tables"
        """Sorted set of open tables by the time they were opened."""
        self.ageing = f"{tag}:ageing"
        """Sorted set of all tables by when to see whether their time is over, in ms."""
        self.running = f"{tag}:running"
        """Sorted set of running games by the time they began, in ms."""
        self.archived = f"{tag}:archived"
        """Sorted set of games whose logs are in the archive, by the time they ended, in ms."""
        self.audit = f"{tag}:audit"
        """Stream of what operators did to games by hand; never trimmed."""
        self.parked = f"{tag}:parked"
        """Hash of games whose log does not fold: game to reason."""
        self.analyses = f"{tag}:analyses"
        """Sorted set of games that are being analysed by when to see to them, in ms."""

    def analysis(self, game: str) -> str:
        """Hash: an analysis that is asked for and not done; see `insight.lua`."""
        return f"{self.tag}:analysis:{game}"

    def hint(self, game: str, seat: int) -> str:
        """The last hint that a seat was given, for an hour."""
        return f"{self.tag}:hint:{game}:{seat}"

    def cursor(self, reader: str) -> str:
        """How far a service has read the feed."""
        return f"{self.tag}:{reader}:cursor"

    def log(self, game: str) -> str:
        return f"{self.tag}:log:{game}"

    def table(self, table: str) -> str:
        return f"{self.tag}:table:{table}"

    def secret(self, game: str) -> str:
        """The secret of a running game's draws; leaves for the log when the game ends."""
        return f"{self.tag}:secret:{game}"

    def answer(self, game: str, command: str) -> str:
        return f"{self.tag}:answer:{game}:{command}"

    def live(self, game: str) -> str:
        """Channel: each commit's entries of a game."""
        return f"{self.tag}:live:{game}"

    def replies(self, api: str) -> str:
        """Channel: the answers to commands that one API process sent."""
        return f"{self.tag}:replies:{api}"


@lru_cache(maxsize=10_000)
def keys_of(game: str, partitions: int = PARTITIONS) -> Keys:
    return Keys(partition_of(game, partitions))
