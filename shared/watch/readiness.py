"""Whether a process can do its work: what it needs answers, and its loops go round."""

import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from shared.log.connect import connect_plain


class NotReady(Exception):
    """Says what is missing."""


class Check(NamedTuple):
    name: str
    ask: Callable[[], object]
    """Raises whatever it may when the thing is not there; called in a thread of its own."""


class Pulse:
    """A loop's signs of life: it beats after each round that went well."""

    def __init__(self, name: str, within_s: float) -> None:
        self.name = name
        self._within_s = within_s
        self._at: float | None = None

    def beat(self) -> None:
        self._at = time.monotonic()

    def check(self) -> Check:
        return Check(self.name, self._ask)

    def _ask(self) -> None:
        if self._at is None:
            raise NotReady("not begun")
        if (ago := time.monotonic() - self._at) > self._within_s:
            raise NotReady(f"nothing for {ago:.0f} s")


def valkey(url: str) -> Check:
    """A server that cannot write its append-only file refuses this too."""
    redis: Any = connect_plain(url)
    return Check("valkey", redis.ping)


def asked(checks: Iterable[Check]) -> dict[str, str]:
    """What each says: `ok`, or what is wrong, without texts that others wrote."""
    return {check.name: _said(check) for check in checks}


def _said(check: Check) -> str:
    try:
        check.ask()
    except NotReady as missing:
        return str(missing)
    except Exception as error:
        return type(error).__name__
    return "ok"
