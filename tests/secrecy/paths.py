"""The one list of ways by which something of a running game leaves the server. What is new must be placed here.

A route whose answer is made of a game's log or state stands in `CARRYING`, and `test_over_http.py` holds it to secrecy;
any other stands in `APART` under the reason why it cannot tell of a hidden card. The same for what streams say, for
what is logged, and for operators' tools.
"""

from collections.abc import Mapping

MADE = frozenset({"snapshot", "compressed", "moves", "entry", "summary", "inbox", "notice", "bot", "refusal"})
"""What is made of a log before any transport: `test_made_of_a_log.py`."""

CARRYING = frozenset(
    {
        "GET /v1/games",
        "GET /v1/games/{game}",
        "GET /v1/games/{game}/commands/{command}",
        "GET /v1/games/{game}/events",
        "GET /v1/games/{game}/export",
        "GET /v1/games/{game}/fairness",
        "GET /v1/games/{game}/moves",
        "GET /v1/me/export",
        "GET /v1/me/games",
        "GET /v1/players/{player}",
        "GET /v1/players/{player}/games",
        "GET /v1/players/{player}/statistics",
        "GET /v1/socket",
        "GET /v1/stream",
        "GET /v1/sync",
        "GET /v1/tables",
        "GET /v1/tables/{table}",
        "GET /v1/tables/{table}/messages",
        "POST /v1/games/{game}/commands",
        "POST /v1/games/{game}/rematch",
    }
)
"""Asked with one log and with its twin; the answers must be equal to the byte."""

APART: Mapping[str, tuple[str, ...]] = {
    "says what is the same for all games": (
        "GET /health/live",
        "GET /health/ready",
        "GET /problems/{code}",
        "GET /v1/emotes",
        "GET /v1/kinds",
        "GET /v1/kinds/{kind}",
        "GET /v1/limits",
        "GET /v1/notifications/channels",
    ),
    "is about an account and reads no game": (
        "DELETE /v1/me",
        "DELETE /v1/me/blocks/{player}",
        "DELETE /v1/me/devices/{device}",
        "DELETE /v1/me/friends/{player}",
        "DELETE /v1/me/leave",
        "DELETE /v1/me/notifications/email",
        "DELETE /v1/me/notifications/muted/{game}",
        "DELETE /v1/me/sessions",
        "DELETE /v1/me/sessions/{session}",
        "DELETE /v1/me/tokens/{token}",
        "GET /v1/accounts/{account}",
        "GET /v1/me",
        "GET /v1/me/blocks",
        "GET /v1/me/devices",
        "GET /v1/me/friends",
        "GET /v1/me/leave",
        "GET /v1/me/notifications/preferences",
        "GET /v1/me/sessions",
        "GET /v1/me/tickets",
        "GET /v1/me/tokens",
        "GET /v1/players",
        "PATCH /v1/me",
        "POST /v1/accounts/guest",
        "POST /v1/me/devices",
        "POST /v1/me/identities",
        "POST /v1/me/notifications/email/confirm",
        "POST /v1/me/notifications/test",
        "POST /v1/me/tokens",
        "POST /v1/players/{player}/reports",
        "POST /v1/sessions",
        "POST /v1/sessions/identity",
        "POST /v1/sessions/refresh",
        "PUT /v1/me/blocks/{player}",
        "PUT /v1/me/credentials",
        "PUT /v1/me/friends/{player}",
        "PUT /v1/me/leave",
        "PUT /v1/me/notifications/email",
        "PUT /v1/me/notifications/muted/{game}",
        "PUT /v1/me/notifications/preferences",
        "PUT /v1/me/password",
    ),
    "says again what a notice said, and notices are held to secrecy as they are made": (
        "GET /v1/me/notifications/log",
    ),
    "is about tables before their game, folded from the table's own log": (
        "DELETE /v1/tables/{table}/invitations/{invitation}",
        "DELETE /v1/tables/{table}/players/{player}",
        "DELETE /v1/tables/{table}/seats/{seat}/bot",
        "DELETE /v1/tickets/{ticket}",
        "GET /v1/me/invitations",
        "GET /v1/tables/{table}/invitations",
        "GET /v1/tickets/{ticket}",
        "PATCH /v1/tables/{table}",
        "POST /v1/invitations/{invitation}/accept",
        "POST /v1/invitations/{invitation}/decline",
        "POST /v1/tables",
        "POST /v1/tables/join",
        "POST /v1/tables/{table}/invitations",
        "POST /v1/tables/{table}/join",
        "POST /v1/tables/{table}/leave",
        "POST /v1/tables/{table}/messages",
        "POST /v1/tables/{table}/start",
        "POST /v1/tickets",
        "PUT /v1/tables/{table}/chat",
        "PUT /v1/tables/{table}/colours",
        "PUT /v1/tables/{table}/host",
        "PUT /v1/tables/{table}/ready",
        "PUT /v1/tables/{table}/seats/{seat}/bot",
    ),
    "counts games that have ended, when nothing is hidden any more": (
        "GET /v1/leaderboards",
        "GET /v1/leaderboards/{list_id}",
        "GET /v1/leaderboards/{list_id}/me",
        "GET /v1/players/{player}/against/{other}",
        "GET /v1/players/{player}/ratings",
        "GET /v1/tournaments",
        "GET /v1/tournaments/{tournament}",
        "GET /v1/tournaments/{tournament}/rounds/{number}",
        "GET /v1/tournaments/{tournament}/standings",
        "POST /v1/tournaments",
        "POST /v1/tournaments/{tournament}/cancel",
        "POST /v1/tournaments/{tournament}/join",
        "POST /v1/tournaments/{tournament}/leave",
        "POST /v1/tournaments/{tournament}/start",
    ),
    "is about bots' accounts, their tokens and webhooks, and reads no game": (
        "DELETE /v1/me/bots/{bot}",
        "DELETE /v1/me/bots/{bot}/tokens/{token}",
        "DELETE /v1/me/bots/{bot}/webhook",
        "GET /v1/bots",
        "GET /v1/bots/{bot}",
        "GET /v1/me/bots",
        "GET /v1/me/bots/{bot}",
        "GET /v1/me/bots/{bot}/failures",
        "GET /v1/me/bots/{bot}/tokens",
        "PATCH /v1/me/bots/{bot}",
        "POST /v1/bots/{bot}/challenges",
        "POST /v1/me/bots",
        "POST /v1/me/bots/{bot}/tokens",
        "PUT /v1/bots/{bot}/accepts",
        "PUT /v1/me/bots/{bot}/webhook",
    ),
    "looks at games that have ended, and refuses others": (
        "DELETE /v1/games/{game}/analysis",
        "GET /v1/games/{game}/analysis",
        "POST /v1/games/{game}/analysis",
    ),
    "asks a bot's policy with the caller's own view and moves, and bots are held to secrecy by what they are asked": (
        "POST /v1/games/{game}/hints",
    ),
    "is for staff, and reads accounts, reports and what was said": (
        "GET /v1/admin/accounts",
        "GET /v1/admin/accounts/{account}",
        "GET /v1/admin/audit",
        "GET /v1/moderation/reports",
        "GET /v1/moderation/reports/{report}",
        "GET /v1/moderation/tables/{table}/messages",
        "POST /v1/admin/accounts/{account}/rename",
        "POST /v1/admin/accounts/{account}/silence",
        "POST /v1/admin/accounts/{account}/suspend",
        "POST /v1/admin/accounts/{account}/unsilence",
        "POST /v1/admin/accounts/{account}/unsuspend",
        "POST /v1/admin/tables/{table}/end",
        "POST /v1/moderation/reports/{report}/settle",
        "POST /v1/moderation/tables/{table}/messages/{number}/hide",
        "POST /v1/moderation/tables/{table}/messages/{number}/show",
    ),
}

SAID = frozenset({"entry", "hello", "ended", "keep-alive", "resync", "changes", "mine"})
"""Messages of streams and of the socket that tell of games; `test_over_http.py` hears them, or they say a version only."""

SAID_APART: Mapping[str, tuple[str, ...]] = {
    "is about the connection": ("closed", "pong", "welcome"),
    "answers a command, as the same command over HTTP is answered": ("accepted", "refused"),
}

CHANGES = frozenset({"game"})
"""What changes in one's inbox, of games: heard over HTTP as part of `changes`."""

CHANGES_APART: Mapping[str, tuple[str, ...]] = {
    "is about tables and people": ("table", "friend", "invitation", "chat"),
    "has a code and figures, no events": ("notice",),
}

LOGGED: Mapping[str, tuple[str, ...]] = {
    "names something, by an id of ours": (
        "account", "bot", "by", "feed", "game", "id", "list", "node", "partition", "seat", "session", "table",
        "ticket", "tournament", "version", "worker",
    ),
    "is a word out of a closed list, or a type's name": (
        "channel", "duty", "duties", "error", "extra", "fault", "method", "reason", "result", "state", "transport", "what",
        "where", "why",
    ),
    "is a figure": (
        "broken", "bytes", "count", "decisions", "games", "ms", "owned",
        "partitions", "round", "running", "status", "tasks", "tries",
        "waited_ms", "waiting", "port",
    ),
    "says what broke, of which our own exceptions name ids and types only": (
        "cause", "exc_info", "place", "trouble", "issuer",
    ),
    "is a path without its query": ("path",),
}  # fmt: skip
"""Fields of log records. What a record says of a game is which, never what is in it."""

LABELS: Mapping[str, tuple[str, ...]] = {
    "is out of a closed list": (
        "cause", "channel", "kind", "level", "limit", "method", "partition", "queue", "reader", "result", "route", "status",
        "transport", "why",
    ),
    "is a word out of our own code, of which there are few": ("duty", "outcome"),
}  # fmt: skip
"""Labels of metrics; each has few values, and none that a game's cards decide."""

TOOLS: Mapping[str, tuple[str, ...]] = {
    "shows logs with all cards to who can read the disk anyway; it says so where the game still runs": (
        "export", "inspect", "replay",
    ),
    "prints verdicts, counts and ids": (
        "admin", "archive", "backup", "notices", "rebuild", "repair", "restore", "restore-backup", "verify",
    ),
    "prints a new key, for whoever runs the server": ("keys",),
}  # fmt: skip
