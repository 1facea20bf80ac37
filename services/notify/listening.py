"""From the feeds, and from what the inboxes tell, to what is known of each player."""

from collections.abc import Callable, Iterable

import structlog

from services.notify import standing as known
from services.notify.news import thing_of
from services.notify.outbox import Outbox
from services.notify.plan import SETTLE_MS
from services.notify.schedule import Schedule
from services.notify.standing import Standing
from shared.api.inbox import News
from shared.api.moment import now_ms
from shared.log.commands import FeedItem

log = structlog.get_logger(__name__)

Change = Callable[[Standing], Standing]


class Listening:
    def __init__(self, outbox: Outbox, agenda: Schedule) -> None:
        self._outbox = outbox
        self._agenda = agenda

    async def games(self, items: Iterable[FeedItem]) -> None:
        """Notes changes of games for everybody who plays them."""
        now = now_ms()
        changes: dict[str, list[Change]] = {}
        for item in items:
            for account in filter(None, item.players):
                changes.setdefault(account, []).append(_of_game(item, account, now))
        await self._note(changes)

    async def news(self, told: Iterable[tuple[str, News]]) -> None:
        """Notes what concerns an account and is no game."""
        now = now_ms()
        changes: dict[str, list[Change]] = {}
        for account, news in told:
            if found := thing_of(news, now):
                changes.setdefault(account, []).append(_of_thing(*found))
        await self._note(changes)

    async def _note(self, changes: dict[str, list[Change]]) -> None:
        """Until it is noted: others change what is known of the same accounts."""
        while changes:
            accounts = list(changes)
            stored = await self._outbox.stored_of(accounts)
            changed: list[tuple[str, bytes, bytes]] = []
            for account, old in zip(accounts, stored, strict=True):
                new = _applied(old, changes[account])
                if new is not None:
                    changed.append((account, old, new))
            # Before and after: whoever is known to have news comes up, and not before they are noted.
            await self._agenda.sooner((account for account, _, _ in changed), now_ms() + SETTLE_MS)
            done = await self._outbox.commit_all(changed)
            await self._agenda.sooner((account for account, _, _ in changed), now_ms() + SETTLE_MS)
            late = {account for (account, _, _), noted in zip(changed, done, strict=True) if not noted}
            changes = {account: changes[account] for account in late}


def _applied(stored: bytes, changes: Iterable[Change]) -> bytes | None:
    """`None` when they change nothing."""
    before = after = known.decode(stored)
    for change in changes:
        after = change(after)
    return None if after is before else known.encode(after)


def _of_game(item: FeedItem, account: str, now: int) -> Change:
    return lambda standing: known.note_game(standing, item, account, now)


def _of_thing(id: str, thing: known.Thing) -> Change:
    return lambda standing: known.note_thing(standing, id, thing)
