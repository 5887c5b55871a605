"""Sheets to print: every piece once, with its figures, in files that other programs read."""

from __future__ import annotations

import csv
import json
from xml.etree import ElementTree

import pytest

import analyzer
from tests.doors.printed import load_edition
from tests.doors.trucker_paper import print_sheets
from tests.places import ROOT

OWN = ROOT / "ships" / "own-edition"
MILE = ROOT / "ships" / "2007" / "I" / "first-mile.yaml"


@pytest.mark.long
def test_ship_page_is_written(command, tmp_path):
    said = command("sheets", str(MILE), "-o", "out")
    assert (said.code, said.err) == (0, "")
    assert (tmp_path / "out" / "ship.pdf").read_bytes()[:5] == b"%PDF-"
    ElementTree.parse(tmp_path / "out" / "ship.svg")


@pytest.mark.long
def test_own_edition_prints_what_it_adds(command, tmp_path):
    assert command("sheets", str(OWN), "--own", "-o", "out").code == 0
    rows = [*csv.DictReader((tmp_path / "out" / "cards.csv").read_text(encoding="utf-8").splitlines())]
    base, cards = {*load_edition("2007").cards}, analyzer.load_edition(OWN).cards
    assert {int(row["number"]) for row in rows} == {card.id for card in cards if card not in base}
    for name in ("cards-faces-1.svg", "cards-backs-1.svg"):
        ElementTree.parse(tmp_path / "out" / name)
    saved = json.loads((tmp_path / "out" / "cards-tabletop.json").read_text())
    (deck,) = saved["ObjectStates"]
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == len(rows)
    assert deck["CustomDeck"]["1"]["FaceURL"].endswith("cards-deck-1.png")


@pytest.mark.parametrize("edition", ["2007", "2021"])
def test_every_component_and_card_is_a_piece(edition):
    rules = load_edition(edition)
    assert len(print_sheets.components_of(edition)) == len(rules.box)
    assert [piece.row["number"] for piece in print_sheets.cards_of(edition)] == [card.id for card in rules.cards]


def test_backs_are_mirrored(monkeypatch):
    """The back of the first piece of a row lies behind its face when the sheet is turned over."""
    places = []
    monkeypatch.setattr(print_sheets, "_back", lambda axes, title, piece, x, y: places.append(x))
    drawn = []
    pieces = [piece._replace(draw=lambda axes, x, y: drawn.append(x)) for piece in print_sheets.cards_of("2007")[:2]]
    assert [name for name, _ in print_sheets.pages(pieces, "A")] == ["faces-1", "backs-1"]
    wide = pieces[0].wide
    assert [print_sheets.WIDE - x - wide for x in drawn] == pytest.approx(places)


@pytest.mark.parametrize(
    ("args", "fact"),
    [
        (("nowhere.yaml", "-o", "out"), "no such file"),
        ((str(MILE), "--own", "-o", "out"), "--own"),
        (("2007", "-o", "file"), "is a file"),
    ],
)
def test_wrong_sheets_are_refused(command, tmp_path, args, fact):
    (tmp_path / "file").write_text("")
    said = command("sheets", *args)
    assert (said.code, said.out) == (2, "")
    assert fact in said.told
