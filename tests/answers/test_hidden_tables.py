"""Tables for programs alone, tables without rows, steps of stories, answers without tables."""

from __future__ import annotations

from analyzer import Estimate
from tests.doors.answers import INTERVAL, Column, Description, Row, StoryStep, Table, description
from tests.doors.present import as_html, as_text

ALL = (Column("box"), Column("points"))
BEST = (Column("box", "box"), Column("points", "points", description.COUNT))


def test_unheaded_tables_serve_programs_only():
    """A table without a heading is for programs, and one without a name is for people."""
    rows = [Row({"box": f"box {number}", "points": number}) for number in range(3)]
    answer = Description("draws", "", parts=(Table("draws", ALL, rows), Table("", BEST, rows[-1:])))
    assert answer.as_dict() == {"draws": [dict(row.values) for row in rows], "notes": []}
    assert len(answer.tidy()) == 3
    for text in (as_text(answer), as_html(answer)):
        assert "box 2" in text
        assert "box 1" not in text


def test_empty_table_keeps_its_columns():
    assert [*Table("draws", ALL, []).tidy().columns] == ["box", "points"]
    gain = (
        Column("gain", "gain", interval=INTERVAL),
        Column("cost", "cost", interval=INTERVAL, flat=description.main_columns),
    )
    assert [*Table("", gain, []).tidy().columns] == ["gain", "gain_low", "gain_high", "cost", "low", "high"]


def test_story_steps_stand_apart():
    step = StoryStep("Turn 1", ["<dock>", "loses a cannon"], ("", "loss"))
    answer = Description("game 3", "", parts=(step, description.Lines(["as it is"]), "Moon wins."))
    assert as_text(answer) == "game 3\n\nTurn 1\n  <dock>\n  loses a cannon\n\nas it is\nMoon wins."
    assert "<p><b>Turn 1</b><br>&lt;dock&gt;<br>loses a cannon</p>" in as_html(answer)


def test_flat_json_has_tidy_columns():
    columns = [Column("total", "total", interval=INTERVAL)]
    rows = [Row({"total": Estimate(2.0, 1.0, 3.0)})]
    flat = {"total": 2.0, "total_low": 1.0, "total_high": 3.0}
    assert Table("draws", columns, rows, is_flat=True).as_dicts() == [flat]
    assert Table("draws", columns, rows).as_dicts() == [{"total": {"mean": 2.0, "low": 1.0, "high": 3.0}}]


def test_broken_headings_join_in_legends():
    column = Column("lost", "compo-\nnents\nlost", description.COUNT, "in flight")
    table = Table("", (column,), [Row({"lost": 1200})])
    page = as_html(Description("Ship", "", parts=(table,)))
    assert table.legend() == ["components lost: in flight"]
    assert '<th style="text-align: right">components lost</th>' in page
    assert '<td style="text-align: right">1,200</td>' in page


def test_labelled_words_wrap_and_escape():
    answer = Description(
        "Ship", "", parts=(description.LabelledLines({"Flaws": "a < b, which is not right at all\nnone", "Crew": "2"}),)
    )
    assert [line.rstrip() for line in as_text(answer, 30).split("\n")] == [
        "Ship",
        "",
        "Flaws  a < b, which is not",
        "       right at all",
        "       none",
        "Crew   2",
    ]
    assert "<tr><th>Flaws</th><td>a &lt; b, which is not right at all\nnone</td></tr>" in as_html(answer)


def test_tidy_without_tables_is_fact_row():
    (row,) = Description("Ship", "", {"ship": "Ship", "square": (7, 8)}).tidy().to_dict("records")
    assert row == {"ship": "Ship", "square": [7, 8]}
