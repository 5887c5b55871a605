"""Objects on a pipe between two processes of our own: each behind eight bytes that say how long it is."""

from __future__ import annotations

import os
import pickle
from typing import Any

HEAD = 8


def write(pipe: int, what: Any) -> None:
    """Write it whole; raises OSError where nobody reads any more."""
    packed = pickle.dumps(what)
    left = memoryview(len(packed).to_bytes(HEAD, "big") + packed)
    while left:
        left = left[os.write(pipe, left) :]


def read(pipe: int) -> Any:
    """The next one; raises EOFError where the other side is gone, in the midst of one, too."""
    return pickle.loads(_exactly(pipe, int.from_bytes(_exactly(pipe, HEAD), "big")))


def _exactly(pipe: int, size: int) -> bytes:
    parts = []
    while size:
        part = os.read(pipe, min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
