"""Passwords: hashed by Argon2id beside the event loop, a few at a time, and never compared by hand."""

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
"""Each takes 19 MiB and some tens of milliseconds of a core; more at a time would only make all wait."""


class Passwords:
    def __init__(self) -> None:
        # The figures that OWASP recommends for servers.
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._places = asyncio.Semaphore(AT_ONCE)
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        async with self._places:
            return await asyncio.to_thread(self._hasher.hash, _normal(password))

    async def matches(self, password: str, hashed: str | None) -> bool:
        """`None`, nobody's hash, takes as long as anybody's."""
        async with self._places:
            fits = await asyncio.to_thread(self._verify, password, hashed or self._nobody)
        return fits and hashed is not None

    def _verify(self, password: str, hashed: str) -> bool:
        try:
            return self._hasher.verify(hashed, _normal(password))
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, hashed: str) -> bool:
        """Whether it was made with weaker figures than today's."""
        return self._hasher.check_needs_rehash(hashed)


def _normal(password: str) -> str:
    """One and the same from every keyboard."""
    return unicodedata.normalize("NFKC", password)
