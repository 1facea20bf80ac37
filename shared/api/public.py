"""Requests to addresses that anybody may have given: only to public ones, checked after resolution and kept to.

The name is resolved once for each connection, every address it has must be public, and the connection goes to the one
that was checked. Redirects are not followed and no proxy is asked.
"""

import asyncio
import socket
import ssl
from collections.abc import Mapping, Sequence
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Any, NamedTuple

import httpcore

ANSWER_S = 10.0
"""For all of an attempt, where nobody says otherwise."""
MOST_BYTES = 4096
"""Of an answer that are read."""

AnyAddress = IPv4Address | IPv6Address
AnyNetwork = IPv4Network | IPv6Network

TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
"""IPv6 addresses that stand for an IPv4 one, which is what they lead to."""
RESERVED = tuple(map(ip_network, ("192.88.99.0/24", "100::/64", "fec0::/10", "::/96", "2001::/32")))
"""Not all of them are among what `ipaddress` says is not global."""


class NotPublic(Exception):
    """The address may not be spoken to."""


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def allowed_networks(given: str) -> tuple[AnyNetwork, ...]:
    """Networks separated by commas. Raises `ValueError`."""
    return tuple(ip_network(one.strip()) for one in given.split(",") if one.strip())


def is_public(address: AnyAddress) -> bool:
    """
    >>> [is_public(ip_address(a)) for a in ("8.8.8.8", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1")]
    [True, False, False, False]
    >>> [is_public(ip_address(a)) for a in ("2606:4700::1", "64:ff9b::a00:1", "2002:7f00:1::", "fd00::1")]
    [True, False, False, False]
    """
    if isinstance(address, IPv6Address):
        if address.scope_id:
            return False
        if (inner := _embedded(address)) is not None:
            return is_public(inner)
    reserved = any(address in network for network in RESERVED if network.version == address.version)
    return address.is_global and not address.is_multicast and not address.is_reserved and not reserved


def _embedded(address: IPv6Address) -> IPv4Address | None:
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if any(address in network for network in TRANSLATED):
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return None


class PublicBackend(httpcore.AsyncNetworkBackend):
    """Connects to public addresses and to those of the networks that the operator allows."""

    def __init__(self, allowed: Sequence[AnyNetwork] = ()) -> None:
        self._allowed = allowed
        self._inner: Any = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (httpcore's signature)
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore.AsyncNetworkStream:
        address = await self._resolved(host, port)
        return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)

    async def connect_unix_socket(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        raise NotPublic("a socket of this machine")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def _resolved(self, host: str, port: int) -> str:
        """An address that was checked. Raises `NotPublic` if one of the name's addresses is not public."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(f"{type(error).__name__}") from error
        addresses = [ip_address(str(entry[4][0])) for entry in found]
        if not addresses or not all(map(self._may, addresses)):
            raise NotPublic("not a public address")
        return str(addresses[0])

    def _may(self, address: AnyAddress) -> bool:
        inner = _embedded(address) if isinstance(address, IPv6Address) else None
        return is_public(address) or any(
            one in network
            for one in (inner or address,)
            for network in self._allowed
            if network.version == one.version
        )


class PublicHttp:
    """POSTs to addresses of strangers."""

    def __init__(self, allowed: Sequence[AnyNetwork], trusted: ssl.SSLContext) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trusted,
            http2=True,
            max_connections=100,
            max_keepalive_connections=20,
            keepalive_expiry=30,
            network_backend=PublicBackend(allowed),
        )

    async def close(self) -> None:
        await self._pool.aclose()

    async def post(
        self, url: str, headers: Mapping[str, str], body: bytes, within_s: float = ANSWER_S
    ) -> Answer:
        """Raises `NotPublic`, and httpcore's errors or `TimeoutError` where nobody answers."""
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), within_s)
        async with (
            asyncio.timeout(within_s),
            self._pool.stream(
                "POST", url, headers=list(headers.items()), content=body, extensions={"timeout": timeouts}
            ) as response,
        ):
            read = b""
            async for part in response.aiter_stream():
                read += part
                if len(read) >= MOST_BYTES:
                    break
        given = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
        return Answer(response.status, given, read[:MOST_BYTES])
