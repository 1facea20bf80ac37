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

    MODERATION_READ = "moderation:read"
    """Reports, and what was said at tables. Staff only, as all that follow."""
    MODERATION_WRITE = "moderation:write"
    """Resolve reports, hide messages, silence."""
    ADMIN_READ = "admin:read"
    """Find accounts, read what staff did."""
    ADMIN_WRITE = "admin:write"
    """Rename and suspend accounts, end tables."""


STAFF = (Scope.MODERATION_READ, Scope.MODERATION_WRITE, Scope.ADMIN_READ, Scope.ADMIN_WRITE)
"""What an operator grants to accounts, `paternoster admin grant`: their devices have it, nobody else, no API token."""
GRANTED = tuple(scope for scope in Scope if scope is not Scope.ACCOUNT_OWN and scope not in STAFF)
"""What an API token can have."""
