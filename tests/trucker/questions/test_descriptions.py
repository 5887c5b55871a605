"""Answers on ships that describe themselves: every column has its values, and programs find the keys they know."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import analyzer
from tests.doors.answers import Description

SHIPS = Path(__file__).parents[3] / "ships" / "2007"
MILE, ARROW = (analyzer.load_ship(SHIPS / f"I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
WINDS = analyzer.load_ship(SHIPS / "IVC/four-winds.yaml")
QUIZ = analyzer.load_ship(SHIPS / "flawed/quiz.yaml")
HALF = analyzer.load_ship(SHIPS / "unfinished/half-kite.yaml")
EFFECTS = ("worth", "components_lost", "crew_lost", "batteries_spent", "paid", "days", "ships_lost")
ANSWERS = {
    "hazards": (
        partial(analyzer.hazard_table, MILE),
        "ship batteries flaws route outcomes chances",
        "hazard side chance chance_unpowered a_flight damage_a_flight damage_a_flight_unpowered",
    ),
    "exact": (
        partial(analyzer.exact, MILE, card=28),
        "ship captain cards rivals company states pruned harm is_spared ending mean distribution lost_squares",
        "metric value chance",
    ),
    "course": (
        partial(analyzer.course, [MILE], flights=20),
        "flights seed route convoy ships",
        "ship card flying low high left q5 q25 q50 q75 q95",
    ),
    "as a fleet": (
        partial(analyzer.fleet_effects, WINDS, flights=1, rivals="alone"),
        "ship against flights seed captain rivals setting words kinds",
        "ship kind cards " + " ".join(f"{one}_fleet {one}_large {one} {one}_low {one}_high" for one in EFFECTS),
    ),
    "layouts": (
        partial(analyzer.layouts_of, WINDS, flights=4, rivals="alone", change=False, cards=[48]),
        "ship flights seed captain rivals setting credits spread quarters engines changes alternative_more words "
        "layouts",
        "ship layout joined chance alternative_chance credits credits_low credits_high arrived arrived_low "
        "arrived_high components_lost components_lost_low components_lost_high more more_low more_high",
    ),
    "insure": (
        partial(analyzer.insure, WINDS, flights=20, rivals="alone", cards=[48]),
        "flights seed route convoy setting money ships",
        "ship layout joined chance flights premium cap cost cost_low cost_high difference difference_low "
        "difference_high spread q5 q50 q95 pays pays_low pays_high break_even break_even_low break_even_high advised",
    ),
    "tile worth": (
        partial(analyzer.tile_worth, HALF, "CA2110", flights=20, rivals="alone", cards=[8]),
        "ship component flights setting squares",
        "row column token gain low high surely_low surely_high",
    ),
    "explore": (
        partial(analyzer.explore, "I", flights=60, confirm=10, rivals="alone", cards=[8]),
        "by goal allowed setting seed flights sought verdict ships",
        "ship components_from components_to by_components components_lost_from components_lost_to by_components_lost "
        "worth worth_low worth_high built credits credits_low credits_high arrived arrived_low arrived_high penalty "
        "penalty_low penalty_high components_lost components_lost_low components_lost_high",
    ),
    "parts": (
        partial(analyzer.parts, ship=MILE, kinds=["cannon"]),
        "edition ship square left parts",
        "code kind token front right rear left_side in_box used left",
    ),
    "captain": (
        partial(analyzer.tune_captain, MILE, flights=2, cards=[8], rivals="alone"),
        "ship named setting captain start tried stopped steps gain confirmed worths",
        "price sensible tuned",
    ),
    "explain": (
        partial(analyzer.explain, [MILE], flight=2, rivals="alone"),
        "ship rivals level seed flight captain start cards settlement outcome ending",
        "slot card event words",
    ),
}
"""An answer, its keys in JSON, and the columns of its table."""


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_describes_itself(name):
    make, keys, columns = ANSWERS[name]
    answer = make()
    facts = json.loads(json.dumps(answer.as_dict()))
    assert [*facts] == [*keys.split(), "notes"]
    assert [*answer.table().columns] == columns.split()
    description = answer.description()
    first = description.each[0] if description.each else description
    assert " ".join(repr(answer).split()).startswith(f"{first.subject}{first.title}")
    for table in tables(description):
        for row in table.rows:
            assert all(column.name in row.values for column in table.columns if table.name)
            assert len(table.cells(row)) == sum(len(column.headings) for column in table.visible())


def tables(description: Description):
    """All of them, those of each subject too."""
    yield from description.tables
    for one in description.each:
        yield from tables(one)


OF_A_BUILD = "name components reserve fleets caveats edition board homeless"
VERBS = {
    f"inspect {SHIPS}/flawed/quiz.yaml --repair": (
        "name edition board components flaws exposed cannon_strengths cannon_strengths_with_alien engine_strengths "
        "engine_strengths_with_alien humans aliens alien_cabins batteries containers special_containers shielded_sides "
        "threats weak_points missing_from_box reserve coming exposed_connectors removed left_at_home"
    ),
    f"inspect {SHIPS}/IVC/four-winds.yaml": OF_A_BUILD,
    f"inspect {SHIPS}/IVC/four-winds.yaml --joined F+L": OF_A_BUILD,
    f"strike {SHIPS}/I/first-mile.yaml --hazard heavy_fire --from front --roll 2": (
        "ship hazard from roll batteries captain outcome square batteries_spent lost flaws"
    ),
    "new II": "name edition board start squares file text",
    "metrics": "metrics",
}
"""A verb that has no call of its own, and its keys in JSON."""


@pytest.mark.parametrize("line", VERBS, ids=lambda line: line.replace(f"{SHIPS}/", ""))
def test_verb_has_known_keys(command, line):
    told = json.loads(command(*line.split(), "--json").out)
    assert [*(told[0] if isinstance(told, list) else told)] == [*VERBS[line].split(), "notes"]
