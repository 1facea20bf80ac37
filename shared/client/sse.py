"""Server-sent events, as the HTML standard defines their lines, one event at a time."""

from collections.abc import AsyncIterator

import msgspec


class Message(msgspec.Struct, frozen=True):
    event: str
    data: str
    id: str | None = None


async def messages(lines: AsyncIterator[str]) -> AsyncIterator[Message]:
    """The whole messages of a stream of lines; comments, and a message that was cut off, are left out."""
    event, data, last_id = "message", list[str](), None
    async for line in lines:
        if not line:
            if data:
                yield Message(event, "\n".join(data), last_id)
            event, data = "message", []
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "event":
                event = value
            case "data":
                data.append(value)
            case "id":
                last_id = value
            case _:
                pass
