"""What an API token may be allowed, `area:verb`. Each route names the one scope it needs in its `opt`."""

from enum import StrEnum

SCOPE = "scope"
"""A handler's `opt`: the scope without which an API token is refused."""


class Scope(StrEnum):
    GAMES_READ = "games:read"
    """See games as one's seat sees them, lists of one's games, notices."""
    GAMES_PLAY = "games:play"
    """Send commands."""
    TABLES_WRITE = "tables:write"
    """Open, join, leave and start tables, seat bots."""
    ACCOUNT_READ = "account:read"
    ACCOUNT_WRITE = "account:write"
    """Change name and profile."""
    ACCOUNT_OWN = "account:own"
    """Sessions, tokens, passwords, export, deletion: for signed-in devices only, never granted to an API token."""


GRANTED = tuple(scope for scope in Scope if scope is not Scope.ACCOUNT_OWN)
"""What an API token can have."""
