"""The key that signs web push (RFC 8292)."""

import base64
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


class VapidKey:
    """Our key, of which browsers know the public part."""

    def __init__(self, private: str) -> None:
        """`private`: 32 bytes in base64url. Raises `ValueError`."""
        try:
            self._vapid: Any = Vapid02.from_raw(private.encode())
        except Exception as cause:
            raise ValueError("PATERNOSTER_VAPID_KEY is no key that `paternoster keys` made") from cause
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def signed(self, audience: str, contact: str, expires_s: int) -> str:
        """The Authorization field."""
        claims = {"aud": audience, "sub": contact, "exp": expires_s}
        return self._vapid.sign(claims)["Authorization"]


def new_key() -> str:
    """A private key, as `VapidKey` reads it."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
