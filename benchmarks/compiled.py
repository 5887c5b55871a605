"""numba's `njit`, or plain Python in its place if NUMBA_DISABLE_JIT=1: slow, but without numba and its compiler."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

if os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
    from numba import njit
else:

    def njit(**_: object) -> Any:
        """Leave a function as it is; whole numbers wrap around without a warning, as compiled ones do."""
        return np.errstate(over="ignore")


__all__ = ["njit"]
