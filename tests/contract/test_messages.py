"""What is said on the socket: the description takes exactly what the socket takes."""

from typing import Any, get_args

import msgspec
import pytest
from jsonschema import ValidationError

from services.engine.api.mine_wire import MineTold
from services.engine.api.socket_in import Heard, from_text
from services.engine.api.socket_out import Said
from services.engine.api.told import StreamTold
from tests.integration.described import whole

GAME = "g_01JD2Q0V9Y3M8E5X7K4T6R1ZAB"
COMMAND = {"type": "command", "game": GAME, "id": "k3Jx0Q", "do": {"type": "play-card", "card": "c4"}}

UNIONS = {"socket-in": Heard, "socket-out": Said, "stream": StreamTold, "my-stream": MineTold}

TAKEN: list[dict[str, Any]] = [
    {"type": "hello"},
    {"type": "hello", "token": "t", "language": "ja", "words": True},
    {"type": "subscribe", "game": GAME},
    {"type": "subscribe", "game": GAME, "after": 17},
    {"type": "unsubscribe", "game": GAME},
    COMMAND,
    {**COMMAND, "expect": 17},
    {"type": "follow-mine", "cursor": None},
    {"type": "ping", "id": "1"},
]
REFUSED: list[dict[str, Any]] = [
    {"type": "shout"},
    {"type": "hello", "password": "x"},
    {"type": "subscribe"},
    {"type": "subscribe", "game": GAME, "after": -1},
    {**COMMAND, "id": ""},
    {**COMMAND, "id": "k" * 65},
    {**COMMAND, "expect": "17"},
    {"type": "ping", "id": 1},
]


@pytest.mark.parametrize("message", TAKEN, ids=str)
def test_what_the_socket_takes_is_described(message: dict[str, Any]) -> None:
    from_text(msgspec.json.encode(message))
    whole().check_message("socket-in", message)


@pytest.mark.parametrize("message", REFUSED, ids=str)
def test_what_the_socket_does_not_take_is_not_described(message: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        from_text(msgspec.json.encode(message))
    with pytest.raises(ValidationError):
        whole().check_message("socket-in", message)


@pytest.mark.parametrize("name", UNIONS)
def test_a_union_tells_its_members_apart_by_their_tags(name: str) -> None:
    described = whole().document["components"]["schemas"][f"{name}.message"]
    tags = {member.__struct_config__.tag for member in get_args(UNIONS[name])}
    assert described["discriminator"]["propertyName"] == "type"
    assert set(described["discriminator"]["mapping"]) == tags
    assert [{"$ref": ref} for ref in described["discriminator"]["mapping"].values()] == described["anyOf"]


def test_each_member_is_described_with_its_own_tag() -> None:
    schemas = whole().document["components"]["schemas"]
    for name in UNIONS:
        for tag, ref in schemas[f"{name}.message"]["discriminator"]["mapping"].items():
            assert schemas[ref.rpartition("/")[2]]["properties"]["type"]["enum"] == [tag]


def test_the_socket_and_the_streams_say_where_their_messages_are() -> None:
    paths = whole().document["paths"]
    opened = paths["/v1/socket"]["get"]["responses"]["101"]["x-messages"]
    assert {name: ref["$ref"] for name, ref in opened.items()} == {
        name: f"#/components/schemas/{name}.message" for name in ("socket-in", "socket-out")
    }
    for path, name in (("/v1/stream", "my-stream"), ("/v1/games/{game}/events", "stream")):
        content = paths[path]["get"]["responses"]["200"]["content"]
        ref = {"$ref": f"#/components/schemas/{name}.message"}
        assert content["application/x-ndjson"]["x-item-schema"] == ref
        assert content["text/event-stream"]["schema"]["properties"]["data"]["contentSchema"] == ref
