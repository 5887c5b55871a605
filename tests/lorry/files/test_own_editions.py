"""Folders of tables as editions of Cosmic Lorry: what is read, refused, played, kept and taken along to workers."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer import AnalyzerError, lorry
from tests.doors.lorry import tables as tables_module
from tests.doors.runs import rebuild
from tests.facts import untold
from tests.files.own_folders import written
from tests.lorry.files.broken_editions import broken, refused_or_plays
from tests.places import ROOT

TINY = ROOT / "ships" / "lorry" / "tiny.yaml"
BRIGHT = ROOT / "ships" / "lorry" / "bright-stars"
STARRY = {"columns": 5, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2]}, "specials": [["star", 3, 2]]}
FIVE = "thing,value;star_points,5"
STRAIGHT = "colour,straight,curve,branch,crossing;white,6,0,0,0;orange,6,0,0,0"


def of_folder(folder: Path) -> Path:
    """A galaxy file beside the folder `mine` that names it."""
    path = folder.parent / "galaxy.yaml"
    path.write_text(f"edition: ./mine\n{TINY.read_text(encoding='utf-8')}", encoding="utf-8")
    return path


class TestReading:
    def test_edition_inherits_unchanged_figures(self, tmp_path):
        mine, standard = (lorry.load_edition(name) for name in (written(tmp_path / "mine", scoring=FIVE), "standard"))
        assert (mine.scoring, standard.scoring) == (
            {"star_points": 5, "end_after": 9},
            {"star_points": 3, "end_after": 9},
        )
        assert (mine.dice, mine.dice_sets) == (standard.dice, standard.dice_sets)

    def test_edition_replaces_boxes_by_kind(self, tmp_path):
        mine = lorry.load_edition(written(tmp_path / "mine", galaxy="kind,column,row;star,7,7"))
        kinds = [special.kind for special in mine.galaxy.specials]
        assert ([special.box for special in mine.galaxy.specials if special.kind == "star"], kinds.count("rocket")) == (
            [(7, 7)],
            4,
        )
        assert mine.galaxy.planets == lorry.default_galaxy().planets

    def test_galaxy_file_names_its_edition(self, tmp_path):
        galaxy = lorry.load_galaxy(of_folder(written(tmp_path / "mine", dice=STRAIGHT)))
        assert (galaxy.dice["white"], lorry.load_galaxy(TINY).dice["white"]) == ((6, 0, 0, 0), (3, 2, 1, 0))

    def test_galaxy_overrides_its_edition(self, tmp_path):
        """Its dice and its end are its own, whatever the edition says."""
        with lorry.load_edition(written(tmp_path / "mine", scoring="thing,value;end_after,4", dice=STRAIGHT)):
            own = lorry.Galaxy.from_dict(STARRY | {"end_after": 1, "dice": {"white": {"curve": 6}}})
            usual = lorry.Galaxy.from_dict(STARRY)
        assert (own.end_after, own.dice["white"], own.dice["orange"]) == (1, (0, 6, 0, 0), (6, 0, 0, 0))
        assert usual.end_after == 4

    def test_galaxy_of_edition_round_trips(self, tmp_path):
        galaxy = lorry.load_galaxy(of_folder(written(tmp_path / "mine", scoring=FIVE)))
        lorry.save_galaxy(galaxy, tmp_path / "again.yaml")
        assert "edition: ./mine\n" in (tmp_path / "again.yaml").read_text(encoding="utf-8")
        assert lorry.load_galaxy(tmp_path / "again.yaml") == galaxy


class TestPlaying:
    def test_edition_sets_star_points(self, tmp_path):
        tracks = [(2, 2, 1, "EW"), (3, 2, 1, "EW")]
        with lorry.load_edition(written(tmp_path / "mine", scoring=FIVE)):
            bright = lorry.Position(STARRY, traders=2, tracks=tracks)
        assert (bright.totals, lorry.Position(STARRY, traders=2, tracks=tracks).totals) == ((5, 0), (3, 0))

    def test_replay_counts_stars_of_edition(self):
        with lorry.load_edition(BRIGHT):
            played = lorry.replay(ROOT / "ships" / "lorry" / "example-record.yaml")
        now = played.position
        assert sum(now.stars) > 0
        sums = (f"{have} + {all_ - have} for stars = {all_}" for have, all_ in zip(now.points, now.totals, strict=True))
        assert all(one in played.conclusions()[0] for one in sums)

    @pytest.mark.long
    def test_end_that_no_game_reaches_warns(self, tmp_path):
        """Four planets have six pairs: two traders score twelve routes at most."""
        galaxy = "kind,column,row;planet,2,2;planet,5,2;planet,2,5;planet,5,5"
        folder = written(tmp_path / "far", scoring="thing,value;end_after,36", galaxy=galaxy)
        assert any("every game ends stuck" in note for note in lorry.check_edition(folder).forgotten)
        with lorry.load_edition(folder):
            notes = lorry.race(lorry.default_galaxy(), 4, captains=STEADY).notes()
        assert any(not untold(note, "No game", "end_after") for note in notes)

    def test_solo_optimum_follows_edition(self, tmp_path):
        """Three straights alone join the planets: three boxes, and the star on the way."""
        galaxy = STARRY | {"dice": {"white": {"straight": 6}}}
        with lorry.load_edition(written(tmp_path / "mine", scoring=FIVE)):
            bright = lorry.Galaxy.from_dict(galaxy)
        assert lorry.solo_optimum(bright, turns=3, dice=["white"]) == 3 + 5
        assert lorry.solo_optimum(lorry.Galaxy.from_dict(galaxy), turns=3, dice=["white"]) == 3 + 3

    def test_race_rolls_dice_of_edition(self, tmp_path):
        with lorry.load_edition(written(tmp_path / "mine", dice_sets="players,dice;2,orange orange")):
            races = lorry.race(TINY, games=3)
        assert races.experiment.dice == ("orange", "orange")
        assert not untold("".join(races.notes()), "dice_sets", "standard")


class Unread:
    """Stands in place of the default edition, and must not be read."""

    def get(self, *_):
        raise AssertionError("rules ask for the default edition")


LATE, STEADY = ROOT / "ships" / "lorry" / "late.yaml", ("steady",) * 2
QUESTIONS = {
    "race": lambda bright, late: lorry.race(bright, 4, captains=STEADY),
    "race_from_position": lambda bright, late: lorry.race(late, 4, captains=STEADY),
    "leave": lambda bright, late: lorry.leave(bright, 4, captains=STEADY),
    "begin": lambda bright, late: lorry.begin(bright, 4, captains=STEADY),
    "scored_pairs": lambda bright, late: lorry.scored_pairs(bright, 4, captains=STEADY),
    "explain": lambda bright, late: lorry.explain(bright, 3, captains=STEADY),
    "routes": lambda bright, late: lorry.routes(bright),
    "drafts": lambda bright, late: lorry.drafts(2, bright),
    "exact": lambda bright, late: lorry.exact(bright, 2, ["white"], budget=20),
    "points_now": lambda bright, late: lorry.points_now(late),
    "advise": lambda bright, late: lorry.advise(late, 2, candidates=2, captain="steady"),
}


class TestExplicitRules:
    @pytest.mark.parametrize("question", QUESTIONS)
    def test_question_never_asks_for_default(self, tmp_path, monkeypatch, question):
        (tmp_path / "bright.yaml").write_text(f"edition: {BRIGHT}\n{TINY.read_text()}")
        bright, late = lorry.load_galaxy(tmp_path / "bright.yaml"), lorry.load_position(LATE)
        monkeypatch.setattr(tables_module.DEFAULT, "edition", Unread())
        assert repr(QUESTIONS[question](bright, late))

    def test_galaxy_keeps_its_rules_in_with(self):
        """A default edition is for files that name none; galaxies that were read before are not of it."""
        tiny = lorry.load_galaxy(TINY)
        with lorry.load_edition(BRIGHT):
            retold = lorry.explain(tiny, 3, captains=STEADY)
            assert (tiny.star_points, retold.record().start.galaxy.star_points) == (3, 3)
            assert lorry.load_galaxy(TINY).star_points == 5

    def test_default_goes_before_edition_of_file(self, tmp_path):
        """`--edition` plays files of other editions, too."""
        named = of_folder(written(tmp_path / "mine", scoring="thing,value;star_points,7"))
        with lorry.load_edition(BRIGHT):
            assert lorry.load_galaxy(named).star_points == 5
        assert lorry.load_galaxy(named).star_points == 7

    def test_position_decides_galaxy_edition(self, tmp_path):
        """A galaxy file that a position names is of the position's edition; without one it keeps its own."""
        named = of_folder(written(tmp_path / "mine", scoring="thing,value;star_points,7"))
        assert lorry.load_position({"galaxy": str(named)}).galaxy.star_points == 7
        assert lorry.load_position({"galaxy": str(named), "edition": str(BRIGHT)}).galaxy.star_points == 5

    def test_galaxy_fields_keep_edition(self):
        bright = lorry.load_edition(BRIGHT).galaxy
        assert lorry.Galaxy.from_dict(bright.to_dict()) == bright
        assert lorry.Galaxy.from_dict(STARRY, edition=str(BRIGHT)).star_points == 5

    def test_rules_are_pickled_by_key(self):
        rules = lorry.load_edition(BRIGHT).rules
        assert pickle.loads(pickle.dumps(rules)) is rules
        assert rules != tables_module.rules_of("standard")


class TestKeeping:
    def test_save_file_refuses_other_tables(self, tmp_path):
        path = of_folder(written(tmp_path / "mine", scoring=FIVE))
        lorry.race(path, 4, save=tmp_path / "run.json")
        written(tmp_path / "mine", scoring="thing,value;star_points,6")
        with pytest.raises(AnalyzerError, match=r"holds another run(.|\n)*edition_table"):
            lorry.race(path, 4, save=tmp_path / "run.json")

    @pytest.mark.long
    def test_experiment_description_holds_edition_tables(self, tmp_path):
        """The description is read without the folder, under another edition and in another process."""
        experiment = lorry.race(of_folder(written(tmp_path / "mine", scoring=FIVE)), 3, captains=STEADY).experiment
        usual = lorry.race(TINY, 3, captains=STEADY).experiment
        with lorry.load_edition(BRIGHT):
            for one in (experiment, usual):
                again = rebuild(json.loads(json.dumps(one.describe(), default=int)), "here")
                assert (again, again.describe()) == (one, one.describe())
        (tmp_path / "sent").write_bytes(pickle.dumps(experiment))
        read = f"pickle.loads(open({str(tmp_path / 'sent')!r}, 'rb').read())"
        code = f"import pickle; print({read}.run_block(0, 20)['total'].tolist())"
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert json.loads(said.stdout) == experiment.run_block(0, 20)["total"].tolist()


FAULTS = {
    "seven faces": (
        {"dice": "colour,straight,curve,branch,crossing;white,4,2,1,0"},
        "dice.csv, line 2: the white die has 7",
    ),
    "a third colour": ({"dice": "colour,straight;green,6"}, "dice.csv, line 2: colour 'green': there are two colours"),
    "too few dice": ({"dice_sets": "players,dice;3,white"}, "line 2: dice white: 3 traders roll 3 dice, not 1"),
    "five traders": (
        {"dice_sets": "players,dice;5,white white"},
        "line 2: players '5': give a whole",
    ),
    "a planet outside": ({"galaxy": "kind,column,row;size,8,8"}, "galaxy.csv, line 2: planet 3 in"),
    "two sizes": ({"galaxy": "kind,column,row;size,8,8;size,9,9"}, "galaxy.csv, line 3: 2 rows of kind size: give one"),
    "a dear star": ({"scoring": "thing,value;star_points,10"}, "scoring.csv, line 2: value 10: star_points is 0 to 9"),
    "another figure": ({"scoring": "thing,value;box_points,2"}, "line 2: thing 'box_points': no such figure"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_edition_fault_names_file_and_line(tmp_path, case):
    tables, says = FAULTS[case]
    with pytest.raises(AnalyzerError) as error:
        lorry.load_edition(written(tmp_path / "mine", **tables))
    assert says in str(error.value)
    assert all(fault.path.startswith(str(tmp_path)) for fault in error.value.faults)


@pytest.mark.slow(but=6)
@pytest.mark.parametrize("number", range(60))
def test_broken_edition_is_refused_or_plays(tmp_path, number):
    lorry.new_edition(tmp_path / "whole")
    broken(tmp_path / "whole", tmp_path / "mine", random.Random(number))
    assert refused_or_plays(tmp_path / "mine") in ("refused", "played")


def test_games_from_position_keep_edition_tables(tmp_path):
    """Nine points a star in both; another process has its tables from the description alone."""
    written(tmp_path / "mine", scoring="thing,value;star_points,9")
    text = (
        (ROOT / "ships" / "lorry" / "late.yaml")
        .read_text(encoding="utf-8")
        .replace("sixteen", f"{ROOT}/ships/lorry/sixteen")
    )
    (tmp_path / "late.yaml").write_text(f"edition: ./mine\n{text}", encoding="utf-8")
    games = lorry.race(lorry.load_position(tmp_path / "late.yaml"), games=3).experiment
    again = rebuild(json.loads(json.dumps(games.describe(), default=int)), "here")
    assert (again.describe(), again.position.galaxy.star_points) == (games.describe(), 9)
    assert "mine" not in games.describe()["position"]


class TestVerbs:
    def test_edition_new_check_and_diff(self, command, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert "written" in command("lorry", "edition", "new", "mine").out
        table = (tmp_path / "mine" / "scoring.csv").read_text(encoding="utf-8")
        (tmp_path / "mine" / "scoring.csv").write_text(
            table.replace("star_points,3", "star_points,4"), encoding="utf-8"
        )
        checked = json.loads(command("lorry", "edition", "check", "mine", "--json").out)
        assert (checked["edition"], checked["from"]) == ("mine", "standard")
        said = command("lorry", "edition", "diff", "standard", "mine").out
        assert not untold(said, "star_points", "3 in standard", "4 in mine")

    @pytest.mark.slow(but=4)
    @pytest.mark.parametrize(
        "verb",
        [
            ["race", str(TINY), "--games", "3"],
            ["inspect", str(TINY)],
            ["dice"],
            ["routes", str(TINY)],
            ["turn", str(ROOT / "ships" / "lorry" / "late.yaml")],
            ["advise", str(LATE), "--games", "2", "--candidates", "2", "--captain", "steady", "--quiet"],
            ["race", "--from", str(ROOT / "ships" / "lorry" / "late.yaml"), "--games", "3"],
        ],
    )
    def test_every_verb_takes_an_edition(self, command, verb):
        said = command("lorry", *verb, "--edition", str(BRIGHT))
        assert (said.code, said.err) == (0, "")

    def test_command_reports_all_edition_faults(self, command, tmp_path):
        written(tmp_path / "mine", scoring="thing,value;star_points,x;end_after,99", dice_sets="players,dice;2,white")
        said = command("lorry", "race", str(TINY), "--games", "2", "--edition", str(tmp_path / "mine"))
        assert (said.code, said.err.count("error:")) == (2, 3)


def test_example_edition_has_no_fault():
    assert {row.table for row in lorry.check_edition(BRIGHT).own} == {"scoring"}
