"""Runs of several machines added up."""

from __future__ import annotations

import json

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.montecarlo import stretch
from tests.doors.trucker_flights import plan
from tests.places import ROOT
from tests.short_route import SHORT

SHIPS = ROOT / "ships" / "2007"
MILE = analyzer.load_ship(SHIPS / "I" / "first-mile.yaml")
HORNET = analyzer.load_ship(SHIPS / "I" / "brass-hornet.yaml")


def kept(path, flights=200, ships=(MILE,), **given):
    analyzer.fly(list(ships), flights=flights, save=path, **({"rivals": "alone", "cards": SHORT} | given))
    return path


def refusal(*paths, **given) -> str:
    with pytest.raises(AnalyzerError) as caught:
        analyzer.merge(list(paths), **given)
    return str(caught.value)


def test_merged_parts_equal_whole_run(tmp_path):
    parts = [kept(tmp_path / f"{first}.save", 200, first=first, cards=()) for first in (400, 0, 200)]
    (result,) = analyzer.merge(parts)
    assert result.tally == analyzer.fly([MILE], flights=600, rivals="alone").tally
    assert result.stretches == (stretch.Stretch(1, 0, 600),)
    assert result.heading() == "level I, 600 flights, seed 1, alone"


def test_merge_adds_and_names_seeds(tmp_path):
    columns = [plan([MILE], cards=SHORT, seed=seed).run_block(0, 200)["credits"][0] for seed in (3, 4, 5, 9)]
    paths = [kept(tmp_path / f"{seed}.save", seed=seed) for seed in (5, 3, 9, 4)]
    (result,) = analyzer.merge(paths)
    assert result.ships[0].credits == analyzer.Histogram.from_values(np.concatenate(columns))
    assert result.heading() == "cards 42, 28, 800 flights, seeds 3 to 5, 9, alone"
    assert result.as_dict()["seed"] is None
    assert [one["seed"] for one in result.as_dict()["flown"]] == [3, 4, 5, 9]


def test_merged_file_can_be_merged(tmp_path):
    one, two, three = (kept(tmp_path / f"{seed}.save", seed=seed) for seed in (1, 2, 3))
    analyzer.merge([one, two], out=tmp_path / "new" / "12.save")
    (result,) = analyzer.merge([tmp_path / "new" / "12.save", three])
    assert result.tally == analyzer.merge([three, two, one])[0].tally
    assert result.seeds == [1, 2, 3]
    assert "of seed 2" in refusal(tmp_path / "new" / "12.save", two)


def test_merge_refuses_same_flights_twice(tmp_path):
    one, two = kept(tmp_path / "1.save"), kept(tmp_path / "2.save", 300, first=150)
    said = refusal(one, two)
    assert "flights 150 to 199 of seed 1" in said
    assert "1.save" in said
    assert "2.save" in said
    assert "twice" in refusal(one, one)
    copy = tmp_path / "copy.save"
    copy.write_bytes(one.read_bytes())
    assert "flights 0 to 199 of seed 1" in refusal(one, copy)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"captain": "bold"}, "captain 1: expert in"),
        ({"cards": [3]}, "cards: [42, 28] in"),
        ({"ships": (HORNET,)}, "ship 1: First Mile in"),
        ({"ships": (MILE, HORNET)}, "First Mile, Brass Hornet in"),
        ({"start": 1}, "start: none in"),
    ],
)
def test_merge_refuses_different_runs(tmp_path, given, told):
    said = refusal(kept(tmp_path / "1.save"), kept(tmp_path / "2.save", seed=2, **given), out=tmp_path / "out.save")
    assert told in said
    assert "1.save" in said
    assert "2.save" in said
    assert not (tmp_path / "out.save").exists()


def test_merge_overwrites_no_file(tmp_path):
    one, two = kept(tmp_path / "1.save"), kept(tmp_path / "2.save", seed=2)
    before = two.read_bytes()
    assert "already exists" in refusal(one, two, out=two)
    assert two.read_bytes() == before


def test_merge_ignores_torn_last_line(tmp_path):
    one = kept(tmp_path / "1.save")
    torn = one.read_bytes() + b'{"run":0,'
    one.write_bytes(torn)
    assert analyzer.merge([one])[0].flights == 200
    assert one.read_bytes() == torn


def test_merge_needs_list_of_files(tmp_path):
    assert "give a list" in refusal()
    with pytest.raises(AnalyzerError, match="give a list"):
        analyzer.merge("1.save")
    assert "cannot be opened" in refusal(tmp_path / "none.save")
    empty = kept(tmp_path / "1.save")
    empty.write_bytes(empty.read_bytes().splitlines(keepends=True)[0])
    assert "no flights are saved" in refusal(empty)


@pytest.mark.parametrize("paths", [[None], [["run.save"]], b"run.save"])
def test_merge_refuses_odd_paths(paths):
    with pytest.raises(AnalyzerError, match="give a list of save files"):
        analyzer.merge(paths)


@pytest.mark.long
def test_merge_command_shows_flown_result(command, tmp_path):
    ships = [str(SHIPS / "I" / "first-mile.yaml"), str(SHIPS / "I" / "brass-hornet.yaml")]
    for seed in ("1", "2"):
        flown = command("fly", *ships, "--cards", "42,28", "--flights", "20", "--seed", seed, "--save", f"{seed}.save")
        assert flown.code == 0
    said = command("merge", "1.save", "2.save", "-o", "both.save", "--export", "both.csv")
    assert said.code == 0, said.err
    assert "First Mile: cards 42, 28, 40 flights, seeds 1, 2, in the field (Brass Hornet, " in " ".join(
        said.out.split()
    )
    assert "Brass Hornet: cards 42, 28, 40 flights" in said.out
    facts = json.loads(command("merge", "both.save", "--json").out)
    assert [one["flights"] for one in facts] == [40, 40]
    assert "1 2" in (tmp_path / "both.csv").read_text()
    again = command("merge", "1.save", "2.save", "-o", "both.save")
    assert (again.code, "already exists" in again.told) == (2, True)
    assert command("merge", "1.save", "--export", "x.txt").code == 2


def test_ship_given_twice_counts_once(command, tmp_path):
    ship = str(SHIPS / "I" / "first-mile.yaml")
    command("fly", ship, ship, "--cards", "42,28", "--flights", "20", "--save", "1.save")
    assert [result.flights for result in analyzer.merge([tmp_path / "1.save"])] == [20]


def test_stretches_in_words_name_seeds():
    assert stretch.merge_stretches([stretch.Stretch(2, 5, 5), stretch.Stretch(1, 0, 3), stretch.Stretch(2, 0, 5)]) == (
        stretch.Stretch(1, 0, 3),
        stretch.Stretch(2, 0, 10),
    )
    assert stretch.in_words((stretch.Stretch(1, 0, 3),), "flights") == "seed 1"
    assert stretch.in_words((stretch.Stretch(1, 0, 3), stretch.Stretch(2, 0, 9)), "flights") == "seeds 1, 2"
    assert stretch.in_words(tuple(stretch.Stretch(seed, 0, 3) for seed in (1, 2, 3, 7)), "flights") == "seeds 1 to 3, 7"
    assert stretch.in_words((stretch.Stretch(1, 10, 10),), "flights") == "seed 1 (flights 10 to 19)"
