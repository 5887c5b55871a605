"""Open points of class IVC that a user reads otherwise: a table of switches in place of ours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Layout, load_captain
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.places import ROOT

HERE = ROOT / "ships" / "2007" / "IVC"
OPEN = [3, 3, 3, 3]
PLANETS = 11
"""RGBBB, RYB, RBBB, RG for three days."""


def texts(**switches: str) -> tuple[tuple[str, str], ...]:
    """Tables of a user who names these switches alone."""
    rows = [f"{name},{value}" for name, value in switches.items()]
    return (("switches", "\n".join(["switch,value", *rows, ""])),)


def experiment(*ships: Layout, joined: str = "R", cards: tuple[int, ...] = (5,), **switches: str) -> Experiment:
    route = Route(level_name="IV", joined=(joined,), cards=cards, tables=texts(**switches) if switches else ())
    return Experiment(ships, (load_captain("bold"),) * len(ships), route, seed=3)


def with_an_alien_alone() -> Layout:
    """Four quarters of which the front left one carries nobody but a purple alien."""
    parts = [
        {"square": [6, 6], "kind": "life_support_purple", "connectors": [0, 0, 3, 0]},
        *({"square": list(at), "kind": "cabin", "connectors": OPEN} for at in ((7, 6), (7, 8), (8, 6), (8, 8))),
    ]
    return analyzer.Layout.from_components("2007-IVC", parts, aliens={"purple": (7, 6)})


def test_alien_alone_may_steer() -> None:
    build = with_an_alien_alone()
    started = [
        experiment(build, **switches).run(0, 1).ships_started.tolist()
        for switches in ({}, {"steered_by": "human"}, {"steered_by": "crew"})
    ]
    assert started == [[[2]], [[2]], [[3]]]


@pytest.mark.parametrize(("taken", "value"), [("best", 10), ("blue", 10), ("step", 10), ("none", 9)])
def test_loading_step_follows_switch(taken: str, value: int) -> None:
    """One special hold of two, six others: of RGBBB all five, 4 + 2 + 1 + 1 + 1 = 9, and with a step 10."""
    parts = [
        {"square": [7, 6], "kind": "cabin", "connectors": OPEN},
        {"square": [6, 6], "kind": "special_cargo_2", "connectors": [0, 0, 3, 3]},
        {"square": [6, 5], "kind": "cargo_3", "connectors": [0, 3, 3, 0]},
        {"square": [7, 5], "kind": "cargo_3", "connectors": [3, 3, 0, 0]},
    ]
    build = analyzer.Layout.from_components("2007-IVC", parts)
    end = experiment(build, cards=(PLANETS,), level_iv_goods=taken).run(0, 1)
    assert end.goods_sold.tolist() == [[value]]
    assert end.goods.tolist() == [[6 if taken in ("best", "blue") else 5]]


def test_places_follow_ship_count_switch() -> None:
    """Places follow the number of ships that started if the switch says so."""
    builds = [analyzer.load_ship(HERE / f"{name}.yaml") for name in ("four-winds", "loose-staple", "spare-barns")]
    cards = (48, 50, 42, 5, 49, 3, 30, 28)
    differ = 0
    for counted in ("start", "end"):
        flown = experiment(*builds, joined="L+R", cards=cards, ships_counted_for_places=counted)
        convoy, outcome = flown.simulate(flown.hulls, 0, 200)
        ships = outcome.ships_started if counted == "start" else outcome.ships
        for flight in range(200):
            arrived = np.flatnonzero(outcome.ending[:, flight] == 0).tolist()
            key = {one: (-ships[one, flight], -convoy.state.position[one, flight]) for one in arrived}
            assert sorted(arrived, key=lambda one: outcome.place[one, flight]) == sorted(arrived, key=key.__getitem__)
            by_start = sorted(arrived, key=lambda one: -convoy.state.position[one, flight])
            differ += counted == "end" and by_start != sorted(arrived, key=key.__getitem__)
    assert differ > 10  # so that the two can be told apart


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("steered_by,robots", "line 2: steered_by 'robots'"),
        ("steering,crew", "line 2: switch 'steering'"),
        ("insurance_cap,ship", "line 2: insurance_cap 'ship': use one of fleet"),
        ("steered_by,crew\nsteered_by,human", "switch steered_by is listed 2 times"),
    ],
)
def test_wrong_switch_names_its_line(tmp_path: Path, row: str, said: str) -> None:
    (tmp_path / "switches.csv").write_text(f"switch,value\n{row}\n", encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        analyzer.fleet_tables(tmp_path)
    assert said in "\n".join(refused.value.faults)


def test_result_names_own_table(tmp_path: Path) -> None:
    (tmp_path / "switches.csv").write_text("switch,value\nsteered_by,crew\n", encoding="utf-8")
    build = analyzer.load_ship(HERE / "four-winds.yaml")
    notes = analyzer.fly([build], flights=5, tables=tmp_path, rivals="alone").notes()
    assert any("switches.csv is the user's own" in note for note in notes)


@pytest.mark.long
def test_cards_are_told_as_met() -> None:
    """Pirates 42: strength 10 and 12 credits as printed; level IV has one more of each. Open space is the same."""
    build = analyzer.load_ship(HERE / "four-winds.yaml")
    told = analyzer.card_effects([build], flights=40, rivals="alone").ships[0]
    assert told[42].heading().startswith("card 42: pirates: strength 11, 13 credits")
    assert told[42].printed.startswith("strength 10, 12 credits")
    assert told[5].printed == ""
