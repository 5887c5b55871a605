"""The edition of 2021: its tables against sums that must hold, and the rules in which it differs (docs/editions.md)."""

from __future__ import annotations

import csv
import random
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Layout, Side, load_captain, load_field, load_ship, missing_from_box
from tests.doors.printed import EDITIONS, load_edition
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route, as_printed, cardsfile, caveats, home_level
from tests.facts import untold
from tests.places import ROOT
from tests.texts import load_text, round_trip, saved_text
from tests.trucker.scripted import OPEN, End, alone, captain, fly, planets, ship, station
from tests.trucker.shipyard import grow_ship

OLD, NEW = load_edition("2007"), load_edition("2021")
SHIPS = ROOT / "ships" / "2021"
PATHS = {f"{path.parent.name}/{path.stem}": path for path in sorted(SHIPS.glob("*/*.yaml"))}
BOARDS = ("L", "I", "II", "III")
TABLES = files("analyzer.trucker") / "data"
PATIENT = captain(day=0)
"""Lands wherever there is something to gain."""


def new_ship(drawing: str, board: str = "II", **facts: object) -> Layout:
    return ship(drawing, board, edition="2021", **facts)  # type: ignore[arg-type]


def rows(edition: str, table: str) -> list[dict[str, str]]:
    return list(csv.DictReader((TABLES / edition / f"{table}.csv").read_text(encoding="utf-8").splitlines()))


class TestTables:
    def test_editions_have_same_tables(self):
        assert EDITIONS == ("2007", "2021")
        for table in ("cards", "components", "boards", "levels", "goods", "switches"):
            old, new = rows("2007", table), rows("2021", table)
            assert list(old[0]) == list(new[0])
            assert all(row["source"] for row in old + new)

    def test_box_has_156_components(self):
        """Numbers of each kind: a published list of contents."""
        counted = Counter(part.kind for part in NEW.box)
        assert sum(counted.values()) == 156
        assert counted == {
            "battery_2": 11, "battery_3": 6, "cargo_2": 9, "cargo_3": 6, "special_cargo_1": 6, "special_cargo_2": 3,
            "cabin": 17, "starting_cabin": 4, "single_cannon": 25, "double_cannon": 11, "single_engine": 21,
            "double_engine": 9, "shield": 8, "life_support_brown": 6, "life_support_purple": 6, "structural": 8,
        }  # fmt: skip

    def test_tokens_fit_the_components(self):
        """40 battery tokens and 42 astronauts come with the game."""
        assert sum(part.is_a.batteries for part in NEW.box) == 40
        assert sum(2 * part.is_a.cabin for part in NEW.box) == 42

    def test_single_and_double_connectors_balance(self):
        sides = Counter(c for part in NEW.box if part.kind != "starting_cabin" for c in part.connectors)
        assert sides == {1: 122, 2: 122, 3: 102, 0: 262}

    def test_every_component_has_connectors(self):
        """Components by their number of connectors, the starting cabins with four included."""
        counted = Counter(sum(c > 0 for c in part.connectors) for part in NEW.box)
        assert counted == {1: 34, 2: 59, 3: 42, 4: 21}

    def test_boxes_share_125_components(self):
        old, new = (Counter(as_printed(p) for p in e.box if p.kind != "starting_cabin") for e in (OLD, NEW))
        assert (old & new).total() == 125

    @pytest.mark.parametrize("level", [1, 2, 3])
    def test_levels_have_same_card_kinds(self, level):
        kinds = [Counter(card.kind for card in e.cards if card.level == level) for e in (OLD, NEW)]
        assert kinds[0] == kinds[1]
        assert kinds[1].total() == 20

    def test_cards_are_numbered_through(self):
        assert [card.id for card in NEW.cards] == list(range(1, len(NEW.cards) + 1))

    def test_eight_cards_are_for_learning(self):
        learning = [[card for card in e.cards if card.learning] for e in (OLD, NEW)]
        assert [len(cards) for cards in learning] == [8, 8]
        assert Counter(map(_content, learning[0])) == Counter(map(_content, learning[1]))

    def test_editions_share_33_of_40_cards(self):
        old, new = (Counter(_content(card) for card in e.cards if card.level < 3) for e in (OLD, NEW))
        assert (old & new).total() == 33

    def test_level_three_rests_on_no_picture(self):
        for card in NEW.cards:
            word = card.confidence.split(":")[0]
            certain = {"stand-in"} if card.kind == "meteor_swarm" else {"unconfirmed"}
            assert (word in certain) == (card.level == 3)

    def test_unknown_swarms_copy_2007(self):
        swarms = [[c.hits for c in e.cards if c.level == 3 and c.kind == "meteor_swarm"] for e in (OLD, NEW)]
        assert swarms[0] == swarms[1]

    def test_board_squares_of_2021(self):
        """Squares counted on the pictures; only the board of level II has another shape than in 2007."""
        assert {name: len(board.squares) for name, board in NEW.boards.items()} == {
            "L": 18, "I": 18, "II": 27, "III": 36,
        }  # fmt: skip
        assert set(NEW.board("L").squares) == set(NEW.board("I").squares) == set(OLD.board("I").squares)
        assert set(NEW.board("III").squares) == set(OLD.board("III").squares)
        assert set(NEW.board("II").squares) ^ set(OLD.board("II").squares) == {(4, 7), (5, 7), (7, 4), (7, 10)}
        assert all(board.start == (7, 7) for board in NEW.boards.values())

    def test_flight_boards_of_2021(self):
        told = {name: (level.lap, level.starts, level.order_rewards) for name, level in NEW.levels.items()}
        assert told == {
            "L": (18, (0, -2, -3, -4), (4, 3, 2, 1)),
            "I": (18, (0, -2, -3, -4), (4, 3, 2, 1)),
            "II": (24, (0, -3, -5, -6), (8, 6, 4, 2)),
            "III": (34, (0, -4, -7, -9), (12, 9, 6, 3)),
        }
        assert [level.looks_reward for level in NEW.levels.values()] == [2, 2, 4, 6]

    def test_starts_of_2007_evenly_spaced(self):
        gaps = {"I": 2, "II": 3, "III": 4, "IIIa": 4, "IV": 4}
        assert {name: level.starts for name, level in OLD.levels.items()} == {
            name: (0, -gap, -2 * gap, -3 * gap) for name, gap in gaps.items()
        }


def _content(card):
    return replace(card, id=0, source="", confidence="")


class TestCaveats:
    def test_caveats_of_2021_name_tables(self):
        told = " / ".join(caveats(Route("2021", "III")))
        assert not untold(told, "cubes of each colour", "not known")
        assert "Cards 49, 50, 51 stand in" in told
        assert not untold(told, "picture", "41, 42, 43, 44, 45, 46, 47, 48, 52, 53")

    def test_caveat_on_level_one_board(self):
        assert "picture of that flight board" in " / ".join(caveats(Route("2021", "I")))
        assert "flight board" not in " / ".join(caveats(Route("2021", "II")))

    def test_caveats_name_only_possible_cards(self):
        assert "stand" not in caveats(Route("2021", "III", cards=(2, 41)))[-1]
        assert caveats(Route("2021", "III", cards=(2, 50)))[-1].startswith("Cards 50 stand in")
        assert not any("ards " in told for told in caveats(Route("2021", "L")) + caveats(Route("2021", "II")))

    def test_learning_flight_states_assumptions(self) -> None:
        """The quick reference is silent on giving up and on aliens, so every result of level L says so."""
        walker = ship("7/6 CA SC CA", edition="2021", board="L")
        record = {"ship": walker, "rivals": "alone", "cards": [{"card": 2}]}
        story = analyzer.explain([walker], 0, rivals="alone")
        answers = [
            analyzer.fly([walker], flights=2, rivals="alone"),
            analyzer.exact(walker, 2),
            analyzer.exact_all(walker)[0],
            analyzer.hazard_table(walker),
            story,
            analyzer.replay(record),
            analyzer.review(record, 2),
            analyzer.review(story.record(), 2),
        ]
        for answer in answers:
            notes = " ".join(answer.description().notes)
            assert not untold(notes, "learning flight of 2021"), answer

    def test_caveats_of_2007_unchanged(self):
        cubes = "How many goods cubes of each colour the bank has rests on one source."
        assert caveats(Route("2007", "I")) == [cubes]
        inferred, other = caveats(Route("2007", "II"))
        assert not untold(inferred, "looks rewards", "II", "inferred", "sources")
        assert other == cubes


class TestStart:
    def test_start_gaps_of_2007_even(self):
        assert [end.position for end in fly([ship("7/7 SC")] * 4, station(9, "B"))] == [0, -3, -6, -9]


class TestLosses:
    @pytest.mark.parametrize("removed", [0, 8, 30])
    def test_losses_of_2021_uninsured(self, removed):
        end = alone(new_ship("7/7 SC"), station(9, "B"), removed=removed)
        assert (end.components_lost, end.penalty) == (removed, removed)

    def test_losses_of_2007_insured(self):
        assert alone(ship("7/7 SC"), station(9, "B"), removed=30).penalty == 8

    @pytest.mark.parametrize("reserve", [0, 1, 2])
    def test_reserve_is_charged_as_lost(self, reserve):
        end = alone(new_ship("7/7 SC", reserve=reserve), station(9, "B"), removed=3)
        assert (end.components_lost, end.penalty) == (3 + reserve, 3 + reserve)
        assert end.credits == 8 + 4 - 3 - reserve

    def test_giving_up_charges_reserve(self):
        end = alone(new_ship("7/7 SC", reserve=2), OPEN)
        assert (end.ending, end.penalty) == ("no_engines", 2)

    def test_reserve_of_2007_is_charged(self):
        """Full rules: at most two, each a credit, within the insurance of level II (8 credits)."""
        ends = [alone(ship("7/7 SC", reserve=2), station(9, "B"), removed=removed) for removed in (0, 7)]
        assert [(end.components_lost, end.penalty) for end in ends] == [(2, 2), (9, 8)]

    @pytest.mark.parametrize("reserve", [3, -1, True, 1.0, "2"])
    def test_other_reserve_is_refused(self, reserve):
        with pytest.raises(AnalyzerError, match="reserve"):
            new_ship("7/7 SC", reserve=reserve)

    @pytest.mark.parametrize("form", ["grid", "components"])
    def test_ship_file_keeps_reserve(self, form):
        layout = new_ship("7/7 SC H2", reserve=2)
        assert "\nreserve: 2\n" in saved_text(analyzer.save_ship, layout, form=form)
        assert round_trip(analyzer.save_ship, analyzer.load_ship, layout, form=form) == layout
        assert "reserve" not in saved_text(analyzer.save_ship, new_ship("7/7 SC H2"), form=form)

    def test_inspect_tells_the_reserve(self, command, tmp_path):
        (tmp_path / "ship.yaml").write_text(
            saved_text(analyzer.save_ship, new_ship("7/7 SC", reserve=1)), encoding="utf-8"
        )
        assert not untold(
            " ".join(command("inspect", "ship.yaml").out.split()), "In reserve", "1 component", "charged as lost"
        )
        assert "In reserve" not in command("inspect", str(PATHS["II/middle-lane"])).out

    def test_python_layout_keeps_reserve(self):
        start = [{"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}]
        assert Layout.from_components("2021-II", start, reserve=1).reserve == 1
        assert Layout.from_components("2021-II", start, reserve=1).without([]).reserve == 1

    def test_wrong_reserve_names_its_line(self):
        text = "name: X\nedition: {}\nboard: II\nreserve: {}\ngrid: |2\n    7\n  7 SC3333\n"
        with pytest.raises(AnalyzerError, match=r"line 4: reserve 3: at most 2"):
            load_text(analyzer.load_ship, text.format(2021, 3))
        assert load_text(analyzer.load_ship, text.format(2007, 2)).reserve == 2


class TestGivingUp:
    HOLD = "7/7 SC H3"

    @pytest.mark.parametrize("edition", ["2007", "2021"])
    @pytest.mark.parametrize(("cargo", "half"), [("YYY", 5), ("YGB", 3), ("BBB", 2), ("GG", 2), ("B", 1)])
    def test_goods_sell_together_for_half(self, edition, cargo, half):
        """Three yellow ones bring half of 9, rounded up; one by one they would bring 6."""
        end = alone(ship(self.HOLD, edition=edition), planets(cargo), OPEN, captain=PATIENT)
        assert (end.ending, end.cargo, end.goods_sold) == ("no_engines", cargo, half)

    @pytest.mark.parametrize(("edition", "lap"), [("2007", 40), ("2021", 24)])
    def test_exact_lap_cannot_arise(self, edition, lap):
        """Falling back as far as the leader's space ends one space behind it, for no two figures share a space."""
        start = -3
        ends = self.far_apart(edition, lap + start)
        assert [end.ending for end in ends] == ["arrived", "lapped"]
        assert ends[0].position - ends[1].position == lap + 1

    @pytest.mark.parametrize(("edition", "lap"), [("2007", 40), ("2021", 24)])
    def test_space_short_of_lap_arrives(self, edition, lap):
        ends = self.far_apart(edition, lap - 3 - 1)
        assert [end.ending for end in ends] == ["arrived", "arrived"]
        assert ends[0].position - ends[1].position == lap - 1

    def far_apart(self, edition: str, days: int) -> list[End]:
        """Two ships; the second, three spaces behind, loses that many days on a planet."""
        pair = [ship("7/7 SC", edition=edition), ship("7/7 SC H2", edition=edition)]
        return fly(pair, planets("Y", days), captains=PATIENT)


class TestPlanets:
    LARGE = "7/5 H3 H3 SC H3 H3; 8/6 H3"

    @pytest.mark.parametrize(("edition", "cargo", "days"), [("2007", "B", -1), ("2021", "", -1)])
    def test_all_choose_before_loading(self, edition, cargo, days):
        """13 yellow cubes are there, the leader takes them all. The second chose two of them and finds none."""
        pair = [ship(self.LARGE, edition=edition), ship("7/7 SC H2", edition=edition)]
        ends = fly(pair, planets("Y" * 13 + "|YY|B", 1))
        assert ends[0].cargo == "Y" * 13
        assert (ends[1].cargo, ends[1].days) == (cargo, days)

    @pytest.mark.parametrize(("edition", "cargo"), [("2007", "GG"), ("2021", "GB")])
    def test_loading_follows_flight_order(self, edition, cargo):
        """The leader holds all green cubes and throws out two for yellow ones before the second loads.

        Where all choose first, the second sees no green ones yet and chooses the planet that has a blue one as well.
        """
        full = ship("7/5 H3 H3 SC H3 H3; 8/6 H2", edition=edition)
        second = ship("7/7 SC H2", edition=edition)
        ends = fly([full, second], planets("G" * 14), planets("YY|GG|GB"))
        assert ends[0].cargo == "YY" + "G" * 12
        assert ends[1].cargo == cargo

    def test_days_are_lost_from_behind(self):
        """Both lose 3 days: the second from -3 to -6, then the first from 0 past nobody to -3."""
        ends = fly([new_ship("7/7 SC H2")] * 2, planets("YY|GG", 3))
        assert [end.position for end in ends] == [-3, -6]
        assert [end.cargo for end in ends] == ["YY", "GG"]


class TestLearningFlight:
    def test_learning_level_flies_eight_cards(self):
        route = Route("2021", "L")
        assert route.learning
        assert route.length == 8
        starred = {card.id for card in NEW.cards if card.learning}
        assert all({NEW.cards[i].id for i in deck} == starred for deck in route.deal(1, 0, 20))

    def test_level_one_flies_full_rules(self):
        assert not Route("2021", "I").learning
        with pytest.raises(AnalyzerError, match=r"learning flight .*level L, not I"):
            Route("2021", "I", learning=True)

    def test_learning_level_takes_chosen_cards(self):
        assert Route("2021", "L", cards=(3, 4)).length == 2

    def test_learning_aliens_stay_home(self):
        drawn = new_ship("7/7 SC CA LP", "L", purple=(7, 8))
        flown = Experiment((drawn,), (load_captain("sensible"),), Route("2021", "L"), seed=1)
        assert flown.ships[0].aliens == {}

    def test_exact_all_covers_learning_cards(self):
        told = analyzer.exact_all(new_ship("7/7 SC H2; 8/7 EN", "L"))
        assert {number for one in told for number in one.cards} == {c.id for c in NEW.cards if c.learning}


class TestMixing:
    PAIR = "7/7 SC H2; 8/7 EN"

    @pytest.mark.parametrize("board", ["I", "II"])
    def test_editions_do_not_fly_together(self, board):
        pair = [ship(self.PAIR, board), new_ship(self.PAIR, board)]
        with pytest.raises(AnalyzerError, match=r"2021 edition.*2007 edition"):
            analyzer.race(pair, flights=5)
        with pytest.raises(AnalyzerError, match=r"2007 edition.*2021 edition"):
            analyzer.fly(pair[1:], flights=5, rivals=pair[:1])

    def test_field_is_of_the_edition(self, command):
        said = command("fly", str(PATHS["II/middle-lane"]), "--rivals", "field", "--flights", "2", "--json")
        assert said.code == 0
        assert all(ship.name in said.out for ship in load_field("II", "2021"))

    def test_levels_are_of_the_edition(self, command):
        said = command("fly", str(PATHS["II/middle-lane"]), "--level", "IIIa", "--flights", "5")
        assert said.code == 2
        assert not untold(said.told, "III?", "L, I, II, III")

    def test_cards_are_of_the_edition(self):
        with pytest.raises(AnalyzerError, match="the cards are 1 to 60"):
            analyzer.exact(new_ship(self.PAIR), card=0)
        with pytest.raises(AnalyzerError, match="use 2021/3"):
            analyzer.exact(new_ship(self.PAIR), card="2007/3")


class TestCardsFile:
    @staticmethod
    def written(tmp_path: Path, *lines: str) -> Path:
        path = tmp_path / "cards.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    def test_cards_file_replaces_cards(self, tmp_path):
        path = self.written(tmp_path, "id,kind,hits", "49,meteor_swarm,large-rear small-left", "51,stardust,")
        swarm, dust = cardsfile.load_cards(path, "2021")
        assert [(hit.large, hit.side) for hit in swarm.hits] == [(True, Side.REAR), (False, Side.LEFT)]
        assert (swarm.level, swarm.confidence, dust.kind) == (3, "", "stardust")
        route = Route("2021", "III", replaced=(swarm, dust))
        assert [card.kind for card in route.rules.cards if card.id in (49, 50, 51)] == [
            "meteor_swarm", "meteor_swarm", "stardust",
        ]  # fmt: skip
        assert any(told.startswith("Cards 50 stand in") for told in caveats(route))
        assert not untold(route.notes(), "49, 51", "not the printed ones")

    def test_replaced_cards_are_flown(self, tmp_path):
        """Card 5, open space, becomes a swarm that never hits, so a ship without engines arrives."""
        drifter = new_ship("7/7 SC", "I")
        path = self.written(tmp_path, "id,kind,hits", "5,meteor_swarm,small-left")
        flown = analyzer.fly([drifter], flights=20, cards=[5], rivals="alone")
        replaced = analyzer.fly([drifter], flights=20, cards=[5], cards_file=path, rivals="alone")
        assert [r.ships[0].ending_share("no_engines") for r in (flown, replaced)] == [1, 0]

    @pytest.mark.parametrize(
        ("lines", "told"),
        [
            (["id,kind,hits", "61,meteor_swarm,small-left"], "line 2: no card '61' in the 2021 edition"),
            (["id,kind,hits", "49,meteors,small-left"], "line 2: kind 'meteors'"),
            (["id,kind,hits", "49,meteor_swarm,small-above"], "line 2: hits 'small-above'"),
            (["id,kind,hits", "49,meteor_swarm,"], "line 2: hits is empty"),
            (
                ["id,kind,hits", "49,meteor_swarm," + " ".join(["small-left"] * 11)],
                "11 meteors or shots: a card has at most 10",
            ),
            (["id,kind,days", "49,stardust,-1"], "line 2: days '-1'"),
            (["id,kind", "49,stardust", "49,stardust"], "card 49 is given 2 times"),
            (["id,sort", "49,stardust"], "line 1: no column 'sort'"),
            (["id,hits", "49,small-left"], "line 1: column kind is missing"),
            (["id,kind"], "no cards"),
            (["id,kind", '"' + "x" * 200_000], "no such table"),
            ([""], "column id is missing"),
        ],
    )
    def test_cards_file_faults_are_told(self, tmp_path, lines, told):
        with pytest.raises(AnalyzerError) as error:
            cardsfile.load_cards(self.written(tmp_path, *lines), "2021")
        assert told in str(error.value)


class TestShips:
    @pytest.mark.parametrize("board", BOARDS)
    def test_every_board_has_three_ships(self, board):
        names = [name for name in PATHS if name.startswith(f"{board}/")]
        assert len(names) >= 3
        assert len(load_field(board, "2021")) == 3

    @pytest.mark.parametrize("name", PATHS)
    def test_ships_are_legal_and_one_box(self, name):
        layout = load_ship(PATHS[name])
        assert layout.flaws() == []
        assert missing_from_box(layout) == []
        assert name == f"{layout.board.name}/{layout.name.lower().replace(' ', '-')}"
        assert layout.edition == NEW
        assert len(layout.components) == len(layout.board.squares)
        assert round_trip(analyzer.save_ship, analyzer.load_ship, layout) == layout

    @pytest.mark.parametrize("board", BOARDS)
    def test_field_ships_are_solid(self, board):
        """Every ship of the field has a minimum of cannons and engines without a charge, of crew and of charges."""
        cannons, engines, crew, charges = {"II": (4, 2, 8, 6), "III": (6, 3, 10, 12)}.get(board, (3, 2, 6, 3))
        for layout in load_field(board, "2021"):
            parts = [part.is_a for part in layout.components.values()]
            assert layout.cannon_strength(0, "purple" in layout.aliens) >= cannons
            assert layout.engine_strength(0, "brown" in layout.aliens) >= engines
            assert 2 * sum(kind.cabin for kind in parts) >= crew
            assert sum(kind.batteries for kind in parts) >= charges
            assert layout.exposed_connectors() <= 6

    @pytest.mark.long
    @pytest.mark.slow(but=2)
    @pytest.mark.parametrize("board", BOARDS)
    def test_all_verbs_take_the_ships(self, board, command):
        first, second, *_ = [str(path) for name, path in PATHS.items() if name.startswith(f"{board}/")]
        for words in (
            ("inspect", first), ("hazards", first),
            ("strike", first, "--hazard", "large_meteor", "--from", "rear", "--roll", "7"),
            ("fly", first, "--flights", "2"), ("race", first, second, "--flights", "2"),
            ("exact", first, "--card", "2021/3"), ("exact", first, "--all", "--budget", "200"),
            ("weak", first, "--flights", "2"),
        ):  # fmt: skip
            said = command(*words)
            assert said.code == 0, (words, said.told)


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("board", BOARDS)
def test_grown_ships_fly_without_contradiction(board):
    """No ship ends with more components than it had, or pays for other components than it lost."""
    rng = random.Random(board)
    ships = tuple(grow_ship(rng, f"2021-{board}", name=f"ship {i}") for i in range(4))
    outcome = Experiment(ships, (load_captain("bold"),) * 4, Route("2021", home_level(ships[0])), 3).run(0, 60)
    assert (outcome.penalty == outcome.components_lost).all()
    assert (outcome.components_lost >= 0).all()
    assert set(np.unique(outcome.order_reward)) <= {0, *NEW.level(board).order_rewards}
