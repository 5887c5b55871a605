"""Base class of balance reports of all games: verdicts on a first screen, then tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from analyzer.answers.balance.verdicts import MEANINGS
from analyzer.answers.description import Described, Table, load_function
from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError, one_of
from analyzer.files.places import check_file, write_whole
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd


class Dot(NamedTuple):
    """A thing in the strip plot of a report.

    Args:
        name: name of the thing.
        effect: effect of the thing, with its interval.
        verdict: the verdict on it.
        is_own: whether the thing differs from every printed thing.
    """

    name: str
    effect: Estimate
    verdict: str
    is_own: bool


@dataclass(frozen=True)
class PageTexts:
    """Texts of a report's page that differ from game to game.

    Attributes:
        titles: title of each section, by name of the table.
        first_columns: by name of the table, the columns that the page shows at first; the whole table is a click away.
        strip: sentence below the strip plot; "" without one.
        strip_label: description of the strip plot for those who cannot see it.
        method: paragraphs on how the numbers are measured.
    """

    titles: Mapping[str, str]
    first_columns: Mapping[str, Sequence[str]]
    strip: str
    strip_label: str
    method: Sequence[str]


class BalanceReport(Described):
    """Base class of balance reports.

    A subclass has `edition`, `seed`, `version`, `tables`, `sentences`, `tiles` and `command`, and describes itself.

    Attributes:
        PAGE: name of the function that makes the page, `module:function`.
        TEXTS: texts of the page.
        edition: name of the edition.
        seed: seed of the report.
        version: version that the edition's folder names; "" without one.
        tables: all tables by name, as in JSON.
        sentences: conclusions from each table, by name of the table.
        tiles: verdict on each part, with the number on which it rests.
        command: command line that made the report; empty for a call in Python.
    """

    PAGE: ClassVar[str] = "analyzer.present.balance_page:page_of"
    TEXTS: ClassVar[PageTexts]
    edition: Any
    seed: int
    version: str
    tables: Any
    sentences: Any
    tiles: Any
    command: str

    def dots(self) -> Mapping[str, Sequence[Dot]]:
        """Return the dots of the strip plot, by title of their column; {} for no plot."""
        return {}

    def logged(self) -> dict[str, Any]:
        """Return the report's data for a log, without its verdicts: number of trials, and effects by table."""
        raise NotImplementedError

    def rows_of(self, table: str) -> list[Mapping[str, Any]]:
        """Return the values of a table's rows; [] if the report lacks the table."""
        return [row.values for row in self.tables[table].rows] if table in self.tables else []

    def first_table(self, name: str) -> Table:
        """Return a table with the columns that a page shows at first."""
        table: Table = replace(self.tables[name], visible_rows=None, title="")
        if name not in self.TEXTS.first_columns:
            return table
        by_name = {column.name: column for column in table.columns}
        return replace(table, columns=[by_name[one] for one in self.TEXTS.first_columns[name]], labels=1)

    def table(self, name: str | None = None) -> pd.DataFrame:
        """Return one of the tables in tidy form, the first if none is named; raise AnalyzerError for an unknown one."""
        first, *_ = self.tables
        if name is not None and name not in self.tables:
            raise AnalyzerError(f"no table {name!r}: {one_of(name, self.tables)}")
        tidy: pd.DataFrame = self.tables[name or first].tidy()
        return tidy

    def html(self) -> str:
        """Return the report as one self-contained page; its tables sort, its sections fold, and it needs no network."""
        page: str = load_function(self.PAGE)(self)
        return page

    def save(self, path: str | Path) -> None:
        """Write the page to a file; raise AnalyzerError if that fails."""
        check_file(path)
        write_whole(path, self.html())


def verdicts_in_words(
    rows: Sequence[Mapping[str, Any]], nouns: str, name: Callable[[Mapping[str, Any]], str], levels: str = ""
) -> Iterator[str]:
    """Yield the number of rows with each verdict, and the reason for each verdict other than in range.

    Args:
        rows: values of the rows of a table with verdicts.
        nouns: words for several of its things.
        name: function that names the thing of a row.
        levels: words on how things with several rows are counted, e.g. `, equal cards once at each level`; "" for none.
    """
    own = [row for row in rows if row["is_own"]]
    some, whose = (own, f"{nouns} that only this edition has") if own else (rows, f"printed {nouns}")
    number = {verdict: sum(row["verdict"] == verdict for row in some) for verdict in MEANINGS}
    each = join_names([f"{number[verdict]} {verdict}" for verdict in MEANINGS if number[verdict]])
    yield f"Verdicts on {whose}{levels}: {each}."
    for row in rows:
        if row["why"]:
            yield f"{name(row)} is {row['verdict']}: {row['why']}."
