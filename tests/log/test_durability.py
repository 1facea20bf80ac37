"""What a single server's `appendfsync` promises: after the death of its process, and after a power failure.

For the second the server writes to a disk in a file, which is copied while it runs: what the kernel has not yet written
to a disk is what a power failure takes away.
"""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from shared.log.connect import connect
from shared.log.embedded import running
from shared.log.keys import Keys
from shared.log.valkey import ValkeyLog, append_entry, load_functions
from shared.settings import Settings

LOG = Keys(0).log("g_1")
POLICIES = ("always", "everysec", "no")
SOME = 50
SIZE = 32 * 1024 * 1024
WITHIN_S = 20.0


async def _append(var: Path, count: int) -> int:
    """How many are acknowledged in all."""
    async with connect(Settings(var=var).valkey) as redis:
        await load_functions(redis)
        version = await redis.xlen(LOG)
        for _ in range(count):
            version = await append_entry(redis, LOG, version, b"entry")
        return version


async def _found(var: Path) -> int:
    """How many entries a server finds in its files; the log has no gap."""
    with running(var, "always"):
        async with connect(Settings(var=var).valkey) as redis:
            return len(await ValkeyLog(redis).read(LOG))


async def _append_until_it_dies(var: Path, server: "subprocess.Popen[bytes]") -> int:
    version = 0
    async with connect(Settings(var=var).valkey) as redis:
        await load_functions(redis)
        try:
            while True:
                version = await append_entry(redis, LOG, version, b"entry")
                if version == SOME:
                    asyncio.get_running_loop().call_soon(server.kill)
        except (RedisError, OSError):
            return version


@pytest.mark.parametrize("policy", POLICIES)
async def test_a_server_that_is_killed_has_what_it_acknowledged(tmp_path: Path, policy: str) -> None:
    """Whatever it syncs: the kernel has it."""
    with running(tmp_path, policy) as server:
        acknowledged = await _append_until_it_dies(tmp_path, server)
        server.wait()
    assert acknowledged >= SOME
    assert acknowledged <= await _found(tmp_path) <= acknowledged + 1


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """A disk in a file."""
    image = tmp_path / "disk"
    with image.open("wb") as file:
        file.truncate(SIZE)
    if os.getuid() or not _done("mkfs.ext4", "-q", "-F", str(image)):
        pytest.skip("needs root, mkfs.ext4 and a loop device, to have a disk whose power can fail")
    return image


@contextmanager
def _inserted(disk: Path, var: Path) -> Iterator[None]:
    """Where a server below `var` keeps its files."""
    folder = var / "valkey"
    folder.mkdir(parents=True)
    if not _done("mount", "-o", "loop", str(disk), str(folder)):
        pytest.skip("this machine mounts no loop device")
    try:
        yield
    finally:
        _done("umount", str(folder))


def _done(*command: str) -> bool:
    return shutil.which(command[0]) is not None and not subprocess.call(command, stderr=subprocess.DEVNULL)


async def _after_a_power_failure(disk: Path, var: Path) -> int:
    """How many entries are on a disk at this moment."""
    copy = var.with_suffix(".disk")
    shutil.copyfile(disk, copy)
    with _inserted(copy, var):
        return await _found(var)


async def test_a_power_failure_takes_nothing_that_was_synced_before_it_was_acknowledged(
    disk: Path, tmp_path: Path
) -> None:
    with _inserted(disk, tmp_path / "a"), running(tmp_path / "a", "always"):
        for round in range(3):
            acknowledged = await _append(tmp_path / "a", SOME)
            assert await _after_a_power_failure(disk, tmp_path / f"b{round}") == acknowledged


async def test_a_power_failure_takes_what_no_second_has_passed_for(disk: Path, tmp_path: Path) -> None:
    """With `everysec`: the end only, and all is there soon."""
    with _inserted(disk, tmp_path / "a"), running(tmp_path / "a", "everysec"):
        acknowledged = await _append(tmp_path / "a", SOME)
        async with asyncio.timeout(WITHIN_S):
            looks = 0
            while (found := await _after_a_power_failure(disk, tmp_path / f"b{looks}")) < acknowledged:
                looks += 1
        assert found == acknowledged


async def test_a_power_failure_takes_what_nobody_asked_to_be_synced(disk: Path, tmp_path: Path) -> None:
    """With `no`; unless somebody else just then had everything synced. Or the tests before this one could not fail."""
    with _inserted(disk, tmp_path / "a"), running(tmp_path / "a", "no"):
        lost = 0
        for attempt in range(3):
            acknowledged = await _append(tmp_path / "a", SOME)
            lost += acknowledged - await _after_a_power_failure(disk, tmp_path / f"b{attempt}")
        assert lost
