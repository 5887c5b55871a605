"""One description of a table, rendered in pages and in Markdown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer import Estimate
from tests.doors.answers import Column, Description, Row, Table, description
from tests.doors.present import page as page_module

NAME = Column("name", "name", description.Form(str, is_number=False, is_typed=True))
WORTH = Column("worth", "wor-\nth", description.SIGNED, "credits more", "interval", more_is="better")
WHY = Column("why", "why", description.TEXT)
ROWS = (
    Row({"name": "a_b", "worth": Estimate(1.5, 0.5, 2.5), "why": "x|y"}, bold=True, above="first block"),
    Row({"name": "c", "worth": Estimate(-1.0, -1.5, -0.5), "why": "<b> [link]"}),
    Row({"name": "d", "worth": Estimate(0.0, -1.0, 1.0), "why": "between 1-2 and -"}, above="second block"),
    Row({"name": "e", "worth": None, "why": ""}, faint=True),
)
TABLE = Table("", (NAME, Column("hidden"), WORTH, WHY), ROWS)


def texts(table: Table, column: int) -> list[tuple[str, str]]:
    return [(cells[column].text, cells[column].small) for _, cells in page_module.page_table(table).rows]


def test_narrow_table_gives_interval_columns() -> None:
    assert [head.text for head in page_module.page_table(TABLE).heads] == ["name", "worth", "interval", "why"]
    assert texts(TABLE, 1) == [("+1.50", ""), ("\N{MINUS SIGN}1.00", ""), ("0.00", ""), ("-", "")]
    assert [text for text, _ in texts(TABLE, 2)] == [
        "+0.50 to +2.50",
        "\N{MINUS SIGN}1.50 to \N{MINUS SIGN}0.50",
        "\N{MINUS SIGN}1.00 to +1.00",
        "",
    ]
    assert texts(TABLE, 3)[2] == ("between 1-2 and -", ""), "a dash is no minus"


def test_wide_table_puts_intervals_below() -> None:
    wide = replace(TABLE, columns=[NAME, *(replace(WORTH, heading=f"worth {n}") for n in range(4))])
    laid_out = page_module.page_table(wide)
    assert [head.text for head in laid_out.heads] == ["name", "worth 0", "worth 1", "worth 2", "worth 3"]
    assert texts(wide, 4)[0] == ("+1.50", "+0.50 to +2.50")
    assert laid_out.rung is not None
    assert laid_out.rung >= laid_out.needs


def test_very_wide_table_is_stacked() -> None:
    assert page_module.page_table(replace(TABLE, columns=[NAME, *[WHY] * 12])).rung is None


@pytest.mark.parametrize(("more_is", "senses"), [("better", "gain loss"), ("worse", "loss gain"), ("", " ")])
def test_column_sense_marks_gain_or_loss(more_is: str, senses: str) -> None:
    table = replace(TABLE, columns=[NAME, replace(WORTH, more_is=more_is)])
    assert [cells[1].sense for _, cells in page_module.page_table(table).rows] == [*senses.split(" "), "", ""]


def test_short_texts_stay_long_texts_wrap() -> None:
    heads = page_module.page_table(replace(TABLE, columns=[NAME, WORTH, WHY])).heads
    assert [(head.kind, head.is_label) for head in heads] == [
        ("text", True),
        ("number", False),
        ("number", False),
        ("words", False),
    ]


def test_page_shows_blocks_and_legend() -> None:
    template = '{% from "tables.html" import table %}{{ table(it) }}'
    page = page_module.environment().from_string(template).render(it=replace(TABLE, visible_rows=3))
    assert page.count('colspan="4"') == 2
    assert "first block" in page
    assert '<tr role="row" class="bold">' in page
    assert '<p class="quiet small">worth: credits more</p>' in page
    assert "and 1 more" in page
    assert "&lt;b&gt;" not in page.replace("&lt;b&gt; [link]", ""), "escaped once"
    assert "<b>" not in page


def test_markdown_escapes_tags_and_links() -> None:
    sentence = "A sentence that is longer than a line of prose in Markdown may be, so that it goes on in the next line."
    described = Description("Tin Kite", ": worth", parts=[TABLE, sentence], notes=["know this", "know this"])
    assert (
        page_module.as_markdown(described)
        == """\
# Tin Kite: worth

## First block

| name | worth | interval | why |
|---|---:|---:|---|
| **`a_b`** | +1.50 | +0.50 to +2.50 | x\\|y |
| `c` | -1.00 | -1.50 to -0.50 | &lt;b> &#91;link] |

## Second block

| name | worth | interval | why |
|---|---:|---:|---|
| `d` | 0.00 | -1.00 to +1.00 | between 1-2 and - |
| `e` | - |  |  |

- worth: credits more

A sentence that is longer than a line of prose in Markdown may be, so that it goes on in the next
line.

## Notes

- know this
"""
    )


def test_only_keeps_block_headings() -> None:
    table = replace(TABLE, labels=2)
    some = table.only("hidden", "worth", "why", rows=lambda values: values["name"] in ("c", "e"))
    assert [(row.values["name"], row.above) for row in some.rows] == [("c", "first block"), ("e", "second block")]
    assert [column.name for column in some.visible()] == ["worth", "why"]
    assert some.labels == 1
    assert TABLE.only().columns == TABLE.columns


def test_plus_adds_computed_column() -> None:
    more = TABLE.plus(Column("twice", "twice", description.NUMBER), lambda values: 2 * len(values["name"]))
    assert [more.cells(row)[-1] for row in more.rows] == ["6.00", "2.00", "2.00", "2.00"]


def test_markdown_heading_is_subject_alone() -> None:
    """Conditions of a run become a sentence below the heading; a title without a subject stays one heading."""
    conditions = "level II, 3,000 flights, seed 1, in the field, captain sensible"
    assert page_module.as_markdown(Description("Tin Kite", f": {conditions}")) == f"# Tin Kite\n\nL{conditions[1:]}\n"
    assert page_module.as_markdown(Description("", conditions)) == f"# {conditions}\n"
