"""The command as it was typed, so that what it made can tell how to have it again."""

from __future__ import annotations

import shlex
import sys


def as_typed() -> str:
    """The whole command in a line that a shell reads, whatever the program was started as."""
    return shlex.join(["analyzer", *sys.argv[1:]])
