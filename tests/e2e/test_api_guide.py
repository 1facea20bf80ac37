"""The example of `docs/api.md`, pasted into a shell, goes through the life of an app."""

import re
import subprocess

from tests.e2e.stack import ROOT, Stack

SAID = ["one table", "one move", "version-conflict", "one refresh", "session-ended"]


def test_the_guide_s_example_lives_the_life_of_an_app(stack: Stack) -> None:
    guide = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    example = re.search(r"^```bash\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)
    assert example
    shell = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", example[1]],
        env=stack.environment(), capture_output=True, text=True, timeout=90,
    )  # fmt: skip
    assert shell.returncode == 0, shell.stdout + shell.stderr
    assert shell.stdout.splitlines() == SAID
