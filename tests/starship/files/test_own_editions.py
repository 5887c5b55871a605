"""Folders of tables as editions of Starship Catan: what is read, refused, played, kept and taken along to workers."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer import AnalyzerError, merge, starship
from analyzer.starship import Ship, load_captain
from tests.doors.runs import rebuild
from tests.doors.starship import (
    STANDARD_RULES,
    GameExperiment,
    Thinking,
    open_decision,
)
from tests.facts import untold
from tests.files.own_folders import written
from tests.places import ROOT
from tests.starship.files.broken_editions import broken, refused_or_plays

KNOWN, MIDGAME = (ROOT / "ships" / "starship" / f"{name}.yaml" for name in ("known", "midgame"))
RACER, TRADER = (str(ROOT / "ships" / "starship" / f"{name}.yaml") for name in ("racer", "trader"))
QUICK = ROOT / "ships" / "starship" / "quick"
SENSIBLE = load_captain("sensible")
PAIR = (SENSIBLE, SENSIBLE)


def of_folder(folder: Path, text: str = "") -> Path:
    """A position file beside the folder `mine` that names it."""
    path = folder.parent / "position.yaml"
    path.write_text(f"edition: ./mine\n{text or MIDGAME.read_text(encoding='utf-8')}", encoding="utf-8")
    return path


class TestReading:
    def test_edition_inherits_unchanged_figures(self, tmp_path):
        mine = starship.load_edition(
            written(tmp_path / "mine", costs="build,fuel;booster,0", dice="die,faces;blue,1 1 1 1 1 1")
        )
        standard = starship.load_edition("standard")
        assert mine.costs["booster"] == {**standard.costs["booster"], "fuel": 0}
        assert (mine.dice["blue"], mine.dice["yellow"]) == ((1,) * 6, standard.dice["yellow"])
        assert (mine.cards, mine.start) == (standard.cards, standard.start)

    def test_edition_builds_on_another_folder(self, tmp_path):
        written(tmp_path / "below", costs="build,fuel;booster,0", start="thing,value;goal,8")
        mine = starship.load_edition(written(tmp_path / "mine", "../below", start="thing,value;goal,9"))
        assert (mine.costs["booster"]["fuel"], mine.start["goal"]) == (0, 9)

    def test_edition_sets_ship_capacity(self, tmp_path):
        written(
            tmp_path / "mine",
            start="thing,value;capacity,1;trade_good,1;astro,40",
            modules="module,level,capacity;logistics,1,2",
        )
        ship = starship.load_position(of_folder(tmp_path / "mine", "name: Mine\n")).own
        assert (ship.capacity, ship.astro) == (2, 40)
        assert (starship.Ship().capacity, starship.Ship().astro) == (3, 25)

    def test_edition_context_applies_to_unnamed_files(self, tmp_path):
        with starship.load_edition(written(tmp_path / "mine", cards="id,price;BASE13,1")) as mine:
            assert starship.load_position(MIDGAME).edition == mine.edition
            (row,) = [row for row in starship.cards(["trade_planet"]).rows if "BASE13" in row.ids]
            assert row.figures["price"] == 1
        assert starship.load_position(MIDGAME).edition == "standard"

    def test_ships_of_two_editions_cannot_meet(self, tmp_path):
        ship = starship.load_position(of_folder(written(tmp_path / "mine"), "name: Mine\n")).own
        with pytest.raises(AnalyzerError, match=r"Moon's .* edition mine, Sun's of standard"):
            starship.Position(moon=ship)


class TestPlaying:
    def test_own_blue_die_decides_fights(self, tmp_path):
        """A blue die of ones only loses all 36 pairs against strength 2 with one cannon."""
        written(tmp_path / "mine", dice="die,faces;blue,1 1 1 1 1 1")
        with starship.load_edition(tmp_path / "mine"):
            assert [starship.fight(1, 2).wins, starship.fight(2, 2).wins] == [0, 36]
        assert starship.fight(1, 2).wins == 13

    def test_own_yellow_die_decides_production(self, tmp_path):
        """The colony of Moon's start makes carbon on a 1, so every roll gives carbon."""
        with starship.load_edition(written(tmp_path / "mine", dice="die,faces;yellow,1 1 1 1 1 1")):
            ship = starship.Ship()
        assert starship.exact_production(ship) == {(0, 0, 0, 1, 2, 1): 1}

    def test_exact_turn_weighs_own_yellow_faces(self, tmp_path):
        """Five ones and a three: the mean is five sixths of that after a 1 and a sixth of that after a 3."""
        written(tmp_path / "mine", dice="die,faces;yellow,1 1 1 1 1 3")
        unrolled = KNOWN.read_text(encoding="utf-8")
        mean, one, three = (
            starship.exact(of_folder(tmp_path / "mine", roll + unrolled), 1).mean("cards_flown")
            for roll in ("", "roll: 1\n", "roll: 3\n")
        )
        assert one != three
        assert mean == (5 * one + three) / 6

    def test_fought_pirate_has_own_strength(self, tmp_path):
        """A cannon and a 3 make 4: enough against the printed strength 2 and a 1, not against strength 9."""
        fought = "phase: flight\nroll: 2\nflight: {sector: 1, row: [BASE11], dice: [3, 1]}\n"
        written(tmp_path / "mine", cards="id,strength;BASE11,9")
        assert open_decision(starship.load_position(of_folder(tmp_path / "mine", fought))).what == "loss"

    def test_story_counts_own_sensor_cards(self, tmp_path):
        written(tmp_path / "mine", modules="module,level,looks;sensor,1,4")
        begun = of_folder(tmp_path / "mine", "phase: sector\nroll: 3\nmoon: {modules: {sensor: 1}}\n")
        story = starship.explain(0, position=begun, turns=1)
        assert not untold([row["line"] for row in story.rows()], "4 cards", "sensor")

    @pytest.mark.long
    def test_goal_that_no_game_reaches_warns(self, tmp_path):
        with starship.load_edition(written(tmp_path / "far", start="thing,value;goal,40")):
            games = starship.play(PAIR, 2)
        assert not untold(games.notes()[0], "Nobody won", "40 points")
        assert not any("out of reach" in note for note in starship.play(PAIR, 8).notes())

    @pytest.mark.parametrize(("goal", "told"), [(40, "nobody can have more than 21"), (21, "Nobody reached"), (11, "")])
    def test_check_warns_of_unreachable_goal(self, tmp_path, monkeypatch, goal, told):
        """Eleven colonies, six modules II, two adventures with a point and both special cards are 21 points."""
        monkeypatch.setattr("analyzer.starship.questions.edition.GOAL_GAMES", 2)
        if goal > 11:
            monkeypatch.setattr("analyzer.starship.questions.edition.GOAL_TURNS", 8)
        checked = starship.check_edition(written(tmp_path / "far", start=f"thing,value;goal,{goal}"))
        notes = " ".join(checked.description().notes)
        assert told in notes if told else not notes

    @pytest.mark.long
    def test_low_goal_ends_games_sooner(self, tmp_path):
        """Four points: the colony of the start and three more."""
        with starship.load_edition(written(tmp_path / "mine", start="thing,value;goal,4")):
            quick = starship.play(PAIR, 15)
        usual = starship.play(PAIR, 15)
        quick_turns, usual_turns = (dict(one.estimates("turns")) for one in (quick, usual))
        assert all(quick_turns[name].mean < usual_turns[name].mean for name in quick_turns)
        assert not untold("".join(quick.notes()), "mine", "start", "standard")
        assert "user's own" not in "".join(usual.notes())

    @pytest.mark.parametrize(("captain", "is_there"), [("thinker", True), ("sensible", False)])
    def test_thinker_notes_fit_to_usual_cards(self, tmp_path, captain, is_there):
        pair = load_captain(captain), load_captain("sensible")
        with starship.load_edition(written(tmp_path / "mine", start="thing,value;goal,8")):
            own = GameExperiment(pair, 1).notes()
        assert any("fitted to the usual cards" in note for note in own) == is_there
        assert not any("fitted to the usual cards" in note for note in GameExperiment(pair, 1).notes())


class NotReadable:
    """A default edition that nobody may ask for."""

    def get(self, *_: object) -> str:
        raise AssertionError("asked for the edition in force")


def asked_of(position: starship.Position) -> dict[str, Callable[[], object]]:
    """By name what the engine works out of a position."""
    pair = (SENSIBLE, SENSIBLE)
    thinking = replace(SENSIBLE, thinks=Thinking(2, 0))
    games = GameExperiment(pair, 1, position=position, swap=True)
    record = starship.load_record(position.to_dict() | {"steps": [{"do": "fly", "sector": 1}, {"do": "next"}]})
    return {
        "inspect": lambda: [position.flaws(), str(position)],
        "fly": lambda: starship.fly(position, 4).table(),
        "game": lambda: games.run_block(0, 2),
        "thinker": lambda: starship.fly(position, 1, captain=thinking).table(),
        "adventures": lambda: starship.adventures(position, turns=1, games=2).table(),
        "advise": lambda: starship.advise(position, 2).as_dict(),
        "replay": lambda: starship.replay(record).description(),
    }


QUESTIONS = ["inspect", "fly", "game", "thinker", "adventures", "advise", "replay"]


class TestExplicit:
    """The engine plays by the tables it is given."""

    @pytest.mark.parametrize("question", QUESTIONS)
    def test_engine_ignores_default_edition(self, tmp_path, monkeypatch, question):
        written(tmp_path / "mine", start="thing,value;goal,8", dice="die,faces;yellow,1 1 1 1 2 3")
        ask = asked_of(starship.load_position(of_folder(tmp_path / "mine", "name: Mine\nphase: sector\nroll: 2\n")))
        monkeypatch.setattr("analyzer.starship.tables.DEFAULT.edition", NotReadable())
        assert ask[question]() is not None

    def test_rules_are_one_object(self):
        rules = STANDARD_RULES
        assert pickle.loads(pickle.dumps(rules)) is deepcopy(rules) is rules
        assert len(pickle.dumps(rules)) < 200

    def test_start_ship_follows_its_tables(self):
        quick = starship.load_edition(QUICK)
        with quick:
            inside = starship.Ship()
        assert Ship.at_start(quick.rules) == inside
        assert Ship.at_start(STANDARD_RULES) == starship.Ship()

    def test_fight_figure_shows_own_dice(self, tmp_path):
        """With a blue die of ones alone, who is stronger wins for sure; a tie wins."""
        with starship.load_edition(written(tmp_path / "mine", dice="die,faces;blue,1 1 1 1 1 1")):
            answer = starship.pay_or_fight(1)
        shown = {text.get_text() for text in answer.figures()["pay-or-fight"]().axes[0].texts}
        assert shown == {"0%", "100%"}


class TestKeeping:
    def test_save_file_refuses_other_tables(self, tmp_path):
        written(tmp_path / "mine", start="thing,value;goal,8")
        path = of_folder(tmp_path / "mine")
        starship.fly(path, 40, save=tmp_path / "run.json")
        assert starship.fly(path, 40, save=tmp_path / "run.json")["Midgame"].worth.n == 40
        written(tmp_path / "mine", start="thing,value;goal,9")
        with pytest.raises(AnalyzerError, match=r"holds another run(.|\n)*edition_table"):
            starship.fly(path, 40, save=tmp_path / "run.json")

    def test_experiment_description_holds_edition_tables(self, tmp_path):
        """The description is read without the folder, also where another edition is in force."""
        experiment = starship.fly(of_folder(written(tmp_path / "mine", start="thing,value;goal,8")), 20).experiment
        usual = starship.fly(MIDGAME, 20).experiment
        with starship.load_edition(QUICK):
            for one in (experiment, usual):
                again = rebuild(json.loads(json.dumps(one.describe(), default=int)), "here")
                assert (again, again.describe()) == (one, one.describe())
        sent = pickle.loads(pickle.dumps(experiment))
        assert sent.run_block(0, 30)["worth"].tolist() == experiment.run_block(0, 30)["worth"].tolist()

    @pytest.mark.long
    def test_saved_runs_merge_without_edition_folder(self, tmp_path):
        with starship.load_edition(written(tmp_path / "mine", start="thing,value;goal,4")):
            starship.play(PAIR, 8, save=tmp_path / "a.json")
            starship.play(PAIR, 7, first=8, save=tmp_path / "b.json")
            whole = starship.play(PAIR, 15)
        for file in (tmp_path / "mine").iterdir():
            file.unlink()
        (merged,) = merge([tmp_path / "a.json", tmp_path / "b.json"])
        assert dict(merged.estimates("turns")) == dict(whole.estimates("turns"))

    @pytest.mark.long
    def test_pickled_experiment_keeps_edition_tables(self, tmp_path):
        """Workers and clusters get the experiment, and no folder."""
        experiment = starship.fly(of_folder(written(tmp_path / "mine", costs="build,fuel;booster,0")), 20).experiment
        (tmp_path / "sent").write_bytes(pickle.dumps(experiment))
        read = f"pickle.loads(open({str(tmp_path / 'sent')!r}, 'rb').read())"
        code = f"import pickle; print({read}.run_block(0, 40)['worth'].tolist())"
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert json.loads(said.stdout) == experiment.run_block(0, 40)["worth"].tolist()


FAULTS = {
    "another card": ({"cards": "id,price;BASE41,1"}, "cards.csv, line 2: id 'BASE41': no card can be added"),
    "no strength": ({"cards": "id,strength;BASE11,0"}, "line 2: strength '0': give a whole number from 1 to 15"),
    "too strong": ({"cards": "id,strength;BASE11,16"}, "line 2: strength '16': give a whole number from 1 to 15"),
    "a dear price": ({"cards": "id,price;BASE13,6"}, "cards.csv, line 2: price '6': give a whole number from 1 to 5"),
    "a figure of another kind": ({"cards": "id,price;BASE11,3"}, "line 2: price '3': a card of kind pirate has none"),
    "a moved card": ({"cards": "id,stack;BASE13,II"}, "line 2: stack 'II': it is BASE in all editions"),
    "terms that differ": ({"cards": "id,direction;BASE13,buy"}, "cards of kind trade_planet differ in them"),
    "an H without friends": (
        {"cards": "id,station;BASE13,0"},
        "line 2: friendship 1: give 1 or 2 with an H, 0 without",
    ),
    "a good nobody trades": ({"cards": "id,good;BASE05,science"}, "line 2: good 'science': use one of ore, fuel"),
    "an unknown planet": ({"adventures": "id,planet;famine,Mars"}, "adventures.csv, line 2: planet 'Mars': use one of"),
    "a long die": (
        {"dice": "die,faces;yellow,1 2 3 4 5 6"},
        "dice.csv, line 2: faces 1 2 3 4 5 6: the yellow die shows",
    ),
    "a deep bay": ({"modules": "module,level,capacity;logistics,2,5"}, "modules.csv, line 2: capacity '5'"),
    "a full ship": ({"start": "thing,value;trade_good,4"}, "start.csv, line 2: trade_good 4: capacity is 2"),
    "other sectors": ({"start": "thing,value;places,12"}, "start.csv, line 2: places: it is 10 in all editions"),
    "a table nobody knows": ({"kinds": "kind;x"}, "kinds.csv: no table of an edition: use one of cards"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_edition_fault_names_file_and_line(tmp_path, case):
    tables, says = FAULTS[case]
    with pytest.raises(AnalyzerError) as error:
        starship.load_edition(written(tmp_path / "mine", **tables))
    assert says in str(error.value)
    assert all(fault.path.startswith(str(tmp_path)) for fault in error.value.faults)


def test_link_to_nowhere_is_refused(tmp_path):
    """A table that cannot be read is no table that is missing."""
    mine = Path(written(tmp_path / "mine", cards="id,price;BASE13,1"))
    for target in ("gone.csv", "costs.csv"):
        (mine / "costs.csv").symlink_to(target)
        with pytest.raises(AnalyzerError, match=r"costs\.csv: (no such file|cannot be read)"):
            starship.load_edition(mine)
        (mine / "costs.csv").unlink()


@pytest.mark.long
@pytest.mark.slow(but=6)
@pytest.mark.parametrize("number", range(60))
def test_broken_edition_is_refused_or_plays(tmp_path, number):
    starship.new_edition(tmp_path / "whole")
    whole = QUICK if number % 3 == 0 else tmp_path / "whole"
    broken(whole, tmp_path / "mine", random.Random(number))
    assert refused_or_plays(tmp_path / "mine") in ("refused", "played")


class TestVerbs:
    def test_edition_new_check_and_diff(self, command, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert "written" in command("starship", "edition", "new", "mine").out
        table = (tmp_path / "mine" / "costs.csv").read_text(encoding="utf-8")
        assert "# fuel: fuel that it costs" in table
        (tmp_path / "mine" / "costs.csv").write_text(table.replace("booster,0,2", "booster,0,1"), encoding="utf-8")
        checked = json.loads(command("starship", "edition", "check", "mine", "--json").out)
        assert (checked["edition"], checked["from"]) == ("mine", "standard")
        assert not untold(
            command("starship", "edition", "diff", "standard", "mine").out, "booster", "fuel 2 in standard", "1 in mine"
        )

    @pytest.mark.slow(but=5)
    @pytest.mark.parametrize(
        "verb",
        [
            ["play", "--games", "20"],
            ["inspect", str(MIDGAME)],
            ["fly", str(MIDGAME), "--turns", "20"],
            ["cards"],
            ["fight"],
            ["explain", "--game", "3"],
            ["sectors", str(MIDGAME), "--turns", "20"],
            [
                "compare",
                *(str(ROOT / "ships" / "starship" / f"{name}.yaml") for name in ("racer", "trader")),
                "--games",
                "5",
            ],
        ],
    )
    def test_every_verb_takes_an_edition(self, command, verb):
        assert command("starship", *verb, "--edition", str(QUICK)).code == 0

    def test_edition_option_ends_with_command(self, command):
        command("starship", "cards", "--edition", str(QUICK))
        assert starship.load_position(MIDGAME).edition == "standard"

    def test_command_reports_all_edition_faults(self, command, tmp_path):
        written(tmp_path / "mine", cards="id,price;BASE13,9;BASE99,1", dice="die,faces;red,1")
        said = command("starship", "play", "--games", "5", "--edition", str(tmp_path / "mine"))
        assert (said.code, said.err.count("error:")) == (2, 3)


def test_example_edition_has_no_fault():
    assert {row.table for row in starship.check_edition(QUICK).own} == {"cards", "costs", "start"}


class TestAtTheTable:
    """Questions asked from a moment on, and of records, follow the edition of the file."""

    def test_luck_with_own_dice_averages_zero(self, tmp_path):
        """Four ones, a two and a three; fails if each number on it is taken for as likely as the others."""
        path = of_folder(written(tmp_path / "mine", dice="die,faces;yellow,1 1 1 1 2 3;blue,1 2 2 2 8 8"))
        turns = starship.fly(path, 2).experiment
        luck = turns.run_noting(0, 8192)["draws"][0].astype(float)
        assert luck.shape[1] == len(turns.controls.law.mean)
        assert (abs(luck.mean(axis=0)) * 8192**0.5 < 6 * luck.std(axis=0) + 1e-9).all()

    def test_record_is_replayed_by_own_edition(self, tmp_path):
        """Two points end the game: the colony of the start and one more."""
        with starship.load_edition(written(tmp_path / "mine", start="thing,value;goal,2")):
            story = starship.explain(3)
        starship.save_record(story.record(), tmp_path / "game.yaml")
        assert "edition: ./mine" in (tmp_path / "game.yaml").read_text(encoding="utf-8").replace('"', "")
        replayed = starship.replay(tmp_path / "game.yaml")
        assert (all(replayed.accepted), replayed.phase, replayed.winner) == (True, "over", story.winner)
        assert not untold([str(row["line"]) for row in story.rows()], "2 points", "game is over")
        assert any("mine edition" in note for note in starship.review(tmp_path / "game.yaml", 2).notes())

    @pytest.mark.long
    def test_advice_follows_edition_of_position(self, tmp_path):
        """The blue die shows ones alone: two cannons never beat a pirate of strength 3 or more."""
        written(tmp_path / "mine", dice="die,faces;blue,1 1 1 1 1 1")
        pirate = (ROOT / "ships" / "starship" / "pirate.yaml").read_text(encoding="utf-8")
        path = of_folder(tmp_path / "mine", pirate)
        odds = starship.pay_or_fight(position=path, games=4)
        own = starship.load_position(path).own.cannon_strength
        expected = sum(share for strength, share in odds.believed.items() if own >= strength)
        advice = starship.advise(path, 4)
        assert (odds.chance, advice.wins_fight) == (expected, expected)
        assert all(any("mine edition" in note for note in one.notes()) for one in (odds, advice))
