"""Answers on ships that describe themselves: every column has its values, and programs find the keys they know."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import analyzer
from analyzer.answers.described import Described
from analyzer.answers.description import Description

SHIPS = Path(__file__).parents[3] / "ships" / "2007"
MILE, ARROW = (analyzer.load_ship(SHIPS / f"I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
ANSWERS = {
    "hazards": (
        partial(analyzer.hazard_table, MILE),
        "ship batteries flaws route outcomes chances",
        "hazard side chance chance_unpowered a_flight damage_a_flight damage_a_flight_unpowered",
    ),
    "exact": (
        partial(analyzer.exact, MILE, card=28),
        "ship captain cards rivals company states pruned harm ending mean distribution lost_squares",
        "metric value chance",
    ),
}
"""An answer, its keys in JSON, and the columns of its table."""


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_describes_itself(name):
    make, keys, columns = ANSWERS[name]
    answer = make()
    assert isinstance(answer, Described)
    facts = json.loads(json.dumps(answer.as_dict()))
    assert [*facts] == [*keys.split(), "notes"]
    assert [*answer.table().columns] == columns.split()
    description = answer.description()
    assert description.subject
    assert repr(answer).startswith(f"{description.subject}{description.title}")
    for table in tables(description):
        for row in table.rows:
            assert all(column.name in row.values for column in table.columns)


def tables(description: Description):
    """All of them, those of each subject too."""
    yield from description.tables
    for one in description.each:
        yield from tables(one)
