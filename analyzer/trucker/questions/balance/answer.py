"""What a balance report says: tables of cards, components, levels, places, luck and captains, and sentences of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.answers.described import Described
from analyzer.answers.description import Description, Table
from analyzer.answers.loading import load_function
from analyzer.errors import AnalyzerError, one_of
from analyzer.files.atomic import write_whole
from analyzer.files.places import check_file
from analyzer.trucker.questions.balance.contents import Contents
from analyzer.trucker.questions.balance.sample import GROUPS
from analyzer.trucker.questions.balance.sentences import sentences_of
from analyzer.trucker.questions.balance.tables import tables_of

if TYPE_CHECKING:
    import pandas as pd

PAGE = "analyzer.trucker.questions.balance.page:page_of"
"""What makes the page of it."""


@dataclass(frozen=True, repr=False)
class Balance(Contents, Described):
    """A balance report of an edition: it shows itself by its sentences and tables, and as a page."""

    @cached_property
    def tables(self) -> dict[str, Table]:
        """All tables by name, as in JSON."""
        return tables_of(self)

    @cached_property
    def sentences(self) -> dict[str, list[str]]:
        """By the name of a table what it comes to."""
        return sentences_of(self, self.tables)

    def table(self, name: str | None = None) -> pd.DataFrame:
        """One of the tables, tidy; the first if none is named. Raises AnalyzerError for one that is not there."""
        first, *_ = self.tables
        if name is not None and name not in self.tables:
            raise AnalyzerError(f"no table {name!r}: {one_of(name, self.tables)}")
        return self.tables[name or first].tidy()

    def description(self) -> Description:
        """The sentences and the tables, the longest of them in part."""
        facts: dict[str, Any] = {
            "edition": self.edition,
            "flights": self.flights,
            "seed": self.seed,
            "levels": list(self.levels),
            "sample": {one.level: dict(one.counts()) for one in self.ships},
            "sentences": self.sentences,
        }
        if self.other is not None:
            facts["against"] = self.other.edition
        parts = [part for name, table in self.tables.items() for part in (*self.sentences.get(name, ()), table)]
        where = f"level{'s' * (len(self.levels) > 1)} {', '.join(self.levels)}"
        title = f": balance report, {self.ship_count} ships at {where}, seed {self.seed}"
        return Description(f"The {self.edition} edition", title, facts, parts, self.notes())

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        present = [group for group in GROUPS if any(one.counts()[group] for one in self.ships)]
        groups = "; ".join(
            f"{group} ({sum(one.counts()[group] for one in self.ships)}): {GROUPS[group]}" for group in present
        )
        notes = [
            f"The ships: {groups}. Good ships are all but the novices.",
            f"Each ship flew {self.flights:,} flights in the field and as many alone.",
            *[f"It met each card {self.meetings:,} times, or less often where fewer decks held it."] * bool(self.cards),
            *[f"It flew {self.without:,} flights without each component."] * bool(self.kinds),
            "Intervals are at 95% confidence; those of cards, of components, of levels, of places, of captains and of "
            "builds hold for all rows of their table at once.",
            "Intervals of cards, levels, places, captains, builds and luck say what other decks and dice may bring "
            "these ships; those of components what other ships like these may bring. There a ship that was found by "
            "search counts as one with the ship from which the search began.",
            "A card's effect is the difference between a flight with the card and the same flight with a blank card in "
            "its place.",
            *self.left_out,
            *(f"Level {one.level} has no reference ships: the first of the other ships are the rivals."
              for one in self.ships if not one.has_field),
        ]  # fmt: skip
        caveats = (note for one in self.ships for note in one.in_field[0].notes())
        return list(dict.fromkeys([*notes, *caveats]))

    def html(self) -> str:
        """One self-contained page: its tables sort, its sections fold, and it needs no network."""
        page: str = load_function(PAGE)(self)
        return page

    def save(self, path: str | Path) -> None:
        """Write the page; raises AnalyzerError where none can be written."""
        check_file(path)
        write_whole(path, self.html())
