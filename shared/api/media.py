"""JSON or MessagePack: which one a client sends, which one it wants."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from shared.api.problem import ApiError, Code, malformed

T = TypeVar("T")

JSON = "application/json"
MSGPACK = ("application/msgpack", "application/x-msgpack", "application/vnd.msgpack")
ENCODINGS = (JSON, *MSGPACK)
EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"
STREAMED = (EVENT_STREAM, NDJSON)

_json = msgspec.json.Encoder()
_msgpack = msgspec.msgpack.Encoder()


def encode(value: object, media_type: str) -> bytes:
    return (_msgpack if media_type in MSGPACK else _json).encode(value)


def decode(body: bytes, content_type: str, wanted: type[T]) -> T:
    """Raises `malformed` with the path, or `unsupported-media-type`."""
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type not in ENCODINGS:
        raise ApiError(Code.UNSUPPORTED_MEDIA_TYPE, params={"readable": ", ".join(ENCODINGS)})
    try:
        if media_type == JSON:
            return msgspec.json.decode(body, type=wanted)
        return msgspec.msgpack.decode(body, type=wanted)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refused(error) from error


def convert(value: Any, wanted: Any, at: str) -> Any:
    """A part of a decoded document as a type that depends on the rest of it; `at` is its path, like `$.do`.

    By way of bytes: `msgspec.convert` finds out anew each time what a union's types are, which takes thirty times as long.
    What cannot be written is no better than what cannot be read. Raises `malformed` with the path in the whole document.
    """
    try:
        return _decoder(wanted)(_msgpack.encode(value))
    except (msgspec.ValidationError, RecursionError, OverflowError, UnicodeEncodeError) as error:
        raise refused(error, at) from error


@cache
def _decoder(wanted: Any) -> Callable[[bytes], Any]:
    return msgspec.msgpack.Decoder(wanted).decode


def refused(error: Exception, at: str = "$") -> ApiError:
    """
    >>> refused(msgspec.ValidationError("Expected `int` - at `$.seat`"), "$.do").params
    {'path': '$.do.seat', 'problem': 'Expected `int`'}
    """
    detail, _, path = str(error).partition(" - at `$")
    return malformed(detail, at + path.rstrip("`"))


def choose(accept: str, offers: Sequence[str] = ENCODINGS) -> str | None:
    """The offer that an Accept header likes best; the first of equals, `None` when it likes none.

    >>> choose("application/json;q=0.5, application/x-msgpack"), choose("text/html, */*;q=0.1")
    ('application/x-msgpack', 'application/json')
    >>> choose("*/*, application/json;q=0"), choose("image/png")
    ('application/msgpack', None)
    """
    return _choose(accept.strip() or "*/*", tuple(offers))


@lru_cache(256)
def _choose(accept: str, offers: tuple[str, ...]) -> str | None:
    wanted = tuple(ranges(accept))
    liking = {offer: _liking(offer, wanted) for offer in offers}
    best = max(offers, key=liking.__getitem__)
    return best if liking[best] > 0 else None


def ranges(accept: str) -> Iterable[tuple[str, float]]:
    """What an Accept or Accept-Language header names, in small letters, and how much it likes each."""
    for part in accept.lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        given = next((value[2:] for value in parameters if value.startswith("q=")), "1")
        yield name, _quality(given)


def _quality(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _liking(offer: str, given: tuple[tuple[str, float], ...]) -> float:
    """The quality of the most specific range that the offer falls into."""
    for wanted in (offer, offer.partition("/")[0] + "/*", "*/*"):
        for name, quality in given:
            if name == wanted:
                return quality
    return 0.0
