"""A comparison on its way out of the command: which of two or more is better, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from analyzer.answers.numbers import decimals
from analyzer.present.blocks import add_blocks
from analyzer.present.face import Face, each
from analyzer.present.settings import show_settings
from analyzer.present.sorts import show_sorts
from analyzer.present.terminal import bare_table, plain_console

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from analyzer.answers.both_settings import BothSettings
    from analyzer.answers.comparison import Comparison
    from analyzer.present.sheet import Sheet

SAVED = "saved: how much of the variance of a difference it takes away that both meet the same chances, trial by trial"


def face(results: Sequence[Comparison], *, ranked: bool = False) -> Face:
    """What was compared; the table of two is that of their differences, unless `ranked`.

    The same ones in two settings, one after the other, are told as one: that asked for, with what the other changes.
    """
    from analyzer.answers.both_settings import paired_up

    def table(told: Comparison | BothSettings) -> pd.DataFrame:
        found = _asked(told)
        return found.ranking_table() if ranked or len(found.names) > 2 else found.table()

    return each(paired_up(results), show_comparison, table)


def _asked(told: Comparison | BothSettings) -> Comparison:
    """The comparison in the setting that was asked for."""
    from analyzer.answers.both_settings import BothSettings

    return told.asked if isinstance(told, BothSettings) else told


def show_comparison(told: Comparison | BothSettings) -> None:
    """Two ships by metric and in words; of more the ranking first, then neighbours in words."""
    console, found = plain_console(), _asked(told)
    console.print(found.heading(), style="bold")
    captains = dict.fromkeys(experiment.subjects[0].player for experiment in found.experiments)
    console.print(f"captain{'s' * (len(captains) > 1)} {', '.join(captains)}")
    console.print()
    if len(found.names) != 2:
        console.print(_ranking(found))
        first = found.experiments[0]
        console.print(
            f"behind: {found.metrics.unit} a {first.TRIAL[0]} behind the best; "
            f"groups: {first.SUBJECT[1]} that share a letter cannot be told apart; spread: standard deviation; "
            f"best: share of {first.TRIAL[1]} in which no other of them has more {found.metrics.unit}"
        )
    else:
        _print_differences(console, found)
    console.print()
    for sentence in found.verdicts_in_words():
        console.print(sentence, soft_wrap=True)
    if found.sorts:
        show_sorts(console, found)
    if told is not found:
        show_settings(console, cast("BothSettings", told))
    console.print()
    for note in told.notes():
        console.print(f"note: {note}")


def show_changes(found: Comparison, heading: str) -> None:
    """What one of two experiments has more than the other, metric by metric."""
    console = plain_console()
    console.print()
    console.print(heading, style="bold")
    _print_differences(console, found)
    console.print()


def _ranking(found: Comparison) -> Sheet:
    metrics = found.experiments[0].metrics
    beside = [metrics[name] for name in metrics.beside]
    table = _plain_table("", found.word, found.score, "95% interval", "behind", "interval", "groups", left=found.word)
    for heading in (*(metric.label for metric in beside), "spread", *(tail.label for tail in metrics.tails), "best"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in found.ranking():
        interval = f"{decimals(row['low'])} to {decimals(row['high'])}"
        behind = ["-", ""]
        if row["rank"] > 1:
            behind = [decimals(row["behind"]), f"{decimals(row['behind_low'])} to {decimals(row['behind_high'])}"]
        risk = [f"{row[m.name]:.1%}" if m.is_chance else decimals(row[m.name]) for m in (*beside, *metrics.tails)]
        risk.insert(len(beside), decimals(row["spread"]))
        earns = (decimals(row[found.score]), interval, *behind, row["groups"])
        table.add_row(str(row["rank"]), row[found.word], *earns, *risk, f"{row['best']:.1%}")
    return table


def _print_differences(console: Console, found: Comparison) -> None:
    """The first of two less the second, in blocks of metrics."""
    a, b = found.names
    table = _plain_table("", a, b, "difference", "95% interval", "saved")
    rows = {row["metric"]: row for row in found.differences(a, b)}
    never = add_blocks(
        table,
        found.metrics,
        lambda metric: _cells(rows[metric.name], metric.is_chance),
        alone=not found.experiments[0].others,
        happened=lambda metric: rows[metric.name]["mean_a"] + rows[metric.name]["mean_b"] > 0,
        all_of_them=True,
    )
    console.print(table)
    if never:
        console.print(never)
    console.print(SAVED)


def _cells(row: dict[str, Any], as_share: bool) -> list[str]:
    """Both means, the difference and its interval, chances in percent and their differences in points."""
    scale = 100 if as_share else 1
    one, other, mean, low, high = (
        decimals(row[name] * scale) for name in ("mean_a", "mean_b", "difference", "low", "high")
    )
    percent, points = ("%", " points") if as_share else ("", "")
    return [f"{one}{percent}", f"{other}{percent}", f"{mean}{points}", f"{low} to {high}", f"{100 * row['saved']:.0f}%"]


def _plain_table(*columns: str, left: str = "") -> Sheet:
    """No frame; numbers to the right of what is named on the `left`."""
    table = bare_table(labels=2 if left else 1)
    for column in columns:
        named = column in ("", left, "groups")
        table.add_column(column, justify="left" if named else "right", no_wrap=not named)
    return table
