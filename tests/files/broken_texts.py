"""Texts broken by chance."""

from __future__ import annotations

import random
import re

SPICE = [*"0123456789.^>v<-:|[]{},&*!#'\"%@`?\t\n ~=\\/",
         "é", "\ufeff", "٣", "½", "\u2028", "\x85", "SC3333", "null", "- "]  # fmt: skip


def one_change(rng: random.Random, text: str) -> str:
    """Delete, insert, replace, double or move characters, tokens or lines."""
    unit = rng.choice(("", r"\S+|\s+", r"[^\n]*\n"))
    bits = re.findall(unit, text) if unit else list(text)
    at, other = rng.randrange(len(bits) or 1), rng.randrange(len(bits) or 1)
    match rng.randrange(5) if bits else 1:
        case 0:
            del bits[at]
        case 1:
            bits.insert(at, rng.choice(SPICE))
        case 2:
            bits[at] = rng.choice(SPICE)
        case 3:
            bits.insert(at, bits[other])
        case _:
            bits[at], bits[other] = bits[other], bits[at]
    return "".join(bits)
