"""Hulls of several ships stacked in arrays, and the strength of cannons and engines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import Bits, IntArray, Link, count, translated
from analyzer.trucker.ship.component import MOST_STRENGTH, Side
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.tokens import crew_left

Numbers = npt.NDArray[np.signedinteger[Any]]


class Stack:
    """Several hulls by number, whose masks are stacked in arrays.

    `of` gives arrays with one hull for each wreck, `for_questions` with one hull for each question.
    """

    def __init__(self, hulls: Sequence[Hull]) -> None:
        self.hulls = tuple(hulls)
        self._stacked: dict[str, npt.NDArray[Any]] = {}

    def of(self, numbers: Numbers) -> HullPerWreck:
        """Return arrays with the hull of each wreck, given the number of each wreck's hull in `hulls`."""
        return HullPerWreck(self, numbers)

    def for_questions(self, numbers: Numbers) -> HullPerQuestion:
        """Return arrays with one hull for each question, i.e. pair of a side and a dice sum at which a hazard comes.

        Args:
            numbers: Number in `hulls` of the hull of each question.
        """
        return HullPerQuestion(self, numbers)

    def array(self, name: str) -> npt.NDArray[Any]:
        """Return an attribute of all hulls, e.g. `lines` or `tokens.alien`, as an array. Shape (hulls, ...)."""
        if name not in self._stacked:
            values: Sequence[Any] = self.hulls
            for part in name.split("."):
                values = [getattr(value, part) for value in values]
            self._stacked[name] = np.stack([np.asarray(value) for value in values])
            self._stacked[name].flags.writeable = False
        return self._stacked[name]

    @cached_property
    def touching(self) -> tuple[tuple[tuple[int, Bits], ...], ...]:
        """Links between touching components, sideways and lengthways: each a shift and the masks of all hulls."""

        def together(links: Sequence[Sequence[Link]]) -> tuple[tuple[int, Bits], ...]:
            shifts = sorted({shift for each in links for shift, _ in each})
            masks = [dict(each) for each in links]
            return tuple((shift, np.array([mask.get(shift, 0) for mask in masks], np.uint64)) for shift in shifts)

        return tuple(together([hull.touching[way] for hull in self.hulls]) for way in (0, 1))


class HullPerWreck:
    """One hull for each wreck, with the attributes of a Hull; each mask becomes an array over wrecks.

    Axes of sides and dice sums still come last.

    Args:
        stack: The hulls.
        numbers: Number of each wreck's hull.
        dims: Number of further axes between those of wrecks and sides.
    """

    def __init__(self, stack: Stack, numbers: Numbers, dims: int = 0) -> None:
        self._stack = stack
        self.numbers = numbers
        self._dims = dims

    def spread(self, dims: int) -> HullPerWreck:
        """Return these hulls with `dims` further axes after the axis of wrecks."""
        return HullPerWreck(self._stack, self.numbers, dims)

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        return self.array(name)

    def array(self, name: str) -> npt.NDArray[Any]:
        """Return an attribute of each wreck's hull. Shape (wrecks, ...)."""
        masks = self._stack.array(name).take(self.numbers, axis=0)
        return masks.reshape(len(self.numbers), *(1,) * self._dims, *masks.shape[1:])

    @property
    def touching(self) -> tuple[tuple[tuple[int, Bits], ...], ...]:
        """Links between touching components, sideways and lengthways: a shift and the masks by wreck."""
        return tuple(tuple((s, mask.take(self.numbers)) for s, mask in links) for links in self._stack.touching)

    @cached_property
    def tokens(self) -> StackedTokens:
        """Tokens of crew, charges and cubes of each wreck's hull."""
        return StackedTokens(self)


class HullPerQuestion:
    """One hull for each question, i.e. for each pair of a side and a dice sum at which a hazard may come."""

    def __init__(self, stack: Stack, numbers: Numbers) -> None:
        self._stack = stack
        self.numbers = numbers

    def __getattr__(self, name: str) -> MasksPerQuestion:
        return MasksPerQuestion(self._stack.array(name), self.numbers)


class MasksPerQuestion:
    """Masks of the hull of each question; `masks[..., side, sum]` returns one element for each question."""

    def __init__(self, masks: npt.NDArray[Any], numbers: Numbers) -> None:
        self._masks = masks
        self._numbers = numbers

    def __getitem__(self, key: tuple[Any, ...]) -> npt.NDArray[Any]:
        # The ellipsis of `masks[..., side, sum]` stands for the hulls. Here they go along with side and sum: numpy
        # pairs the arrays element by element instead of forming all combinations.
        _, *each = key
        return np.asarray(self._masks[(self._numbers, *each)])


class StackedTokens:
    """Tokens of each wreck's hull, with the attributes of Tokens."""

    def __init__(self, hulls: HullPerWreck) -> None:
        self._hulls = hulls
        self.humans, self.charges, self.containers = (
            StackedSeats(hulls, sort) for sort in ("humans", "charges", "containers")
        )

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        return self._hulls.array(f"tokens.{name}")

    def crew_left(self, crew: Bits, squares: Bits) -> Bits:
        """Return the crew tokens that remain on surviving squares (see Tokens.crew_left)."""
        return crew_left(self, crew, squares)


class StackedSeats:
    """Tokens of one type for many wrecks at once: `Seats.full` and `Seats.left` as arrays over the wrecks.

    Args:
        hulls: Hull of each wreck.
        sort: Type of the tokens: "humans", "charges" or "containers".
    """

    def __init__(self, hulls: HullPerWreck, sort: str) -> None:
        self._hulls = hulls
        self._sort = sort

    @property
    def full(self) -> Bits:
        """All tokens of one type on the intact ship of each wreck."""
        return self._hulls.array(f"tokens.{self._sort}.full")

    def left(self, squares: Bits) -> Bits:
        """Return the tokens of one type on surviving squares, and all spare ones."""
        tables = self._hulls._stack.array(f"tokens.{self._sort}.tables")
        spare: Bits = self._hulls.array(f"tokens.{self._sort}.spare")
        return translated(tables, squares, self._hulls.numbers) | spare


AnyHull = Hull | HullPerWreck
"""One hull, or one hull for each wreck."""
AskedHull = Hull | HullPerQuestion
"""One hull, or one hull for each question (a pair of a side and a dice sum)."""


ALIEN_BONUS = 2
"""Strength that a purple or brown alien adds to a strength above 0."""


def double_cannons(hull: AnyHull, alive: Bits) -> tuple[IntArray, IntArray]:
    """Return, for each wreck, the number of double cannons that face the front, and of those that do not."""
    forward = count(alive & hull.double_cannons[..., Side.FRONT])
    return forward, count(alive & np.bitwise_or.reduce(hull.double_cannons, axis=-1)) - forward


def cannon_halves(hull: AnyHull, alive: Bits, batteries: IntArray, purple: npt.NDArray[np.bool_]) -> IntArray:
    """Return the strength of the cannons, counted in halves, with double cannons powered as long as charges last.

    A forward single cannon counts 1 and a forward double cannon 2; those that face another side count half. Forward
    double cannons are powered first. Kinds of a user's own edition count with the strength in its table. Of those that
    need a battery, the strongest are powered first. The purple alien adds its bonus unless the strength is 0 without
    it.

    Args:
        hull: One hull, or one for each wreck.
        alive: Surviving squares of each wreck.
        batteries: Charges that may be spent.
        purple: Whether the purple alien is aboard.
    """
    # Kinds of the user's own are counted strength by strength; the common way below takes fewer steps.
    if np.any(hull.uncommon):
        halves = _halves_of_all(hull, alive, batteries)
        return np.asarray(halves + 2 * ALIEN_BONUS * (purple & (halves > 0)))
    forward_doubles, other_doubles = double_cannons(hull, alive)
    forward_powered = np.minimum(batteries, forward_doubles)
    others_powered = np.minimum(batteries - forward_powered, other_doubles)
    singles = count(alive & np.bitwise_or.reduce(hull.single_cannons, axis=-1))
    forward_singles = count(alive & hull.single_cannons[..., Side.FRONT])
    # In halves: a single counts 1 and one more facing forward, a powered double twice that.
    halves = singles + forward_singles + 4 * forward_powered + 2 * others_powered
    return np.asarray(halves + 2 * ALIEN_BONUS * (purple & (halves > 0)))


def engine_strength(hull: AnyHull, alive: Bits, batteries: IntArray, brown: npt.NDArray[np.bool_]) -> IntArray:
    """Return the strength of the engines, with double engines powered as long as charges last.

    A single engine counts 1, a powered double engine 2. Kinds of a user's own edition count with the strength in its
    table. The brown alien adds its bonus unless the strength is 0 without it.

    Args:
        hull: One hull, or one for each wreck.
        alive: Surviving squares of each wreck.
        batteries: Charges that may be spent.
        brown: Whether the brown alien is aboard.
    """
    if np.any(hull.uncommon):
        strength = _strength_of_all(hull, alive, batteries)
    else:
        powered = np.minimum(batteries, count(alive & hull.double_engines))
        strength = count(alive & hull.single_engines) + 2 * powered
    # An alien adds nothing to a strength of 0 (rules: "Die Funktionen der Aliens").
    return np.asarray(strength + ALIEN_BONUS * (brown & (strength > 0)))


def _halves_of_all(hull: AnyHull, alive: Bits, batteries: IntArray) -> IntArray:
    """Return the strength of cannons in halves, for editions whose cannons may have any strength."""
    strengths = range(1, MOST_STRENGTH + 1)
    halves = {(size, forward): size * (1 + forward) for size in strengths for forward in (0, 1)}
    bare = sum(worth * count(alive & hull.cannons[..., 0, size, way]) for (size, way), worth in halves.items())
    powered = ((worth, hull.cannons[..., 1, size, way]) for (size, way), worth in halves.items())
    return np.asarray(bare + _best_powered(alive, batteries, powered))


def _strength_of_all(hull: AnyHull, alive: Bits, batteries: IntArray) -> IntArray:
    """Return the strength of engines, for editions whose engines may have any strength."""
    strengths = range(1, MOST_STRENGTH + 1)
    bare = sum(size * count(alive & hull.engines[..., 0, size]) for size in strengths)
    return np.asarray(
        bare + _best_powered(alive, batteries, ((size, hull.engines[..., 1, size]) for size in strengths))
    )


def _best_powered(alive: Bits, batteries: IntArray, strengths: Iterable[tuple[int, Any]]) -> IntArray:
    """Return the largest strength that the charges can add; they power the strongest components first.

    Args:
        alive: Surviving squares of each wreck.
        batteries: Charges that may be spent.
        strengths: Pairs of a strength and the mask of components that have it.
    """
    left, added = batteries, np.zeros((), np.int64)
    # Every charge powers one component, so the best use of k charges are the k strongest.
    for worth, masks in sorted(strengths, key=lambda pair: -pair[0]):
        powered = np.minimum(left, count(alive & masks))
        left, added = left - powered, added + worth * powered
    return added
