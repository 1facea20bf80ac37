"""Old events on reading: one small step per released rules version, from the raw array to the next shape.

A step is `(kind, version) -> function(raw event) -> raw event` and lifts events of `version` to `version + 1`.
There are none yet; golden games of every released shape are in `seeds/golden/` and must fold for ever.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

Step = Callable[[list[Any]], list[Any]]

STEPS: Mapping[tuple[str, int], Step] = {}


def upcast(
    kind: str, version: int, current: int, events: bytes, steps: Mapping[tuple[str, int], Step] = STEPS
) -> bytes:
    """An entry's events, written under rules `version`, in the shape of the `current` rules."""
    path = [steps[kind, v] for v in range(version, current) if (kind, v) in steps]
    if not path:
        return events
    lifted = msgspec.msgpack.decode(events, type=list[list[Any]])
    for step in path:
        lifted = [step(event) for event in lifted]
    return msgspec.msgpack.encode(lifted)
