"""Friends and messages come live, wherever one listens for what concerns oneself."""

from typing import Any

import pytest

from tests.inbox.waiting import soon
from tests.integration.engine.conftest import Seated
from tests.integration.engine.mine import sync
from tests.integration.engine.sockets import opened


def changes(page: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [one for one in page.get("changes", ()) if one["type"] == kind]


async def test_a_request_and_a_message_are_among_the_changes(seated: Seated, address: str) -> None:
    game, (ann, ben, _) = await seated()
    cursor = (await sync(ann))["cursor"]
    await ben.send("PUT", f"/v1/me/friends/{ann.id}")
    said = (await ben.post(f"/v1/tables/{game}/messages", {"emote": "good-luck"})).json()
    page = await sync(ann, cursor)
    assert changes(page, "friend") == [
        {"type": "friend", "player": {"id": ben.id, "name": "Ben"}, "standing": "asks"}
    ]
    assert changes(page, "chat") == [{"type": "chat", "table": game, "last": said["number"]}]


@pytest.mark.parametrize("packed", [False, True], ids=["json", "msgpack"])
async def test_they_come_over_the_socket(seated: Seated, address: str, packed: bool) -> None:
    game, (ann, ben, _) = await seated()
    async with opened(address, packed=packed) as socket:
        await socket.hello(ann.token)
        await socket.say("follow-mine")
        await ben.post(f"/v1/tables/{game}/messages", {"text": "Going up?"})

        async def heard() -> list[dict[str, Any]]:
            frame = await socket.hear()
            return changes(frame.get("changes", {}), "chat")

        (change,) = await soon(heard, bool)
        read = (await ann.get(f"/v1/tables/{game}/messages?after={change['last'] - 1}")).json()
        assert [message["text"] for message in read["messages"]] == ["Going up?"]
