"""Figures of many trials side by side, of which each has one of a few things by its number; knows no game."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Figures = npt.NDArray[np.signedinteger[Any]]


class Numbered(Protocol):
    """Trials that each have a thing by its number."""

    def take(self, figure: str) -> Figures:
        """(..., trials) A figure of the thing that each of them has."""


class ByNumber:
    """A figure under its own name: (..., trials), taken when it is first read; it cannot be written."""

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, numbered: Numbered, _: type) -> Figures:
        figures = numbered.take(self.name)
        figures.flags.writeable = False  # all who read it share it
        numbered.__dict__[self.name] = figures  # found there from now on
        return figures
