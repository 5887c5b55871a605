"""The drawing as text, both ways."""

from __future__ import annotations

import analyzer
from tests.texts import saved_text
from tests.trucker.designer.drawn import HAULER, MILE, lying, says, session

GRID = """\
      5        6        7        8        9
  5   .        .        .        .        .
  6   .        CA0130   H22123   CN0003^  .
  7   CN0310^  SH1212>v SC3333   S20201   CN0012^
  8   H21230   CA1112   ED1101   B30221   B21032
  9   EN3200   B31002   .        B32000   EN1100
"""
"""The First Mile without the cannon at (5,7)."""


def test_ship_text_round_trips() -> None:
    one = session(HAULER)
    text = saved_text(analyzer.save_ship, analyzer.load_ship(MILE))
    answers = says(one, "edit_text", text=text).answers
    assert answers == [{"kind": "text_faults", "faults": [], "number": 0, "change": 1}]
    assert one.ship == analyzer.load_ship(MILE)
    assert says(one, "text").answers[0]["text"] == text


def test_grid_alone_is_drawn() -> None:
    one = session(MILE)
    says(one, "edit_text", text=GRID)
    assert one.ship == analyzer.load_ship(MILE).without([(5, 7)])
    assert says(one, "text").answers[0]["grid"].splitlines() == [line[2:].rstrip() for line in GRID.splitlines()]
    says(one, "undo")
    assert one.ship == analyzer.load_ship(MILE)


def test_text_faults_have_lines_and_squares() -> None:
    one = session(MILE)
    before = lying(one)
    for above, text in ((0, GRID), (4, f'name: "x"\nedition: 2007\nboard: I\ngrid: |2\n{GRID}')):
        wrong = text.replace("S20201", "XX0201").replace("EN1100", "EN11")
        (answer,) = says(one, "edit_text", text=wrong).answers
        places = [(fault["line"], fault["square"]) for fault in answer["faults"]]
        assert places == [(above + 4, (7, 8)), (above + 6, (9, 9))]
        assert "XX" in answer["faults"][0]["text"]
    assert lying(one) == before
