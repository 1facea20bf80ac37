"""Refresh tokens: how they follow one another, and how a lost answer is told from a theft.

A device sends its token and an `attempt`, a random text of its own that it keeps until it has the answer. The next
token is drawn from the one before, the attempt and a salt that only we keep. So

- the token before the current one, with the same attempt, gives the current one once more: the answer was lost;
- with another attempt it was used by somebody who did not send the first: two hold it, and the session ends.

What we store (hashes and the salt) makes no token, and an old token without the salt makes none either.
"""

import hashlib
import hmac
import secrets
from base64 import b64decode, urlsafe_b64encode
from enum import Enum, auto
from typing import NamedTuple

import msgspec

PREFIX = "pr_"
SECRET_BYTES = 32
SEAL_BYTES = 8


class Given(NamedTuple):
    """What a refresh token says."""

    account: str
    session: str
    secret: bytes


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A device that is signed in, as it is stored."""

    device: str
    created_at: int
    """Milliseconds since 1970."""
    seen_at: int
    """When it last got an access token."""
    current: bytes
    """Hash of the secret that gets the next token."""
    spent: bytes = b""
    """Hash of the one before."""
    salt: bytes = b""
    """What the current secret was drawn with."""


class Verdict(Enum):
    CURRENT = auto()
    RESENT = auto()
    REUSED = auto()


class Seal:
    """Writes and reads tokens; one that we never wrote is known as such without a look at what is stored.

    Otherwise anybody who has seen a session's id could end it by a token that they made up.
    """

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"refresh tokens", "sha256")

    def write(self, given: Given) -> str:
        signed = urlsafe_b64encode(given.secret + self._seal(given)).decode()
        return f"{PREFIX}{given.account[2:]}_{given.session[2:]}_{signed}"

    def read(self, text: str) -> Given | None:
        fields = text.removeprefix(PREFIX).split("_", 2)
        if not text.startswith(PREFIX) or len(fields) != 3:
            return None
        try:
            signed = b64decode(fields[2], b"-_", validate=True)
        except ValueError:
            return None
        given = Given(f"a_{fields[0]}", f"s_{fields[1]}", signed[:SECRET_BYTES])
        return given if hmac.compare_digest(signed[SECRET_BYTES:], self._seal(given)) else None

    def _seal(self, given: Given) -> bytes:
        said = b"\0".join((given.account.encode(), given.session.encode(), given.secret))
        return hmac.digest(self._key, said, "sha256")[:SEAL_BYTES]


def first() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def following(secret: bytes, attempt: str, salt: bytes) -> bytes:
    """The secret that comes after another."""
    return hmac.digest(salt, secret + attempt.encode(), "sha256")


def hash_of(secret: bytes) -> bytes:
    return hashlib.sha256(secret).digest()


def judge(session: Session, secret: bytes, attempt: str) -> Verdict:
    hashed = hash_of(secret)
    if hmac.compare_digest(hashed, session.current):
        return Verdict.CURRENT
    again = hash_of(following(secret, attempt, session.salt))
    resent = hmac.compare_digest(hashed, session.spent) & hmac.compare_digest(again, session.current)
    return Verdict.RESENT if resent else Verdict.REUSED


def renewed(session: Session, secret: bytes, attempt: str, now_ms: int) -> tuple[Session, bytes]:
    """The session after its current secret was used, and the next secret."""
    salt = secrets.token_bytes(SECRET_BYTES)
    after = following(secret, attempt, salt)
    changed = msgspec.structs.replace(
        session, seen_at=now_ms, current=hash_of(after), spent=hash_of(secret), salt=salt
    )
    return changed, after
