"""Tickets for tests, in few words."""

from collections.abc import Mapping

from services.lobby.matching.quality import Known
from services.lobby.matching.ticket import Bots, Ticket, Wish, made
from shared.log.entry import Pace

START = 1_700_000_000_000
LIVE_PACE = Pace(30_000)
ASYNC_PACE = Pace(24 * 3600_000)


def wish(
    *players: int, kind: str = "floor", live: bool = True, rated: bool = True, bots: Bots | None = None
) -> Wish:
    return Wish(kind, {}, players or (3,), LIVE_PACE if live else ASYNC_PACE, live, rated, bots)


def ticket(
    name: str, waited_s: float = 0, *, wants: Wish | None = None, account: str | None = None
) -> Ticket:
    """Of an account of the same name, as it stands at `START`."""
    return made(f"t_{name}", account or name, wants or wish(), START - int(waited_s * 1000))


def known(strengths: Mapping[str, float] | None = None, *blocked: tuple[str, str], **rest: object) -> Known:
    """Everybody's strength by name; 1000 for who is not named."""
    by_ticket = {
        f"t_{name}": dict.fromkeys(range(2, 6), points) for name, points in (strengths or {}).items()
    }
    return Known(by_ticket, frozenset(map(frozenset, blocked)), **rest)
