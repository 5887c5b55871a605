"""Captains: named ones, captain files, and what their prices do in flight."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
import yaml

import analyzer
from analyzer import AnalyzerError, Captain, load_captain, load_ship
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import NAMED, Route
from tests.places import ROOT
from tests.texts import load_text

SHIPS = ROOT / "ships" / "2007"
PIRATES, SLAVERS, OPEN_SPACE, SWARM, STATION = 22, 20, 25, 28, 39
ARMED = """name: Armed
edition: 2007
board: I
grid: |2
      6        7        8
  6   .        CD0010^  .
  7   B30300   SC3333   B30003
  8   .        ED1000   .
"""
"""Cannon strength 0, or 2 for a charge; engine strength 0, or 2 for a charge; six charges."""


def written(directory: Path, captain: Captain, name: str = "captain.yaml") -> Path:
    path = directory / name
    path.write_text(yaml.safe_dump(captain.as_prices()), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", NAMED)
def test_named_captains_load_by_name(name):
    captain = load_captain(name)
    assert captain.name == name
    assert captain is load_captain(name)
    assert load_captain(captain) is captain
    prices = [
        getattr(captain, field.name) for field in fields(Captain) if field.name not in ("name", "foresees", "thinks")
    ]
    assert captain.thinks is None
    assert all(type(price) is int and price >= 0 for price in prices)


def test_named_captains_match_their_names():
    """The miser spends nothing; the cautious give up in time and pay more for safety; the bold pay least."""
    sensible, cautious, bold, miser, expert = map(load_captain, ("sensible", "cautious", "bold", "miser", "expert"))
    assert [captain.foresees for captain in (sensible, cautious, bold, miser, expert)] == [False] * 4 + [True]
    assert [captain.values for captain in (sensible, cautious, bold, miser, expert)] == [0] * 4 + [2]
    assert replace(expert, name="sensible", foresees=False, values=0) == sensible
    assert not miser.defends
    assert all(captain.defends for captain in (sensible, cautious, bold))
    assert bold.component < sensible.component < cautious.component
    assert bold.reserve < sensible.reserve < cautious.reserve
    assert cautious.dread > 0
    assert sensible.dread == bold.dread == 0


@pytest.mark.parametrize("name", NAMED)
def test_prices_survive_a_file(name, tmp_path):
    captain = load_captain(name)
    assert load_captain(written(tmp_path, captain)) == captain
    assert load_captain(str(written(tmp_path, captain))) == captain


@pytest.mark.parametrize("hundredths", [0, 1, 7, 10, 29, 57, 58, 99, 100, 113, 115, 999_999, 1_000_000])
def test_odd_hundredths_survive_a_file(hundredths, tmp_path):
    """Prices such as 0.29 or 0.57, which as floats times 100 fall short of a whole number."""
    captain = Captain("odd", *[hundredths] * 8, reserve=64, ruin=hundredths, day_alone=hundredths)
    assert load_captain(written(tmp_path, captain)) == captain


def test_hundredths_to_three_survive_file(tmp_path):
    for number in range(0, 300, 8):
        captain = Captain("odd", *range(number, number + 8), reserve=0)
        assert load_captain(written(tmp_path, captain)) == captain


def test_old_captain_file_loads(tmp_path):
    """A file without `ruin` has none, and without `day_alone` a lone day costs a `day`."""
    path = tmp_path / "old.yaml"
    prices = "human: 1\nbrown: 2\npurple: 2.5\nbattery: 0.5\ncomponent: 2\nstay: 10\ndread: 0\n"
    path.write_text(f"name: old\nday: 0.5\n{prices}reserve: 1\n")
    assert load_captain(path) == Captain("old", 50, 100, 200, 250, 50, 200, 1000, 0, reserve=1, ruin=0)
    assert load_captain(path).lone_day == 50


def test_captain_file_refuses_former_values(tmp_path):
    """Version 1 of the values was fitted among other rivals; whoever names it hears which one to give."""
    path = written(tmp_path, replace(load_captain("expert"), values=1))
    with pytest.raises(AnalyzerError, match=r"values.*version 1.*give 2"):
        load_captain(path)


def test_cautious_captains_fear_ruin():
    """Sensible and cautious captains fear to be left without crew; bold ones and misers do not."""
    sensible, cautious, bold, miser = map(load_captain, ("sensible", "cautious", "bold", "miser"))
    assert cautious.ruin > sensible.ruin > bold.ruin == miser.ruin == 0


def test_as_prices_gives_credits():
    prices = load_captain("sensible").as_prices()
    assert prices["name"] == "sensible"
    assert prices["reserve"] == load_captain("sensible").reserve
    assert prices["day"] == load_captain("sensible").day / 100


def test_named_captain_beats_file_name(tmp_path, monkeypatch):
    """A named captain is meant even if a file of that name lies about."""
    bold = load_captain("bold")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bold").write_text("no captain")
    assert load_captain("bold") is bold


@pytest.mark.parametrize(
    ("prices", "order"),
    [
        ((100, 200, 250), (0, 1, 2)),
        ((300, 0, 100), (1, 2, 0)),
        ((100, 100, 100), (0, 1, 2)),
        ((200, 100, 100), (1, 2, 0)),
    ],
)
def test_cheapest_crew_goes_first(prices, order):
    """Human, brown, purple; of equal prices in this sequence."""
    human, brown, purple = prices
    assert replace(load_captain("bold"), human=human, brown=brown, purple=purple).crew_order == order


def test_captain_defends_dear_components():
    """Defence needs a component to be worth more than a charge."""
    assert replace(load_captain("bold"), component=101, battery=100).defends
    assert not replace(load_captain("bold"), component=100, battery=100).defends


# In flight


def flown(ship_text: str, captain: Captain, cards: tuple[int, ...], flights: int = 200):
    ship = load_text(analyzer.load_ship, ship_text)
    return Experiment((ship,), (captain,), Route(level_name="I", cards=cards), 7).run(0, flights)


def test_miser_spends_nothing_on_battle():
    """Slavers and pirates cost crew and components, never charges: components that stay hold all that they held.

    Slavers only: they take crew, so nothing is destroyed and all six charges are there at the end of 200 flights.
    """
    outcome = flown(ARMED, load_captain("miser"), (SLAVERS,) * 3)
    assert (outcome.components_lost == 0).all()
    assert (outcome.batteries == 6).all()


def test_miser_spends_nothing_on_defence():
    """Swarms take charges only with their components: while the batteries are there, so are all charges."""
    ship = load_ship(SHIPS / "II" / "steady-hauler.yaml")
    carried = sum(part.is_a.batteries for part in ship.components.values())
    experiment = Experiment((ship,), (load_captain("miser"),), Route(level_name="II", cards=(SWARM,)), 7)
    outcome = experiment.run(0, 200)
    whole = outcome.components_lost == 0
    assert whole.sum() > 10
    assert (outcome.batteries[whole] == carried).all()
    sensible = Experiment((ship,), (load_captain("sensible"),), Route(level_name="II", cards=(SWARM,)), 7).run(0, 200)
    assert (sensible.batteries < carried).any()
    assert sensible.components_lost.mean() < outcome.components_lost.mean()


def test_miser_stands_still_for_charges():
    """99 credits a charge are more than two days (1): the ship stays and, as it could have moved, flies on."""
    outcome = flown(ARMED, load_captain("miser"), (OPEN_SPACE,))
    assert (outcome.ending == 0).all()
    assert (outcome.days == 0).all()
    assert (outcome.batteries == 6).all()


@pytest.mark.parametrize("name", ["sensible", "bold", "cautious"])
def test_others_pay_to_move(name):
    """Engine strength 2 for one charge: two days, whatever else is held back, if days count alone, too."""
    outcome = flown(ARMED, replace(load_captain(name), day_alone=None), (OPEN_SPACE,))
    assert (outcome.ending == 0).all()
    assert (outcome.batteries == 5).all()
    assert (outcome.days == 2).all()


@pytest.mark.parametrize("name", NAMED)
def test_lone_ship_pays_for_no_days(name):
    """Alone the ship stays where it is: nobody is ahead of it, and in 2007 who could move flies on."""
    outcome = flown(ARMED, load_captain(name), (OPEN_SPACE,))
    assert (outcome.ending == 0).all()
    assert (outcome.batteries == 6).all()


def test_reserve_is_kept_in_open_space():
    """All six in reserve: no double engine is usable, but one charge is given to keep going at all."""
    captain = replace(load_captain("sensible"), reserve=6, day_alone=None)
    outcome = flown(ARMED, captain, (OPEN_SPACE,) * 2)
    assert (outcome.batteries == 4).all()


def test_captain_file_flies_as_captain(tmp_path):
    ship = load_ship(SHIPS / "I" / "first-mile.yaml")
    path = written(tmp_path, replace(load_captain("cautious"), name="mine"))
    by_file = analyzer.fly([ship], flights=100, captain=path, rivals="alone")
    assert by_file.ships[0].captain.name == "mine"
    assert by_file.tally == analyzer.fly([ship], flights=100, captain="cautious", rivals="alone").tally
    assert by_file.tally != analyzer.fly([ship], flights=100, captain="miser", rivals="alone").tally


def test_race_takes_captain_per_ship(tmp_path):
    """A file and a name: each ship flies under its own."""
    ships = [load_ship(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "brass-hornet")]
    mine = replace(load_captain("miser"), name="mine")
    result = analyzer.race(ships, flights=100, captain=[written(tmp_path, mine), "bold"])
    assert [ship.captain for ship in result.ships] == [mine, load_captain("bold")]
    swapped = analyzer.race(ships, flights=100, captain=["bold", mine])
    assert result.tally != swapped.tally


def test_rivals_fly_under_default_captain():
    ships = [load_ship(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "brass-hornet")]
    result = analyzer.fly(ships[:1], flights=4, rivals=ships[1:], captain=["bold"])
    assert result.experiment.captains == (load_captain("bold"), load_captain("expert"))


def test_rivals_captain_is_chosen() -> None:
    """The old default, all under one captain, is had by naming it twice; a note names the captain of the rivals."""
    one = analyzer.fly(SHIPS / "I" / "first-mile.yaml", captain="sensible", rivals_captain="sensible", flights=50)
    assert {captain.name for captain in one.experiment.captains} == {"sensible"}
    assert any("rivals: sensible" in note for note in one.notes())
    assert not any("rivals: " in note for note in analyzer.fly(SHIPS / "I" / "first-mile.yaml", flights=2).notes())


def test_rivals_captain_needs_rivals(command) -> None:
    said = command("fly", str(SHIPS / "I" / "first-mile.yaml"), "--alone", "--rivals-captain", "bold")
    assert said.code == 2
    assert "there are no rivals" in said.err


def test_one_captain_commands_all_ships():
    ships = [load_ship(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "brass-hornet")]
    assert analyzer.race(ships, flights=4, captain="bold").experiment.captains == (load_captain("bold"),) * 2
    assert analyzer.race(ships, flights=4, captain=["bold"]).experiment.captains == (load_captain("bold"),) * 2


def test_dreading_captain_gives_up():
    """Nothing lost yet is no reason to go; once something is, dread without limit ends the flight."""
    dreadful = replace(load_captain("sensible"), dread=1_000_000)
    ship = load_ship(SHIPS / "II" / "tin-kite.yaml")
    outcome = Experiment((ship,), (dreadful,), Route(level_name="II", cards=(SWARM, 23)), 7).run(0, 200)
    gave_up = outcome.ending == 4
    assert np.array_equal(gave_up, (outcome.components_lost > 0) & (outcome.cards_flown == 1))
    assert gave_up.any()
    assert not gave_up.all()


@pytest.mark.long
def test_expert_ignores_block_size() -> None:
    """Four experts, who foresee one another, in one block of 8 flights and in blocks of 3 and 5."""
    ships = [load_ship(SHIPS / "III" / f"{name}.yaml") for name in ("grand-broadside", "night-mail", "vault-door")]
    experiment = Experiment((*ships, ships[0]), (load_captain("expert"),) * 4, Route(level_name="III"), 3)
    whole = experiment.run_block(0, 8)
    parts = [experiment.run_block(0, 3), experiment.run_block(3, 5)]
    for name, column in whole.items():
        assert np.array_equal(column, np.concatenate([part[name] for part in parts], axis=-1)), name


def test_save_files_keep_plain_captains():
    """Save files from before `foresees` and `values` name the same captains, so they go on; others name the values."""
    ship = load_ship(SHIPS / "I" / "paper-arrow.yaml")
    kept, new = (
        Experiment((ship,), (load_captain(name),), Route(level_name="I"), 1) for name in ("sensible", "expert")
    )
    assert "foresees" not in kept.describe()["captains"][0]
    assert new.describe()["captains"][0]["foresees"] is True
    assert "values" not in kept.describe()["captains"][0]
    assert new.describe()["captains"][0]["values"] == 2
    assert [Experiment.rebuilt(one.describe()).captains for one in (kept, new)] == [kept.captains, new.captains]


@pytest.mark.parametrize(
    ("file", "rivals", "named"),
    [
        ("2007/I/paper-arrow", "field", "expert (version 2)"),
        ("2021/I/apple-cart", "field", "expert (version 2)"),
        ("2007/I/paper-arrow", "alone", "expert"),
    ],
)
def test_heading_names_values_in_use(file: str, rivals: str, named: str) -> None:
    """Values hold in company, on levels that have a table."""
    flown = analyzer.fly(SHIPS.parent / f"{file}.yaml", rivals=rivals, captain="expert", flights=2)
    assert flown.description().each[0].title.split("captain ")[1] == named


@pytest.mark.parametrize(
    ("captain", "rivals", "told"),
    [("sensible", "field", True), ("expert", "field", False), ("sensible", "alone", False)],
)
def test_notes_tell_what_expert_gains(captain: str, rivals: str, told: bool) -> None:
    """At level I of 2007 expert earns 0.03 to 0.45 more among experts, which answers under sensible say."""
    notes = analyzer.fly(SHIPS / "I" / "paper-arrow.yaml", captain=captain, rivals=rivals, flights=2).notes()
    assert sum("expert" in note and "0.03 to 0.45" in note for note in notes) == told
