"""Several hulls as one: for each of some wrecks the masks of its hull, under the names that they have on a Hull."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import Bits, Link, translated
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.tokens import crew_left

Numbers = npt.NDArray[np.signedinteger[Any]]


class Stack:
    """Hulls by number; `of` gives those of some wrecks."""

    def __init__(self, hulls: Sequence[Hull]) -> None:
        self.hulls = tuple(hulls)
        self._stacked: dict[str, npt.NDArray[Any]] = {}

    def of(self, numbers: Numbers) -> Stacked:
        """The hulls of those numbers, one for each wreck."""
        return Stacked(self, numbers)

    def each(self, numbers: Numbers) -> OneByOne:
        """The hulls of those numbers, one for each of some questions with a side and a sum of its own."""
        return OneByOne(self, numbers)

    def array(self, name: str) -> npt.NDArray[Any]:
        """(hulls, ...) What all have under that name, e.g. `lines` or `tokens.alien`."""
        if name not in self._stacked:
            values: Sequence[Any] = self.hulls
            for part in name.split("."):
                values = [getattr(value, part) for value in values]
            self._stacked[name] = np.stack([np.asarray(value) for value in values])
            self._stacked[name].flags.writeable = False
        return self._stacked[name]

    @cached_property
    def touching(self) -> tuple[tuple[tuple[int, Bits], ...], ...]:
        """The links of all hulls, sideways and lengthways: shift and masks (hulls)."""

        def together(links: Sequence[Sequence[Link]]) -> tuple[tuple[int, Bits], ...]:
            shifts = sorted({shift for each in links for shift, _ in each})
            masks = [dict(each) for each in links]
            return tuple((shift, np.array([mask.get(shift, 0) for mask in masks], np.uint64)) for shift in shifts)

        return tuple(together([hull.touching[way] for hull in self.hulls]) for way in (0, 1))


class Stacked:
    """A hull for each wreck: what is a mask of a Hull is an array by wreck here, sides and sums still come last.

    `dims`: how many further axes there are between wrecks and sides.
    """

    def __init__(self, stack: Stack, numbers: Numbers, dims: int = 0) -> None:
        self._stack = stack
        self.numbers = numbers
        self._dims = dims

    def spread(self, dims: int) -> Stacked:
        """The same with so many further axes behind that of wrecks."""
        return Stacked(self._stack, self.numbers, dims)

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        return self.array(name)

    def array(self, name: str) -> npt.NDArray[Any]:
        """(wrecks, ...) What the hull of each has under that name."""
        masks = self._stack.array(name).take(self.numbers, axis=0)
        return masks.reshape(len(self.numbers), *(1,) * self._dims, *masks.shape[1:])

    @property
    def touching(self) -> tuple[tuple[tuple[int, Bits], ...], ...]:
        """Links sideways and lengthways: shift and masks by wreck."""
        return tuple(tuple((s, mask.take(self.numbers)) for s, mask in links) for links in self._stack.touching)

    @cached_property
    def tokens(self) -> StackedTokens:
        """Where crew, charges and cubes lie."""
        return StackedTokens(self)


class OneByOne:
    """A hull for each of some questions: masks by side and sum are asked with a side and a sum of each question."""

    def __init__(self, stack: Stack, numbers: Numbers) -> None:
        self._stack = stack
        self.numbers = numbers

    def spread(self, dims: int) -> OneByOne:
        """Itself: questions have one axis."""
        return self

    def __getattr__(self, name: str) -> AsAsked:
        return AsAsked(self._stack.array(name), self.numbers)


class AsAsked:
    """A mask of the hull of each question; `masks[..., side, sum]` has one element a question."""

    def __init__(self, masks: npt.NDArray[Any], numbers: Numbers) -> None:
        self._masks = masks
        self._numbers = numbers

    def __getitem__(self, key: tuple[Any, ...]) -> npt.NDArray[Any]:
        _, *each = key
        return np.asarray(self._masks[(self._numbers, *each)])


class StackedTokens:
    """The tokens of the hull of each wreck."""

    def __init__(self, hulls: Stacked) -> None:
        self._hulls = hulls
        self.humans, self.charges, self.containers = (
            StackedSeats(hulls, sort) for sort in ("humans", "charges", "containers")
        )

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        return self._hulls.array(f"tokens.{name}")

    def crew_left(self, crew: Bits, squares: Bits) -> Bits:
        """Who of the crew is left (see Tokens.crew_left)."""
        return crew_left(self, crew, squares)


class StackedSeats:
    """The tokens of one sort of the hull of each wreck."""

    def __init__(self, hulls: Stacked, sort: str) -> None:
        self._hulls = hulls
        self._sort = sort

    @property
    def full(self) -> Bits:
        """All of them."""
        return self._hulls.array(f"tokens.{self._sort}.full")

    def left(self, squares: Bits) -> Bits:
        """Those on surviving squares, and all spare ones."""
        tables = self._hulls._stack.array(f"tokens.{self._sort}.tables")
        spare: Bits = self._hulls.array(f"tokens.{self._sort}.spare")
        return translated(tables, squares, self._hulls.numbers) | spare


AnyHull = Hull | Stacked
"""One hull, or one for each wreck."""
AskedHull = Hull | OneByOne
"""One hull, or one for each question."""
