"""Sheets to print: every piece once, with its figures, in files that other programs read."""

from __future__ import annotations

import csv
import json
from xml.etree import ElementTree

import pytest
from PIL import Image

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
    assert deck["CustomDeck"]["1"]["FaceURL"].startswith("file:///")
    assert deck["CustomDeck"]["1"]["FaceURL"].endswith("cards-deck-1.png")
    with Image.open(tmp_path / "out" / "cards-deck-1.png") as image:
        assert max(image.size) <= 4096


def test_saved_object_follows_the_format():
    """A card's number is 100 times the key of its image plus its place, and each card knows its own image."""
    image = {"FaceURL": "a", "BackURL": "b", "NumWidth": 10, "NumHeight": 7, "BackIsHidden": True}
    cards = [(100, "zero", ""), (168, "last", ""), (200, "next", "text")]
    saved = print_sheets.saved_object("Deck", {"1": image, "2": image}, cards)
    (deck,) = saved["ObjectStates"]
    assert (deck["Name"], deck["DeckIDs"]) == ("DeckCustom", [100, 168, 200])
    held = deck["ContainedObjects"]
    assert [card["CardID"] for card in held] == deck["DeckIDs"]
    assert {card["Name"] for card in held} == {"Card"}
    assert [[*card["CustomDeck"]] for card in held] == [["1"], ["1"], ["2"]]
    assert {*deck["Transform"]} == {f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"}
    (single,) = print_sheets.saved_object("Deck", {"1": image}, cards[:1])["ObjectStates"]
    assert (single["Name"], single["CardID"]) == ("Card", 100)


@pytest.mark.parametrize("edition", ["2007", "2021"])
def test_all_card_figures_are_drawn(edition):
    """Glyphs say what the words say: cubes, meteors and shots one by one, and each number."""
    for card in load_edition(edition).cards:
        signs = [sign for line in print_sheets.lines_of(card) for sign in line.signs]
        letters = "".join(text for name, text in (sign for sign in signs if type(sign) is tuple) if name == "cube")
        goods = [sum(colour) for colour in zip(card.goods, *card.planets, strict=True)]
        assert [letters.count(letter) for letter in "RYGB"] == goods
        hits = [sign for sign in signs if not isinstance(sign, str) and type(sign) is not tuple]
        assert hits == [*card.hits, *(hit for line in card.lines for hit in line.shots)]
        numbers = [card.strength, card.crew_required, card.crew_lost, card.goods_lost, card.credits, card.days]
        numbers += [line.amount for line in card.lines]
        drawn = {abs(int(sign)) for sign in signs if isinstance(sign, str)}
        assert drawn == {*numbers} - {0}
        assert bool(signs) != (card.kind in print_sheets.EMBLEMS)


@pytest.mark.long
@pytest.mark.parametrize("edition", ["2007", "2021"])
def test_cards_are_drawn_within_edges(edition):
    """One card of each kind: nothing that is drawn lies outside of it."""
    kinds = {
        card.kind: piece
        for card, piece in zip(load_edition(edition).cards, print_sheets.cards_of(edition), strict=True)
    }
    for piece in kinds.values():
        _, axes = print_sheets._page(piece.wide, piece.high)
        piece.draw(axes, 0, 0)
        for patch in axes.patches:
            ends = axes.transData.inverted().transform(patch.get_window_extent())
            assert ends.min() > -0.5
            assert (ends.max(axis=0) < (piece.wide + 0.5, piece.high + 0.5)).all()


@pytest.mark.parametrize("edition", ["2007", "2021"])
def test_all_components_and_cards_are_pieces(edition):
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
