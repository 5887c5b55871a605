"""The cards of an edition: `deck` lists and finds them, and files name one by a few words."""

from __future__ import annotations

import csv
import json

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.facts import untold
from tests.places import ROOT

SHIP = ROOT / "ships/2007/II/steady-hauler.yaml"
PIRATES, PLANETS = 22, 31
"""Printed cards of level II of 2007: pirates of strength 6; planets RRRY | RRGG | RBBBB."""
TABLE = [*csv.DictReader((ROOT / "analyzer/trucker/data/2007/cards.csv").read_text(encoding="utf-8").splitlines())]
"""The printed cards of 2007, row by row."""


def numbers(*words: str, command) -> list[int]:
    said = command("deck", *words, "--json")
    assert said.code == 0, said.err
    return [card["card"] for card in json.loads(said.out)["cards"]]


def test_deck_lists_cards_of_level():
    """A pile of level II holds cards of levels I and II."""
    assert [card.id for card in analyzer.deck("II").cards] == [int(row["id"]) for row in TABLE if row["level"] < "3"]
    assert len(analyzer.deck().cards) == len(TABLE)
    assert {card.learning for card in analyzer.deck("L", edition="2021").cards} == {True}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("II", "pirates 6"), [22]),
        (("pirates", "6"), [22]),
        (("pirate",), [int(row["id"]) for row in TABLE if row["kind"] == "pirates"]),
        (("sabotage",), [int(row["id"]) for row in TABLE if row["kind"] == "sabotage"]),
        (("II", "sabotage"), []),
        (("planets rrry",), [31]),
        (("combat zone II",), [35]),
    ],
)
def test_deck_finds_words_and_figures(words, found, command):
    assert numbers(*words, command=command) == found


def test_deck_tells_shots_in_order(command):
    """Card 48 (row of the table: two large and one small from the right, small from front and rear)."""
    card, *_ = json.loads(command("deck", "meteor III right 2 large", "--json").out)["cards"]
    told = [f"{shot['size']}-{shot['side']}" for shot in card["shots"]]
    (row,) = [row for row in TABLE if row["id"] == "48"]
    assert " ".join(told) == row["hits"]
    assert "right large, right" in " ".join(command("deck", "meteor III right 2 large").out.split())


def test_deck_suggests_a_correction(command):
    said = command("deck", "pirats 6")
    assert said.code == 0
    assert "did you mean pirates?" in " ".join(said.out.split())


def test_deck_lists_own_edition(tmp_path):
    import shutil

    shutil.copytree(ROOT / "ships/own-edition", tmp_path / "mine")
    cards = tmp_path / "mine" / "cards.csv"
    text = cards.read_text(encoding="utf-8").splitlines()
    own = [card.id for card in analyzer.deck(edition=str(tmp_path / "mine")).cards]
    assert own == sorted(own)
    assert {int(line.split(",")[0]) for line in text[1:] if line[0].isdigit()} <= {*own}


def test_position_names_cards_in_words(tmp_path):
    path = tmp_path / "position.yaml"
    path.write_text(
        f"ship: {SHIP}\nrivals: alone\nmet: [planets rrry]\ncard: pirates 6\npiles: [[slavers 7, ?]]\n",
        encoding="utf-8",
    )
    position = analyzer.load_position(path)
    assert (position.met, position.card) == ((PLANETS,), PIRATES)
    assert position.piles is not None
    assert position.piles.known == (20,)


def test_record_and_forecast_take_words(tmp_path):
    (tmp_path / "record.yaml").write_text(
        f"ship: {SHIP}\nrivals: alone\ncards:\n  - card: planets rrry\n", encoding="utf-8"
    )
    (tmp_path / "forecast.yaml").write_text("piles: [[pirates 6, ?], [8]]\n", encoding="utf-8")
    assert [card.card for card in analyzer.load_record(tmp_path / "record.yaml").cards] == [PLANETS]
    assert analyzer.load_forecast(tmp_path / "forecast.yaml").known == (PIRATES, 8)


def test_ambiguous_words_are_refused(tmp_path):
    path = tmp_path / "position.yaml"
    path.write_text(f"ship: {SHIP}\nrivals: alone\nmet: [pirates]\ncard: pirats 6\n", encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        analyzer.load_position(path)
    several, unknown = refused.value.faults
    assert (several.line, unknown.line) == (3, 4)
    assert all(f"{number} (pirates: " in several for number in (2, 22, 42))
    assert "did you mean pirates?" in unknown


def test_plan_fly_and_exact_take_words(tmp_path):
    plan = f"ships: [{SHIP}]\nflights: 2\nrivals: [alone]\nconditions: [{{cards: [pirates 6, 8]}}]\n"
    (tmp_path / "plan.yaml").write_text(plan, encoding="utf-8")
    assert analyzer.sweep(tmp_path / "plan.yaml")
    ship = analyzer.load_ship(SHIP)
    assert analyzer.exact(ship, card="pirates 6").cards == (PIRATES,)
    result = analyzer.fly([ship], flights=2, cards=["pirates 6", 8], rivals="alone")
    assert result.experiment.route.cards == (PIRATES, 8)


def test_words_name_own_cards(tmp_path, command):
    """Card 26 is open space as printed, and planets RR | YGB here."""
    (tmp_path / "own.csv").write_text("id,kind,planets,days\n26,planets,RR|YGB,2\n", encoding="utf-8")
    path = tmp_path / "position.yaml"
    start = f"ship: {SHIP}\nrivals: alone\nown_cards: own.csv\n"
    path.write_text(f"{start}card: planets rr ygb\npiles: [[planets rr ygb]]\n", encoding="utf-8")
    position = analyzer.load_position(path)
    assert (position.card, position.piles and position.piles.known) == (26, (26,))
    path.write_text(f"{start}cards: [{{card: planets rr ygb}}]\n", encoding="utf-8")
    assert [card.card for card in analyzer.load_record(path).cards] == [26]
    own = ("--cards-file", str(tmp_path / "own.csv"), "--json")
    said = command("exact", str(SHIP), "--cards", "planets rr ygb,pirates 6", *own)
    assert json.loads(said.out)["cards"] == [26, PIRATES]
    flown = command("fly", str(SHIP), "--cards", "planets rr ygb", "--flights", "2", "--alone", *own)
    assert json.loads(flown.out)[0]["route"]["cards"] == [26]


def test_number_may_name_its_edition(command, tmp_path):
    flown = command("fly", str(SHIP), "--cards", "2007/26,28", "--flights", "2", "--alone", "--json")
    assert json.loads(flown.out)[0]["route"]["cards"] == [26, 28]
    path = tmp_path / "position.yaml"
    path.write_text(f"ship: {SHIP}\nrivals: alone\ncard: 2007/26\n", encoding="utf-8")
    assert analyzer.load_position(path).card == 26
    told = command("fly", str(SHIP), "--cards", "2021/26", "--alone").told
    assert not untold(told, "'2021/26'", "use 2007/26")


def test_quoted_number_is_no_words(tmp_path):
    """A 12 in quotes is neither card 12 nor the one card with a 12 on it (pirates for 12 credits)."""
    path = tmp_path / "position.yaml"
    path.write_text(f"ship: {SHIP}\nrivals: alone\ncard: '12'\n", encoding="utf-8")
    with pytest.raises(AnalyzerError, match="without quotes"):
        analyzer.load_position(path)


def test_deck_refuses_a_ship_file(command):
    said = command("deck", str(SHIP))
    assert (said.code, untold(said.told, str(SHIP), "is a file", "level and words")) == (2, [])
