"""Plans for everybody who comes up: reads what is known, looks at the games anew, judges, notes, sends off."""

import asyncio

import structlog

from services.notify import standing as known
from services.notify.fanout import AnyOn, deliveries, wanted
from services.notify.outbox import Outbox, Sending
from services.notify.plan import Listener, Plan, plan, unsaid
from services.notify.reading import Games
from services.notify.schedule import Schedule
from services.notify.standing import Standing
from shared.api.moment import now_ms
from shared.api.notices.book import Book, Page
from shared.api.notices.quiet import Quiet
from shared.api.presence import Presence
from shared.log.feed import feed_item
from shared.watch import traces

log = structlog.get_logger(__name__)

AGENDA = "notices:agenda"
BATCH = 100
AT_ONCE = 16
TAKEN_MS = 5_000
"""When an account comes up again whose planning broke off."""
TRIES = 5


class Planner:
    def __init__(
        self, *, agenda: Schedule, outbox: Outbox, book: Book, presence: Presence, games: Games, on: AnyOn
    ) -> None:
        self._agenda = agenda
        self._outbox = outbox
        self._book = book
        self._presence = presence
        self._games = games
        self._on = on
        self._at_once = asyncio.Semaphore(AT_ONCE)

    async def see_to_all(self) -> int:
        """Plans for who is due; how many."""
        now = now_ms()
        taken = await self._agenda.taken(await self._agenda.due(now, BATCH), now + TAKEN_MS)
        await asyncio.gather(*(self._see_to(account, now + TAKEN_MS) for account in taken))
        return len(taken)

    async def _see_to(self, account: str, taken_until: int) -> None:
        async with self._at_once:
            next_at = await self.see_to(account)
            await self._agenda.done(account, taken_until, next_at)

    async def see_to(self, account: str) -> int | None:
        """Plans for one account; when it comes up next."""
        for _ in range(TRIES):
            stored, page = await self._outbox.stored(account), await self._book.read(account)
            now = now_ms()
            looked = await self._look(known.decode(stored), account, page.quiet, now)
            planned = await self._planned(looked, account, page, now)
            going = [one for notice in planned.notices for one in deliveries(notice, page, self._on)]
            new = known.encode(planned.standing)
            traced = traces.begun("plan notices", {n.id: n.trace for n in planned.notices})
            if (new == stored and not going) or await self._outbox.commit(account, stored, new, going):
                await self._send_off(account, now)
                traces.end(traced)
                return planned.next_at
        return now_ms() + TAKEN_MS

    async def _look(self, standing: Standing, account: str, quiet: Quiet, now: int) -> Standing:
        """Takes from the logs how the games stand that may be told of."""
        for game, read in (await self._games.read(unsaid(standing, quiet, now))).items():
            item = feed_item(read.game)
            # A game that an operator gave up has ended without its log saying so.
            if not standing.games[game].ended or item.ended:
                standing = known.note_game(standing, item, account, now, began=read.began)
        return standing

    async def _planned(self, standing: Standing, account: str, page: Page, now: int) -> Plan:
        asked = unsaid(standing, page.quiet, now)
        found = await asyncio.gather(*(self._presence.looking(game, [account]) for game in asked))
        looking = frozenset(game for game, there in zip(asked, found, strict=True) if there)
        listener = Listener(wanted(page, self._on), page.quiet, page.muted, looking)
        return plan(standing, listener, now)

    async def _send_off(self, account: str, now: int) -> None:
        """All that is in the outbox, also what a planner left there that died just now."""
        waiting = await self._outbox.waiting(account)
        await self._outbox.schedule.first((Sending(account, id).member, now) for id in waiting)
