"""What the handlers of reports and moderation speak to."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from services.lobby.people.words import visible_text
from services.lobby.staff.audit import Audit
from services.lobby.staff.reports import Filed, Report, Reports, Settled
from services.lobby.staff.wire import (
    NewReport,
    NewVerdict,
    Reported,
    ReportInfo,
    ReportList,
    people_of,
    report_info,
)
from services.lobby.talk.talk import Talk
from shared.api.caps import Bucket
from shared.api.inbox import Inbox, Notice
from shared.api.limits import Limits
from shared.api.moment import now_ms
from shared.api.people import Names, People
from shared.api.problem import ApiError, Code, Flaw, malformed

MOST_SKIPPED = 100_000


@dataclass(frozen=True, slots=True)
class Bench:
    reports: Reports
    talk: Talk
    audit: Audit
    people: People
    inbox: Inbox
    limits: Limits
    called: Names
    """Says what people are called."""

    def speaking(self, language: str) -> "Bench":
        return replace(self, called=self.called._replace(language=language))

    async def report(self, by: str, player: str, new: NewReport) -> Reported:
        """Reporting the same player at the same place again changes nothing."""
        if by == player:
            raise ApiError(Code.THAT_IS_YOU)
        if await self.talk.accounts.read(player) is None:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        text = visible_text(new.text, "$.text") if new.text else ""
        said = await self._said(by, player, new)
        await self.limits.take(Bucket.REPORTS, by)
        report = Report(by, player, new.reason, text, new.table, new.message, said, now_ms())
        return Reported(await self.reports.file(report))

    async def _said(self, by: str, player: str, new: NewReport):
        """The message that is meant, as it is now. Raises what is wrong with the place."""
        if new.table is None:
            if new.message is not None:
                raise malformed(Flaw.MESSAGE_WITHOUT_TABLE, "$.table")
            return None
        if not await self.talk.accounts.sat(by, new.table):
            raise ApiError(Code.NO_SUCH_TABLE)
        if new.message is None:
            return None
        found = (await self.talk.find(new.table, new.message)).saying
        if found.player != player:
            raise ApiError(Code.NO_SUCH_MESSAGE)
        return found

    async def page(self, *, settled: bool, limit: int, cursor: str | None) -> ReportList:
        skip = _skip_of(cursor)
        found = await self.reports.page(settled=settled, limit=limit + 1, skip=skip)
        page = found[:limit]
        names = await self._names(person for filed in page for person in people_of(filed))
        after = str(skip + limit) if len(found) > limit else None
        return ReportList(tuple(report_info(filed, names) for filed in page), after)

    async def read(self, id: str) -> ReportInfo:
        report = await self.reports.read(id)
        if report is None:
            raise ApiError(Code.NO_SUCH_REPORT)
        return await self._shown(Filed(id, report))

    async def settle(self, by: str, id: str, new: NewVerdict) -> ReportInfo:
        """The first verdict stands. Whoever reported is told that somebody has looked, and no more."""
        if await self.reports.read(id) is None:
            raise ApiError(Code.NO_SUCH_REPORT)
        await self.audit.note(by, "settle-report", id, new.note, outcome=new.outcome.value)
        report = await self.reports.settle(id, Settled(new.outcome, by, now_ms(), new.note))
        if report is None:
            raise ApiError(Code.NO_SUCH_REPORT)
        if report.reporter and report.settled:
            await self.inbox.tell([(report.reporter, Notice(id, "report-settled", report.settled.at))])
        return await self._shown(Filed(id, report))

    async def hide(self, by: str, table: str, number: int, why: str, *, hidden: bool) -> None:
        """Hides a message from all who read, or shows it again."""
        await self.talk.find(table, number)
        did = "hide-message" if hidden else "show-message"
        await self.audit.note(by, did, f"{table}/{number}", why)
        await self.talk.sayings.hide(table, number, by if hidden else None)

    async def _shown(self, filed: Filed) -> ReportInfo:
        return report_info(filed, await self._names(people_of(filed)))

    async def _names(self, accounts: Iterable[str | None]) -> Names:
        return self.called._replace(people=await self.people.names(accounts))


def _skip_of(cursor: str | None) -> int:
    """Raises `malformed`."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 7):
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return min(int(cursor), MOST_SKIPPED)
