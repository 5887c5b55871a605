"""Page of a balance report: a first screen of verdicts, then tables, figures, and the sources of the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, floor, inf
from typing import Any

from analyzer.answers.description import Row, Table
from analyzer.answers.numbers import signed
from analyzer.present.page import render
from analyzer.trucker.cards.cards_in_words import numbers_in_words
from analyzer.trucker.figures.comparisons import plot_kinds, plot_luck, plot_places
from analyzer.trucker.questions.balance.answer import Balance
from analyzer.trucker.questions.balance.summary import BAD, GOOD, UNKNOWN, Tile, overall
from analyzer.trucker.questions.balance.tables import IN_FIELD
from analyzer.trucker.questions.balance.verdicts import BLANK, NOT_KNOWN, STRONG, WEAK
from analyzer.trucker.questions.report.content import SOURCES, WIDTH, Picture, picture
from analyzer.trucker.questions.report.sentences import tables, versions

TITLES = {
    "changes": "what differs",
    "cards": "cards",
    "components": "components",
    "levels": "levels",
    "places": "the first place",
    "luck": "skill and luck",
    "captains": "captains",
    "builds": "building",
    "switches": "switches",
    "ships": "ships",
}
"""Titles of the sections, by table."""
SHOWN = {
    "cards": ("name", "level", "verdict", "credits", "printed", "why"),
    "components": ("kind", "ships", "verdict", "worth", "printed", "why"),
    "levels": ("level", "setting", "group", "credits", "arrived", "loss"),
    "ships": ("ship", "level", "group", "credits", "alone", "arrived"),
}
"""Columns that the page shows at first; a longer table stands whole behind a click."""
ICONS = {GOOD: "\u2713", BAD: "!", UNKNOWN: "?"}
"""Sign of each tone."""
MOST_TICKS = 8
"""Largest number of steps on the axis of the strip plot."""


@dataclass(frozen=True)
class Dot:
    """A card in the strip plot; places are in percent of the width and height of its column.

    Attributes:
        name: its number and name.
        says: its effect and verdict.
        x: distance from the left.
        y: distance from the bottom.
        tone: whether it is out of range, or not known.
        is_own: whether it is the edition's own.
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
"""Largest number of values that a tile draws with their intervals, one below another; of more it draws dots."""


def picture_of(tile: Tile) -> str:
    """Return a small drawing of a tile's values, with the range of its target shaded; "" without values."""
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


def page_of(answer: Balance) -> str:
    """Return the page as HTML."""
    return render("balance.html", report=content_of(answer))


def content_of(answer: Balance) -> dict[str, Any]:
    """Return the values of the page's template."""
    tone, sentence = overall(answer.edition, answer.tiles)
    return {
        "title": f"Is the {answer.edition} edition in balance?",
        "tone": tone,
        "badge": {GOOD: "in balance", BAD: "not in balance", UNKNOWN: "open"}[tone],
        "icons": ICONS,
        "sentence": sentence,
        "tiles": [(tile, picture_of(tile)) for tile in answer.tiles],
        "strip": _strip(answer),
        "heading": answer.heading(),
        "sections": [_section(answer, name) for name in answer.tables],
        "notes": answer.notes(),
        "command": answer.command,
        "versions": versions(),
        "sources": _sources(answer),
    }


def _strip(answer: Balance) -> dict[str, Any] | None:
    """Return the strip plot of the cards: a column for each level, all on one axis of credits."""
    if not answer.cards:
        return None
    met = [row.values for row in answer.tables["cards"].rows if row.values["setting"] == IN_FIELD]
    means = [float(row["credits"].mean) for row in met]
    low, high = min(0.0, *means), max(0.0, *means)
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 1000) if (high - low) / size < MOST_TICKS)
    ticks = range(floor(low / step) * step, ceil(high / step) * step + 1, step)
    columns = {}
    for level in answer.levels:
        own = sorted((row for row in met if row["level"] == level), key=lambda row: float(row["credits"].mean))
        columns[level] = [_dot(row, number, ticks) for number, row in enumerate(own)]
    return {"columns": columns, "ticks": [(f"{tick:+d}" if tick else "0", _height(tick, ticks)) for tick in ticks]}


def _dot(row: Mapping[str, Any], number: int, ticks: range) -> Dot:
    """Return the dot of a card; its number among the cards of the column keeps neighbours apart."""
    credits, name = row["credits"], f"{numbers_in_words(row['cards'])} {row['name']}"
    says = f"{signed(credits.mean)} ({signed(credits.low)} to {signed(credits.high)}), {row['verdict']}"
    tone = BAD if row["verdict"] in (STRONG, WEAK, BLANK) else UNKNOWN if row["verdict"] == NOT_KNOWN else ""
    # Multiples of the golden ratio spread evenly, however many there are.
    x = 10 + 80 * (0.618034 * number % 1)
    return Dot(name, says, round(x, 1), _height(credits.mean, ticks), tone, bool(row["is_own"]))


def _height(credits: float, ticks: range) -> float:
    """Return the height of credits on the axis, in percent."""
    return round(100 * (credits - ticks[0]) / max(1, ticks[-1] - ticks[0]), 1)


def _section(answer: Balance, name: str) -> dict[str, Any]:
    """Return the template's values for one table, with its figures."""
    table = replace(answer.tables[name], visible_rows=None, title="")
    by_name = {column.name: column for column in table.columns}
    short = replace(table, columns=[by_name[one] for one in SHOWN[name]], labels=1) if name in SHOWN else table
    if name == "cards":
        rows = [row for row in table.rows if row.values["setting"] == IN_FIELD]
        short = replace(
            short, rows=[replace(row, values={**row.values, "name": _numbered(row.values)}) for row in rows]
        )
    return {
        "name": name,
        "title": TITLES[name],
        "table": short,
        "whole": table if name in SHOWN else None,
        "sentences": answer.sentences.get(name, []),
        "pictures": list(_pictures(answer, name)),
        "has_own": any(row.bold for row in short.rows),
    }


def _numbered(values: Mapping[str, Any]) -> str:
    return f"{numbers_in_words(values['cards'])} {values['name']}"


def _pictures(answer: Balance, name: str) -> Iterator[Picture]:
    """Yield the figures of a section."""
    drawn = {
        "components": (plot_kinds, "what each kind of component is worth more than a plain one, with intervals"),
        "places": (plot_places, "what each place at the start is worth, with intervals"),
        "luck": (plot_luck, "parts of the variance of credits, level by level"),
    }
    if name in drawn:
        draw, shows = drawn[name]
        yield picture(draw(answer, width=WIDTH), shows)


def _sources(answer: Balance) -> Table:
    """Return the table of the edition's data files, each with its number of rows, confidence and sources."""
    rows = []
    for one in tables(answer.key):
        sure = "; ".join(f"{confidence} ({rests})" for confidence, rests in one.confidence)
        rows.append(Row({"table": one.name, "rows": one.rows, "confidence": sure, "sources": " | ".join(one.sources)}))
    return Table("", SOURCES, rows, "tables of facts, and what their rows rest on")
