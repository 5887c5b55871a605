"""A comparison told sort by sort: who is ahead in each layout that the dice may make, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.answers.numbers import decimals
from analyzer.present.terminal import bare_table

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.answers.comparison import Comparison
    from analyzer.present.sheet import Sheet


def show_sorts(console: Console, found: Comparison) -> None:
    """Below a heading a row a sort and subject, the best first."""
    sorting, metrics = found.sorting, found.metrics
    console.print()
    console.print(f"by {sorting.word}: {metrics.unit}, and who is ahead there", style="bold")
    console.print(_table(found))
    console.print(
        f"chance: how often it comes, exactly; groups: {found.experiments[0].SUBJECT[1]} that share a letter cannot be "
        f"told apart in that {sorting.word}",
        soft_wrap=True,
    )


def _table(found: Comparison) -> Sheet:
    sorting = found.sorting
    table = bare_table(labels=2)
    table.add_column(sorting.word, no_wrap=True)
    table.add_column(found.word)
    for heading in (found.score, "95% interval", "behind", "interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("groups")
    for one in found.sorts:
        table.add_heading(f"{in_words(one.group, one.code)}: chance {told_chance(one.chance)}, {one.trials:,} came")
        for row in found.of_sort(one.name).ranking() if one.trials else ():
            behind = decimals(row["behind"]) if row["rank"] > 1 else "-"
            table.add_row(
                one.name.replace("_", " "),
                row[found.word],
                decimals(row[found.score]),
                f"{decimals(row['low'])} to {decimals(row['high'])}",
                behind,
                f"{decimals(row['behind_low'])} to {decimals(row['behind_high'])}" if row["rank"] > 1 else "",
                row["groups"],
            )
    return table


def in_words(group: str, code: str) -> str:
    """A sort in words: `two behind (F+B)`."""
    return group.replace("_", " ") + f" ({code})" * bool(code)


def told_chance(chance: object) -> str:
    """A chance as a fraction, and in percent."""
    return f"{chance}" + f" ({float(chance):.1%})" * (chance != 1)  # type: ignore[arg-type]
