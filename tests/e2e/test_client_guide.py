"""The example of `docs/client.md` plays a whole game against a bot."""

import re
from typing import Any

from tests.e2e.stack import ROOT, Stack


async def test_the_client_s_guide_plays_a_game_to_its_end(stack: Stack) -> None:
    guide = (ROOT / "docs" / "client.md").read_text(encoding="utf-8")
    code = re.search(r"^```python\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)
    assert code is not None
    example: dict[str, Any] = {}
    exec(code[1], example)
    assert await example["play"](stack.address) == "ended"
