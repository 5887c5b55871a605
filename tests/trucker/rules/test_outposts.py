"""The examples of kinds of cards of one's own, with dice by script and values by hand.

The captain's prices (tests/trucker/scripted.py) in credits: a day 0.50, a human 1, a charge 0.50, a component 2. Goods
sell for 4 (red), 3, 2 and 1 (blue). Ships that fly alone.
"""

from __future__ import annotations

import pytest

import analyzer
from tests.trucker.files.own_rules import KITE, OUTPOSTS, no_rules, outposts  # noqa: F401 (fixtures)
from tests.trucker.rules.fleets.flown import alone as alone_as_fleet
from tests.trucker.rules.fleets.flown import build
from tests.trucker.scripted import alone, captain, card, fly, hits, planets, ship, shots

pytestmark = pytest.mark.usefixtures("outposts")

BAR = "6/7 CN^; 7/6 H2 SC H2; 8/7 EN"
"""A bar of two holds, a cannon in front and an engine behind."""
HIT_LEFT_HOLD = shots("large-front"), [6]
"""Heavy fire along column 6: the hold at (7, 6) is all that stands there."""


def dock(credits_, days):
    return card("repair_dock", credits=credits_, days=days)


class TestRepairDock:
    def test_dock_returns_component_for_bill(self):
        """Docking for two days costs 1 and two times 0.50, no less than the component; for one day it pays."""
        hit = alone(ship(BAR), HIT_LEFT_HOLD)
        assert (hit.lost, hit.penalty, hit.bounty, hit.position) == ({(7, 6)}, 1, 0, 0)
        declined = alone(ship(BAR), HIT_LEFT_HOLD, dock(1, 2))
        assert (declined.lost, declined.bounty, declined.position) == ({(7, 6)}, 0, 0)
        docked = alone(ship(BAR), HIT_LEFT_HOLD, dock(1, 1))
        assert (docked.lost, docked.penalty, docked.bounty, docked.position) == (set(), 0, -1, -1)
        assert docked.credits - hit.credits == 1 - 1  # the loss is not charged, the bill is paid

    def test_returned_component_is_empty(self):
        """Two yellow cubes lie in the left hold, two in the right one: two are lost for good."""
        full = planets("YYYY"), HIT_LEFT_HOLD
        assert alone(ship(BAR), *full).goods == 2
        docked = alone(ship(BAR), *full, dock(1, 0))
        assert (docked.lost, docked.goods, docked.goods_sold) == (set(), 2, 6)
        assert alone(ship(BAR), *full, dock(1, 0), planets("YYYY")).goods == 4

    def test_undamaged_ship_skips_dock(self):
        end = alone(ship(BAR), dock(1, 3))
        assert (end.bounty, end.position) == (0, 0)

    @pytest.mark.parametrize("column", [6, 8])
    def test_dock_repairs_each_fleet_ship(self, column):
        """Two ships of class IVC, a cabin each between two structural parts: one of the left or right ship is lost."""
        fleet = build("6/6 ST . ST; 7/6 CA . CA; 8/6 ST . ST")
        hit = shots("large-front"), [column]
        declined, docked = (alone_as_fleet(fleet, hit, dock(bill, 0), has_twin=False) for bill in (9, 1))
        assert (declined.lost, declined.bounty) == ({(6, column)}, 0)
        assert (docked.lost, docked.bounty) == (set(), -1)

    def test_each_captain_decides_on_dock(self):
        """The first to leave is a miser of components; both lose a hold, and the second falls back a day."""
        thrifty = captain(component=100)
        ends = fly([ship(BAR), ship(BAR)], HIT_LEFT_HOLD, dock(1, 1), captains=[thrifty, captain()])
        assert [len(end.lost) for end in ends] == [1, 0]
        assert [end.bounty for end in ends] == [0, -1]


OPEN = "6/7 CN0030^; 7/6 H20303 SC H20303; 8/7 EN3000"
"""The same bar: the outer ends of both holds are open, two exposed connectors."""


class TestMinefield:
    @pytest.mark.parametrize(("strength", "drawn"), [(1, 2), (2, 1), (3, 0)])
    def test_exposed_connectors_draw_mines(self, strength, drawn):
        """Two connectors draw two mines, one, or none; those drawn roll 11 and fly past, the others never roll."""
        field = card("minefield", strength=strength, hits=hits("small-left small-front small-right"))
        assert alone(ship(OPEN), (field, [11] * drawn)).components_lost == 0

    def test_mine_hits_exposed_connector_only(self):
        """From the left along row 7: (7, 6) has a connector there. From the front along column 7: a muzzle."""
        from_the_left = card("minefield", strength=2, hits=hits("small-left"))
        assert alone(ship(OPEN), (from_the_left, [7])).lost == {(7, 6)}
        from_the_front = card("minefield", strength=2, hits=hits("small-front"))
        assert alone(ship(OPEN), (from_the_front, [7])).lost == set()

    def test_mines_recount_exposed_connectors(self):
        """The first takes the left hold: its open end goes, and the cabin's left side is exposed in its place.

        Two are exposed as before, so the second comes too; it takes the right hold.
        """
        field = card("minefield", strength=1, hits=hits("small-left small-right small-left"))
        assert alone(ship(OPEN), (field, [7, 7])).lost == {(7, 6), (7, 8)}

    def test_tight_ship_draws_no_mine(self):
        """Beside it an open ship draws the mine that both would meet."""
        tight = "6/7 CN0030^; 7/6 H20300 SC H20003; 8/7 EN3000"
        field = card("minefield", strength=2, hits=hits("large-left"))
        ends = fly([ship(tight), ship(OPEN)], (field, [7]))
        assert [end.lost for end in ends] == [set(), {(7, 6)}]

    def test_mine_hits_by_row_seven(self):
        """The sum 7 comes in 6 of 36 rolls; rows 6 and 8 (5 of 36 each) show smooth sides to a small mine."""
        sums = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
        lost = {
            number: alone(ship(OPEN), (card("minefield", strength=2, hits=hits("small-left")), [number]))
            for number in sums
        }
        assert sum(sums[number] for number, end in lost.items() if end.lost) == 6


class TestToll:
    @pytest.mark.parametrize(
        ("cargo", "price", "goods", "humans", "position"),
        [
            ("B", {"goods_lost": 1, "crew_lost": 1, "days": 3}, 0, 2, 0),  # 1 for a cube, 1 for a human, 1.50
            ("R", {"goods_lost": 1, "crew_lost": 1, "days": 3}, 0, 1, 0),  # no room for red: a human for 1
            ("Y", {"goods_lost": 1, "crew_lost": 1, "days": 3}, 1, 1, 0),  # 3 for a cube, 1 for a human
            ("Y", {"goods_lost": 1, "crew_lost": 1, "days": 1}, 1, 2, -1),  # half a credit for a day
            ("BB", {"goods_lost": 3, "crew_lost": 2, "days": 9}, 2, 2, -9),  # too few cubes; nobody would be left
        ],
    )
    def test_toll_takes_the_cheapest(self, cargo, price, goods, humans, position):
        end = alone(ship(BAR), planets(cargo), card("toll", **price))
        assert (end.goods, end.humans, end.position) == (goods, humans, position)


class TestQuestions:
    @pytest.fixture
    def kite(self):
        return analyzer.load_ship(KITE, edition=str(OUTPOSTS))

    def test_exact_enumerates_the_minefield(self, kite):
        """Shares of many flights lie within five standard errors of the enumerated chances."""
        exact = analyzer.exact(kite, card=65).distribution("components_lost")
        flown = analyzer.fly([kite], flights=4000, cards=[65], rivals="alone")["Tin Kite"].histograms["components_lost"]
        assert len(exact) > 3
        for value, chance in exact.items():
            share = flown.counts.get(value, 0) / 4000
            assert abs(share - float(chance)) < 5 * (float(chance) * (1 - float(chance)) / 4000) ** 0.5 + 1e-9

    def test_advise_weighs_the_toll(self, kite):
        """At the last card only the two blue cubes have a price, 1 credit each: crew and days cost nothing."""
        numbers = [[card.id for card in kite.edition.cards if card.level == level and card.id < 60] for level in (1, 2)]
        met = [*numbers[1][:7], *numbers[0][:4]]
        position = {"ship": kite, "rivals": "alone", "met": met, "card": 67, "goods": {"blue": 2}}
        answer = analyzer.advise(position, 50)
        assert answer.what == "takes"
        assert {option.value: option.worse.mean for option in answer.options} == {False: 0, True: 2}

    @pytest.mark.long
    def test_records_of_own_kinds_replay(self, kite, tmp_path):
        """A toll asks twice, and the record says both, its edition by the way to its folder."""
        stories = (analyzer.explain([kite], flight) for flight in range(60))
        story = next(story for story in stories if "pays the toll in goods" in story.text())
        analyzer.save_record(story.record(), tmp_path / "flight.yaml")
        text = (tmp_path / "flight.yaml").read_text(encoding="utf-8")
        assert "takes: [no, " in text
        assert "takes: yes" in text
        assert "takes: [yes" not in text  # who has paid in goods is not asked for crew
        assert analyzer.replay(tmp_path / "flight.yaml").refused == ()

    def test_story_tells_own_kinds(self, kite):
        text = analyzer.explain([kite], 0, cards=[28, 65, 62, 67]).text()
        words = " ".join(text.split())
        assert "exposed connectors: mine 1 comes" in words
        assert "lost, repaired for" in words
        assert "~ Hot Delivery: pays the toll in" in words

    def test_bill_lies_within_bounty_interval(self, kite):
        """A kind of one's own may take credits, too: the mean is below 0, and so is its interval."""
        paid = analyzer.fly([kite], flights=50, rivals="alone", cards=[65, 62, 65, 62]).ships[0].bounty.estimate()
        assert paid.low < paid.mean < paid.high < 0

    @pytest.mark.long
    def test_card_effects_list_own_kinds(self, kite):
        met = analyzer.card_effects([kite], flights=30).ships[0].each()
        assert {effect.card.kind for effect in met} >= {"minefield", "repair_dock", "toll"}

    @pytest.mark.slow
    def test_workers_change_no_result(self, kite):
        results = [analyzer.fly([kite], flights=1100, rivals="alone", workers=workers, block=300) for workers in (1, 2)]
        one, two = ({name: each.counts for name, each in result["Tin Kite"].histograms.items()} for result in results)
        assert one == two
