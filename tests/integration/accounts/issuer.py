"""A small OpenID Connect issuer on this machine: discovery, keys, and identity tokens to order."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

AUDIENCE = "paternoster-app"


class Issuer:
    """Counts how often its keys were asked for; `broken` answers everything with 500."""

    def __init__(self) -> None:
        self.url = ""
        self.asked = 0
        self.broken = False
        self.calls_itself: str | None = None
        self._keys: dict[str, Any] = {}
        self.rotate()

    def rotate(self, *, curve: bool = False) -> None:
        """Publishes a new key and no other; tokens are signed by it from now on."""
        self.kid = f"key-{time.monotonic_ns()}"
        key = ec.generate_private_key(ec.SECP256R1()) if curve else rsa.generate_private_key(65537, 2048)
        self.algorithm = "ES256" if curve else "RS256"
        self._keys = {self.kid: key}

    @property
    def key(self) -> Any:
        return self._keys[self.kid]

    def token(self, subject: str = "sub-1", **claims: Any) -> str:
        """Good for Paternoster unless the claims say otherwise; `None` leaves one out."""
        now = int(time.time())
        told = {"iss": self.url, "sub": subject, "aud": AUDIENCE, "iat": now, "exp": now + 300, **claims}
        given = {name: value for name, value in told.items() if value is not None}
        return jwt.encode(given, self.key, self.algorithm, headers={"kid": self.kid})

    def _document(self, path: str) -> Any:
        if path == "/.well-known/openid-configuration":
            return {"issuer": self.calls_itself or self.url, "jwks_uri": f"{self.url}/keys"}
        self.asked += 1
        writing: Any = ECAlgorithm if self.algorithm == "ES256" else RSAAlgorithm
        published = writing.to_jwk(self.key.public_key(), as_dict=True)
        return {"keys": [{**published, "kid": self.kid, "use": "sig", "alg": self.algorithm}]}

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        status = b"500 Broken" if self.broken else b"200 OK"
        body = b"" if self.broken else msgspec.json.encode(self._document(head.split()[1].decode()))
        length = b"content-length: %d\r\n" % len(body)
        writer.write(b"HTTP/1.1 " + status + b"\r\nconnection: close\r\n" + length + b"\r\n" + body)
        await writer.drain()
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def serving() -> AsyncIterator[Issuer]:
    issuer = Issuer()
    server = await asyncio.start_server(issuer.answer, "127.0.0.1", 0)
    async with server:
        issuer.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield issuer
