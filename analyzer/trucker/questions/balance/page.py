"""Page of a balance report: sentences, sortable tables, figures, and the sources of the numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from analyzer.answers.description import Row, Table
from analyzer.present.page import render
from analyzer.trucker.figures.comparisons import plot_kinds, plot_luck, plot_places, plot_strongest
from analyzer.trucker.questions.balance.answer import Balance
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
    "ships": "ships",
}
"""Titles of the sections, by table."""
HIDDEN = {"cards": ("kind",)}
"""Columns that the page leaves out, by table."""
IN_SUMMARY = ("changes", "cards", "components", "levels", "places", "luck", "captains", "builds")
"""Tables whose sentences stand in the summary of the page."""


def page_of(answer: Balance) -> str:
    """Return the page as HTML."""
    return render("balance.html", report=content_of(answer))


def content_of(answer: Balance) -> dict[str, Any]:
    """Return the values of the page's template."""
    return {
        "title": f"Is the {answer.edition} edition in balance?",
        "heading": answer.heading(),
        "sections": [_section(answer, name) for name in answer.tables],
        "summary": [(TITLES[name], answer.sentences[name]) for name in IN_SUMMARY if answer.sentences.get(name)],
        "notes": answer.notes(),
        "command": answer.command,
        "versions": versions(),
        "sources": _sources(answer),
    }


def _section(answer: Balance, name: str) -> dict[str, Any]:
    """Return the template's values for one table, with its figures."""
    table = answer.tables[name]
    seen = [column for column in table.columns if column.name not in HIDDEN.get(name, ())]
    whole = replace(table, columns=seen, visible_rows=None, title="")
    return {"name": name, "title": TITLES[name], "table": whole, "pictures": list(_pictures(answer, name))}


def _pictures(answer: Balance, name: str) -> Iterator[Picture]:
    """Yield the figures of a section."""
    drawn = {
        "cards": (plot_strongest, "the cards that cost and bring good ships most in the field, with intervals"),
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
