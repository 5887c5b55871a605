"""Captains with values (rulings: "A captain with values")."""

from __future__ import annotations

import csv
import random
from dataclasses import replace

import pytest

from analyzer import Layout
from tests.doors.trucker_flights import Values, values_of
from tests.places import ROOT
from tests.trucker.engine.against_twin import differences
from tests.trucker.engine.convoys import any_captain, convoy_2007
from tests.trucker.scripted import captain, fly, planets, ship, station

H3, BARE = ship("7/7 SC H3"), ship("7/7 SC")
AHEAD, PLAIN = captain(values=1, foresees=True, day=0), captain(day=0)
TABLES = ROOT / "analyzer" / "trucker" / "data" / "2007" / "values"


@pytest.mark.parametrize(
    ("worlds", "second", "cargo"),
    [("B", BARE, ""), ("Y", BARE, "Y"), ("B", H3, ""), ("B|B", BARE, ""), ("B|B", H3, "B")],
)
def test_landing_counts_who_lands_behind(worlds: str, second: Layout, cargo: str) -> None:
    """Four days cost the leader first place, worth 2 credits, for 1 or 3: unless the second lands, too."""
    leader, _ = fly([H3, second], planets(worlds, 4), captains=[AHEAD, PLAIN])
    assert leader.cargo == cargo


@pytest.mark.parametrize(("goods", "cargo"), [("B", ""), ("Y", "Y")])
def test_offer_costs_the_place(goods: str, cargo: str) -> None:
    """Four days cost first place, 2 credits; if the leader declines the second takes the goods."""
    ends = fly([H3, H3], station(1, goods, 4), captains=[AHEAD, PLAIN])
    assert [end.cargo for end in ends] == [cargo, "" if cargo else goods]


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", range(24))
def test_values_equal_twin(number: int) -> None:
    """Convoys of two to four ships of any level under captains who mostly have values."""
    rng, convoy = random.Random(number), convoy_2007(4 * number + 1 + number % 3)
    captains = tuple(replace(any_captain(rng), values=int(rng.random() < 0.7)) for _ in convoy.ships)
    assert differences(replace(convoy, captains=captains), 10)[:5] == []


@pytest.mark.parametrize("level", ["I", "II", "III", "IIIa"])
def test_tables_name_every_entry(level: str) -> None:
    """Every entry once; to be farther ahead or to have more is never worth less, and nothing is worth nothing."""
    _, *rows = csv.reader((TABLES / f"{level}.csv").read_text(encoding="utf-8").splitlines())
    assert [row[:2] for row in rows] == [[what, str(at)] for what, each in Values.ENTRIES.items() for at in each]
    values = values_of("2007", level)
    assert values is not None
    for worth in (values.place, values.humans, values.charges):
        assert (worth[:, 1:] >= worth[:, :-1]).all()
    assert not values.humans[:, 0].any()
    assert not values.charges[:, 0].any()
