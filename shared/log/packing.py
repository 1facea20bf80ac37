"""A finished game's log as one small object: zstd over MessagePack, with a dictionary trained on games of its kind.

Entries lie in columns, and what follows from something else is left out: the chain's marks, the commitment, bots' command
ids. What looks random (the secret, clients' ids, milliseconds) is a frame of its own, where it spoils no pattern.
Packing unpacks again and compares; a log that would not come back byte for byte is stored as it is.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
import zstandard

from shared.log.entry import Entry, Opening, decode_entry, encode_entry, first_hash, mark, next_hash
from shared.log.fair import Draw, commitment
from shared.log.port import CorruptLog

LEVEL = 19
LARGEST = 16 * 1024 * 1024
"""No log unpacks to more."""

NO_LOG = (LookupError, ValueError, TypeError, ArithmeticError, RuntimeError)
"""What columns lead to that no log was ever made into: numbers too large, texts too few, values too deep."""

BOTS = -1
TEXT = 0


class Columns(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """A log by columns.

    An id's code: `BOTS` follows from version and seat, `TEXT` is the next of `texts`, else so many random bytes.
    """

    opening: Opening
    """Its commitment is left out."""
    actors: tuple[int, ...]
    events: tuple[msgspec.Raw, ...]
    draws: dict[int, tuple[Draw, ...]]
    """By version, of entries that have some."""
    began: int
    places: dict[int, int]
    """Of commands that were not the first in their millisecond."""
    later: tuple[int, ...]
    """The ms after the entry before, but for the last byte."""
    codes: tuple[int, ...]
    texts: tuple[str, ...]


class Plain(msgspec.Struct, frozen=True, array_like=True, tag=0):
    """A log as it is."""

    entries: tuple[bytes, ...]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Columns | Plain).decode


class Packer:
    """`dictionaries` by their id: the newest of a kind packs, and all that were ever used unpack."""

    def __init__(self, dictionaries: Mapping[str, Sequence[bytes]]) -> None:
        loaded = {
            kind: [zstandard.ZstdCompressionDict(data) for data in found]
            for kind, found in dictionaries.items()
        }
        self._newest = {kind: found[-1] for kind, found in loaded.items() if found}
        self._by_id = {one.dict_id(): one for found in loaded.values() for one in found}

    def pack(self, game: str, kind: str, log: Sequence[bytes]) -> bytes:
        if found := columns(log):
            parted, random = found
            packed = self._compressed(kind, _encode(parted)) + _compressed(random)
            if self.unpack(game, packed) == list(log):
                return packed
        return self._compressed(kind, _encode(Plain(tuple(log))))

    def unpack(self, game: str, packed: bytes) -> list[bytes]:
        """Raises `CorruptLog`."""
        try:
            data, rest = _frame(packed, self._by_id)
            found = _decode(data)
            if isinstance(found, Plain):
                return list(found.entries)
            return list(payloads(game, found, _frame(rest, self._by_id)[0]))
        except (zstandard.ZstdError, msgspec.MsgspecError, *NO_LOG) as cause:
            raise CorruptLog(f"{game}: its archived log cannot be read ({type(cause).__name__})") from cause

    def _compressed(self, kind: str, data: bytes) -> bytes:
        return _compressed(data, self._newest.get(kind))


def _compressed(data: bytes, dictionary: zstandard.ZstdCompressionDict | None = None) -> bytes:
    made = zstandard.ZstdCompressor(level=LEVEL, dict_data=dictionary, write_checksum=True)
    return made.compress(data)


def _frame(packed: bytes, dictionaries: Mapping[int, zstandard.ZstdCompressionDict]) -> tuple[bytes, bytes]:
    """What the first frame holds, and the bytes behind it."""
    found = zstandard.get_frame_parameters(packed)
    if found.content_size > LARGEST:
        raise ValueError("too large")
    dictionary = dictionaries[found.dict_id] if found.dict_id else None
    unpacking = zstandard.ZstdDecompressor(dict_data=dictionary).decompressobj()
    data = unpacking.decompress(packed)
    if not unpacking.eof:
        raise ValueError("cut short")
    return data, unpacking.unused_data


def bots_id(version: int, seat: int) -> str:
    """What our bots call the command that they chose at a version. Other ids are merely stored in more bytes."""
    return f"bot:{version}:{seat}"


def columns(log: Sequence[bytes]) -> tuple[Columns, bytes] | None:
    """The columns, and what looks random: secret, last byte of each gap, ids. `None` if it is not a finished game."""
    entries = [decode_entry(payload) for payload in log]
    opening, secret = entries[0].opening, entries[-1].secret
    if opening is None or secret is None:
        return None
    gaps = [after.at - before.at for before, after in pairwise(entries)]
    if min(gaps, default=0) < 0:
        return None
    coded = [_coded(version, entry) for version, entry in enumerate(entries, 1)]
    parted = Columns(
        opening=msgspec.structs.replace(opening, commitment=""),
        actors=tuple(entry.actor for entry in entries),
        events=tuple(entry.events for entry in entries),
        draws={version: entry.draws for version, entry in enumerate(entries, 1) if entry.draws},
        began=entries[0].at,
        places={n: place for n, entry in enumerate(entries, 1) if (place := entry.arrived & 0xFFFF)},
        later=tuple(gap >> 8 for gap in gaps),
        codes=tuple(code for code, _ in coded),
        texts=tuple(text for _, text in coded if isinstance(text, str)),
    )
    ids = b"".join(data for _, data in coded if isinstance(data, bytes))
    return parted, bytes.fromhex(secret) + bytes(gap & 0xFF for gap in gaps) + ids


def _coded(version: int, entry: Entry) -> tuple[int, str | bytes | None]:
    if entry.command == bots_id(version - 1, entry.actor):
        return BOTS, None
    try:
        data = urlsafe_b64decode(entry.command)
    except ValueError:
        return TEXT, entry.command
    if data and urlsafe_b64encode(data).decode() == entry.command:
        return len(data), data
    return TEXT, entry.command


def payloads(game: str, columns: Columns, random: bytes) -> Iterator[bytes]:
    """The entries' bytes again."""
    secret, random = random[:32], random[32:]
    opening = msgspec.structs.replace(columns.opening, commitment=commitment(secret))
    head, last = first_hash(game), len(columns.events)
    for n, (arrived, command) in enumerate(
        zip(_arrivals(columns, random), _ids(columns, random), strict=True)
    ):
        entry = Entry(
            arrived=arrived,
            actor=columns.actors[n],
            command=command,
            before=mark(head),
            events=columns.events[n],
            draws=columns.draws.get(n + 1, ()),
            opening=None if n else opening,
            secret=secret.hex() if n + 1 == last else None,
        )
        payload = encode_entry(entry)
        head = next_hash(head, payload)
        yield payload


def _arrivals(columns: Columns, random: bytes) -> Iterator[int]:
    at = columns.began
    for n in range(len(columns.events)):
        at += columns.later[n - 1] << 8 | random[n - 1] if n else 0
        yield at << 16 | columns.places.get(n + 1, 0)


def _ids(columns: Columns, random: bytes) -> Iterator[str]:
    at, texts = len(columns.later), iter(columns.texts)
    for n, code in enumerate(columns.codes):
        if code == BOTS:
            yield bots_id(n, columns.actors[n])
        elif code == TEXT:
            yield next(texts)
        else:
            yield urlsafe_b64encode(random[at : at + code]).decode()
            at += code
