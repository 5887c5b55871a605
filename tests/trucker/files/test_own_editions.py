"""Folders of tables as editions: what is read, refused, dealt, kept in save files and taken along to workers."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from shutil import copytree, rmtree

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.printed import OwnEdition, load_edition
from tests.doors.runs import rebuild
from tests.doors.trucker_paper import Route, deal_rest
from tests.doors.trucker_questions import editions
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.files.broken_editions import broken, refused_or_flies
from tests.trucker.files.own_editions import edition, ship, written

KITE = ROOT / "ships" / "2007" / "II" / "tin-kite.yaml"
EXAMPLE = ROOT / "ships" / "own-edition"
PRINTED = len(load_edition("2007").cards)
SECOND = sum(card.level == 2 for card in load_edition("2007").cards)
"""How many cards of level II are printed."""
CARD = "id,level,kind,strength,credits,days,hits;90,2,pirates,7,4,1,small-front"
WIDE = ";".join(
    [
        "board,row,column,start",
        *(f"W,{row},{column},{int((row, column) == (7, 7))}" for row in range(4, 12) for column in range(3, 11)),
    ]
)
ON_WIDE = "level,board,lap,starts,order_rewards,pile;W,W,30,0 -2,5 3,1 2 2"


def faults_of(folder: Path) -> list[tuple[str, int | None, str]]:
    with pytest.raises(AnalyzerError) as error:
        analyzer.load_edition(folder)
    return [(Path(fault.path).name, fault.line, fault.text) for fault in error.value.faults]


class TestReading:
    def test_own_new_card_is_dealt(self, tmp_path):
        rules = edition(tmp_path / "mine", cards=CARD)
        assert (len(rules.cards), rules.card(90).strength, rules.card(2)) == (
            PRINTED + 1,
            7,
            load_edition("2007").card(2),
        )
        dealt = Route(rules.name, "II").deal(seed=1, first=0, flights=400)
        assert {rules.cards[index].id for index in np.unique(dealt)} == {
            card.id for card in rules.cards if card.level < 3
        }

    def test_own_number_replaces_a_card(self, tmp_path):
        """Level and star stay those of the card; its figures are all replaced."""
        rules = edition(tmp_path / "mine", cards="id,kind,strength,hits;2,pirates,9,small-left")
        card, printed = rules.card(2), load_edition("2007").card(2)
        assert (len(rules.cards), card.strength, card.credits, printed.credits) == (PRINTED, 9, 0, 4)
        assert (card.level, card.learning) == (printed.level, printed.learning)

    def test_missing_columns_come_from_below(self, tmp_path):
        """Omitted columns are those of the row in the edition below."""
        rules = edition(tmp_path / "mine", levels="level,lap;II,50", kinds="kind,containers;cargo_3,4")
        level, printed = rules.level("II"), load_edition("2007").level("II")
        assert (level.lap, level.starts, level.order_rewards) == (50, printed.starts, printed.order_rewards)
        assert (rules.kinds["cargo_3"].containers, rules.kinds["cargo_3"].code) == (4, "H3")
        assert rules.level("I") == load_edition("2007").level("I")

    def test_comments_and_quoted_cells_read(self, tmp_path):
        rules = edition(tmp_path / "mine", cards=f'"# id, level: what they mean";# more;{CARD};# the end')
        assert len(rules.cards) == PRINTED + 1

    def test_complete_table_takes_nothing(self, tmp_path):
        """A complete table of eight cards and one level is all there is, and boards without a level are gone."""
        cards = ";".join(f"{number},1,stardust" for number in range(8))
        folder = written(
            tmp_path / "mine",
            cards=f"id,level,kind;{cards}",
            levels="level,board,lap,starts,order_rewards,pile;I,I,9,0,4,1 1",
        )
        (folder / "edition.yaml").write_text("from: 2007\ncomplete: [cards, levels]\n", encoding="utf-8")
        rules = analyzer.load_edition(folder)
        assert (len(rules.cards), [*rules.levels], [*rules.boards]) == (8, ["I"], ["I"])
        with pytest.raises(AnalyzerError, match="no board 'II' in the mine edition"):
            analyzer.load_ship(KITE, edition=str(folder))

    def test_edition_stands_on_own_edition(self, tmp_path):
        written(tmp_path / "theirs", cards=CARD)
        rules = edition(tmp_path / "mine", base="../theirs", cards="id,level,kind;91,1,stardust")
        assert [card.id for card in rules.cards[-2:]] == [90, 91]
        assert rules.name.base == "2007"

    def test_circular_editions_are_refused(self, tmp_path):
        written(tmp_path / "one", base="../other")
        written(tmp_path / "other", base="../one")
        with pytest.raises(AnalyzerError, match="more than 8 editions"):
            analyzer.load_edition(tmp_path / "one")

    def test_class_ivc_stays_in_2007(self, tmp_path):
        rules = edition(tmp_path / "mine", cards=CARD)
        assert "IV" not in rules.levels
        assert "IVC" not in rules.boards

    def test_edition_name_is_folder_or_own(self, tmp_path):
        assert f"{edition(tmp_path / 'mine', cards=CARD).name}" == "mine"
        (tmp_path / "mine" / "edition.yaml").write_text("from: 2007\nname: frontier\n", encoding="utf-8")
        assert f"{analyzer.load_edition(tmp_path / 'mine').name}" == "frontier"


class TestShips:
    def test_ship_file_names_edition_folder(self, tmp_path, monkeypatch):
        written(tmp_path / "mine", cards=CARD)
        text = KITE.read_text(encoding="utf-8")
        (tmp_path / "kite.yaml").write_text(text.replace("edition: 2007", "edition: ./mine"), encoding="utf-8")
        monkeypatch.chdir("/")
        there = analyzer.load_ship(tmp_path / "kite.yaml")
        assert there.board.title == "mine-II"
        assert there == analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
        analyzer.save_ship(there, tmp_path / "mine" / "again.yaml")
        assert analyzer.load_ship(tmp_path / "mine" / "again.yaml") == there

    def test_board_may_have_64_squares(self, tmp_path):
        rules = edition(tmp_path / "mine", boards=WIDE, levels=ON_WIDE)
        assert len(rules.board("W").squares) == 64
        trial = ship(rules, [((8, 7), "single_engine", "rear"), ((7, 8), "cabin", ""), ((7, 6), "cargo_3", "")], "W")
        assert trial.flaws() == []
        assert analyzer.fly([trial], flights=50, rivals="alone")["Trial"].cards_flown.mean > 6

    def test_corner_of_64_squares_is_hit(self, tmp_path):
        """A hazard along column 10 from the rear meets the component in the last row."""
        rules = edition(tmp_path / "mine", boards=WIDE, levels=ON_WIDE)
        row = [((7, column), "structural", "") for column in (8, 9, 10)]
        column = [((line, 10), "structural", "") for line in (8, 9, 10, 11)]
        trial = ship(rules, [*row, *column], "W")
        assert analyzer.strike(trial, "heavy_fire", side="rear", roll=10).square == (11, 10)
        assert analyzer.strike(trial, "heavy_fire", side="front", roll=10).square == (7, 10)

    def test_reference_ships_come_from_folder(self, tmp_path):
        """Reference ships are those of the folder, or of the edition below."""
        assert [one.name for one in analyzer.load_field("W", analyzer.load_edition(EXAMPLE).name)] == [
            "Broad Beam",
            "Bunk Express",
            "Long Table",
        ]
        rules = edition(tmp_path / "mine", boards=WIDE, levels=ON_WIDE)
        assert len(analyzer.load_field("II", rules.name)) == 3
        with pytest.raises(AnalyzerError, match=r"board W.*field/W"):
            analyzer.load_field("W", rules.name)

    def test_two_editions_do_not_mix(self, tmp_path):
        written(tmp_path / "mine", cards=CARD)
        own = analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
        with pytest.raises(AnalyzerError, match="editions do not mix"):
            analyzer.fly([own], flights=1, rivals=[analyzer.load_ship(KITE)])


class TestDecks:
    def test_deck_takes_400_cards(self, tmp_path):
        rows = ";".join(f"{number},5,stardust" for number in range(900, 1300))
        rules = edition(tmp_path / "mine", cards=f"id,level,kind;{rows}", levels="level,pile;II,5 5 5")
        dealt = Route(rules.name, "II").deal(seed=3, first=0, flights=500)
        assert sorted({rules.cards[index].id for index in np.unique(dealt)}) == [*range(900, 1300)]

    @pytest.mark.long
    def test_means_know_many_cards(self, tmp_path):
        """Level II has 300 cards more, which pay nothing; by the chances of all of them the mean stays what it is."""
        rows = ";".join(f"{number},2,stardust" for number in range(900, 1200))
        edition(tmp_path / "mine", cards=f"id,level,kind;{rows}")
        ship = analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
        flown = {plain: analyzer.fly([ship], flights=8000, rivals="alone", plain=plain) for plain in (True, False)}
        plain, sharper = (result["Tin Kite"].credits for result in flown.values())
        assert plain.counts == sharper.counts
        assert sharper.sharper is not None
        assert 0 < abs(sharper.mean - plain.mean) < 5 * plain.std / 8000**0.5

    def test_positions_know_many_cards(self, tmp_path):
        rows = ";".join(f"{number},2,stardust" for number in range(900, 1200))
        edition(tmp_path / "mine", cards=f"id,level,kind;{rows}")
        ship = analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
        position = analyzer.load_position({"ship": ship, "rivals": "alone", "met": [1199, 20], "space": 0})
        dealt = deal_rest(position.route, position.revealed, 3, 0, 500)
        numbers = np.array([card.id for card in position.edition.cards])[dealt]
        assert dealt.shape == (500, 12)
        assert np.array_equal(numbers[:, :2], [[1199, 20]] * 500)
        assert max(numbers[:, 2:].ravel().tolist()) > 1155
        assert all(len({*deck}) == 12 for deck in numbers.tolist())

    def test_decks_mix_many_levels(self, tmp_path):
        """Two cards of each of five levels in six piles: 60 cards, one of the highest level first."""
        rows = ";".join(f"{100 * level + number},{level},stardust" for level in range(4, 9) for number in range(12))
        levels = "level,pile,piles;II,4 4 5 5 6 6 7 7 8 8,6"
        rules = edition(tmp_path / "mine", cards=f"id,level,kind;{rows}", levels=levels)
        dealt = Route(rules.name, "II").deal(seed=3, first=0, flights=300)
        by_level = np.array([card.level for card in rules.cards])[dealt]
        assert dealt.shape == (300, 60)
        assert {*by_level[:, 0].tolist()} == {8}
        assert all(Counter(deck) == Counter(dict.fromkeys(range(4, 9), 12)) for deck in by_level.tolist())

    def test_common_cards_keep_their_order(self, tmp_path):
        """The printed cards of level II lie as in 2007, with the new one anywhere among them."""
        rules = edition(tmp_path / "mine", cards=CARD)
        orders = []
        for name in ("2007", rules.name):
            piles = Route(name, "II").piles
            stack = piles._stack(2, 5, 102, 0, 200).T
            ids = np.array([card.id for card in load_edition(name).cards if card.level == 2])
            orders.append([[card for card in row if card != 90] for row in ids[stack].tolist()])
        assert orders[0] == orders[1]

    def test_new_card_lies_anywhere(self, tmp_path):
        """A new card lies at each place in about 1,000 of 1,000 stacks a card: six standard deviations are 186."""
        rules = edition(tmp_path / "mine", cards=CARD)
        stack = Route(rules.name, "II").piles._stack(2, 5, 102, 0, 1000 * (SECOND + 1))
        places = np.bincount((stack == SECOND).argmax(axis=0), minlength=SECOND + 1)
        assert abs(places - 1000).max() < 186


class TestRuns:
    def test_copied_edition_flies_alike(self, tmp_path):
        analyzer.new_edition(tmp_path / "copy", "2007")
        both = [analyzer.load_ship(KITE, edition=str(tmp_path / "copy")), analyzer.load_ship(KITE)]
        results = [analyzer.fly([one], flights=20, seed=3, rivals="alone")["Tin Kite"] for one in both]
        assert results[0].credits.counts == results[1].credits.counts
        assert analyzer.edition_differences("2007", tmp_path / "copy").rows == ()

    @pytest.mark.long
    def test_two_editions_differ_by_reward(self, tmp_path):
        """The more of a reward: 20 credits for whoever arrives first, alone always; in 2007 it is 8."""
        written(tmp_path / "mine", levels="level,order_rewards;II,20 6 4 2")
        answer = analyzer.compare_editions(
            analyzer.load_ship(KITE), flights=60, rivals="alone", editions=("2007", str(tmp_path / "mine"))
        )
        arrived = answer.results[0].arrived.mean
        assert answer.names == ("2007", "mine")
        assert answer.difference("order_reward").mean == pytest.approx(12 * arrived)
        steps = {row["step"]: row["difference"] for row in answer.changes("order_reward")}
        assert steps["+ mine cards"] == 0
        assert steps["+ mine flight board"] == pytest.approx(12 * arrived)

    def test_cards_step_deals_other_decks(self, tmp_path):
        """A step with the other cards meets the decks of the other edition."""
        written(tmp_path / "mine", cards=CARD)
        names = ("2007", str(tmp_path / "mine"))
        steps = editions.plan_editions(analyzer.load_ship(KITE), rivals="alone", editions=names)
        decks = [steps[name].route.deal(1, 0, 50).tolist() for name in ("2007", "+ mine cards", "mine")]
        assert decks[0] != decks[1] == decks[2]

    @pytest.mark.long
    def test_experiments_travel_without_folder(self, tmp_path):
        written(tmp_path / "mine", cards=CARD, kinds="kind,code,crew;bunk,BR,3")
        own = analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
        experiment = analyzer.fly([own], flights=20, rivals="alone").experiment
        (tmp_path / "sent").write_bytes(pickle.dumps(experiment))
        (tmp_path / "told").write_text(json.dumps(experiment.describe(), default=int), encoding="utf-8")
        rmtree(tmp_path / "mine")
        code = (
            "import json, pickle; from pathlib import Path; import analyzer; from analyzer.world import rebuild\n"
            "told = rebuild(json.loads(Path('told').read_text()), 'told')\n"
            f"assert len(told.route.rules.cards) == {PRINTED + 1}\n"
            "sent = pickle.loads(Path('sent').read_bytes())\n"
            "assert told == sent, (told, sent)\n"
            "print(sent.run(0, 20).credits.tolist())"
        )
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        said = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert (said.stderr, json.loads(said.stdout or "0")) == ("", experiment.run(0, 20).credits.tolist())
        assert rebuild(json.loads((tmp_path / "told").read_text()), "told") == experiment

    def test_save_of_other_tables_refused(self, tmp_path):
        folder, save = written(tmp_path / "mine", cards=CARD), tmp_path / "run.json"

        def fly():
            return analyzer.fly([analyzer.load_ship(KITE, edition=str(folder))], flights=20, rivals="alone", save=save)

        assert fly()["Tin Kite"].credits.mean == fly()["Tin Kite"].credits.mean
        written(folder, cards=f"# a word more;{CARD}")
        fly()
        written(folder, cards=CARD.replace("7,4,1", "8,4,1"))
        with pytest.raises(AnalyzerError, match="holds another run") as error:
            fly()
        assert any("cards" in fault for fault in error.value.faults)

    def test_cards_file_matches_edition_row(self, tmp_path):
        """Card 2 with a strength of 7, as a row of an edition and as a file of cards: the same flights."""
        row = "id,kind,strength,credits,days,hits\n2,pirates,7,4,1,small-front large-front small-front\n"
        (tmp_path / "pirates.csv").write_text(row, encoding="utf-8")
        written(tmp_path / "mine", cards=row.replace("\n", ";").rstrip(";"))
        own, printed = analyzer.load_ship(KITE, edition=str(tmp_path / "mine")), analyzer.load_ship(KITE)
        results = [
            analyzer.fly([own], flights=20, rivals="alone"),
            analyzer.fly([printed], flights=20, rivals="alone", cards_file=tmp_path / "pirates.csv"),
        ]
        assert results[0]["Tin Kite"].credits.counts == results[1]["Tin Kite"].credits.counts
        exact = [
            analyzer.exact(own, card=2).distribution("components_lost"),
            analyzer.exact(printed, card=2, cards_file=tmp_path / "pirates.csv").distribution("components_lost"),
        ]
        assert exact[0] == exact[1] != analyzer.exact(printed, card=2).distribution("components_lost")


FAULTS = {
    "unknown kind of card": ({"cards": "id,level,kind;90,2,pirtes"}, [("cards.csv", 2, "kind 'pirtes'")]),
    "a card without what it needs": ({"cards": "id,level,kind;90,2,planets"}, [("cards.csv", 2, "planets is empty")]),
    "a card without a number": ({"cards": "id,level,kind;,2,stardust"}, [("cards.csv", 2, "id is empty: give")]),
    "a new card without a level": ({"cards": "id,kind;90,stardust"}, [("cards.csv", 2, "level is empty")]),
    "a line cut short": ({"cards": f"{CARD};91,2"}, [("cards.csv", 3, "2 cells, the first line has 7 columns")]),
    "a cell too many": ({"cards": f"{CARD},x"}, [("cards.csv", 2, "8 cells")]),
    "a card twice": (
        {"cards": f"{CARD};90,2,pirates,7,4,1,small-front"},
        [("cards.csv", 3, "id 90 is there before")],
    ),
    "a fifth colour": ({"goods": "colour,value;black,9"}, [("goods.csv", 2, "colour 'black': give red, yellow")]),
    "green dearer than yellow": (
        {"goods": "colour,value;green,9"},
        [("goods.csv", 2, "value 9: green sells for more")],
    ),
    "unknown switch": ({"switches": "switch,value;warp,1"}, [("switches.csv", 2, "switch 'warp'")]),
    "a switch out of range": ({"switches": "switch,value;stuck_if_announced,2"}, [("switches.csv", 2, "value 2")]),
    "unknown kind of component": (
        {"components": "id,kind,front,right,rear,left;145,bunk,0,0,0,0"},
        [("components.csv", 2, "kind 'bunk'")],
    ),
    "a muzzle with a connector": (
        {"components": "id,kind,front,right,rear,left;145,single_cannon,1,0,0,0"},
        [("components.csv", 2, "front 1: the muzzle")],
    ),
    "a board of 72 squares": (
        {"boards": WIDE + ";" + ";".join(f"W,12,{column},0" for column in range(3, 11)), "levels": ON_WIDE},
        [("boards.csv", 66, "board W: 72 squares: a board has at most 64")],
    ),
    "a board without a start": (
        {"boards": "board,row,column;W,7,7", "levels": ON_WIDE},
        [("boards.csv", 2, "board W: start is 1 on 0 squares")],
    ),
    "a square outside the dice": (
        {"boards": "board,row,column,start;W,7,7,1;W,13,7,0", "levels": ON_WIDE},
        [("boards.csv", 3, "row '13': give a dice sum")],
    ),
    "a board in two pieces": (
        {"boards": "board,row,column,start;W,7,7,1;W,9,7,0", "levels": ON_WIDE},
        [("boards.csv", 3, "board W: row 9 column 7 does not hang together")],
    ),
    "a board that no level has": (
        {"boards": "board,row,column,start;W,7,7,1"},
        [("boards.csv", 2, "board W: no level")],
    ),
    "a level without a board": ({"levels": ON_WIDE}, [("levels.csv", 2, "board 'W'")]),
    "more cards than there are": (
        {"levels": "level,pile;I,1 1 1 1 1 1"},
        [("levels.csv", 2, "pile 1 1 1 1 1 1: takes 24 cards of level 1, there are ")],
    ),
    "starts without rewards": (
        {"levels": "level,starts;I,0 -2"},
        [("levels.csv", 2, "starts has 2 places, order_rewards 4")],
    ),
    "starts out of order": (
        {"levels": "level,starts;I,0 -2 -1 -3"},
        [("levels.csv", 2, "starts 0 -2 -1 -3: give 0 first")],
    ),
    "fleets": ({"levels": "level,harder;I,IVC/level_iv"}, [("levels.csv", 2, "harder 'IVC/level_iv': give nothing")]),
    "a table that is none": (
        {"crads": "id;1"},
        [("crads.csv", None, "no table of an edition: did you mean cards? Use one of")],
    ),
    "an unknown column": ({"cards": "id,level,kidn;90,2,stardust"}, [("cards.csv", 1, "no column 'kidn'")]),
    "nothing in it": ({"cards": ""}, [("cards.csv", 1, "column id is missing")]),
    "several at once": (
        {"cards": "id,level,kind,days;90,x,pirtes,y", "goods": "colour,value;red,z", "kinds": "kind,code;bunk,b"},
        [
            ("cards.csv", 2, "level 'x'"),
            ("cards.csv", 2, "days 'y'"),
            ("cards.csv", 2, "kind 'pirtes'"),
            ("kinds.csv", 2, "code 'b'"),
            ("goods.csv", 2, "value 'z'"),
        ],
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_every_fault_has_its_place(tmp_path, case):
    tables, expected = FAULTS[case]
    faults = faults_of(written(tmp_path / "mine", **tables))
    assert [(name, line) for name, line, _ in faults] == [(name, line) for name, line, _ in expected]
    for (_, _, text), (_, _, begins) in zip(faults, expected, strict=True):
        assert text.startswith(begins), text


@pytest.mark.parametrize("number", range(40))
def test_broken_editions_refused_or_fly(tmp_path, number):
    """A broken edition is refused with the place of its fault, or it flies."""
    broken(EXAMPLE, tmp_path / "mine", random.Random(number))
    assert refused_or_flies(tmp_path / "mine", EXAMPLE / "field" / "W" / "long-table.yaml") in ("refused", "flown")


@pytest.mark.long
@pytest.mark.parametrize("number", range(10))
def test_broken_copies_refused_or_fly(tmp_path, number):
    """A broken copy of 2007 is refused with the place of its fault, or it flies."""
    analyzer.new_edition(tmp_path / "whole", "2007")
    broken(tmp_path / "whole", tmp_path / "mine", random.Random(number))
    assert refused_or_flies(tmp_path / "mine", KITE) in ("refused", "flown")


class TestVerbs:
    def test_edition_verb_makes_and_compares(self, command, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert "written" in command("edition", "new", "mine", "--from", "2021").out
        table = (tmp_path / "mine" / "levels.csv").read_text(encoding="utf-8")
        (tmp_path / "mine" / "levels.csv").write_text(table.replace("II,II,24", "II,II,25"), encoding="utf-8")
        checked = json.loads(command("edition", "check", "mine", "--json").out)
        assert (checked["edition"], checked["from"]) == ("mine", "2021")
        assert not untold(command("edition", "diff", "2021", "mine").out, "level II", "lap", "24 in 2021", "25 in mine")
        assert "# lap: how many spaces a lap has" in table
        again = command("edition", "new", "mine")
        assert (again.code, "exists already" in again.err) == (2, True)

    @pytest.mark.parametrize(
        ("words", "fault"),
        [
            (["chekc", "x"], "did you mean check"),
            (["check", "nowhere"], "edition nowhere: is no folder"),
            (["check", "2007"], "is built in"),
            (["diff", "2007"], "diff: name 2 editions, not 1"),
            (["diff", "2007", "2008"], "no edition '2008'"),
            (["check", "x", "--from", "2007"], "--from: is only for `new`"),
            (["new", "2007", "--from", "2021"], "2007: is the name of an edition that comes with"),
        ],
    )
    def test_edition_verb_refuses_input(self, command, words, fault):
        said = command("edition", *words)
        assert (said.code, fault in said.err) == (2, True), said.err

    def test_edition_check_tells_every_fault(self, command, tmp_path):
        written(tmp_path / "mine", cards="id,level,kind;90,2,pirtes;91,x,stardust", goods="colour,value;red,z")
        said = command("edition", "check", str(tmp_path / "mine"))
        assert (said.code, said.err.count("\n")) == (2, 3)

    def test_verbs_read_ships_of_edition(self, command, tmp_path):
        read = (str(KITE), "--edition", str(written(tmp_path / "mine", cards=CARD)))
        told = json.loads(command("fly", *read, "--flights", "2", "--alone", "--json").out)
        assert "mine@" in json.dumps(told)
        assert command("exact", *read, "--card", "mine/90").code == 0
        assert command("editions", *read, "--flights", "2", "--alone").code == 0


def test_example_edition_has_no_fault():
    contents = analyzer.check_edition(EXAMPLE)
    assert isinstance(contents.key, OwnEdition)
    assert {row.table for row in contents.own} == {"cards", "kinds", "components", "boards", "levels"}


def test_changed_folder_is_another_edition(tmp_path):
    first = edition(tmp_path / "mine", cards=CARD)
    copytree(tmp_path / "mine", tmp_path / "other" / "mine")
    assert analyzer.load_edition(tmp_path / "other" / "mine").name == first.name
    second = edition(tmp_path / "mine", cards=CARD.replace(",7,", ",8,"))
    assert (first.name != second.name, f"{first.name}" == f"{second.name}") == (True, True)
    assert (first.card(90).strength, second.card(90).strength) == (7, 8)


class TestSpreadsheets:
    """Tables as spreadsheets write them are read; else one error names the cure."""

    @pytest.mark.parametrize(
        "text",
        [
            "id;level;kind;days\n90;2;stardust;3\n",
            "sep=;\nid;level;kind;days\n90;2;stardust;3\n",
            "id\tlevel\tkind\tdays\n90\t2\tstardust\t3\n",
            "id,level,kind,days,,\n90,2,stardust,3,,\n,,,,,\n,,,\n",
            ",,,\nid,level,kind,days\n90,2,stardust,3,,,\n",
            "id;level;kind;days\n90;2,0;stardust;3,00\n;;;\n",
            "id,level,kind,learning,days\n90,2,stardust,,3.0\n",
        ],
    )
    def test_spreadsheet_table_is_read(self, tmp_path, text):
        folder = written(tmp_path / "mine")
        (folder / "cards.csv").write_text(text, encoding="utf-8")
        card = analyzer.load_edition(folder).card(90)
        assert (card.level, card.kind, card.days, card.learning) == (2, "stardust", 3, False)

    @pytest.mark.parametrize("number", ["031", "0031", "00031", "031,0", "031.00"])
    def test_leading_zeros_are_ignored(self, tmp_path, number):
        printed, row = analyzer.load_edition("2007"), f"id;level;kind;days\n{number};2;stardust;03\n"
        folder = written(tmp_path / "mine")
        (folder / "cards.csv").write_text(row, encoding="utf-8")
        own = analyzer.load_edition(folder)
        assert (len(own.cards), own.card(31).kind, own.card(31).days) == (len(printed.cards), "stardust", 3)
        again = analyzer.load_edition(written(tmp_path / "again", cards="id,level,kind,days;31,2,stardust,3"))
        assert dict(again.name.texts) == dict(own.name.texts)

    @pytest.mark.parametrize(
        ("table", "text"),
        [
            ("cards", "id,level,kind,days;90,2,stardust,1;090,2,stardust,2"),
            ("components", "id,kind,front,right,rear,left;900,cabin,1,1,1,1;0900,cabin,1,1,1,2"),
        ],
    )
    def test_repeated_number_is_refused(self, tmp_path, table, text):
        written(tmp_path / "mine", **{table: text})
        ((name, line, said),) = faults_of(tmp_path / "mine")
        assert (name, line, "is there before (line 2)" in said) == (f"{table}.csv", 3, True), said

    @pytest.mark.parametrize("number", ["1\u0661", "\u0662", "1\uff11", "\u00b2"])
    @pytest.mark.parametrize("column", ["id", "level", "credits"])
    def test_foreign_digits_are_refused(self, tmp_path, number, column):
        row = {"id": "90", "level": "2", "kind": "abandoned_ship", "crew_lost": "1", "credits": "1", "days": "1"}
        written(tmp_path / "mine", cards=f"{','.join(row)};{','.join((row | {column: number}).values())}")
        ((name, line, said),) = faults_of(tmp_path / "mine")
        assert (name, line, said.startswith(f"{column} {number!r}: give")) == ("cards.csv", 2, True), said

    def test_empty_cell_is_zero(self, tmp_path):
        own = edition(tmp_path / "mine", kinds="kind,code,batteries,crew,cannon;pantry,PA,5,,")
        assert (own.kinds["pantry"].batteries, own.kinds["pantry"].crew) == (5, 0)

    @pytest.mark.parametrize(
        ("text", "line", "said"),
        [
            ("id,level,kind,days\n90,2,stardust,2,5\n", 2, "write a cell with a comma in it in quotes"),
            ("id;level;kind;days\n90;2;stardust;2,5\n", 2, "days '2,5': give a whole number"),
            ("id;level;kind;days\n90;2;stardust\n", 2, "compare the semicolons"),
            ("id,level,,kind\n90,2,3,stardust\n", 1, "column 3 has no name"),
            ("", 1, "is empty: write id into its first line, or delete the file"),
        ],
    )
    def test_other_table_is_refused(self, tmp_path, text, line, said):
        folder = written(tmp_path / "mine")
        (folder / "cards.csv").write_text(text, encoding="utf-8")
        with pytest.raises(AnalyzerError) as error:
            analyzer.load_edition(folder)
        (fault,) = error.value.faults
        assert (Path(fault.path).name, fault.line, said in fault.text) == ("cards.csv", line, True), fault

    def test_temporary_files_are_ignored(self, tmp_path):
        folder = written(tmp_path / "mine", cards=CARD)
        for name in ("~$cards.csv", ".~lock.cards.csv#", "._cards.csv", "#cards.csv"):
            (folder / name).write_bytes(b"\xff\x00")
        assert len(analyzer.load_edition(folder).cards) == PRINTED + 1

    def test_table_being_saved_is_awaited(self, tmp_path, monkeypatch):
        folder = written(tmp_path / "mine", cards=CARD)
        whole = (folder / "cards.csv").read_text(encoding="utf-8")
        (folder / "cards.csv").write_text(whole[:-8], encoding="utf-8")
        monkeypatch.setattr("analyzer.files.editions.folder.sleep", lambda _: (folder / "cards.csv").write_text(whole))
        assert len(analyzer.load_edition(folder).cards) == PRINTED + 1

    def test_changing_table_is_refused(self, tmp_path, monkeypatch):
        folder = written(tmp_path / "mine", cards=CARD)

        def saved_again(path):
            text = path.read_text(encoding="utf-8")
            if path.name == "cards.csv":
                path.write_text(text + "# more\n", encoding="utf-8")
            return text

        monkeypatch.setattr("analyzer.files.editions.folder.read_text", saved_again)
        monkeypatch.setattr("analyzer.files.editions.folder.sleep", lambda _: None)
        with pytest.raises(AnalyzerError, match=r"cards.csv: another program is saving this file: try again"):
            analyzer.load_edition(folder)


class TestForgotten:
    def test_card_of_no_pile_named(self, tmp_path):
        folder = written(tmp_path / "mine", cards="id,level,kind,days;90,7,stardust,3;91,7,stardust,2;92,2,stardust,1")
        (told,) = analyzer.check_edition(folder).forgotten
        assert "cards 90 and 91" in told
        assert "level 7" in told
        assert analyzer.check_edition(folder).as_dict()["forgotten"] == [told]

    def test_starred_card_is_not_forgotten(self, tmp_path):
        """The learning flight of 2007 is flown at level I by choice, with the starred cards."""
        folder = written(tmp_path / "mine", cards="id,level,kind,days,learning;90,7,stardust,3,1")
        assert analyzer.check_edition(folder).forgotten == ()


class TestOneName:
    """Two folders of one name are told apart by the folders above them."""

    @pytest.fixture
    def two(self, tmp_path):
        cards = [CARD, CARD.replace(",7,", ",11,")]
        return [str(written(tmp_path / name / "mine", cards=text)) for name, text in zip("ab", cards, strict=True)]

    def test_compared_ships_name_the_folders(self, command, two):
        said = command("compare", str(KITE), "--edition", two[0], "--edition", two[1], "--flights", "4", "--json")
        assert all(f'"Tin Kite ({name}/mine)"' in said.out for name in "ab")
        assert "The a/mine edition is the user's own" in said.out

    def test_differences_name_the_folders(self, two):
        (told,) = analyzer.edition_differences(*two).sentences()
        assert not untold(told, "card 90", "strength", "7 in a/mine", "11 in b/mine")

    def test_editions_name_the_folders(self, two):
        found = analyzer.compare_editions(analyzer.load_ship(KITE), 4, editions=two, rivals="alone")
        assert found.names == ("a/mine", "b/mine")


def test_card_is_named_by_folder(command, tmp_path):
    folder = str(written(tmp_path / "mine", cards=CARD))
    assert command("exact", str(KITE), "--edition", folder, "--card", f"{folder}/90").code == 0
    said = command("exact", str(KITE), "--card", f"{folder}/90")
    assert (said.code, f"--edition {folder}" in said.err) == (2, True)


@pytest.mark.parametrize(
    ("game", "folder"),
    [
        ([], "starship/quick"),
        ([], "lorry/bright-stars"),
        (["starship"], "own-edition"),
        (["starship"], "lorry/bright-stars"),
        (["lorry"], "starship/quick"),
        (["lorry"], "own-edition"),
    ],
)
def test_foreign_edition_names_its_command(command, game, folder):
    path = str(ROOT / "ships" / folder)
    said = command(*game, "edition", "check", path)
    other = f"{folder.partition('/')[0]} " if "/" in folder else ""
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert f"`analyzer {other}edition check {path}`" in said.err


def test_new_kind_is_written_once(command, tmp_path):
    said = command("edition", "new-kind", str(tmp_path / "mine" / "salvage"))
    assert said.code == 0
    assert "python -m pytest" in said.out
    assert "give --rules" in " ".join(said.out.split())
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["salvage.py", "test_salvage.py"]
    again = command("edition", "new-kind", str(tmp_path / "mine" / "salvage"))
    assert again.code == 2
    assert "exists already" in again.told


@pytest.mark.parametrize(
    ("game", "name", "fault"),
    [
        ((), "Salvage", "small letters"),
        ((), "pirates", "there is one already"),
        (("lorry",), "salvage", "use one of"),
    ],
)
def test_new_kind_refuses_wrong_names(command, game, name, fault):
    said = command(*game, "edition", "new-kind", name)
    assert said.code == 2
    assert fault in said.told


@pytest.mark.long
def test_new_kind_passes_its_cases(tmp_path):
    analyzer.new_kind(tmp_path / "salvage")
    cases = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "test_salvage.py")]
    run = subprocess.run(cases, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "3 passed" in run.stdout, run.stdout + run.stderr
