"""Processors and memory that this process may use, even if a container or control group allows less."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROCESS_MEMORY = 600 * 10**6
"""Bytes of memory that any process of a run stays below (`benchmarks/memory.py` measures each kind of run)."""
MEMINFO, OWN_GROUP, GROUPS = Path("/proc/meminfo"), Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")


def processors() -> int:
    """Return the number of processors that this process may use."""
    try:
        allowed = len(os.sched_getaffinity(0))
    except AttributeError:
        allowed = os.cpu_count() or 1
    return max(1, min([allowed, *_shares()]))


def processes_in_memory() -> int:
    """Return the number of further processes that fit into free memory; the number of processors if that is unknown."""
    free = [*_free_in_groups(), *_free()]
    return max(1, min(free) // PROCESS_MEMORY) if free else processors()


def _free() -> Iterator[int]:
    """Yield the number of free bytes that Linux reports.

    Where there is no such report, yield half of all memory, or nothing if its size is unknown (Windows).
    """
    try:
        lines = dict(line.split(":") for line in MEMINFO.read_text().splitlines())
        yield 1024 * int(lines["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):
        with suppress(AttributeError, ValueError, OSError):
            yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


def _groups() -> Iterator[Path]:
    """Yield the folders of this process's control group and of all groups around it (version 2)."""
    with suppress(OSError, StopIteration):
        own = next(line for line in OWN_GROUP.read_text().splitlines() if line.startswith("0::/"))
        group = GROUPS / own.removeprefix("0::/")
        yield from (one for one in (group, *group.parents) if one.is_relative_to(GROUPS))


def _shares() -> Iterator[int]:
    """Yield the number of processors that each control group with a limit allows this process to keep busy."""
    for group in _groups():
        with suppress(OSError, ValueError):
            # Microseconds of processor time per period, rounded up to processors. Without a limit the quota is the word
            # `max`, which is no number: the group yields nothing.
            quota, period = (group / "cpu.max").read_text().split()
            yield -(-int(quota) // int(period))


def _free_in_groups() -> Iterator[int]:
    """Yield the bytes of memory that each control group with a limit may still take."""
    for group in _groups():
        with suppress(OSError, ValueError):
            yield int((group / "memory.max").read_text()) - int((group / "memory.current").read_text())
