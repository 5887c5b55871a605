"""A random word as a fraction whose digits, in any base, are independent throws; knows no game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
FRACTION_BITS = 58
"""Of a word: what is left of 64 bits leaves room to multiply by bases up to 64."""


def fractions(words: Words, bits: int = FRACTION_BITS) -> Words:
    """The upper bits of random words: fractions below 1, in units of 2**-bits."""
    return words >> np.uint64(64 - bits)


def cut(fraction: Words, base: int, bits: int = FRACTION_BITS) -> tuple[Words, Words]:
    """The first digit behind the point, in a base up to 2**(64 - bits), and the fraction that is left behind it."""
    rest = fraction * np.uint64(base)
    first = rest >> np.uint64(bits)
    rest &= np.uint64((1 << bits) - 1)
    return first, rest


def digit(fraction: Words, number: int, base: int) -> Words:
    """The `number`-th digit behind the point, from 0, of fractions in units of 2**-58; bases up to 64.

    The digits before it are shifted out over the point. Their product with base**number overflows 64 bits, which only
    loses bits above the point: below it, arithmetic modulo 2**64 and modulo 2**58 agree.
    """
    below_one = np.uint64((1 << FRACTION_BITS) - 1)
    rest = (fraction * np.uint64(base**number % (1 << 64))) & below_one
    return (rest * np.uint64(base)) >> np.uint64(FRACTION_BITS)
