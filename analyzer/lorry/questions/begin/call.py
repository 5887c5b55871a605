"""At which planet trader 1 should begin, or which pair to head for first: the same games, begun otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

from analyzer.answers.description import PERCENT, Column
from analyzer.answers.worths import Worth
from analyzer.errors import AnalyzerError, one_of
from analyzer.lorry.api import CaptainLike, DiceLike, GalaxyLike, SwitchesLike, game_experiment
from analyzer.lorry.questions.begin.experiment import FREELY, Opening
from analyzer.lorry.worths import Worths
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.estimate import Verdict

GAMES = 2_000
MARGIN = 0.25
BY = {"planet": "planets to begin at", "pair": "pairs to head for first"}
"""What trader 1 may be ordered to do, for one and for several."""
SAID = {
    "planet": (
        "Trader 1 has an order for the first turn: of the draws that fly to the planet, take the best by the captain's "
        "prices. Where no such draw is legal, and in all later turns, the captain chooses freely. A draw may fly to "
        "two planets.",
    ),
    "pair": (
        "Trader 1 has an order until their first route: go straight for the pair as long as anything leads to it, and "
        "score no other pair if that can be avoided. After that the captain chooses freely. Worth counts all these "
        "games, whether the pair was scored or not.",
    ),
}


@dataclass(frozen=True, repr=False)
class Openings(Worths):
    """Beginnings by what they are worth, against the captain's own choice."""

    MORE = (
        Column("total"),
        Column("so", "done", PERCENT, "how often trader 1 carried out the order"),
        Column("freely", "freely", PERCENT, "how often trader 1 did the same by their own choice"),
    )

    @cached_property
    def shares(self) -> dict[str, tuple[float, float]]:
        """By beginning how often it came so, by order and freely."""
        compared = self.comparison
        columns = dict(zip(compared.names, compared.counted.tally.subjects, strict=True))
        openings = {one.name: one for one in compared.experiments if isinstance(one, Opening) and one.beginning}
        return {name: (one.share(columns[name]), one.share(columns[self.base])) for name, one in openings.items()}

    def values_of(self, worth: Worth) -> dict[str, Any]:
        """Besides the total of those games, and how often it came so."""
        counted, number = self.comparison.counted, self.comparison.names.index(worth.name)
        total = {"total": counted.own("total", number).mean}
        return super().values_of(worth) | total | dict(zip(("so", "freely"), self.shares[worth.name], strict=True))

    def conclusions(self) -> list[str]:
        """Where to begin, as far as it is clear, and whether that is better than the captain's own choice."""
        first, *others = (one.name for one in self.worths.leaders)
        word = self.what[0]
        unit = self.comparison.metrics.unit
        leader = f"{word.capitalize()} {first} is best."
        if others:
            named = ", ".join(others[:6]) + f" and {len(others) - 6} more" * (len(others) > 6)
            leader = f"{word.capitalize()} {first} comes first, but there is no clear difference from {named}."
        beginnings = {
            Verdict.BETTER: f"Clearly better than their {FREELY}",
            Verdict.WORSE: f"Clearly worse than their {FREELY}",
            Verdict.EQUAL: f"As good as their {FREELY} (within {self.comparison.margin:g} {unit})",
            Verdict.OPEN: f"No clear difference from their {FREELY}",
        }
        return [leader, *self.worths.in_words(beginnings), *self.disagreements()]


def begin(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    by: str = "planet",
    captains: Sequence[CaptainLike] = ("steady", "steady"),
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Openings:
    """Play the same games begun otherwise: at each planet (by `planet`), or heading for each pair first (by `pair`).

    games: 2,000 of each if None; captains: in seating order, one plays alone; trader 1 has the order: how many more
    points of margin (alone, of the total) does that bring than their own choice? Intervals hold for all beginnings at
    once. Pairs without a way past other planets are left out. Raises AnalyzerError for a trader 1 who does not play by
    prices alone.

    >>> from analyzer import lorry
    >>> sorted(one.name for one in lorry.begin("ships/lorry/tiny.yaml", 20).worths)
    ['1', '2', '3']
    """
    if by not in BY:
        raise AnalyzerError(f"by {by!r}: {one_of(by, BY)}")
    whole = game_experiment(galaxy, captains, seed, dice, switches=switches)
    place = whole.galaxy
    planets = [(planet,) for planet in range(1, len(place.planets) + 1)]
    pairs = [pair for pair in place.pairs if place.fewest_boxes(*pair) is not None]
    free = Opening(whole)
    made = {free.name: free}
    for beginning in planets if by == "planet" else pairs:
        opening = Opening(whole, beginning)
        made[opening.name] = opening
    compared = compare_experiments(made, games, usual=GAMES, margin=margin, **how_much)
    return Openings(compared, FREELY, (by, BY[by]), said=SAID[by])
