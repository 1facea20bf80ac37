"""`paternoster admin ...`: what staff does over the API, and what only who sits at the server's machine may do."""

import getpass
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import click
import msgspec

from services.cli.tools import Tools, with_tools
from services.lobby.accounts import accounts as accounts_store
from services.lobby.accounts.accounts import Account, Accounts
from services.lobby.accounts.apitokens import ApiTokenShelf
from services.lobby.accounts.sessions import Sessions
from services.lobby.aged import Aged
from services.lobby.ageing import lives_of
from services.lobby.matching import tickets as tickets_store
from services.lobby.matching.tickets import Tickets
from services.lobby.staff.audit import Audit
from services.lobby.staff.office import BackOffice
from services.lobby.staff.wire import audit_entry, staff_account
from services.lobby.store import Tables
from services.lobby.telling import Teller
from shared.api import inbox
from shared.api.courier import Courier
from shared.api.ended import Ended
from shared.api.inbox import Inbox
from shared.api.moment import now_ms
from shared.api.people import Names, People
from shared.api.problem import ApiError
from shared.api.scopes import STAFF
from shared.log import valkey
from shared.log.connect import connect
from shared.seeds import Texts

Work = Callable[[BackOffice], Awaitable[Account]]

by_option = click.option(
    "--by", help="Who does it; kept for ever. Without it, the name that you have on this machine."
)
reason_option = click.option("--reason", required=True, help="Why; kept for ever.")
hours_option = click.option(
    "--hours",
    type=click.FloatRange(min=0, min_open=True),
    help="For how long; without it, until it is lifted.",
)


@click.group()
def admin() -> None:
    """Find, rename, silence and suspend accounts, end tables, make staff of accounts. Everything is noted."""


@asynccontextmanager
async def backoffice(tools: Tools) -> AsyncGenerator[BackOffice]:
    redis, config = tools.redis, tools.config
    for part in (accounts_store, tickets_store, valkey, inbox):
        await part.load_functions(redis)
    listening = connect(config.valkey, blocking=True)
    courier = Courier(redis, listening, config.partitions)
    ended = Ended(redis)
    accounts = Accounts(redis, People(redis))
    try:
        yield BackOffice(
            accounts=accounts,
            sessions=Sessions(redis, ended, config.signing_key()),
            api_tokens=ApiTokenShelf(redis, ended),
            ended=ended,
            audit=Audit(redis),
            tables=Tables(redis, config.partitions, lives_of(config)),
            tickets=Tickets(redis),
            teller=Teller(accounts, Inbox(redis), Aged(redis, config.partitions), lives_of(config)),
            courier=courier,
            names=Names({}, Texts()),
        )
    finally:
        await courier.close()
        await listening.aclose()


async def _change(tools: Tools, work: Work) -> None:
    async with backoffice(tools) as office:
        try:
            _tell(office, [await work(office)])
        except ApiError as refused:
            raise _refusal(office, refused) from refused


def _tell(office: BackOffice, found: Iterable[Account]) -> None:
    for account in found:
        shown = staff_account(account, office.names, now_ms())
        click.echo(msgspec.json.encode(shown).decode())


def _refusal(office: BackOffice, refused: ApiError) -> click.ClickException:
    return click.ClickException(refused.problem(office.names.texts, office.names.language).detail)


def _who(by: str | None) -> str:
    return f"operator:{by or getpass.getuser()}"


def _until(hours: float | None) -> int | None:
    if hours is None:
        return None
    return int((datetime.now(UTC) + timedelta(hours=hours)).timestamp() * 1000)


@admin.command()
@click.option("--id", "id_", help="The account's id.")
@click.option("--handle", help="The whole handle.")
@click.option("--name", help="How the name begins.")
@with_tools
async def find(tools: Tools, id_: str | None, handle: str | None, name: str | None) -> None:
    """Find accounts, one a line."""
    async with backoffice(tools) as office:
        _tell(office, await office.find(id_, handle, name))


@admin.command()
@click.argument("account")
@click.argument("name")
@by_option
@reason_option
@with_tools
async def rename(tools: Tools, account: str, name: str, by: str | None, reason: str) -> None:
    """Give ACCOUNT another NAME."""
    await _change(tools, lambda office: office.rename(_who(by), account, name, reason))


@admin.command()
@click.argument("account")
@hours_option
@by_option
@reason_option
@with_tools
async def suspend(tools: Tools, account: str, hours: float | None, by: str | None, reason: str) -> None:
    """Refuse everything to ACCOUNT, at once; its owner reads the reason."""
    await _change(tools, lambda office: office.suspend(_who(by), account, _until(hours), reason))


@admin.command()
@click.argument("account")
@hours_option
@by_option
@reason_option
@with_tools
async def silence(tools: Tools, account: str, hours: float | None, by: str | None, reason: str) -> None:
    """Take speaking at tables away from ACCOUNT; its owner reads the reason."""
    await _change(tools, lambda office: office.silence(_who(by), account, _until(hours), reason))


@admin.command()
@click.argument("account")
@click.argument("what", type=click.Choice(["suspension", "silence"]))
@by_option
@reason_option
@with_tools
async def lift(tools: Tools, account: str, what: str, by: str | None, reason: str) -> None:
    """Lift the suspension or the silence of ACCOUNT."""

    async def work(office: BackOffice) -> Account:
        lifting = office.unsuspend if what == "suspension" else office.unsilence
        return await lifting(_who(by), account, reason)

    await _change(tools, work)


@admin.command()
@click.argument("account")
@click.argument("scope", type=click.Choice([scope.value for scope in STAFF]))
@by_option
@reason_option
@with_tools
async def grant(tools: Tools, account: str, scope: str, by: str | None, reason: str) -> None:
    """Make staff of ACCOUNT: its devices have SCOPE from their next access token on. Not for guests."""
    await _change(tools, lambda office: office.grant(_who(by), account, scope, reason))


@admin.command()
@click.argument("account")
@click.argument("scope", type=click.Choice([scope.value for scope in STAFF]))
@by_option
@reason_option
@with_tools
async def revoke(tools: Tools, account: str, scope: str, by: str | None, reason: str) -> None:
    """Take SCOPE from ACCOUNT, and sign all its devices out."""
    await _change(tools, lambda office: office.revoke(_who(by), account, scope, reason))


@admin.command("end-table")
@click.argument("table")
@by_option
@reason_option
@with_tools
async def end_table(tools: Tools, table: str, by: str | None, reason: str) -> None:
    """Close TABLE, or end its game as it is, with nobody ranked."""
    async with backoffice(tools) as office:
        try:
            ended = await office.end_table(_who(by), table, reason)
        except ApiError as refused:
            raise _refusal(office, refused) from refused
    click.echo(f"{table} is {'closed' if ended.started_at is None else 'ended, unfinished'}")


@admin.command()
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True)
@with_tools
async def audit(tools: Tools, limit: int) -> None:
    """What staff did, the last first, one act a line."""
    noted, _ = await Audit(tools.redis).page(limit, None)
    for one in noted:
        click.echo(msgspec.json.encode(audit_entry(one)).decode())


@admin.command()
@with_tools
async def index(tools: Tools) -> None:
    """Make accounts of older releases findable by name; once, after an update from before this was there."""
    count = await Accounts(tools.redis, People(tools.redis)).index_names()
    click.echo(f"{count} names")
