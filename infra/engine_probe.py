"""Whether this machine's kernel lets root run containers at all: prints what it refuses, one line each, and exits with 3.

It tries what an engine does first for every container, in a child process with namespaces of its own, so that nothing of
it stays. Without root it says nothing, as nothing can be known.
"""

import ctypes
import errno
import fcntl
import os
import socket
import struct
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

NEWNS, NEWUTS, NEWIPC, NEWPID, NEWNET = 0x00020000, 0x04000000, 0x08000000, 0x20000000, 0x40000000
PRIVATE = 0x44000  # MS_REC | MS_PRIVATE
SIOCBRADDBR = 0x89A0
LIBC = ctypes.CDLL(None, use_errno=True)
CGROUP = Path("/sys/fs/cgroup/paternoster-probe")
IMPOSSIBLE = 3


def _called(result: int) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def namespaces() -> None:
    _called(LIBC.unshare(NEWNS | NEWUTS | NEWIPC | NEWPID | NEWNET))


def mounts() -> None:
    _called(LIBC.unshare(NEWNS))
    _called(LIBC.mount(b"none", b"/", None, PRIVATE, None))
    with tempfile.TemporaryDirectory() as folder:
        _called(LIBC.mount(b"tmpfs", folder.encode(), b"tmpfs", 0, None))
        _called(LIBC.umount(folder.encode()))


def control_groups() -> None:
    """In the unified hierarchy, or where an engine would mount the older ones."""
    if "cgroup" not in Path("/proc/filesystems").read_text(encoding="utf-8"):
        raise OSError(errno.ENODEV, "the kernel has none")
    if (CGROUP.parent / "cgroup.controllers").exists():
        CGROUP.mkdir()
        CGROUP.rmdir()


def bridges() -> None:
    _called(LIBC.unshare(NEWNET))
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCBRADDBR, b"pnprobe\0")


def pairs_of_interfaces() -> None:
    """Asks by netlink for a new link of the kind `veth`."""
    _called(LIBC.unshare(NEWNET))
    kind = struct.pack("HH4s", 8, 1, b"veth")
    info = struct.pack("HH", 4 + len(kind), 18) + kind
    body = struct.pack("BxHiII", 0, 0, 0, 0, 0) + info
    head = struct.pack(
        "IHHII", 16 + len(body), 16, 0x605, 1, 0
    )  # new link: request, create, only new, answer
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as netlink:
        netlink.send(head + body)
        (code,) = struct.unpack_from("i", netlink.recv(4096), 16)
    if code:
        raise OSError(-code, os.strerror(-code))


ABILITIES: dict[str, Callable[[], None]] = {
    "namespaces": namespaces,
    "mounts in a namespace": mounts,
    "control groups": control_groups,
    "network bridges": bridges,
    "pairs of network interfaces (veth)": pairs_of_interfaces,
}


def refused(ability: Callable[[], None]) -> int:
    """The error's number; 0 where the kernel does it."""
    child = os.fork()
    if child == 0:
        try:
            ability()
        except OSError as error:
            os._exit(error.errno or 255)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> int:
    if os.geteuid() != 0:
        return 0
    missing = {name: code for name, ability in ABILITIES.items() if (code := refused(ability))}
    for name, code in missing.items():
        print(f"{name}: {os.strerror(code)}")
    return IMPOSSIBLE if missing else 0


if __name__ == "__main__":
    sys.exit(main())
