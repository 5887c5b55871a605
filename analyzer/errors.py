"""What the user did wrong, told so that it can be put right: the place, the fault and the cure."""

from __future__ import annotations

from collections.abc import Iterable


class AnalyzerError(ValueError):
    """A fault in what was given (a file, a flag, a name), listed whole; the command exits with code 2 on it."""

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type[AnalyzerError], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


def one_of(given: object, allowed: Iterable[object]) -> str:
    """Say which values are allowed and, where one is close, which was probably meant."""
    from difflib import get_close_matches

    names = [str(name) for name in allowed]
    close = get_close_matches(str(given), names, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f"use one of {', '.join(names)}{hint}"
