"""What made a result: the version, and the command and its seed where there was one; told with all that leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_BY: ContextVar[dict[str, Any] | None] = ContextVar("made by", default=None)


@contextmanager
def made_by(command: str) -> Iterator[None]:
    """All that is made within is made by that command."""
    token = _BY.set({"command": command})
    try:
        yield
    finally:
        _BY.reset(token)


def with_seed(seed: int | None) -> None:
    """The command has that seed, None if it needs none."""
    by = _BY.get()
    if by is not None and seed is not None:
        by["seed"] = seed


def made() -> dict[str, Any]:
    """In plain types: version, and in a command as it was typed `command`, and `seed` where it has one."""
    from analyzer import __version__

    return {"version": __version__} | (_BY.get() or {})


def made_in_words() -> tuple[str, str]:
    """The program with its version, and the command with its seed, "" outside of commands."""
    facts = made()
    seed = f" (seed {facts['seed']})" if "seed" in facts else ""
    return f"analyzer {facts['version']}", f"{facts['command']}{seed}" if "command" in facts else ""
