"""The list of all cards against what the rule text says is in the box (pages 2, 4, 8, 11, 12 and 15)."""

from __future__ import annotations

import json

import pytest

from analyzer import AnalyzerError, starship

IN_THE_BOX = {
    "colony": 12,
    "target_planet": 4,
    "pirate": 11,
    "trade_planet": 25,
    "library": 1,
    "diplomats": 3,
    "greens": 1,
    "scientists": 1,
    "merchants": 1,
    "median": 1,
    "lost_planet": 10,
    "adventure": 12,
    "module": 18,
}
"""By kind how many the pages of the rules list: 70 of sectors, 12 adventures, 18 modules."""
IN_STACKS = {"base": 40, "I": 7, "II": 7, "III": 7, "IV": 7, "start": 2}


def one(name: str) -> starship.CardRow:
    (row,) = (row for row in starship.cards().rows if row.name == name)
    return row


def test_every_card_is_listed_once():
    rows = starship.cards().rows
    by_kind = dict.fromkeys((row.kind for row in rows), 0)
    for row in rows:
        by_kind[row.kind] += row.copies
    assert by_kind == IN_THE_BOX
    ids = [one for row in rows if row.kind != "module" for one in row.ids]
    assert len(ids) == len({*ids}) == 82


def test_stacks_have_sizes_of_rules():
    lying = [one for row in starship.cards().rows if row.kind not in ("adventure", "module") for one in row.ids]
    stacks = {stack: [id for id in lying if id.rstrip("0123456789").lower() == stack.lower()] for stack in IN_STACKS}
    assert {stack: len(ids) for stack, ids in stacks.items()} == IN_STACKS


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Mintaka II", "buys and sells fuel at 3; station with 1 friendship point"),
        ("Kopernikus II, library", "buys and sells science at 3"),
        ("Merchants", "buys from you any good at 3, at most 2; station with 1 friendship point"),
        ("Greens", "buys from you science at 4, at most 1; station with 1 friendship point"),
        ("Scientists", "sells to you science at 2, at most 1; station with 1 friendship point"),
        ("Median", "station with 2 friendship points"),
        ("Alioth VIII", "makes carbon on a 1"),
        ("Lost planet", "nothing to do here"),
        ("Wholesale order 1", "on Pallas: pay 1 trade good; gives 1 good, 1 medal"),
        ("Logistics II", "bays hold 4 of each good; 1 point"),
        ("Sensor I", "see the top 2 cards of a sector"),
        ("Science II", "makes science on a 2 or 3 for Moon, 2 or 3 for Sun; 1 point"),
    ],
)
def test_card_rows_give_printed_text(name, printed):
    assert one(name).printed == printed


def test_different_cards_get_separate_rows():
    fours = [row.printed for row in starship.cards(["pirate"]).rows if row.name == "Pirate 4"]
    assert len(fours) == 2
    assert [text.endswith("and a cannon") for text in fours] == [False, True]


def test_cards_json_and_table_give_figures():
    told = json.loads(json.dumps(starship.cards(["trade planet", "adventure"]).as_dict()))
    by_name = {row["name"]: row for row in told["cards"]}
    mintaka, order = by_name["Mintaka II"], by_name["Wholesale order 2"]
    assert {name: mintaka[name] for name in ("ids", "good", "price", "station", "friendship", "copies")} == {
        "ids": ["BASE16"],
        "good": "fuel",
        "price": 3,
        "station": True,
        "friendship": 1,
        "copies": 1,
    }
    assert (order["planet"], order["pays"], order["goods"], order["medals"]) == ("Poseidon", {"trade_good": 2}, 2, 1)
    assert told["copies"] == 37
    table = starship.cards().table()
    assert table.set_index("name").loc["Monument", "pays"] == "ore 2 carbon 1"
    assert table.set_index("name").loc["Science II", "numbers"] == "moon 2 3 sun 2 3"
    assert len(table) == len(starship.cards().rows)
    assert table.set_index("name").loc["Mintaka II", "confidence"].startswith("high")


def test_notes_name_uncertain_cards():
    notes = starship.cards().notes()
    assert any("Sensor II" in note for note in notes)
    assert not any("Mintaka" in note for note in notes)


def test_unknown_card_kind_is_refused():
    with pytest.raises(AnalyzerError, match="did you mean pirate"):
        starship.cards(["pirat"])


def test_cards_command_filters_and_exports(command, tmp_path):
    said = command("starship", "cards", "--kind", "median", "pirate")
    assert said.code == 0
    assert "Median" in said.out
    assert "Mintaka" not in said.out
    assert command("starship", "cards", "--export", "cards.csv").code == 0
    assert "Mintaka II" in (tmp_path / "cards.csv").read_text(encoding="utf-8")
