"""What a moderator takes from an account, for a time or until it is given back: a field of the account, JSON."""

import msgspec

from shared.api.moment import rfc3339
from shared.api.problem import ApiError, Code

SILENCED = "silenced"
SUSPENDED = "suspended"
OWNER_SUSPENDED = "owner-suspended"
"""The account's fields; the last is a bot's whose owner is suspended."""


class Measure(msgspec.Struct, frozen=True):
    until: int | None
    """Milliseconds since 1970; `None`: until it is lifted."""
    reason: str
    """For the account's owner to read."""
    at: int

    def holds(self, now_ms: int) -> bool:
        return self.until is None or now_ms < self.until

    def refusal(self, code: Code) -> ApiError:
        until = {} if self.until is None else {"until": rfc3339(self.until)}
        return ApiError(code, params={"reason": self.reason, **until})


_decode = msgspec.json.Decoder(Measure).decode


def measure(text: str | bytes | None) -> Measure | None:
    return None if text is None else _decode(text)


def text_of(taken: Measure) -> str:
    return msgspec.json.encode(taken).decode()
