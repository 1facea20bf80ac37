"""Webhooks and web push go to public addresses only, whatever a name resolves to."""

import asyncio
import ssl
from ipaddress import ip_address

import pytest

from shared.api.public import NotPublic, PublicHttp, allowed_networks, is_public
from tests.notify.receivers import World

PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "64:ff9b::7f00:1", "2002:a00:1::", "ff02::1", "::7f00:1", "192.0.2.1", "198.18.0.1", "fec0::1",
)  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_reserved_and_embedded_addresses_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"]
)
async def test_nothing_is_sent_to_this_machine(there: World, host: str) -> None:
    http = PublicHttp((), ssl.create_default_context())
    with pytest.raises(NotPublic):
        await http.post(f"https://{host}:{there.port}/hook/x", {}, b"{}")
    await http.close()
    assert not there.received
    assert not there.refused


async def test_a_name_with_one_private_address_among_public_ones_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a rebinding attacker's name server would have it."""

    async def resolved(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", (address, 443)) for address in ("8.8.8.8", "169.254.169.254")]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolved)
    http = PublicHttp((), ssl.create_default_context())
    with pytest.raises(NotPublic):
        await http.post("https://evil.example/", {}, b"{}")
    await http.close()


def test_an_operator_may_allow_a_network() -> None:
    assert [str(one) for one in allowed_networks("10.0.0.0/8, fd00::/8")] == ["10.0.0.0/8", "fd00::/8"]
    with pytest.raises(ValueError, match="does not appear"):
        allowed_networks("home")
