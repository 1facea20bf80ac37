"""The client's unions of messages are the server's: shared by meaning, as neither side may import the other."""

from typing import Any, get_args

import msgspec
import pytest

from services.engine.api import mine_wire, socket_in, socket_out
from shared.client import mine, told

SAID = msgspec.json.Decoder(socket_in.Heard)  # pyright: ignore[reportArgumentType]
TOLD: Any = {told_type.__struct_config__.tag: told_type for told_type in get_args(told.SocketTold)}


def tags(union: Any) -> set[str]:
    return {str(one.__struct_config__.tag) for one in get_args(union)}


def test_the_client_understands_every_message_of_the_socket() -> None:
    assert tags(told.SocketTold) == tags(socket_out.Said)


def test_the_client_understands_every_message_about_its_caller() -> None:
    assert tags(told.MineStreamTold) == tags(mine_wire.MineTold)
    assert tags(mine.Change) == tags(mine_wire.Change)


def test_what_the_client_reads_of_a_message_is_there() -> None:
    for theirs in get_args(socket_out.Said):
        ours = TOLD[theirs.__struct_config__.tag]
        assert set(ours.__struct_fields__) <= set(theirs.__struct_fields__)


SENT = (
    told.SayHello("token", "ja", words=True),
    told.Subscribe("g_1", 3),
    told.Unsubscribe("g_1"),
    told.SendCommand("g_1", "c1", {"type": "draw"}, 3),
    told.FollowMine("cursor"),
)


@pytest.mark.parametrize("message", SENT, ids=lambda message: type(message).__name__)
def test_the_server_understands_all_that_the_client_says(message: msgspec.Struct) -> None:
    heard = SAID.decode(msgspec.json.encode(message))
    assert msgspec.to_builtins(heard) == {**msgspec.to_builtins(message)}
