"""How a listening socket is closed without breaking a connection that somebody is just making.

Who has connected but was not accepted yet is reset by a plain close, and a proxy cannot tell that from a request that
was begun. So first nobody new is let in: Linux drops packets that ask for a connection, whose senders ask again a second
later, find nobody listening and go elsewhere. Whoever had connected before is accepted meanwhile.
"""

import asyncio
import ctypes
import socket
import struct
from collections.abc import Iterable, Sequence

SO_ATTACH_FILTER = 26
_FLAGS_AT, _SYN = 13, 0x02
_PROGRAM = (
    (0x30, 0, 0, _FLAGS_AT),  # load the byte with the segment's flags
    (0x45, 0, 1, _SYN),  # it asks for a connection?
    (0x06, 0, 0, 0),  # then nothing of it is taken
    (0x06, 0, 0, 0xFFFFFFFF),  # else all of it
)
"""As the kernel's packet filter reads it: operation, steps if true, steps if not, operand."""
ACCEPTED_S = 0.1
"""In which all are accepted who had connected."""


async def turn_away(servers: Iterable[asyncio.Server]) -> None:
    """Returns once none of the servers listens. Where there is no such filter, they just close."""
    begun = list(servers)
    if ignore_strangers([listener for server in begun for listener in server.sockets]):
        await asyncio.sleep(ACCEPTED_S)
    for server in begun:
        server.close()


def ignore_strangers(listeners: Sequence[socket.socket]) -> bool:
    """Whether the kernel could be told so."""
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in _PROGRAM))
    program = struct.pack("HP", len(_PROGRAM), ctypes.addressof(code))
    try:
        for listener in listeners:
            with socket.socket(fileno=socket.dup(listener.fileno())) as same:
                same.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
    except OSError:
        return False
    return True
