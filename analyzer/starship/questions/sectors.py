"""Ranking of the sectors by the worth of one turn, and of the number of cards after which to turn back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import Described, Description
from analyzer.answers.leaders import Leaders, leaders
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import compare_experiments
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike, turn_experiment
from analyzer.starship.experiment import TurnExperiment
from analyzer.starship.metrics import OF_TURNS
from analyzer.starship.result import WORTH
from analyzer.starship.world import DEFAULT_CAPTAIN
from analyzer.statistics.estimate import Verdict

TURNS = 20_000
MARGIN = 0.1
"""Difference in Astro a turn up to which sectors count as equal."""
ONE_TURN = (
    "This ranks the worth of one turn, not the chance to win. A captain also flies to see unknown cards, so they may "
    "choose another sector. `advise` compares chances to win."
)
"""Sentence on what the ranking leaves out (measured in notebooks/starship/03-which-sector.ipynb)."""
SECTORS = (1, 2, 3, 4)


@dataclass(frozen=True, repr=False)
class Sectors(Described):
    """Two comparisons of one turn: of the four sectors, and of the maximum number of cards flown in the best one.

    `table()` has the ranking of sectors, and below it the ranking of cards to turn back after.

    Attributes:
        by_sector: The comparison of the four sectors.
        by_cards: The comparison by the maximum number of cards flown, in the sector `best`.
        best: The sector with the largest mean.
    """

    by_sector: Comparison
    by_cards: Comparison
    best: int

    @property
    def leading(self) -> Leaders[str]:
        """Sectors that may have the largest mean, by their names in `by_sector`; several if the games do not decide."""
        means = {str(row[self.by_sector.word]): float(row[self.by_sector.score]) for row in self.by_sector.ranking()}
        is_ahead = self.by_sector.verdict
        return leaders(
            self.by_sector.names, lambda one, other: is_ahead(one, other) is Verdict.BETTER, means.__getitem__
        )

    def conclusions(self) -> list[str]:
        """Return sentences on the sector with the largest mean, or the sectors that may have it, and what it means."""
        words = self.leading.in_words("brings most", f"{self.by_sector.trials:,} turns")
        below = f" The second table is for sector {self.best}, which has the largest mean." * (
            not self.leading.is_clear
        )
        return [f"{words[0].upper()}{words[1:]}.{below}", ONE_TURN]

    @property
    def most(self) -> dict[str, int]:
        """Maximum number of cards flown before the captain turns back, for each name in `by_cards`."""
        names = self.by_cards.names
        return {name: len(names) - 1 - place for place, name in enumerate(names)}

    def description(self) -> Description:
        """Return both comparisons, one below the other."""
        facts = {
            "best": self.best,
            "leading": [int(name.removeprefix("sector ")) for name in self.leading.items],
            "sectors": self.by_sector,
            "cards": self.by_cards,
        }
        where = f"How far to fly in sector {self.best}"
        cards = replace(self.by_cards.description(), subject=where, title=f": {self.by_cards.heading()}")
        sectors = self.by_sector.description()
        sectors = replace(sectors, parts=(*sectors.parts, *self.conclusions()))
        rankings = [*self.by_sector.ranking_rows(), *self.by_cards.ranking_rows()]
        return Description("", "", facts, notes=self.notes(), each=(sectors, cards), flat=lambda: rankings)

    def heading(self) -> str:
        """Return the heading of the comparison of sectors."""
        return self.by_sector.heading()

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        return [WORTH, *self.by_sector.notes(), *self.by_cards.notes()]


def sectors(
    position: PositionLike,
    turns: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    until: str | None = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Sectors:
    """Compare one turn in each sector, then turning back after each number of cards in the best sector.

    All turns share the same deals, rolls and shuffles.

    Args:
        position: A ship or position: its file, its fields, or an object.
        turns: Number of turns in each sector, 20,000 if None.
        seed: Seed of all cards and dice.
        captain: The captain of the active player: a name, a file or a `Captain`.
        other: The other player's captain, who chooses what they produce.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        until: "decided" to play until all sectors clearly differ, or are equal within `margin`.
        margin: Difference in Astro a turn up to which sectors count as equal.
        **how_much: How much is run and what is kept (`HowMuch`). `save` keeps the first comparison in this file,
            and the second one beside it in a file with `.cards` added to its name.

    Returns:
        Both comparisons, and the sectors that may bring most.

    Raises:
        AnalyzerError: If the position or another argument has faults.

    >>> from analyzer import starship
    >>> starship.sectors("ships/starship/midgame.yaml", 200).by_sector.names
    ('sector 1', 'sector 2', 'sector 3', 'sector 4')
    """
    experiment = turn_experiment(position, seed, captain, other, None, None, switches)
    tenths = margin * OF_TURNS.scale
    ways = {f"sector {sector}": _called(experiment, f"sector {sector}", sector, None) for sector in SECTORS}
    by_sector = compare_experiments(ways, turns, usual=TURNS, until=until, margin=tenths, **how_much)
    best = int(str(by_sector.ranking()[0][by_sector.word]).removeprefix("sector "))
    now = experiment.position
    rolls = now.rules.dice["yellow"] if now.roll is None else [now.roll]
    fastest = min(now.own.booster_strength + max(rolls), now.rules.start["places"])
    far = {
        f"at most {most} card{'s' * (most != 1)}": _called(experiment, f"at most {most}", best, most)
        for most in range(fastest, -1, -1)
    }
    save = how_much.get("save")
    if save is not None:
        how_much["save"] = f"{save}.cards"
    by_cards = compare_experiments(far, by_sector.trials, usual=TURNS, margin=tenths, **how_much)
    return Sectors(by_sector, by_cards, best)


def _called(experiment: TurnExperiment, name: str, sector: int, most: int | None) -> TurnExperiment:
    """Return the experiment with a sector, a number of cards and a name."""
    return experiment.but(sector=sector, most=most, called=name)
