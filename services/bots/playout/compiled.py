"""What all compiled functions share: how they are compiled, bit masks, and a small random source.

Only whole numbers of one type are used, since numba turns a mix of signed and unsigned ones into floats.
"""

from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

compiled = cast(Any, numba.njit(nogil=True, error_model="numpy"))
"""Without Python inside, so that a search can run beside other threads. Caching is for whoever warms up."""

_intrinsic = cast(Any, intrinsic)
_13, _7, _17, _32 = (np.uint64(shift) for shift in (13, 7, 17, 32))


@_intrinsic
def lowest(typing: Any, mask: Any) -> Any:
    """Which is the lowest bit that is set; there must be one."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@_intrinsic
def size(typing: Any, mask: Any) -> Any:
    """How many bits are set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@compiled
def word(rng):
    """64 random bits. `rng` holds one word that is not 0 (xorshift)."""
    bits = rng[0]
    bits ^= bits << _13
    bits ^= bits >> _7
    bits ^= bits << _17
    rng[0] = bits
    return bits


@compiled
def scaled(bits, limit):
    """A whole number from 0 to `limit - 1` by the upper half of random bits."""
    return np.int64(((bits >> _32) * np.uint64(limit)) >> _32)


@compiled
def below(rng, limit):
    """A random whole number from 0 to `limit - 1`."""
    return scaled(word(rng), limit)


@compiled
def nth(mask, n):
    """The n-th lowest of the bits that are set, from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


@compiled
def any_of(rng, mask):
    """A random bit of those that are set."""
    return nth(mask, below(rng, size(mask)))


def source(seed: int) -> np.ndarray:
    """A random source; equal seeds give equal numbers. A word that is 0 would stay 0 for ever."""
    rng = np.array([(seed & (2**64 - 1)) or 1], dtype=np.uint64)
    for _ in range(8):  # so that small seeds do not begin alike
        below(rng, 2)
    return rng
