"""Old public names, which still work for one release."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)


class _FormerName:
    """Descriptor that warns of an old name and returns what the new name holds."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def __get__(self, instance: object | None, owner: type) -> Any:
        warnings.warn(f"{owner.__name__}.{self.old} is now called {self.new}", DeprecationWarning, stacklevel=2)
        return getattr(owner if instance is None else instance, self.new)


def former_names(**renamed: str) -> Callable[[Class], Class]:
    """Return a class decorator that keeps old names of attributes and methods, with a `DeprecationWarning`.

    Args:
        renamed: new names by old name.
    """

    def keep(cls: Class) -> Class:
        for old, new in renamed.items():
            setattr(cls, old, _FormerName(old, new))
        return cls

    return keep
