"""One ship by the rules of two editions: plain flights of each, the steps between them, and the verb end to end."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import numpy as np
import pandas as pd
import pytest

import analyzer
from analyzer import AnalyzerError, compare_experiments, in_edition, load_field, missing_from_box
from tests.doors.printed import load_edition
from tests.doors.trucker_flights import MixedRoute, phrases, plan
from tests.doors.trucker_paper import Route
from tests.doors.trucker_questions import editions
from tests.facts import untold
from tests.places import ROOT

CARDS = "cards"
FLIGHT_BOARD = "flight board"
INSURANCE = "insurance"

SHIPS = ROOT / "ships"
MAIL, KITE, HONK = "2007/III/night-mail", "2007/II/tin-kite", "2021/L/first-honk"
FLIGHTS, SEED = 150, 9
FEW = 40
"""Flights of a convoy with rivals, which take longer."""


def load(name):
    return analyzer.load_ship(SHIPS / f"{name}.yaml")


@pytest.fixture(scope="module")
def mail():
    return analyzer.compare_editions(load(MAIL), FLIGHTS, SEED, rivals="alone")


@pytest.fixture(scope="module")
def field():
    return analyzer.compare_editions(load(MAIL), FEW, SEED, rivals="field")


def wreck():
    """A starting cabin, and 20 components that nothing joins to it: repair takes all of them off."""
    board = load_edition("2007").board("III")
    start = {"square": board.start, "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}
    beside = {board.neighbour(board.start, side) for side in analyzer.Side}
    free = [square for square in board.squares if square != board.start and square not in beside][:20]
    loose = [{"square": square, "kind": "structural", "connectors": [1, 1, 1, 1]} for square in free]
    return analyzer.Layout.from_components("2007-III", [start, *loose], name="Wreck")


class TestInEdition:
    @pytest.mark.parametrize("name", [MAIL, "2007/I/first-mile"])
    def test_edition_round_trip_restores_ship(self, name):
        ship = load(name)
        there = in_edition(ship, "2021")
        assert there.board is load_edition("2021").board(ship.board.name)
        assert there.components == ship.components
        assert in_edition(there, "2007") == ship
        assert in_edition(ship, "2007") is ship

    def test_learning_board_is_converted(self):
        ship = load(HONK)
        old = in_edition(ship, "2007")
        assert (old.board.title, in_edition(old, "2021").board.title) == ("2007-I", "2021-I")
        assert in_edition(old, "2021", learning=True) == ship

    def test_boards_of_level_two_differ(self):
        """The tip of 2007 is square (4, 7), and (5, 7) lies behind it; 2021 has (7, 4) and (7, 10) instead."""
        ship = load(KITE)
        with pytest.raises(AnalyzerError) as fault:
            in_edition(ship, "2021")
        (told,) = fault.value.faults
        assert told.startswith(
            "Tin Kite: uses squares that board 2021-II does not have: row 4 column 7, row 5 column 7;"
        )
        with pytest.raises(AnalyzerError, match="row 7 column 4, row 7 column 10"):
            in_edition(load("2021/II/salt-barge"), "2007")
        fitting = ship.without([(4, 7), (5, 7)])
        assert in_edition(fitting, "2021").components == fitting.components

    def test_board_iiia_has_no_counterpart(self):
        with pytest.raises(AnalyzerError, match=r"2007-IIIa.*2021"):
            in_edition(load("2007/IIIa/glass-comet"), "2021")

    def test_unknown_edition_is_refused(self):
        with pytest.raises(AnalyzerError, match="no edition '2020'"):
            in_edition(load(MAIL), "2020")

    def test_components_missing_from_box_told(self):
        ship = load(MAIL)
        assert editions.missing(ship) == ""
        told = editions.missing(in_edition(ship, "2021"))
        lacking = missing_from_box(in_edition(ship, "2021"))
        assert not untold(told, "Night Mail", "one 2021 box", "Too many")
        assert len(lacking) == told.count("one box has") == 3
        assert all(phrases.in_words(part.kind) in told for part, _, _ in lacking)


class TestDifferences:
    @pytest.mark.long
    @pytest.mark.parametrize("name", ["2007/I/first-mile", "2021/I/even-odds"])
    def test_both_ends_are_plain_flights(self, name):
        ship = load(name)
        found = analyzer.compare_editions(ship, FLIGHTS, SEED, captain="bold", rivals="alone")
        for edition, result in zip(("2007", "2021"), found.results, strict=True):
            plain = analyzer.fly(
                [in_edition(ship, edition)], flights=FLIGHTS, seed=SEED, captain="bold", rivals="alone"
            ).ships[0]
            assert result.histograms == plain.histograms

    @pytest.mark.long
    def test_differences_are_2021_less_2007(self, mail):
        ships = [in_edition(load(MAIL), edition) for edition in ("2007", "2021")]
        old, new = (plan([ship], seed=SEED).run(0, FLIGHTS).credits[0] for ship in ships)
        apart = new - old
        half = 1.959964 * apart.std(ddof=1) / FLIGHTS**0.5
        assert mail.difference() == pytest.approx((apart.mean(), apart.mean() - half, apart.mean() + half))
        row = mail.table().set_index("metric").loc["credits"]
        expected = (old.mean(), new.mean(), apart.mean(), apart.mean() - half, apart.mean() + half)
        assert tuple(row[["2007", "2021", "difference", "low", "high"]]) == pytest.approx(expected)

    @pytest.mark.long
    def test_rivals_are_rebuilt_too(self):
        ship, rival = load("2007/I/first-mile"), load("2021/I/apple-cart")
        found = analyzer.compare_editions(ship, 15, SEED, rivals=[rival])
        for edition, result in zip(("2007", "2021"), found.results, strict=True):
            ships = [in_edition(ship, edition), in_edition(rival, edition)]
            assert (
                result.histograms
                == analyzer.fly(ships[:1], flights=15, seed=SEED, rivals=ships[1:]).ships[0].histograms
            )
        assert found.changes()[-1]["step"] == "+ all other rules"

    @pytest.mark.long
    def test_field_is_of_each_edition(self):
        found = analyzer.compare_editions(load(HONK), 5, SEED, rivals="field")
        old, new = (result.histograms for result in found.results)
        honk = in_edition(load(HONK), "2007")
        flown = analyzer.fly([honk], flights=5, seed=SEED, learning=True, rivals=load_field("I", "2007"))
        assert old == flown.ships[0].histograms
        flown = analyzer.fly([load(HONK)], flights=5, seed=SEED, rivals=load_field("L", "2021"))
        assert new == flown.ships[0].histograms
        assert [row["step"] for row in found.changes()][-2:] == ["+ all other rules", "+ other rivals"]
        company = [in_edition(rival, "2021", learning=True) for rival in load_field("I", "2007")]
        flown = analyzer.fly([load(HONK)], flights=5, seed=SEED, rivals=company)
        assert found.steps.results[-2].histograms == flown.ships[0].histograms
        assert "learning flight, " in found.heading()
        assert "in the field (Brass Hornet, First Mile, Pocket Freighter in 2007, Early Bird" in found.heading()

    def test_unconvertible_field_changes_last(self):
        ship = load("2021/II/salt-barge").without([(7, 4), (7, 10)])
        found = analyzer.compare_editions(ship, 2, rivals="field")
        assert found.changes()[-1]["step"] == "+ all other rules, other rivals"
        assert found.steps.names == ("2007", "+ 2021 cards", "+ 2021 flight board", "+ no insurance", "2021")

    @pytest.mark.long
    def test_both_ends_make_a_comparison(self, mail):
        both = mail.both
        assert both.names == ("2021", "2007")
        for metric in ("credits", "loss", "days"):
            assert both.difference("2021", "2007", metric) == mail.difference(metric)
        assert both.beats("2021", "2007") == mail.steps.beats("2021", "2007")
        assert both.results[1].histograms == mail.results[0].histograms
        assert analyzer.plots.plot_differences(both)

    @pytest.mark.long
    @pytest.mark.usefixtures("workers_of_few")
    def test_edition_comparison_ignores_workers(self, mail):
        assert (
            analyzer.compare_editions(load(MAIL), FLIGHTS, SEED, workers=2, rivals="alone").as_dict() == mail.as_dict()
        )


class TestSteps:
    def test_edition_steps_add_up(self, mail):
        for metric in ("credits", "loss", "days"):
            rows = mail.changes(metric)
            assert sum(row["difference"] for row in rows) == pytest.approx(mail.difference(metric).mean)
            assert np.diff([row["mean"] for row in rows]) == pytest.approx([row["difference"] for row in rows[1:]])

    @pytest.mark.skipif(
        len({len(load_edition(one).cards) for one in ("2007", "2021")}) > 1, reason="cards have no pairs"
    )
    def test_cards_step_swaps_cards(self, mail):
        """Checked another way: every printed card of 2007 is replaced by the card of 2021 in its place."""
        cards = tuple(replace(card, id=card.id - 1) for card in load_edition("2021").cards)
        plain = plan([load(MAIL)], seed=SEED)
        other = replace(plain, route=Route("2007", "III", replaced=cards)).run(0, FLIGHTS)
        step = mail.steps.results[1]
        assert step.credits.mean == other.credits[0].mean() != plain.run(0, FLIGHTS).credits[0].mean()
        assert step.days.mean == other.days[0].mean()

    def test_each_step_changes_its_rules(self):
        """Numbers of docs/editions.md: 40 and 24 spaces a lap, starts 3 apart or not, insurance of 8 or none."""
        ends = "2007", "II"
        level = MixedRoute(*ends, other_level="II", taken=(CARDS,)).level
        assert (level.lap, level.starts, level.loss_cap) == (40, (0, -3, -6, -9), 8)
        level = MixedRoute(*ends, other_level="II", taken=(FLIGHT_BOARD,)).level
        assert (level.lap, level.starts, level.loss_cap) == (24, (0, -3, -5, -6), 8)
        level = MixedRoute(*ends, other_level="II", taken=(INSURANCE,)).level
        assert (level.lap, level.starts, level.loss_cap) == (40, (0, -3, -6, -9), None)

    def test_last_step_has_nothing_else(self):
        """Goods, their number and all switches but one are the same in both; the box and the boards are the ship's."""
        old, new = load_edition("2007"), load_edition("2021")
        apart = {field.name for field in fields(old) if getattr(old, field.name) != getattr(new, field.name)}
        switches = {"planets_chosen_first", "stuck_if_announced", "learning_by_basic_rules"}
        assert apart == {"name", "caveats", "box", "boards", "cards", "levels"} | switches

    def test_lone_ship_ignores_planet_order(self, mail):
        *_, before, last = mail.steps.results
        assert before.histograms == last.histograms

    def test_editions_deal_equal_numbers(self):
        for old, new in (("I", "L"), ("I", "I"), ("II", "II"), ("III", "III")):
            ends = load_edition("2007").level(old), load_edition("2021").level(new)
            assert len({(level.pile, level.piles, level.price_per_loss) for level in ends}) == 1

    def test_wreck_is_insured_in_2007(self):
        """20 components are off before the launch: 11 credits in 2007, each of them a credit in 2021."""
        found = analyzer.compare_editions(wreck(), 50, repair=True, rivals="alone")
        rows = {row["step"]: row["mean"] for row in found.changes("penalty")}
        old, new = found.results
        assert set(old.penalty.counts) == {11}
        assert new.penalty.counts == new.components_lost.counts
        assert min(new.penalty.counts) >= 20
        assert rows["+ 2021 cards"] == rows["+ 2021 flight board"] == 11
        assert rows["+ no insurance"] >= 20


@pytest.mark.usefixtures("flown_once")
class TestRivals:
    """The rules of both editions are compared with the same rivals; other rivals are a line of their own."""

    @pytest.mark.long
    def test_rules_compare_with_same_rivals(self, field):
        rivals = [in_edition(rival, "2021") for rival in load_field("III", "2007")]
        same = plan([in_edition(load(MAIL), "2021")], seed=SEED, rivals=rivals).run(0, FEW).credits[0]
        own = plan([in_edition(load(MAIL), "2021")], seed=SEED, rivals=load_field("III", "2021")).run(0, FEW).credits[0]
        old = plan([load(MAIL)], seed=SEED, rivals=load_field("III", "2007")).run(0, FEW).credits[0]
        assert field.difference().mean == pytest.approx((same - old).mean())
        assert field.rivals_difference().mean == pytest.approx((own - same).mean())
        row = field.table().set_index("metric").loc["credits"]
        assert row["2021"] == pytest.approx(same.mean())

    @pytest.mark.long
    def test_other_rivals_have_own_line(self, field):
        told = field.in_words()
        rules, _, rivals = told.partition("With the rivals of 2021 in their place: ")
        assert f"2021: {field.difference().mean:+.2f} (" in rules
        assert "with the same rivals" in rules
        assert rivals.startswith(f"{field.rivals_difference().mean:+.2f} (")
        assert "+ other rivals" not in field.leading()
        assert field.as_dict()["rivals_differences"][0]["mean"] == field.rivals_difference().mean

    def test_same_rivals_have_no_line(self, mail):
        assert mail.rivals_difference() is None
        assert "rivals" not in mail.in_words()

    def test_inseparable_rivals_are_told(self):
        ship = load("2021/II/salt-barge").without([(7, 4), (7, 10)])
        found = analyzer.compare_editions(ship, 2, rivals="field")
        assert not untold(found.in_words(), "rules", "rivals", "2021")


class TestSentence:
    """What the sentence says changes most must surely change more than any other step can."""

    def test_unclear_step_is_not_named(self):
        """Only the missing insurance keeps clear of 0 in 500 flights, and the cards may do four times as much."""
        found = analyzer.compare_editions(load("2007/I/first-mile"), 500, 1, rivals="alone")
        cards, insurance = (found.changes()[number] for number in (1, 3))
        assert insurance["high"] < 0 < cards["high"]
        assert cards["low"] < insurance["low"]
        told = found.in_words()
        assert "changes credits most" not in told
        assert not untold(told, "No single step", "credits")
        assert not untold(told, "open", "loss")

    @pytest.mark.long
    def test_two_steps_leave_it_open(self):
        """The insurance surely costs something in 4,000 flights, but the cards may cost more."""
        found = analyzer.compare_editions(load("2007/I/first-mile"), 4000, 1, rivals="alone")
        assert set(found.leading()) == {"+ no insurance", "+ 2021 cards"}
        assert not untold(found.in_words(), "open", "credits", "'no insurance'")

    @pytest.mark.long
    def test_named_step_leads_all_others(self):
        """The cards surely cost something in 1,500 flights, too, but less."""
        found = analyzer.compare_editions(load("2007/I/paper-arrow"), 1500, 1, rivals="alone")
        (step,) = found.leading()
        assert step == "+ no insurance"
        least = min(abs(found.simultaneous_changes()[step].low), abs(found.simultaneous_changes()[step].high))
        others = [one for name, one in found.simultaneous_changes().items() if name != step]
        assert all(max(abs(one.low), abs(one.high)) < least for one in others)
        assert found.simultaneous_changes()["+ 2021 cards"].high < 0
        told = f"Of the steps, 'no insurance' changes credits most: {found.changes()[3]['difference']:+.2f}"
        assert told in found.in_words()

    def test_intervals_hold_for_all_steps(self, mail):
        """Bonferroni: each of four at 98.75%, which is 2.4977 standard errors to a side (tables of the normal).

        Where few flights differ intervals are wider than those of the normal distribution.
        """
        for number, (row, one) in enumerate(zip(mail.changes()[1:], mail.simultaneous_changes().values(), strict=True)):
            normal = (row["high"] - row["difference"]) * 2.4977 / 1.95996
            if mail.steps.contest.differing(number, number + 1) >= 100:
                assert one.high - one.mean == pytest.approx(normal, rel=1e-3)
            else:
                assert one.high - one.mean > normal
        assert mail.steps.contest.differing(0, 1) >= 100


def test_other_routes_compare_by_number():
    steps = editions.plan_editions(load(HONK))
    with pytest.raises(AnalyzerError, match="routes differ"):
        compare_experiments(steps, 4)
    assert compare_experiments(steps, 4, by_number=True).flights == 4


def test_notes_name_their_edition(mail):
    notes = mail.notes()
    assert sum(note.startswith("Flown alone") for note in notes) == 1
    assert not untold(notes, "2007", "looks rewards", "III", "inferred")
    assert not untold(notes, "2021", "49, 50, 51")
    assert sum(note.startswith("2021: Night Mail cannot be built from one 2021 box") for note in notes) == 1


def test_editions_describe_differences_and_steps(mail):
    differences, steps = mail.description().tables
    assert list(mail.table()) == ["metric", "2007", "2021", "difference", "low", "high"]
    assert [row.values["metric"] for row in differences.rows] == [row["metric"] for row in mail.differences()]
    assert all(all(differences.cells(row)) for row in differences.rows)
    first, *others = (steps.cells(row) for row in steps.rows[: len(mail.changes())])
    assert first == ["credits, 2007", f"{mail.changes()[0]['mean']:.2f}", "", ""]
    assert all(map(all, others))
    assert mail.in_words() in repr(mail)


@pytest.mark.usefixtures("flown_once")
class TestVerb:
    @pytest.mark.long
    def test_editions_verb_tells_table(self, command, mail):
        said = command(
            "editions", str(SHIPS / f"{MAIL}.yaml"), "--alone", "--flights", str(FLIGHTS), "--seed", str(SEED)
        )
        assert said.code == 0, said.err
        (credits,) = [line.split() for line in said.out.splitlines() if line.startswith("credits  ")]
        means = [result.credits.mean for result in mail.results]
        assert credits[1:3] == [f"{mean:.2f}" for mean in means]
        mean, low, high = mail.difference()
        assert [float(word) for word in (credits[3], credits[4], credits[6])] == [
            round(x, 2) for x in (mean, low, high)
        ]
        assert "+ 2021 flight board" in said.out
        assert "Night Mail earns" in said.out
        assert not untold(said.out, "note: ", "2021", "Night Mail", "one 2021 box")

    def test_editions_json_matches_python(self, command, mail):
        said = command(
            "editions", str(SHIPS / f"{MAIL}.yaml"), "--alone", "--flights", str(FLIGHTS), "--seed", str(SEED), "--json"
        )
        assert json.loads(said.out) == json.loads(json.dumps([mail.as_dict()]))

    @pytest.mark.long
    def test_editions_export_a_table(self, command, tmp_path):
        ships = [str(SHIPS / f"{name}.yaml") for name in ("2007/I/first-mile", HONK)]
        said = command("editions", *ships, "--flights", "4", "--alone", "--export", "both.csv")
        assert said.code == 0, said.err
        table = pd.read_csv(tmp_path / "both.csv")
        assert list(table) == ["ship", "metric", "2007", "2021", "difference", "low", "high", "flights", "seed"]
        assert list(table["ship"].unique()) == ["First Mile", "First Honk"]

    def test_editions_command_takes_field(self, command):
        said = command("editions", str(SHIPS / f"{HONK}.yaml"), "--flights", "2", "--rivals", "field")
        assert said.code == 0, said.err
        assert "Brass Hornet, First Mile, Pocket Freighter in 2007, Early" in " ".join(said.out.split())

    @pytest.mark.parametrize(
        ("args", "told"),
        [
            ([KITE], "error: Tin Kite: uses squares that board 2021-II does not have"),
            (["2007/IIIa/glass-comet"], "has no board like that"),
            (["2021/I/even-odds", "--learning"], "the learning flight is flown at level L, not I"),
            ([MAIL, "--captain", "bold", "--captain", "miser"], "2 captains for 1 ships"),
            ([MAIL, "--export", "both.txt"], "--export both.txt: name a file that ends in"),
            ([MAIL, "--flights", "0"], "flights"),
            ([MAIL, "--alone", "--start", "2"], "start 2"),
            ([MAIL, "--cards", "1,2"], "No such option"),
        ],
    )
    def test_editions_command_refuses_input(self, command, args, told):
        path, *options = args
        said = command("editions", str(SHIPS / f"{path}.yaml"), *options)
        assert said.code == 2
        assert told in said.told
        assert "Traceback" not in said.err

    def test_editions_command_tells_all_faults(self, command):
        ships = [str(SHIPS / f"{name}.yaml") for name in (KITE, MAIL, "2007/IIIa/glass-comet")]
        said = command("editions", *ships)
        assert said.err.count("error: ") == 2


@pytest.mark.long
def test_report_separates_edition_cards():
    """Ships meet the cards of their own edition alone: a table for each, without columns of ships that never do."""
    ships = [analyzer.load_ship(ROOT / "ships" / path) for path in ("2007/I/first-mile.yaml", "2021/I/even-odds.yaml")]
    text = analyzer.report(ships, flights=8).markdown()
    tables = text.partition("## What each card does")[2].partition("## Ships")[0]
    heads = [line for line in tables.splitlines() if line.startswith("| no.")]
    assert [("First Mile" in head, "Even Odds" in head) for head in heads] == [(True, False), (False, True)]
    assert "the cards of 2007" in tables
    assert "the cards of 2021" in tables
    assert not untold(text, "in the field", "rivals of its own")
