"""Every cap of the API in one table: how fast, how many, how large. `GET /v1/limits` tells it to whoever asks.

Figures are for people: a family behind one address never meets them, nor does a bot that plays as fast as it is
answered. An operator scales the rates and the open streams by `PATERNOSTER_LIMIT_PERCENT`.
"""

from collections.abc import Mapping
from enum import StrEnum
from math import ceil
from typing import NamedTuple

from shared.settings import Settings


class Bucket(StrEnum):
    """A rate that is counted; an account's own, unless the name says that it is an address's."""

    GUESTS = "guests"
    """New accounts of one address."""
    SIGN_INS = "sign-ins"
    """Of one address."""
    SIGN_INS_OF_HANDLE = "sign-ins-of-handle"
    FRIEND_REQUESTS = "friend-requests"
    REPORTS = "reports"
    MESSAGES = "messages"
    """What is said at tables."""
    READS = "reads"
    READS_OF_ADDRESS = "reads-of-address"
    WRITES = "writes"
    WRITES_OF_ADDRESS = "writes-of-address"
    COMMANDS = "commands"
    COMMANDS_OF_ADDRESS = "commands-of-address"
    STREAMS = "streams"
    """Streams and long polls begun."""
    MAILS = "mails"
    """Codes mailed to confirm an address."""
    EMAIL_CODES = "email-codes"
    """Tries at such a code."""
    TESTS = "test-notices"
    STREAMS_OF_ADDRESS = "streams-of-address"
    CODES = "codes"
    """Codes of private tables tried."""
    CODES_OF_ADDRESS = "codes-of-address"
    INVITATIONS = "invitations"
    """Sent, challenges of bots among them."""
    ANALYSES = "analyses"
    """Of ended games, asked for; joining one that runs is free."""
    BOTS = "bots"
    """Accounts of bots made by one person."""


class Limit(NamedTuple):
    number: int
    per_s: int
    burst: int
    """How many may come at once."""

    @property
    def full_s(self) -> int:
        """How long it takes until a burst may follow a burst."""
        return ceil(self.burst * self.per_s / self.number)

    def scaled(self, percent: int) -> "Limit":
        """
        >>> Limit(30, 60, 30).scaled(250), Limit(30, 60, 30).scaled(1)
        (Limit(number=75, per_s=60, burst=75), Limit(number=1, per_s=60, burst=1))
        """
        return Limit(max(self.number * percent // 100, 1), self.per_s, max(self.burst * percent // 100, 1))


RATES: Mapping[Bucket, Limit] = {
    Bucket.GUESTS: Limit(30, 60, 30),
    Bucket.SIGN_INS: Limit(30, 60, 30),
    Bucket.SIGN_INS_OF_HANDLE: Limit(10, 60, 10),
    Bucket.FRIEND_REQUESTS: Limit(60, 3600, 30),
    Bucket.REPORTS: Limit(20, 3600, 10),
    Bucket.MESSAGES: Limit(30, 60, 10),
    Bucket.READS: Limit(200, 1, 1_000),
    Bucket.READS_OF_ADDRESS: Limit(2_000, 1, 10_000),
    Bucket.WRITES: Limit(20, 1, 60),
    Bucket.WRITES_OF_ADDRESS: Limit(200, 1, 1_000),
    Bucket.COMMANDS: Limit(50, 1, 200),
    Bucket.COMMANDS_OF_ADDRESS: Limit(1_000, 1, 4_000),
    Bucket.STREAMS: Limit(100, 1, 500),
    Bucket.STREAMS_OF_ADDRESS: Limit(1_000, 1, 5_000),
    Bucket.MAILS: Limit(5, 3600, 5),
    Bucket.EMAIL_CODES: Limit(10, 3600, 10),
    Bucket.TESTS: Limit(10, 600, 10),
    Bucket.CODES: Limit(10, 60, 10),
    Bucket.CODES_OF_ADDRESS: Limit(60, 60, 60),
    Bucket.INVITATIONS: Limit(30, 60, 30),
    Bucket.ANALYSES: Limit(20, 24 * 3600, 20),
    Bucket.BOTS: Limit(10, 3600, 10),
}


class Cap(StrEnum):
    BODY_BYTES = "body-bytes"
    OPEN_STREAMS = "open-streams"
    """Of one account at once: streams, long polls, sockets."""
    OPEN_STREAMS_OF_ADDRESS = "open-streams-of-address"
    TICKETS = "tickets"
    """Of one account that wait for others at once."""
    TOURNAMENTS = "tournaments"
    """Of one organizer that are not over."""
    WAIT_S = "wait-s"
    """The longest `wait` of a long poll and of `Prefer`."""
    LIST_PAGE = "list-page"
    EVENTS_PAGE = "events-page"
    HISTORY_GAMES = "history-games"
    """Finished games that are kept of a player; older ones are summed up."""
    KEY_SIGNS = "idempotency-key-signs"
    KEY_KEPT_S = "idempotency-key-kept-s"
    FRIENDS = "friends"
    """Of one account, requests that it has made among them."""
    FRIEND_REQUESTS = "friend-requests"
    """That wait for one account's answer."""
    BLOCKS = "blocks"
    """Accounts that one has blocked."""
    TABLE_MESSAGES = "table-messages"
    """That are kept of what was said at one table."""
    FRAME_BYTES = "socket-frame-bytes"
    FRAMES = "socket-frames"
    """Frames that a client may send on a socket at once."""
    FRAMES_PER_S = "socket-frames-per-s"
    """How fast they come back."""
    SOCKET_GAMES = "socket-games"
    """Games that one socket may follow."""
    TABLE_ENTRIES = "table-entries"
    """Changes that a table takes before only its start or end is left."""
    TABLE_INVITATIONS = "table-invitations"
    """Of one table, waiting for an answer at once."""
    TABLE_INVITATIONS_EVER = "table-invitations-ever"
    MY_INVITATIONS = "my-invitations"
    """Waiting for one player's answer at once."""
    INVITATION_TEXT = "invitation-text"
    """Signs of what a player says for not coming."""
    TABLES_LOOKED_AT = "tables-looked-at"
    """For one page of the list: one with many filters may be short and still have a next."""
    SOCKET_COMMANDS = "socket-commands"
    """Commands of one socket judged at once; its further frames wait."""
    DEVICES = "devices"
    """Of one account that notices go to; one more takes the oldest one's place."""
    MUTED_GAMES = "muted-games"
    NOTICES_KEPT = "notices-kept"
    """Of one account's history."""
    NOTICE_BYTES = "notice-bytes"
    HINTS = "hints"
    """That one seat may be given in one game."""
    BOTS = "bots"
    """Accounts of bots of one person."""
    BOT_GAMES = "bot-games"
    """The most that a bot can say to play at once."""
    BOT_FAILURES = "bot-failures"
    """Of one bot's webhook that are kept."""
    BOT_FAILURES_IN_A_ROW = "bot-failures-in-a-row"
    """After which its webhook is set aside."""
    BOT_CALLS = "bot-calls"
    """Of one bot's webhook at once; its further turns wait."""


CAPS: Mapping[Cap, int] = {
    Cap.BODY_BYTES: 64 * 1024,
    Cap.OPEN_STREAMS: 50,
    Cap.OPEN_STREAMS_OF_ADDRESS: 500,
    Cap.TICKETS: 5,
    Cap.TOURNAMENTS: 3,
    Cap.WAIT_S: 30,
    Cap.LIST_PAGE: 100,
    Cap.EVENTS_PAGE: 500,
    Cap.HISTORY_GAMES: 500,
    Cap.KEY_SIGNS: 128,
    Cap.KEY_KEPT_S: 24 * 3600,
    Cap.FRIENDS: 500,
    Cap.FRIEND_REQUESTS: 200,
    Cap.BLOCKS: 1_000,
    Cap.TABLE_MESSAGES: 500,
    Cap.FRAME_BYTES: 16 * 1024,
    Cap.FRAMES: 60,
    Cap.FRAMES_PER_S: 20,
    Cap.SOCKET_GAMES: 100,
    Cap.TABLE_ENTRIES: 500,
    Cap.TABLE_INVITATIONS: 20,
    Cap.TABLE_INVITATIONS_EVER: 100,
    Cap.MY_INVITATIONS: 100,
    Cap.INVITATION_TEXT: 140,
    Cap.TABLES_LOOKED_AT: 500,
    Cap.SOCKET_COMMANDS: 16,
    Cap.DEVICES: 20,
    Cap.MUTED_GAMES: 500,
    Cap.NOTICES_KEPT: 200,
    Cap.NOTICE_BYTES: 3072,
    Cap.HINTS: 20,
    Cap.BOTS: 5,
    Cap.BOT_GAMES: 100,
    Cap.BOT_FAILURES: 100,
    Cap.BOT_FAILURES_IN_A_ROW: 10,
    Cap.BOT_CALLS: 4,
}

SCALED = (Cap.OPEN_STREAMS, Cap.OPEN_STREAMS_OF_ADDRESS)


def rates(settings: Settings) -> Mapping[Bucket, Limit]:
    """As this server counts them; none where limits are switched off."""
    percent = settings.limit_percent
    return {bucket: limit.scaled(percent) for bucket, limit in RATES.items()} if percent else {}


def caps(settings: Settings) -> Mapping[Cap, int]:
    """As this server keeps them; without those on open streams where limits are switched off."""
    percent = settings.limit_percent
    scaled = {cap: max(CAPS[cap] * percent // 100, 1) for cap in SCALED if percent}
    return {cap: number for cap, number in CAPS.items() if cap not in SCALED} | scaled
