"""Page of a balance report: a first screen of verdicts, then tables, figures, and the sources of the numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, inf
from typing import Any

from analyzer.answers.balance.report import BalanceReport
from analyzer.answers.balance.report import Dot as DotValues
from analyzer.answers.balance.tiles import BAD, GOOD, UNKNOWN, Tile, overall
from analyzer.answers.balance.verdicts import BLANK, NOT_KNOWN, STRONG, WEAK
from analyzer.answers.description import Table
from analyzer.answers.numbers import signed
from analyzer.present.page import render, versions

ICONS = {GOOD: "\u2713", BAD: "!", UNKNOWN: "?"}
"""Sign of each tone."""
MOST_TICKS = 8
"""Largest number of steps on the axis of the strip plot."""


@dataclass(frozen=True)
class Dot:
    """A dot of the strip plot. It stands for one card or another part of the edition.

    Attributes:
        name: The name of that part.
        says: The effect of the part with its interval, and the verdict on it.
        x: The distance from the left, in percent of the column's width.
        y: The distance from the bottom, in percent of the column's height.
        tone: The word that decides the colour: BAD if the effect is out of range, UNKNOWN if the verdict is still open,
            otherwise "".
        is_own: Whether the edition's own tables hold the part.
    """

    name: str
    says: str
    x: float
    y: float
    tone: str
    is_own: bool


PICTURE, MARGIN = (240, 44), 6
"""Width, height and margin of the picture in a tile, in the units of its drawing."""
MOST_BARS = 12
"""Largest number of values that a tile draws with intervals, one below another; more are drawn as dots."""


def picture_of(tile: Tile) -> str:
    """Return a small SVG drawing of a tile's values, with its target range shaded; "" if it has no values."""
    if not tile.marks:
        return ""
    (width, height), is_crowd = PICTURE, len(tile.marks) > MOST_BARS
    ends = [end for value, _ in tile.marks for end in (value[:1] if is_crowd else value)]
    ends += [end for end in tile.target if abs(end) != inf]
    low, high = min(ends), max(ends)

    def x(value: float) -> float:
        share = (min(max(value, low), high) - low) / ((high - low) or 1)
        return round(MARGIN + share * (width - 2 * MARGIN), 1)

    parts = []
    if tile.target != (-inf, inf):
        left, right = (x(end) if abs(end) != inf else edge for end, edge in zip(tile.target, (0, width), strict=True))
        parts.append(f'<rect class="range" x="{left}" y="0" width="{right - left:.1f}" height="{height}"/>')
    elif low < 0 < high:
        parts.append(f'<line class="zero" x1="{x(0)}" x2="{x(0)}" y1="0" y2="{height}"/>')
    for number, (value, tone) in enumerate(tile.marks):
        # Multiples of the golden ratio spread evenly, however many there are.
        share = 0.618034 * number % 1 if is_crowd else (number + 0.5) / len(tile.marks)
        y = round(MARGIN + share * (height - 2 * MARGIN), 1)
        if not is_crowd:
            parts.append(f'<line class="{tone}" x1="{x(value.low)}" x2="{x(value.high)}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="{tone}" cx="{x(value.mean)}" cy="{y}" r="{2.2 if is_crowd else 2.8}"/>')
    return (
        f'<svg viewBox="0 0 {width} {height}" preserveAspectRatio="xMinYMid" aria-hidden="true">{"".join(parts)}</svg>'
    )


def page_of(
    report: BalanceReport,
    pictures: Callable[[str], Iterable[Any]] = lambda name: (),
    sources: Table | None = None,
) -> str:
    """Return the page as HTML.

    Args:
        report: the report.
        pictures: function of a table's name that returns the figures of its section.
        sources: table of the edition's data files; None for none.
    """
    tone, sentence = overall(report.edition, report.tiles)
    return render(
        "balance.html",
        report={
            "title": f"Is the {report.edition} edition in balance?",
            "tone": tone,
            "badge": {GOOD: "in balance", BAD: "not in balance", UNKNOWN: "open"}[tone],
            "icons": ICONS,
            "sentence": sentence,
            "tiles": [(tile, picture_of(tile)) for tile in report.tiles],
            "strip": _strip(report),
            "heading": report.heading(),
            "sections": [_section(report, name, [*pictures(name)]) for name in report.tables],
            "notes": report.notes(),
            "method": report.TEXTS.method,
            "command": report.command,
            "versions": versions(),
            "sources": sources,
        },
    )


def _strip(report: BalanceReport) -> dict[str, Any] | None:
    """Return the strip plot: one column of dots for each group, all on one axis; None if there are no dots."""
    groups = report.dots()
    means = [float(dot.effect.mean) for dots in groups.values() for dot in dots]
    if not means:
        return None
    low, high = min(0.0, *means), max(0.0, *means)
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 1000) if (high - low) / size < MOST_TICKS)
    ticks = range(floor(low / step) * step, ceil(high / step) * step + 1, step)
    columns = {
        title: [
            _dot(dot, number, ticks) for number, dot in enumerate(sorted(dots, key=lambda dot: float(dot.effect.mean)))
        ]
        for title, dots in groups.items()
    }
    return {
        "columns": columns,
        "ticks": [(f"{tick:+d}" if tick else "0", _height(tick, ticks)) for tick in ticks],
        "says": report.TEXTS.strip,
        "label": report.TEXTS.strip_label,
    }


def _dot(dot: DotValues, number: int, ticks: range) -> Dot:
    """Return a drawn dot.

    Args:
        dot: The name, effect and verdict that the dot shows.
        number: Its index in the column, from which the horizontal position follows, so that dots do not overlap.
        ticks: The values on the axis.
    """
    effect, verdict = dot.effect, dot.verdict
    says = f"{signed(effect.mean)} ({signed(effect.low)} to {signed(effect.high)}), {verdict}"
    tone = BAD if verdict in (STRONG, WEAK, BLANK) else UNKNOWN if verdict == NOT_KNOWN else ""
    # Multiples of the golden ratio spread evenly, however many there are.
    x = 10 + 80 * (0.618034 * number % 1)
    return Dot(dot.name, says, round(x, 1), _height(effect.mean, ticks), tone, dot.is_own)


def _height(value: float, ticks: range) -> float:
    """Return the height of a value on the axis, in percent."""
    return round(100 * (value - ticks[0]) / max(1, ticks[-1] - ticks[0]), 1)


def _section(report: BalanceReport, name: str, pictures: Sequence[Any]) -> Mapping[str, Any]:
    """Return the template's values for one table, with its figures."""
    short = report.first_table(name)
    is_short = name in report.TEXTS.first_columns
    return {
        "name": name,
        "title": report.TEXTS.titles[name],
        "table": short,
        "whole": replace(report.tables[name], visible_rows=None, title="") if is_short else None,
        "sentences": report.sentences.get(name, []),
        "pictures": pictures,
        "has_own": any(row.bold for row in short.rows),
    }
