"""What a fight against the pirate who waits decides: the game is played on after paying, a victory and a defeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from analyzer.answers.description import INTERVAL, PERCENT, WORD, Column, Row, Table, in_percent, main_columns
from analyzer.answers.goal import POINTS
from analyzer.starship.decisions.games_after import GamesAfter, Values
from analyzer.starship.turn.table import BEATEN, LOST_FIGHTS
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.measured import Measured

COLUMNS = (
    Column("after", "played on after", WORD),
    Column("wins_game", "you win the game", PERCENT, interval=INTERVAL, flat=main_columns),
    Column("margin", "margin in points"),
)


@dataclass(frozen=True)
class PlayedOn:
    """Games after paying, and after a fight, whose victories and defeats are told apart.

    paid, fought, beaten, lost: the chance to win the game then; margins: points less the other's, in the same order;
    costs: how much lower that chance is after a defeat than after paying in the same games; brings: how much higher
    after a victory; paid is None where there is too little Astro.
    """

    games: int
    captain: str
    paid: Estimate | None
    fought: Estimate
    beaten: Estimate | None
    lost: Estimate | None
    margins: dict[str, float]
    costs: Estimate | None
    brings: Estimate | None = None

    @property
    def needed(self) -> float | None:
        """The chance to win the fight from which on fighting is better; None where it cannot be told.

        There what a victory brings, as often as it comes, is what a defeat costs: both against paying in the same
        games, so that it does not matter that victories came in other games than defeats.
        """
        if self.costs is None or self.brings is None or self.brings.mean + self.costs.mean <= 0:
            return None
        return self.costs.mean / (self.brings.mean + self.costs.mean)

    @property
    def needed_between(self) -> tuple[float, float] | None:
        """The 95% interval of `needed`: all chances p at which p of what a victory brings, and 1 - p of what a defeat
        costs, do not clearly differ; (0, 1) where games say nothing of it (Fieller 1954, of a ratio of means).
        """
        if self.needed is None or self.costs is None or self.brings is None:
            return None
        costs, both = self.costs.mean, self.brings.mean + self.costs.mean
        of_costs, of_brings = (((one.high - one.low) / 2) ** 2 for one in (self.costs, self.brings))
        square, middle = both**2 - of_costs - of_brings, both * costs - of_costs
        if square <= 0:
            return 0.0, 1.0
        root = max(middle**2 - square * (costs**2 - of_costs), 0.0)
        low, high = ((middle + side * sqrt(root)) / square for side in (-1, 1))
        return min(max(low, 0.0), 1.0), min(max(high, 0.0), 1.0)

    def table(self) -> Table:
        """A row an outcome."""
        each = {"paying": self.paid, "fighting": self.fought, "a victory": self.beaten, "a defeat": self.lost}
        rows = [
            Row({"after": name, "wins_game": one, "margin": round(self.margins[name], 2)})
            for name, one in each.items()
            if one is not None
        ]
        return Table("played_on", COLUMNS, rows, f"{self.games:,} games played on by {self.captain}")

    def sentences(self, chance: float) -> Iterator[str]:
        """What a defeat costs, and from which chance on fighting is better; chance: to win the fight."""
        if self.paid is None:
            yield "You have too little Astro to pay: you fight."
        if self.costs is not None:
            low, high = POINTS.write(self.costs.low), POINTS.write(self.costs.high)
            cost = f"{POINTS.write(self.costs.mean)} percentage points ({low} to {high})"
            yield (
                f"Losing the fight costs {cost} of the chance to win the game, compared with paying in the same games."
            )
        if self.needed is not None and self.needed_between is not None:
            least, most = self.needed_between
            open_still = ", so it is not clear which is better" if least <= chance <= most and most > least else ""
            yield (
                f"Fight if your chance to win the fight is above {in_percent(min(max(self.needed, 0), 1))} "
                f"({in_percent(least)} to {in_percent(most)}); it is {in_percent(chance)}{open_still}."
            )


def played_on(games: GamesAfter, can_pay: bool, many: int, progress: Callable[[int], None] | None = None) -> PlayedOn:
    """Play on that many games after paying, and as many after a fight."""
    steps = [{"do": "fight"}, *([{"do": "pay"}] if can_pay else [])]
    values = games.play(steps, 0, many)
    ends = games.ends_of_turn(steps[:1], 0, many)[0]
    counts = ends.counts[games.position.me]
    is_beaten = counts[BEATEN] > 0
    is_lost = ~is_beaten & (counts[LOST_FIGHTS] > 0)
    if progress is not None:
        progress(many * len(steps))
    fought, paid = values[0], values[1] if can_pay else None
    parts = {"fighting": fought, "a victory": _those(fought, is_beaten), "a defeat": _those(fought, is_lost)}
    parts |= {"paying": paid} if paid is not None else {}
    wins = {name: _share(part) for name, part in parts.items()}
    costs = brings = None
    if paid is not None and is_lost.any():
        costs = Measured.of(paid["won"][is_lost] - fought["won"][is_lost]).estimate()
    if paid is not None and is_beaten.any():
        brings = Measured.of(fought["won"][is_beaten] - paid["won"][is_beaten]).estimate()
    return PlayedOn(
        games=many,
        captain=games.captain.name,
        paid=wins.get("paying"),
        fought=wins["fighting"] or Estimate(0.0, 0.0, 1.0),
        beaten=wins["a victory"],
        lost=wins["a defeat"],
        margins={name: float(part["margin"].mean()) for name, part in parts.items() if part["margin"].size},
        costs=costs,
        brings=brings,
    )


def _those(values: Values, which: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Values:
    return {goal: each[which] for goal, each in values.items()}


def _share(values: Values) -> Estimate | None:
    won = values["won"]
    return Estimate.of_share(int(won.sum()), won.size) if won.size else None
