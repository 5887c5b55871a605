"""Captains with values (rulings: "A captain with values")."""

from __future__ import annotations

import csv
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer import AnalyzerError, Layout, load_ship
from tests.doors.trucker_flights import fitting, worth_ahead
from tests.places import ROOT
from tests.trucker.engine.against_twin import differences
from tests.trucker.engine.convoys import any_captain, convoy_2007, convoy_2021
from tests.trucker.scripted import captain, fly, planets, ship, station

H3, BARE = ship("7/7 SC H3"), ship("7/7 SC")
AHEAD, PLAIN = captain(values=2, foresees=True, day=0), captain(day=0)
TABLES = ROOT / "analyzer" / "trucker" / "data"
TABLES_OF_2021 = ["2021/L", "2021/I", "2021/II", "2021/III"]


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


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", range(24))
def test_values_equal_twin_2021(number: int) -> None:
    """Convoys of two to four ships of any level of 2021 under captains who mostly have values."""
    rng, convoy = random.Random(number), convoy_2021(4 * number + 1 + number % 3)
    captains = tuple(replace(any_captain(rng), values=int(rng.random() < 0.7)) for _ in convoy.ships)
    assert differences(replace(convoy, captains=captains), 10)[:5] == []


@pytest.mark.parametrize("edition_level", ["2007/I", "2007/II", "2007/III", "2007/IIIa", *TABLES_OF_2021])
def test_tables_name_every_entry(edition_level: str) -> None:
    """Every entry once; to be farther ahead or to have more is never worth less, and nothing is worth nothing."""
    edition, level = edition_level.split("/")
    _, *rows = csv.reader((TABLES / edition / "values" / f"{level}.csv").read_text(encoding="utf-8").splitlines())
    assert [row[:2] for row in rows] == [
        [what, str(at)] for what, each in worth_ahead.Values.ENTRIES.items() for at in each
    ]
    values = worth_ahead.values_of(edition, level)
    assert values is not None
    for worth in (values.place, values.humans, values.charges):
        assert (worth[:, 1:] >= worth[:, :-1]).all()
    assert not values.humans[:, 0].any()
    assert not values.charges[:, 0].any()


@pytest.mark.long
def test_own_edition_has_fitted_values(tmp_path: Path) -> None:
    """Its table lies in its folder; what is no table is refused with its place."""
    folder = shutil.copytree(ROOT / "ships" / "own-edition", tmp_path / "own")
    long_table = folder / "field" / "W" / "long-table.yaml"
    before = load_ship(long_table)
    table, ships = fitting.fit_own_edition(before, flights=8)
    assert table == folder / "values" / "W.csv"
    assert ships == ["Broad Beam", "Bunk Express", "Long Table"]
    assert worth_ahead.values_of(before.edition.name, "W") is None
    assert worth_ahead.values_of(load_ship(long_table).edition.name, "W") is not None
    table.write_text("what,at,0\n", encoding="utf-8")
    with pytest.raises(AnalyzerError, match=r"values/W\.csv"):
        load_ship(long_table)


def test_shipped_edition_is_not_fitted() -> None:
    with pytest.raises(AnalyzerError, match="2007"):
        fitting.fit_own_edition(load_ship(ROOT / "ships" / "2007" / "I" / "first-mile.yaml"))
