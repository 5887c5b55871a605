"""Flights sorted by the cards in their decks: exact sums for every card, and the differences that they show."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import DRAWS
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.grouped import GroupedSums
from analyzer.statistics.interval import CONFIDENCE
from analyzer.statistics.moments import Moments
from analyzer.statistics.slope import slope
from analyzer.statistics.tally import Columns
from analyzer.statistics.unpaired import difference_of_means, difference_of_shares
from analyzer.trucker.questions.cards.alike import Alike
from analyzer.trucker.questions.cards.controls import ALL, CardControls, LawByCard

MEASURED = ("credits", "components_lost", "arrived")
"""The metrics on which the effect of every card is measured."""
CORRECTED = MEASURED[:2]
"""Those whose means are corrected by the known chances of what was drawn."""
Exact = npt.NDArray[np.float64]
"""Whole numbers below 2**53, which floats hold exactly and multiply fast."""


@dataclass(frozen=True, eq=False)
class SortedByCard:
    """Sums over the flights of each group, and behind the last group over all flights; two such sums can be added.

    A group is a row of `dealt`: flights with one card, or with so many of the cards that do the same (see `alike`).
    `counts` (groups + 1) are flights, `sums` and `squares` (MEASURED, ships, groups + 1) sums of values and of squares;
    `drawn`: sums of what was drawn, where its chances are known, of the groups that the law names; `law`: that of what
    was drawn, by which effects are corrected, if they are.
    """

    counts: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    squares: npt.NDArray[np.int64]
    drawn: GroupedSums | None = None
    law: LawByCard | None = None

    @classmethod
    def of(cls, columns: Columns, controls: CardControls | None = None) -> SortedByCard:
        """The sums of a block of trials; with controls where the block holds what was drawn."""
        dealt = columns["dealt"]
        everyone = np.vstack([dealt, np.ones_like(dealt[:1])])
        groups: Exact = everyone.astype(np.float64)
        values: Exact = np.stack([columns[metric] for metric in MEASURED]).astype(np.float64)
        sums, squares = ((power @ groups.T).astype(np.int64) for power in (values, values**2))
        counts = groups.sum(axis=1).astype(np.int64)
        if controls is None or DRAWS not in columns:
            return cls(counts, sums, squares)
        corrected = np.vstack([columns[metric] for metric in CORRECTED])
        largest = int(np.abs(corrected).max())
        drawn = GroupedSums.of(corrected, everyone[controls.law.others], columns[DRAWS], controls, largest)
        return cls(counts, sums, squares, drawn)

    def __add__(self, other: SortedByCard) -> SortedByCard:
        drawn = None if self.drawn is None or other.drawn is None else self.drawn + other.drawn
        return SortedByCard(self.counts + other.counts, self.sums + other.sums, self.squares + other.squares, drawn)

    def __eq__(self, other: object) -> bool:
        """Return whether both counted the same, and both means are corrected or none."""
        if not isinstance(other, SortedByCard) or self.shape != other.shape:
            return False
        return self.plain() == other.plain() and (self.law is None) == (other.law is None)

    def __hash__(self) -> int:
        return hash((self.trials, self.shape))

    def sharpened(self, law: LawByCard) -> SortedByCard:
        """The same with effects that are corrected by the known chances of what was drawn."""
        return replace(self, law=law)

    def unsharpened(self) -> SortedByCard:
        """The same with the effects of the trials, not corrected."""
        return replace(self, law=None)

    @property
    def trials(self) -> int:
        """How many flights were counted."""
        return int(self.counts[-1])

    @property
    def shape(self) -> Hashable:
        """Of how many groups and ships."""
        return self.sums.shape, None if self.drawn is None else self.drawn.shape

    def plain(self) -> dict[str, Any]:
        """In plain types, for JSON."""
        arrays = {"counts": self.counts, "sums": self.sums, "squares": self.squares}
        drawn = {} if self.drawn is None else {"drawn": self.drawn.plain()}
        return {"trials": self.trials, **{name: array.tolist() for name, array in arrays.items()}, **drawn}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what no sums can be."""
        counts, sums, squares = (np.array(plain[name], np.int64) for name in ("counts", "sums", "squares"))
        if sums.shape != squares.shape or sums.shape[-1:] != counts.shape or counts[-1] != plain["trials"]:
            raise ValueError("its sums are not of as many flights and cards as it says")
        drawn = plain.get("drawn")
        return cls(counts, sums, squares, None if drawn is None else GroupedSums.of_plain(drawn))

    def met(self, card: int) -> int:
        """In how many flights the deck had the card of that index."""
        return int(self.counts[card])

    def met_any(self, rows: range) -> int:
        """In how many flights the deck had at least one of the cards that do the same, which those rows count."""
        return int(self.counts[rows.start : rows.stop].sum())

    def effect(self, metric: str, ship: int, card: int, confidence: float = CONFIDENCE) -> Estimate | None:
        """Mean with the card less mean without, and its interval; None if one of them has no flights."""
        having = self._moments(metric, ship, {card: 1}, ((card,), 1))
        without = self._moments(metric, ship, {ALL: 1, card: -1}, ((card,), 0))
        if not (having.trials and without.trials):
            return None
        if metric == "arrived":
            return difference_of_shares(having.total, having.trials, without.total, without.trials, confidence)
        return difference_of_means(having, without, confidence)

    def effect_of_each(self, metric: str, ship: int, rows: range, confidence: float = CONFIDENCE) -> Estimate | None:
        """What one more of the cards that do the same changes on average; `rows`: of decks with one, with two, ...

        None if all flights had the same number of them.
        """
        same = () if self.law is None else self.law.alike[rows]
        none = self._moments(metric, ship, {ALL: 1, **dict.fromkeys(rows, -1)}, (same, 0))
        each = {n: self._moments(metric, ship, {row: 1}, (same, n)) for n, row in enumerate(rows, start=1)}
        return slope({0: none, **each}, confidence)

    def _moments(self, metric: str, ship: int, signs: Mapping[int, int], decks: tuple[Alike, int]) -> Moments:
        """Of the flights of some groups less those of others; decks: how many of which cards theirs hold."""
        weights = np.zeros(self.counts.size, np.int64)
        weights[[*signs]] = [*signs.values()]
        here = MEASURED.index(metric), ship
        counted = self.counts, self.sums[here], self.squares[here]
        trials, total, squares = (int(weights @ each) for each in counted)
        own = Moments(trials, total, squares)
        law, drawn, (some, number) = self.law, self.drawn, decks
        if law is None or drawn is None or metric not in CORRECTED or not own.trials:
            return own
        varies = int(counted[2][ALL]) * self.trials > int(counted[1][ALL]) ** 2
        if not varies or not law.holds_for_decks(some, self.trials):
            return own
        value = 1 + CORRECTED.index(metric) * self.sums.shape[1] + ship
        return drawn.corrected(value, weights[law.rows], own, law.given(some, number))
