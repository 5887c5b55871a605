"""Ctrl-C at any time: every command ends at once, as it should."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tests.proofs.proof import Proven, Share, in_turn
from tests.runs.running import COMMANDS, LACKS, WAYS, started

SECONDS = 4.0
"""From the start of a command on."""


def ctrl_c_ends_every_command(size: int, share: Share = in_turn) -> Proven:
    """A command that is interrupted at any moment ends with exit code 130, no traceback and at most one line.

    Fails if a process of the command prints anything else, or if flights go on.
    """
    ways = [(verb, way) for verb in COMMANDS for way in WAYS if way not in LACKS.get(verb, ())]
    moments = [round(1000 * SECONDS * number / max(size - 1, 1)) for number in range(size)]
    faults = share(fault, [(verb, way, moment) for verb, way in ways for moment in moments])
    wrong = tuple(one for one in faults if one)
    return Proven(
        f"{len(COMMANDS)} commands in {len(ways)} ways, each at {size} moments of {SECONDS:g} seconds",
        f"{len(faults):,} interrupts: {len(wrong)} ended otherwise",
        wrong,
    )


def fault(verb: str, way: str, moment: int) -> str:
    """What is wrong with how a command ends, interrupted so many milliseconds after its start; "" if nothing."""
    with tempfile.TemporaryDirectory() as place, started(Path(place), *COMMANDS[verb], *WAYS[way]) as running:
        time.sleep(moment / 1000)
        try:
            running.interrupt()
        except AssertionError:
            return f"{verb}, {way}, {moment} ms: exit code {running.process.returncode}, stderr {running.err!r}"
    return ""
