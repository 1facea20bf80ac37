"""What `docs/api.md` shows and counts is what the server takes and counts."""

import re
from typing import get_args

import msgspec
import pytest

from services.engine.api.socket_close import CloseCode
from services.engine.api.socket_out import Said
from shared.api.caps import CAPS, RATES, Bucket, Cap
from tests.e2e.stack import ROOT
from tests.integration.described import whole

PAGES = {path.name: path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}
GUIDE = PAGES["api.md"]
LINK = re.compile(r"\]\(([a-z-]+\.md)?#?([a-z-]+)?\)")
FRAMES = re.findall(r"^([<>]) (\{.*\})$", GUIDE, re.M)
RATE = re.compile(r"([\d,]+) a second, ([\d,]+) at once")
TOO_LARGE = 1009
"""Given by the protocol's own layer."""


@pytest.mark.parametrize("frame", [frame for side, frame in FRAMES if side == ">"])
def test_what_the_guide_says_on_the_socket_is_taken(frame: str) -> None:
    whole().check_message("socket-in", msgspec.json.decode(frame))


def test_what_the_guide_hears_on_the_socket_can_be_said() -> None:
    tags = {member.__struct_config__.tag for member in get_args(Said)}
    heard = [re.search(r'"type": "([a-z-]+)"', frame) for side, frame in FRAMES if side == "<"]
    assert heard
    assert {found[1] for found in heard if found} <= tags


def test_the_guide_says_what_to_do_after_every_close_code() -> None:
    rows = {int(code) for code in re.findall(r"^\| (\d{4}) \| .+ \| .+ \|$", GUIDE, re.M)}
    assert rows == {*CloseCode, TOO_LARGE}


@pytest.mark.parametrize("bucket", [Bucket.READS, Bucket.WRITES, Bucket.COMMANDS, Bucket.STREAMS])
def test_the_guide_s_rates_are_those_that_are_counted(bucket: Bucket) -> None:
    row = re.search(rf"^\| `{bucket}` \|.*$", GUIDE, re.M)
    assert row is not None
    told = [tuple(int(number.replace(",", "")) for number in pair) for pair in RATE.findall(row[0])]
    counted = [RATES[bucket], RATES[Bucket(f"{bucket}-of-address")]]
    assert told == [(rate.number // rate.per_s, rate.burst) for rate in counted]


def test_the_guide_s_caps_are_those_that_are_kept() -> None:
    assert f"| `open-streams` | {CAPS[Cap.OPEN_STREAMS]} at once" in GUIDE
    assert f"size ({CAPS[Cap.BODY_BYTES] // 1024} KiB)" in GUIDE
    assert f"more than {CAPS[Cap.FRAME_BYTES] // 1024} KiB" in GUIDE
    assert f"`Prefer: wait=5` (0 to {CAPS[Cap.WAIT_S]})" in GUIDE


@pytest.mark.parametrize("own", PAGES)
def test_links_of_a_page_lead_somewhere(own: str) -> None:
    for name, heading in LINK.findall(PAGES[own]):
        assert not name or name in PAGES
        assert not heading or heading in _anchors(PAGES[name or own])


def test_every_page_can_be_found() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    linked = {name for name, _ in LINK.findall(GUIDE)} | set(re.findall(r"\(docs/([a-z-]+\.md)\)", readme))
    assert linked >= set(PAGES)


def _anchors(text: str) -> set[str]:
    return {
        re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", text, re.M)
    }
