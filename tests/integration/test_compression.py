"""Answers in fewer bytes, for whoever says so."""

import gzip
from collections.abc import Callable
from typing import Any

import brotli
import httpx
import pytest
import zstandard
from litestar import Litestar

from tests.integration.conftest import Phone

UNPACKED: dict[str, Callable[[bytes], Any]] = {
    "gzip": gzip.decompress,
    "br": brotli.decompress,
    "zstd": zstandard.ZstdDecompressor().decompress,
}


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("br", "br"),
        ("zstd", "zstd"),
        ("gzip, br;q=0.9", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=0, *", "zstd"),
        ("deflate", None),
        ("identity, gzip;q=0.5", None),
        ("br;q=0, gzip", "gzip"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("", None),
    ],
)
async def test_the_coding_that_is_liked_best_is_used(
    nobody: Phone, accepted: str, coding: str | None
) -> None:
    answer = await nobody.get("/v1/kinds/floor", headers={"accept-encoding": accepted})
    assert answer.headers.get("content-encoding") == coding
    assert "accept-encoding" in answer.headers["vary"].lower()
    assert answer.json()["kind"] == "floor"


@pytest.mark.parametrize("coding", UNPACKED)
async def test_what_is_packed_is_what_was_meant(app: Litestar, coding: str) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://lobby") as http:
        plain = await http.get("/v1/kinds", headers={"accept-encoding": "identity"})
        async with http.stream("GET", "/v1/kinds", headers={"accept-encoding": coding}) as answer:
            packed = b"".join([part async for part in answer.aiter_raw()])
    assert int(answer.headers["content-length"]) == len(packed) < len(plain.content) / 2
    assert UNPACKED[coding](packed) == plain.content
    assert answer.headers["etag"] == plain.headers["etag"]


async def test_little_is_not_packed(nobody: Phone) -> None:
    answer = await nobody.get("/health/live", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers


async def test_head_says_what_get_would(nobody: Phone) -> None:
    headers = {"accept-encoding": "gzip"}
    got, head = [await nobody.send(method, "/v1/kinds", headers=headers) for method in ("GET", "HEAD")]
    assert head.headers["content-encoding"] == got.headers["content-encoding"] == "gzip"
    assert (head.content, head.headers["etag"]) == (b"", got.headers["etag"])
