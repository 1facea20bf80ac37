"""Logs as archived objects: they come back byte for byte, whatever they hold, or not at all."""

import msgspec
import pytest

from shared.log.archive import packer
from shared.log.packing import Packer
from shared.log.port import CorruptLog
from tests.engine.finished import KINDS, finished, playing
from tests.engine.tampering import tampered, with_entry

GAME = "g_01JB2Q0000000000000000007K"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_comes_back_byte_for_byte(kind: str, players: int) -> None:
    log = finished(kind, game=GAME, players=players, seed=3)
    packed = packer().pack(GAME, kind, log)
    assert packer().unpack(GAME, packed) == list(log)
    assert len(packed) * 3 < sum(map(len, log))


def test_a_floor_game_of_three_people_takes_at_most_one_and_a_half_kb() -> None:
    sizes = [len(packer().pack(GAME, "floor", finished("floor", game=GAME, seed=seed))) for seed in range(8)]
    assert max(sizes) <= 1536


ODD = {
    "a running game": lambda: playing("floor", 20, game=GAME).log,
    "one entry": lambda: playing("floor", 0, game=GAME).log,
    "ids of many shapes": lambda: _with_ids("bot:7:1", "AAAA", "a-b_", "start", "timer:x:1:0", "=", "Zm9v", "é", ""),
    "a command of the same millisecond": lambda: tampered(GAME, _log(), with_entry(5, arrived=_arrived(4) + 3)),
    "time that runs backwards": lambda: tampered(GAME, _log(), with_entry(5, arrived=_arrived(4) - (9 << 16))),
    "a secret of another length": lambda: tampered(GAME, _log(), with_entry(-1, secret="5e" * 31)),
    "a foreign commitment": lambda: tampered(GAME, _log(), with_entry(-1, secret="77" * 32)),
    "a broken chain": lambda: [*_log()[:4], *_log()[5:]],
    "entries written by somebody else": lambda: [*_log()[:-1], _written_long(_log()[-1])],
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_logs_come_back_too(name: str) -> None:
    log = list(ODD[name]())
    assert packer().unpack(GAME, packer().pack(GAME, "floor", log)) == log


def test_commands_of_the_same_millisecond_do_not_cost_the_columns() -> None:
    log = ODD["a command of the same millisecond"]()
    assert len(packer().pack(GAME, "floor", log)) < len(packer().pack(GAME, "floor", _log())) + 16


def _log() -> tuple[bytes, ...]:
    return finished("floor", game=GAME)


def _arrived(at: int) -> int:
    return msgspec.msgpack.decode(_log()[at])[0]


def _with_ids(*ids: str) -> list[bytes]:
    def change(entries: list) -> None:
        for at, id in enumerate(ids, 1):
            entries[at] = msgspec.structs.replace(entries[at], command=id)

    return tampered(GAME, _log(), change)


def _written_long(payload: bytes) -> bytes:
    """The same entry with its defaults written out, as an earlier version may have done."""
    return msgspec.msgpack.encode([*msgspec.msgpack.decode(payload), *[None] * 8][:8])


def test_every_flipped_byte_is_noticed() -> None:
    packed = packer().pack(GAME, "eddie", finished("eddie", game=GAME))
    unnoticed = []
    for at in range(len(packed)):
        damaged = bytearray(packed)
        damaged[at] ^= 0x55
        try:
            if packer().unpack(GAME, bytes(damaged)) != list(finished("eddie", game=GAME)):
                unnoticed.append(at)
        except CorruptLog:
            continue
    assert unnoticed == []


@pytest.mark.parametrize("cut", [0, 1, 20, -1, -20])
def test_an_object_that_was_cut_is_refused(cut: int) -> None:
    packed = packer().pack(GAME, "floor", _log())
    with pytest.raises(CorruptLog):
        packer().unpack(GAME, packed[:cut])


def test_an_object_without_its_dictionary_is_refused_and_one_made_without_is_not() -> None:
    bare = Packer({})
    with pytest.raises(CorruptLog):
        bare.unpack(GAME, packer().pack(GAME, "floor", _log()))
    assert packer().unpack(GAME, bare.pack(GAME, "floor", _log())) == list(_log())
