"""Whatever comes in, a decoder reads it or refuses it in its own way: no other exception, no hang, no memory without end.

`PATERNOSTER_FUZZ=100000` tries so many inputs per decoder; the suite a few dozen. What broke one once is in `corpus`.
"""

import os
import tracemalloc
from pathlib import Path

import msgspec
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.decoders import DECODERS, Decoder

TRIES = int(os.environ.get("PATERNOSTER_FUZZ", "60"))
CORPUS = Path(__file__).with_name("corpus")
DEEP = (20, 1_000, 60_000)
MOST_BYTES = 64 * 1024 * 1024
"""Of memory that reading one input may take."""

every_decoder = pytest.mark.parametrize("name", DECODERS)


def _corpus(name: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]


def _tried(decoder: Decoder, data: bytes) -> None:
    """Any exception but its own goes through, and fails the test."""
    try:
        decoder.read(data)
    except decoder.refuses_by:
        return


@st.composite
def mutated(draw: st.DrawFn, seeds: list[bytes]) -> bytes:
    """A good input with some places of it changed, taken out, doubled, or cut off."""
    data = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(data)))
        size = draw(st.integers(0, 8))
        match draw(st.sampled_from(("change", "take", "put", "double", "cut"))):
            case "change":
                data[at : at + size] = draw(st.binary(max_size=size))
            case "take":
                del data[at : at + size]
            case "put":
                data[at:at] = draw(st.binary(max_size=9))
            case "double":
                data[at:at] = data[at : at + size]
            case _:
                del data[at:]
    return bytes(data)


def test_every_decoder_has_a_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == {*DECODERS}, "run python -m tests.fuzz"


@every_decoder
def test_what_is_in_the_corpus_is_read_or_refused(name: str) -> None:
    for data in _corpus(name):
        _tried(DECODERS[name], data)


@every_decoder
@settings(max_examples=TRIES, deadline=None, derandomize=TRIES < 1000, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_a_good_input_gone_bad_is_read_or_refused(name: str, data: st.DataObject) -> None:
    _tried(DECODERS[name], data.draw(mutated(_corpus(name))))


@every_decoder
@settings(max_examples=TRIES, deadline=None, derandomize=TRIES < 1000, suppress_health_check=[*HealthCheck])
@given(noise=st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode(errors="replace")))
def test_noise_is_read_or_refused(name: str, noise: bytes) -> None:
    _tried(DECODERS[name], noise)


def _bombs() -> list[bytes]:
    """Small to send, large to believe: depth, lengths that are not there, and a lot of nothing."""
    deep = [part * depth for part in (b"[", b'{"a":', b"\x91", b"\x81\xa1a") for depth in DEEP]
    lengths = [head + b"\xff" * 4 for head in (b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\x9a", b"\x92\xdd")]
    numbers = [b"9" * 60_000, b'{"expect":' + b"9" * 60_000 + b"}", b"\xcf" + b"\xff" * 8]
    packed = zstandard.ZstdCompressor(level=3).compress(bytes(512 * 1024 * 1024))
    return [*deep, *lengths, *numbers, packed, packed[:8] + b"\x00" * 8 + packed[16:]]


@pytest.fixture(scope="module")
def bombs() -> list[bytes]:
    return _bombs()


@every_decoder
def test_a_bomb_takes_no_memory_without_end(name: str, bombs: list[bytes]) -> None:
    tracemalloc.start()
    try:
        for bomb in bombs:
            _tried(DECODERS[name], bomb)
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()


def test_a_decoder_that_breaks_is_found() -> None:
    """Or the tests before this one could not fail."""
    with pytest.raises(KeyError):
        _tried(Decoder(lambda data: {}[data], (msgspec.DecodeError,)), b"")
