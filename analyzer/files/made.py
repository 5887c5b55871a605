"""Origin of a result, i.e. version and command with its seed; it is added to everything that is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_BY: ContextVar[dict[str, Any] | None] = ContextVar("made by", default=None)


@contextmanager
def made_by(command: str) -> Iterator[None]:
    """Record a command as the origin of everything that is written inside this context."""
    token = _BY.set({"command": command})
    try:
        yield
    finally:
        _BY.reset(token)


def with_seed(seed: int | None) -> None:
    """Record the seed of the command; None for a command without one."""
    by = _BY.get()
    if by is not None and seed is not None:
        by["seed"] = seed


def made() -> dict[str, Any]:
    """Return a dict of the program's `version`; inside a command also the `command` as typed and its `seed`, if any."""
    from analyzer import __version__

    return {"version": __version__} | (_BY.get() or {})


def made_in_words() -> tuple[str, str]:
    """Return the program with its version, and the command with its seed ("" outside of commands)."""
    facts = made()
    seed = f" (seed {facts['seed']})" if "seed" in facts else ""
    return f"analyzer {facts['version']}", f"{facts['command']}{seed}" if "command" in facts else ""
