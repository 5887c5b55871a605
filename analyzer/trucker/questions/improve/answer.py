"""The better ship that was found, what is different, and what it gains on fresh flights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.answers.comparison import Comparison
from analyzer.answers.described import Described
from analyzer.answers.description import Description, Drawing, Part
from analyzer.answers.note import Note, is_about
from analyzer.answers.setting import in_setting
from analyzer.answers.worths import has_too_few, rule_of_verdicts
from analyzer.statistics.estimate import Estimate, Verdict
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import PRINTED, write_ship
from analyzer.trucker.workshop.annealing import Standing
from analyzer.trucker.workshop.changes import changes_in_words, new_squares
from analyzer.trucker.workshop.freedom import Freedom
from analyzer.trucker.workshop.goal import Goal

if TYPE_CHECKING:
    import pandas as pd

FOUND, AS_GIVEN = "found", "as given"
EFFORT = "effort"
"""Notes that differ from run to run."""
DRAW = "analyzer.trucker.drawing.draw:draw_new"


@dataclass(frozen=True, repr=False)
class Improved(Described):
    """A ship that was found, beside the one that was given.

    standing: how far the search came; compared: both on flights that were not used in it; stopped: whether it was
    interrupted; remarks: what to know about how long it took.
    """

    given: Layout
    found: Layout
    goal: Goal
    allowed: Freedom
    standing: Standing
    compared: Comparison
    stopped: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def gain(self) -> Estimate:
        """What is gained a flight, on fresh flights, with its 95% interval."""
        return self.compared.difference(FOUND, AS_GIVEN)

    @property
    def verdict(self) -> Verdict:
        """Whether the ship found is better on fresh flights."""
        return self.compared.verdict(FOUND, AS_GIVEN)

    @property
    def changes(self) -> list[str]:
        """What to do with the ship given, a sentence a change."""
        return changes_in_words(self.given, self.found)

    @property
    def new(self) -> list[Square]:
        """The squares that differ."""
        return new_squares(self.given, self.found)

    @property
    def filed(self) -> str:
        """The text of a ship file of what was found, for a file of the working directory."""
        return self.filed_at(PRINTED)

    def filed_at(self, file: str | Path) -> str:
        """The same for a file that is written there."""
        lines = [" ".join(line.split()) for line in (self.heading(), self.verdict_in_words())]
        return "".join(f"# {line}\n" for line in lines) + write_ship(self.found, file=file)

    def heading(self) -> str:
        """What was allowed and wanted, under which conditions, and how long the search was."""
        one = self.compared
        return (
            f"{self.given.name}: {self.allowed.in_words}; goal: {self.goal.meaning}, "
            f"{one.experiments[0].title}, {one.company}; {self.sought}"
        )

    @property
    def sought(self) -> str:
        """How long the search was."""
        now = self.standing
        generations = f"{now.generation:,} generation{'s' * (now.generation != 1)}"
        return f"{now.flights:,} flights in {generations}" + ", stopped early" * self.stopped

    def table(self) -> pd.DataFrame:
        """The differences by metric, as a comparison of two tells them."""
        return self.compared.table()

    def description(self) -> Description:
        """The ship before and after, what to change, what that gains."""
        now = self.standing
        facts = {
            "ship": self.given.name,
            "goal": self.goal.said,
            "allowed": self.allowed.as_dict(),
            "setting": self.compared.setting,
            "sought": {"flights": now.flights, "generations": now.generation, "stopped": self.stopped},
            "gain": self.gain,
            "verdict": self.verdict_in_words(),
            "changes": self.changes,
            "found": self.found.as_entries(),
            "file": self.filed,
            "compared": self.compared.as_dict(),
        }
        title = self.heading().removeprefix(self.given.name)
        return Description(self.given.name, title, facts, [*self._parts()], self.notes())

    def _parts(self) -> Iterator[Part]:
        yield Drawing(AS_GIVEN, DRAW, (self.given, ()))
        if self.changes:
            yield Drawing(FOUND, DRAW, (self.found, [square for square in self.new if square in self.found.components]))
            yield from (f"- {sentence}" for sentence in self.changes)
            yield self.compared.heading()
            yield from self.compared.description().parts
        yield self.verdict_in_words()

    def verdict_in_words(self) -> str:
        """One sentence: what is gained on fresh flights, and whether clearly."""
        if not self.changes:
            return "Nothing better was found: the ship stays as it is."
        mean, low, high = self.gain
        unit = f"{self.compared.metrics.unit} a flight"
        gain = f"{mean:+.2f} {unit} ({low:+.2f} to {high:+.2f}) on {self.compared.flights:,} fresh flights"
        clear = self.gain.says("clearly better", "clearly worse", "not clearly better")
        if has_too_few(self.verdict, self.gain):
            clear = f"not clearly better yet, because {rule_of_verdicts('flights')}"
        return in_setting(self.compared.setting, f"the ship found is {clear}: {gain}.")

    def notes(self) -> list[str]:
        """What a reader of this should know."""
        now = self.standing
        notes = [
            f"This was found {self.compared.setting} and holds there. Against other rivals, at another level or under "
            "another captain the ship may gain nothing.",
            "There may be better ships: a search proves nothing. More time or another seed may find one.",
        ]
        if now.gained is not None and self.changes:
            notes.append(
                f"In the search itself the gain was {now.gained.mean:+.2f}. That number flatters, because the same "
                "flights picked the ship as the best of many."
            )
        if now.seconds:
            notes.append(Note(EFFORT, f"The search took {now.seconds:,.0f} s."))
        return [*notes, *self.remarks, *self.compared.notes()]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON; the same for every run."""
        facts: dict[str, Any] = super().as_dict()
        return facts | {"notes": [note for note in self.notes() if not is_about(note, EFFORT)]}
