"""Fair deals: every shuffle and throw follows from a secret that was committed to before the start.

The page `docs/fair-deals.md` is exact enough to write a verifier from; the numbers below are its numbers.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence

import msgspec


class Draw(msgspec.Struct, frozen=True, array_like=True, rename={"from_": "from"}):
    """One recorded draw: either a shuffle (`from` sorted texts) or numbers `below` a limit."""

    n: int
    purpose: str
    from_: tuple[str, ...] | None = None
    below: int | None = None
    out: tuple[str | int, ...] = ()


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret in hex, shown before anybody contributes (3.1)."""
    return hashlib.sha256(secret).hexdigest()


def draw_key(secret: bytes, game: str, contributions: Sequence[str]) -> bytes:
    """The key of all draws of a game (3.3): the secret mixed with its id and what the seats gave."""
    parts = (part.encode() for part in (game, *contributions))
    message = b"".join(len(part).to_bytes(2, "big") + part for part in parts)
    return hmac.digest(secret, message, "sha256")


def words(key: bytes, n: int, purpose: str) -> Iterator[int]:
    """The endless 64-bit words of draw `n` (3.4)."""
    head = n.to_bytes(8, "big") + purpose.encode("ascii") + b"\0"
    block = 0
    while True:
        data = hmac.digest(key, head + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(data[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def below(source: Iterator[int], limit: int) -> int:
    """The next number from 0 to `limit - 1`, without bias (3.5)."""
    bound = 2**64 // limit * limit
    return next(word for word in source if word < bound) % limit


def shuffled(source: Iterator[int], items: Iterable[str]) -> tuple[str, ...]:
    """The items, sorted by their text and then shuffled from the last place down (3.6)."""
    order = sorted(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


class Draws:
    """The `Chance` of one decision: draws from a game's key, numbered on from those before, recorded."""

    def __init__(self, key: bytes, first: int) -> None:
        self._key = key
        self._next = first
        self._made: list[Draw] = []

    def shuffle(self, purpose: str, items: Iterable[str]) -> tuple[str, ...]:
        given = tuple(sorted(items))
        out = shuffled(self._words(purpose), given)
        self._made.append(Draw(self._next - 1, purpose, from_=given, out=out))
        return out

    def below(self, purpose: str, limit: int, count: int = 1) -> tuple[int, ...]:
        source = self._words(purpose)
        out = tuple(below(source, limit) for _ in range(count))
        self._made.append(Draw(self._next - 1, purpose, below=limit, out=out))
        return out

    def _words(self, purpose: str) -> Iterator[int]:
        self._next += 1
        return words(self._key, self._next - 1, purpose)

    @property
    def made(self) -> tuple[Draw, ...]:
        """What was drawn so far, for the entry's envelope."""
        return tuple(self._made)
