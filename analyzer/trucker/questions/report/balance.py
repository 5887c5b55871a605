"""A balance report: many ships on the same decks and dice, ranked and pictured, and what each card does to each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.answers.comparison_tables import ranking_table
from analyzer.answers.described import Described
from analyzer.answers.description import Description, Part
from analyzer.errors import AnalyzerError, one_of
from analyzer.files.places import path_of
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.start import AUTO
from analyzer.runs.amount import CHECKED
from analyzer.runs.compare import compare_experiments
from analyzer.trucker.conditions import Conditions
from analyzer.trucker.questions.cards.call import sort_by_card
from analyzer.trucker.questions.compare.call import differ, plan_each, with_note
from analyzer.trucker.questions.compare.settings import in_other_setting
from analyzer.trucker.questions.course.call import follow
from analyzer.trucker.questions.report.contents import Contents
from analyzer.trucker.ship.shipfile import ShipsLike

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("html", "md")
COURSE_SHARE = 4
"""The course along the route takes one flight in so many."""
PASSES = 2 + 1 / COURSE_SHARE
"""How often a ship's flights are flown: compared, sorted by card, and some of them followed card by card.

Several ships are compared in the other setting too, on at most CHECKED flights each.
"""


@dataclass(frozen=True, repr=False)
class Report(Contents, Described):
    """A balance report, as a page or as Markdown; it shows itself by its title, its ranking and its summary."""

    def description(self) -> Description:
        """The ranking of the ships, the sentences at its head, and how to have the whole of it."""
        from analyzer.trucker.questions.report.sentences import summary

        save = 'The whole report: save("report.html") or save("report.md").'
        parts: list[Part] = [ranking_table(self.comparison), *summary(self), save]
        facts = {"title": self.title, "comparison": self.comparison.as_dict()}
        return Description(self.title, f": {self.heading()}", facts, parts, self.notes())

    def table(self) -> pd.DataFrame:
        """The ranking of the ships."""
        return self.comparison.ranking_table()

    def html(self) -> str:
        """One self-contained page: styles and pictures inside, readable without a network, in print and in the dark."""
        from analyzer.present.page import render
        from analyzer.trucker.questions.report.content import content_of

        return render("report.html", report=content_of(self, pictured=True))

    def markdown(self) -> str:
        """The same words and tables without pictures."""
        from analyzer.present.page import render
        from analyzer.trucker.questions.report.content import content_of

        return render("report.md", report=content_of(self, pictured=False))

    def save(self, path: str | Path, form: str | None = None) -> None:
        """Write the report, as its suffix says if `form` is None; raises AnalyzerError where none can be written."""
        from analyzer.present.page import write

        form = form or path_of(path, "a file").suffix.removeprefix(".")
        if form not in FORMATS:
            raise AnalyzerError(f"{path}: no format {form!r}: {one_of(form, FORMATS)}")
        write(path, self.html() if form == "html" else self.markdown())


def report(
    ships: ShipsLike,
    level: str | None = None,
    flights: int = 20_000,
    seed: int = 1,
    *,
    title: str | None = None,
    workers: Workers = AUTO,
    progress: Callable[[int], None] | None = None,
    command: str = "",
    **conditions: Unpack[Conditions],
) -> Report:
    """Fly each ship alone, or each against the same rivals, on common decks and dice, and put it all into one report.

    Several ships are compared in the other setting too: in the field where they fly alone, else alone. They may be of
    several editions, each then in the field of its own; the ranking has a column `edition`. `progress` is
    called with the number of flights of one ship just flown (see `passes`); `command`: what was typed to have it, which
    the report tells. Raises AnalyzerError with every reason why this cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> "First Mile" in analyzer.report([ship], flights=50).markdown()
    True
    """
    experiments = plan_each(ships, level, seed, **conditions)
    many, several = len(experiments), differ(experiments)
    how: Any = {"by_number": several, "units": many, "workers": workers, "progress": progress}
    comparison = compare_experiments(experiments, flights, **how)
    comparison = with_note(comparison) if several else comparison
    every = list(experiments.values())
    short = max(1, flights // COURSE_SHARE)
    courses = follow(every, short, workers=workers, progress=progress)
    checked = None
    if len(every) > 1:
        there, fewer = in_other_setting(experiments), min(flights, CHECKED)
        checked = compare_experiments(there, fewer, **how)
    route = every[0].route
    effects = None
    if not (route.cards or route.learning):
        effects = tuple(sort_by_card(every, flights, workers=workers, progress=progress))
    title = title or f"{many} ships at level {route.level_name}"
    return Report(title, comparison, tuple(courses), effects, command, checked)


def passes(ships: int, flights: int) -> float:
    """How often `flights` are flown in all, one ship at a time, for a report of so many ships."""
    return ships * (PASSES + min(flights, CHECKED) / flights * (ships > 1))
