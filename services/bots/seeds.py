"""What bots draw lots with: repeatable for whoever knows this installation's secret, foreseeable for nobody else.

Every process reads the secret from Valkey, where the first one made it; so two tasks of one turn draw the same lots,
also after a restart. It has nothing to do with a game's own secret, from which the cards come.
"""

import hmac
import random
import secrets

from redis import Redis

KEY = "bots:secret"
SECRET_BYTES = 32


class Seeds:
    """Lots by what they are for. Of equal purposes come equal lots."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def rng(self, *purpose: str | int) -> random.Random:
        """
        >>> seeds, others = Seeds(b"ours"), Seeds(b"theirs")
        >>> seeds.rng("g_1", 17).random() == seeds.rng("g_1", 17).random() != others.rng("g_1", 17).random()
        True
        """
        message = "\0".join(map(str, purpose)).encode()
        return random.Random(hmac.digest(self._secret, message, "sha256"))  # noqa: S311 - has to repeat itself


def shared_seeds(redis: Redis) -> Seeds:
    """Those of all processes on this Valkey; its secret is made by whoever comes first."""
    redis.set(KEY, secrets.token_bytes(SECRET_BYTES), nx=True)
    secret: bytes | None = redis.get(KEY)  # pyright: ignore[reportAssignmentType]
    if secret is None:
        raise AssertionError("what was just set is there")
    return Seeds(secret)
