"""What the routes of reports, moderators and administrators read and answer. Field by field this is the API."""

from datetime import datetime
from typing import Annotated

import msgspec

from services.lobby.accounts.accounts import Account
from services.lobby.accounts.asked import Name
from services.lobby.staff.audit import Noted
from services.lobby.staff.reports import Filed, Reason, ReportOutcome
from services.lobby.tables import Phase
from shared.api.measures import Measure
from shared.api.moment import rfc3339
from shared.api.people import Names, Person

Why = Annotated[str, msgspec.Meta(min_length=1, max_length=500, examples=["insults at three tables"])]
Until = Annotated[datetime, msgspec.Meta(tz=True)]


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody did, and where: at a table, with one of its messages, or (neither) by their profile."""

    reason: Reason
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""
    table: str | None = None
    """At which the caller sits or sat."""
    message: int | None = None
    """Its number."""


class Reported(msgspec.Struct, frozen=True):
    id: str


class MessageSaid(msgspec.Struct, frozen=True):
    emote: str | None
    text: str | None


class Verdict(msgspec.Struct, frozen=True):
    outcome: ReportOutcome
    by: Person
    at: str
    note: str


class ReportInfo(msgspec.Struct, frozen=True):
    id: str
    at: str
    reporter: Person | None
    """`null` when that account is gone."""
    player: Person
    reason: Reason
    text: str
    table: str | None
    message: int | None
    said: MessageSaid | None
    """The message as it was when it was reported."""
    verdict: Verdict | None


class ReportList(msgspec.Struct, frozen=True):
    reports: tuple[ReportInfo, ...]
    next: str | None
    """`cursor` of the next page."""


class NewVerdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    outcome: ReportOutcome
    note: Annotated[str, msgspec.Meta(max_length=500)] = ""


class NewMeasure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Why
    """The account's owner reads it."""
    until: Until | None = None
    """RFC 3339; `null`: until it is lifted."""

    @property
    def until_ms(self) -> int | None:
        return None if self.until is None else int(self.until.timestamp() * 1000)


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why staff does something; it stands in the audit log."""

    reason: Why


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    reason: Why


class MeasureInfo(msgspec.Struct, frozen=True):
    at: str
    until: str | None
    reason: str


class StaffAccount(msgspec.Struct, frozen=True):
    """An account as staff sees it."""

    id: str
    name: str
    handle: str | None
    guest: bool
    bot: bool
    created_at: str
    about: str | None
    suspended: MeasureInfo | None
    silenced: MeasureInfo | None
    staff: tuple[str, ...]
    """Scopes that an operator has granted it."""


class StaffAccountList(msgspec.Struct, frozen=True):
    accounts: tuple[StaffAccount, ...]


class TableEnded(msgspec.Struct, frozen=True):
    id: str
    state: Phase
    """`closed`: it was open; `started`: its game was ended, unfinished."""


class AuditEntry(msgspec.Struct, frozen=True):
    id: str
    at: str
    by: str
    """An account, or `operator:` and a name."""
    did: str
    whom: str
    why: str
    more: dict[str, str]


class AuditPage(msgspec.Struct, frozen=True):
    entries: tuple[AuditEntry, ...]
    """Newest first."""
    next: str | None
    """`cursor` of the next page."""


def staff_account(account: Account, names: Names, now_ms: int) -> StaffAccount:
    return StaffAccount(
        id=account.id,
        name=names.said(account.called),
        handle=account.handle,
        guest=account.guest,
        bot=account.bot,
        created_at=rfc3339(account.created_at),
        about=account.about,
        suspended=_measure(account.suspended, now_ms),
        silenced=_measure(account.silenced, now_ms),
        staff=account.staff,
    )


def _measure(taken: Measure | None, now_ms: int) -> MeasureInfo | None:
    """`None` for one whose time is over."""
    if taken is None or not taken.holds(now_ms):
        return None
    return MeasureInfo(rfc3339(taken.at), None if taken.until is None else rfc3339(taken.until), taken.reason)


def report_info(filed: Filed, names: Names) -> ReportInfo:
    id, report = filed
    said, settled = report.said, report.settled
    return ReportInfo(
        id=id,
        at=rfc3339(report.at),
        reporter=names.person(report.reporter) if report.reporter else None,
        player=names.person(report.player),
        reason=report.reason,
        text=report.text,
        table=report.table,
        message=report.message,
        said=MessageSaid(said.emote, said.text) if said else None,
        verdict=settled
        and Verdict(settled.outcome, names.person(settled.by), rfc3339(settled.at), settled.note),
    )


def people_of(filed: Filed) -> tuple[str | None, ...]:
    """Accounts that a report names."""
    settled = filed.report.settled
    return filed.report.reporter, filed.report.player, settled and settled.by


def audit_entry(noted: Noted) -> AuditEntry:
    act = noted.act
    return AuditEntry(noted.id, rfc3339(noted.at), act.by, act.did, act.whom, act.why, act.more)
