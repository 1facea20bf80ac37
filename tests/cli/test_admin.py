"""`paternoster admin`: as over the API, and who becomes staff."""

from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from services.lobby.accounts import accounts as store
from services.lobby.accounts.accounts import Accounts
from services.lobby.events import Opened
from services.lobby.store import Tables
from shared.api.people import People
from shared.log.entry import Pace
from tests.cli.conftest import Type
from tests.engine.play import PARTITIONS

WHO = ("--by", "Eve", "--reason", "insults")
ANN = "a_01JD2Q0V9Y3M8E5X7K4T6R1ZAB"


@pytest.fixture
async def accounts(server: Redis) -> Accounts:
    """With Ann, who has a handle."""
    await store.load_functions(server)
    found = Accounts(server, People(server))
    await found.open(ANN, "Ann", 1)
    await found.give_handle(ANN, "ann", "hash")
    return found


async def told(type_in: Type, *words: str) -> list[dict[str, Any]]:
    done = await type_in("admin", *words)
    assert done.exit_code == 0, done.output
    return [msgspec.json.decode(line) for line in done.output.splitlines()]


async def test_an_account_is_found_renamed_silenced_and_suspended(accounts: Accounts, type_in: Type) -> None:
    (found,) = await told(type_in, "find", "--name", "an")
    assert (found["id"], found["handle"]) == (ANN, "ann")
    (renamed,) = await told(type_in, "rename", ANN, "Anna", *WHO)
    assert renamed["name"] == "Anna"
    await told(type_in, "silence", ANN, "--hours", "24", *WHO)
    (both,) = await told(type_in, "suspend", ANN, *WHO)
    assert (both["silenced"]["until"] is None, both["suspended"]["until"]) == (False, None)
    await told(type_in, "lift", ANN, "silence", *WHO)
    (lifted,) = await told(type_in, "lift", ANN, "suspension", *WHO)
    assert (lifted["silenced"], lifted["suspended"]) == (None, None)


async def test_scopes_are_granted_and_revoked_and_every_act_is_noted(
    accounts: Accounts, type_in: Type
) -> None:
    await told(type_in, "grant", ANN, "admin:read", *WHO)
    (granted,) = await told(type_in, "grant", ANN, "moderation:write", *WHO)
    (revoked,) = await told(type_in, "revoke", ANN, "admin:read", *WHO)
    assert (granted["staff"], revoked["staff"]) == (["admin:read", "moderation:write"], ["moderation:write"])
    acts = await told(type_in, "audit")
    assert [(act["did"], act["whom"]) for act in acts] == [("revoke", ANN), ("grant", ANN), ("grant", ANN)]
    assert {(act["by"], act["why"]) for act in acts} == {("operator:Eve", "insults")}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("grant", ANN, "account:own", *WHO), 2),
        (("suspend", ANN), 2),
        (("suspend", "a_nobody", *WHO), 1),
        (("end-table", "g_none", *WHO), 1),
    ],
)
async def test_what_cannot_be_done_is_refused_and_not_noted(
    accounts: Accounts, type_in: Type, server: Redis, words: tuple[str, ...], code: int
) -> None:
    assert (await type_in("admin", *words)).exit_code == code
    assert await server.exists("audit") == 0


async def test_accounts_of_older_releases_are_found_once_indexed(
    accounts: Accounts, type_in: Type, server: Redis
) -> None:
    await server.delete("account-names")
    assert await told(type_in, "find", "--name", "an") == []
    assert (await type_in("admin", "index")).output == "1 names\n"
    assert len(await told(type_in, "find", "--name", "an")) == 1


async def test_an_open_table_is_closed(type_in: Type, server: Redis) -> None:
    await Tables(server, PARTITIONS).open("g_table", (Opened("floor", 3, {}, Pace(), "a_1", "5e" * 32),))
    assert (await type_in("admin", "end-table", "g_table", *WHO)).output == "g_table is closed\n"
    assert (await type_in("admin", "end-table", "g_table", *WHO)).exit_code == 1


async def test_whoever_would_make_staff_of_a_guest_is_told_what_is_missing(
    accounts: Accounts, type_in: Type
) -> None:
    guest = f"{ANN[:-1]}C"
    await accounts.open(guest, "Cem", 1)
    done = await type_in("admin", "grant", guest, "admin:read", *WHO)
    assert (done.exit_code, "a handle and a password first" in done.output) == (1, True), done.output
