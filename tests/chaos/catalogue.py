"""All faults, and how soon everything has to go on after each."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.chaos.disk import is_small
from tests.chaos.faults import (
    PAST_LEASE_S,
    Do,
    cut,
    full_disk,
    hang,
    jump,
    kill,
    restart,
    silence,
    take_partitions,
    weather,
    zombie,
)
from tests.chaos.proxy import Spoil
from tests.chaos.stack import FAKETIME, Stack


class Fault(NamedTuple):
    do: Do
    games_s: float
    """Within so long every partition judges again."""
    bots_s: float = 20.0
    """Within so long every bot plays again."""


ALWAYS: Mapping[str, Fault] = {
    "kill a worker": Fault(kill("worker"), 3),
    "stop a worker past its lease, resume it": Fault(zombie(), 3),
    "take the workers' partitions": Fault(take_partitions, 3),
    "restart a worker": Fault(restart("worker"), 3),
    "kill both workers": Fault(kill("worker", "worker-2"), 6),
    "kill HTTP": Fault(kill("http"), 10),
    "restart HTTP": Fault(restart("http"), 12),
    "hang HTTP": Fault(hang("http"), 3),
    "kill the dispatcher": Fault(kill("dispatcher"), 3),
    "hang the dispatcher": Fault(hang("dispatcher"), 3),
    "kill Celery": Fault(kill("celery"), 3),
    "restart Celery": Fault(restart("celery"), 6),
    "kill the inbox": Fault(kill("inbox"), 3),
    "hang the inbox": Fault(hang("inbox"), 3),
    "kill the lobby's steward": Fault(kill("steward"), 3),
    "restart the lobby's steward": Fault(restart("steward"), 3),
    "kill notify and its Celery": Fault(kill("notify", "notices"), 3),
    "restart the archiver": Fault(restart("archiver"), 3),
    "kill Valkey": Fault(kill("valkey"), 7),
    "restart Valkey": Fault(restart("valkey"), 7),
    "hang Valkey": Fault(hang("valkey", PAST_LEASE_S), 5),
    "delay clients": Fault(weather(Spoil.DELAY, 1), 3),
    "stall clients": Fault(weather(Spoil.STALL, 1), 3),
    "cut requests before they arrive": Fault(weather(Spoil.CUT_BEFORE, 0.4), 3),
    "cut answers after the act": Fault(weather(Spoil.CUT_AFTER, 0.4), 3),
    "cut answers inside": Fault(weather(Spoil.CUT_INSIDE, 0.4), 3),
    "delay Valkey for the workers": Fault(weather(Spoil.DELAY, 1, "worker"), 5),
    "stall Valkey for HTTP": Fault(weather(Spoil.STALL, 1, "http"), 5),
    "stall Valkey for the workers": Fault(weather(Spoil.STALL, 1, "worker"), 5),
    "cut commits after the act": Fault(weather(Spoil.CUT_AFTER, 0.3, "worker"), 5),
    "cut commands after they are queued": Fault(weather(Spoil.CUT_AFTER, 0.3, "http"), 5),
    "cut every way to Valkey": Fault(
        cut("worker", "http", "inbox", "archiver", "steward", "dispatcher", "celery", "notify", "notices"), 5
    ),
    "silence the workers' connections": Fault(silence("worker"), 15, 40),
    "silence HTTP's connections": Fault(silence("http"), 15, 40),
    "silence the dispatcher's and Celery's connections": Fault(silence("dispatcher", "celery"), 3, 60),
}


def possible(stack: Stack) -> dict[str, Fault]:
    """All that can be done on this machine."""
    faults = dict(ALWAYS)
    if is_small(stack.var):
        faults["fill Valkey's disk"] = Fault(full_disk, 5)
    if FAKETIME.exists():
        faults["jump the clock forward by an hour"] = Fault(jump(3600), 5)
        faults["jump the clock back by an hour"] = Fault(jump(-3600), 5)
    return faults
