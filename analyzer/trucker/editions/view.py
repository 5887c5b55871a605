"""Two editions on their way out of the command: a table a ship, the steps between, and one sentence on what changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.answers.company import in_setting
from analyzer.answers.numbers import signed
from analyzer.present.face import Face, drawn
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from analyzer.trucker.editions.answer import TwoEditions

STEPPED = ("credits", "loss", "components_lost")
"""What is told step by step."""


def face(found: Sequence[TwoEditions]) -> Face:
    """What changes for each ship."""
    return Face(
        facts=lambda: [one.as_dict() for one in found],
        show=partial(show_editions, found),
        table=partial(_table, found),
        figures=drawn(*found),
    )


def show_editions(found: Sequence[TwoEditions]) -> None:
    """Every ship, and what to know of all."""
    console = plain_console()
    for one in found:
        console.print(one.heading(), style="bold")
        console.print(_differences(one))
        console.print()
        console.print("step by step, each less the step before")
        console.print(_steps(one))
        console.print()
        console.print(in_words(one), soft_wrap=True)
        console.print()
    print_notes(console, (note for one in found for note in one.notes()))


def _table(found: Sequence[TwoEditions]) -> pd.DataFrame:
    """Every ship's differences in one table, with flights and seed."""
    import pandas as pd

    from analyzer.answers.names import distinct

    names = distinct(one.ship for one in found)
    rows = [
        {"ship": name, **row, "flights": one.flights, "seed": one.seed}
        for name, one in zip(names, found, strict=True)
        for row in one.differences()
    ]
    return pd.DataFrame(rows)


def in_words(found: TwoEditions) -> str:
    """One sentence: what the rules of 2021 change in credits and in the chance of a loss, and what does most of it."""
    credits = found.difference()
    told = f"{signed(credits.mean)} ({_span(credits)}) credits a flight"
    earned = f"It is open whether {found.ship} earns more or less by the rules of 2021: {told}"
    if credits.low > 0 or credits.high < 0:
        way = "more" if credits.mean > 0 else "less"
        earned = f"{found.ship} earns {way} by the rules of 2021: {told}"
    return f"{in_setting(found.setting, earned)}; {_risk(found)}; {_most(found)}."


def _risk(found: TwoEditions) -> str:
    """What becomes of the chance of a loss, or that it cannot be told from what it was."""
    loss = found.difference("loss")
    before, after = (result.loss_share() for result in found.results)
    points = f"({_span(loss, 100)} points)"
    if loss.low <= 0 <= loss.high:
        return f"it is open whether its chance of a loss changes: {before:.2%} and {after:.2%} {points}"
    return f"its chance of a loss {'rises' if loss.mean > 0 else 'falls'} from {before:.2%} to {after:.2%} {points}"


def _most(found: TwoEditions) -> str:
    """Which step changes credits most, if that can be told."""
    steps = [f"{step.removeprefix('+ ')!r}: {signed(one.mean)} ({_span(one)})" for step, one in found.leading().items()]
    if not steps:
        return "no single step surely changes its credits"
    if len(steps) == 1:
        return f"of the steps, {steps[0].replace(':', ' changes credits most:', 1)}"
    return f"it is open which step changes credits most: {', or '.join(steps)}"


def _differences(found: TwoEditions) -> Table:
    from analyzer.trucker.editions.answer import NEW, OLD
    from analyzer.trucker.metrics import METRICS

    table = _plain_table("", OLD, NEW, "difference", "95% interval")
    rows = {row["metric"]: row for row in found.differences()}
    for metric in METRICS.listed:
        row, as_share = rows[metric.name], metric.is_chance
        means = [_number(row[name], as_share) for name in (OLD, NEW)]
        style = "bold" if metric.name == METRICS.score else None
        table.add_row(metric.label.removeprefix("ended: "), *means, *_change(row, as_share), style=style)
    return table


def _steps(found: TwoEditions) -> Table:
    """By metric a line for each step."""
    from analyzer.trucker.metrics import METRICS

    table = _plain_table("", "mean", "difference", "95% interval")
    for metric in STEPPED:
        as_share, label = METRICS[metric].is_chance, METRICS[metric].label
        for number, row in enumerate(found.changes(metric)):
            name = f"  {row['step']}" if number else f"{label}, {row['step']}"
            table.add_row(name, _number(row["mean"], as_share), *(_change(row, as_share) if number else ()))
    return table


def _plain_table(*columns: str) -> Table:
    """No frame; numbers to the right, nothing cut."""
    table = bare_table()
    for column in columns:
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    return table


def _change(row: dict[str, Any], as_share: bool) -> list[str]:
    """A difference and its interval; chances in points."""
    scale = 100 if as_share else 1
    low, high = (signed(row[name] * scale) for name in ("low", "high"))
    return [signed(row["difference"] * scale) + " points" * as_share, f"{low} to {high}"]


def _number(value: float, as_share: bool) -> str:
    return f"{value:.2%}" if as_share else f"{value + 0.0:.2f}"


def _span(difference: tuple[float, float, float], scale: float = 1) -> str:
    low, high = (signed(scale * end) for end in difference[1:])
    return f"{low} to {high}"
