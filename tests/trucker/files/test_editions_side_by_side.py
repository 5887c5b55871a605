"""What differs between two editions: which card is which, however it is numbered, and how much of each table."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import analyzer
from tests.doors.printed import Card
from tests.doors.trucker_paper import same_cards
from tests.facts import untold
from tests.trucker.files.own_editions import written


def card(kind: str, level: int, days: str = "", planets: str = "") -> dict[str, str]:
    return {"kind": kind, "level": str(level), "days": days, "planets": planets}


class TestSameCards:
    def test_same_figures_same_card(self):
        ones = {"1": card("planets", 1, "2", "RR"), "2": card("stardust", 1)}
        others = {"1": card("stardust", 1), "2": card("planets", 1, "2", "RR")}
        assert [*same_cards(ones, others)] == [("1", "2"), ("2", "1")]

    def test_most_alike_cards_are_paired(self):
        """Planets say more than days: the card with the same planets is the same card, and days changed."""
        ones = {"1": card("planets", 1, "2", "RR|GG"), "2": card("planets", 1, "4", "BBB")}
        others = {"7": card("planets", 1, "2", "BBB"), "8": card("planets", 1, "3", "RR|GG")}
        assert [*same_cards(ones, others)] == [("1", "8"), ("2", "7")]

    def test_changed_card_keeps_its_number(self):
        ones = {"1": card("planets", 1, "1"), "2": card("planets", 1, "2")}
        others = {"1": card("planets", 1, "3"), "2": card("planets", 1, "4")}
        assert [*same_cards(ones, others)] == [("1", "1"), ("2", "2")]

    def test_other_kind_is_another_card(self):
        ones, others = {"1": card("planets", 1, "2")}, {"1": card("planets", 2, "2"), "2": card("stardust", 1)}
        assert [*same_cards(ones, others)] == [("1", None), (None, "1"), (None, "2")]


def figures_of(card: Card) -> Card:
    """Return the card without its number and source."""
    return replace(card, id=0, source="", confidence="")


class TestShippedEditions:
    def test_editions_share_most_cards(self):
        """Stardust of level I is card 3 in 2007 and card 4 in 2021; 2 days of card 14 became 1 of card 15."""
        answer = analyzer.edition_differences("2007", "2021")
        cards = next(table for table in answer.tables if table.table == "cards")
        old, new = (Counter(map(figures_of, analyzer.load_edition(one).cards)) for one in ("2007", "2021"))
        assert (cards.one, cards.other, cards.same) == (old.total(), new.total(), (old & new).total())
        assert cards.same + cards.changed + cards.only_one == cards.one
        assert not untold(answer.sentences(), "card 14", "15 in 2021", "days", "2 in 2007", "1 in 2021")
        assert not [row for row in answer.rows if row.table == "cards" and row.row == "3"]

    def test_turned_component_is_same_row(self):
        """Batteries 0013 of 2007 and 1300 are one; a cannon has a muzzle, so 0300 and 0003 are two."""
        rows = [row.row for row in analyzer.edition_differences("2007", "2021").rows if row.table == "components"]
        assert "battery_2 0013" not in rows
        assert {"single_cannon 0300", "single_cannon 0003"} <= {*rows}

    def test_edition_diff_is_short(self, command):
        lines = command("edition", "diff", "2007", "2021").out.splitlines()
        assert len(lines) < 80
        assert next(line.split() for line in lines if line.startswith("components"))[1:4] == ["144", "156", "129"]

    def test_edition_diff_json_keeps_keys(self, command):
        facts = json.loads(command("edition", "diff", "2007", "2021", "--json").out)
        assert {"one", "other", "differences", "tables"} <= {*facts}
        assert all({"table", "row", "column", "one", "other"} <= {*row} for row in facts["differences"])


def test_own_changed_card_is_one_line(tmp_path):
    written(tmp_path / "mine", cards="id,level,kind,days,planets;53,3,planets,9,RYB|RGBB|RBBBB")
    (sentence,) = analyzer.edition_differences("2007", tmp_path / "mine").sentences()
    assert not untold(sentence, "card 53", "days", "2 in 2007", "9 in mine")
