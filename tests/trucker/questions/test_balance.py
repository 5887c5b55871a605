"""Balance reports: what is summed up is what was flown, and parts of a made-up whole are told apart."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from shutil import copytree
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Estimate, missing_from_box
from tests.conftest import Said
from tests.doors.answers import TriedValue, TriedValues, Yardstick, next_values, read_targets
from tests.doors.runs import hearing_answers
from tests.doors.statistics import each_of
from tests.doors.trucker_flights import plan_ship
from tests.doors.trucker_paper import card_name, matching
from tests.doors.trucker_questions import (
    DEFAULT_TARGETS,
    MEASURES,
    CardJudge,
    CardOnShips,
    Chance,
    FittingTask,
    MeasuredMean,
    Places,
    SwitchTask,
    answer_module,
    figure_of,
    in_edition,
    only_in,
    sample,
    values_of_switch,
    with_fitted,
    with_switch,
    work,
    worths,
)
from tests.doors.trucker_questions import luck as luck_module
from tests.facts import untold
from tests.host.browsing import browser, in_browser
from tests.places import ROOT

FIELD = "field"
NOVICE = "novice"
SEARCHED = "searched"

OWN = str(ROOT / "ships" / "own-edition")
FIRST = "First Mile"


@pytest.fixture(scope="module")
def ship() -> analyzer.Layout:
    return analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml")


FLOWN: list[int] = []
"""Work that the fixture `answer` reported on the way."""


@pytest.fixture(scope="module")
def answer() -> analyzer.types.Balance:
    return analyzer.balance(OWN, ships=2, flights=64, level="W", only=["levels"], workers=1, progress=FLOWN.append)


@pytest.mark.parametrize("number", range(4))
def test_random_ships_are_legal(number):
    """Ships built at random are legal and come from one box."""
    board = analyzer.load_edition("2007").boards["II"]
    made = sample.random_ship(board, Chance(1, number), "Novice")
    assert made.flaws() == []
    assert missing_from_box(made) == []
    assert 5 <= len(made.components) <= len(board.squares)
    assert made == sample.random_ship(board, Chance(1, number), "Novice")


def test_chosen_decks_keep_places(ship):
    route = plan_ship(ship).route
    chosen = sample.with_decks(route, [5, 5, 0, 7], same_places=2)
    dealt = route.deal(3, 0, 8)
    assert chosen.deal(3, 1, 3).tolist() == dealt[[5, 0, 7]].tolist()
    drawn = route.places(3, 0, 2, 4)
    assert chosen.places(3, 1, 3, 4).tolist() == drawn[:, [0, 1, 1]].tolist()


def test_blanked_card_does_nothing(ship):
    """Card 8 is a swarm, card 11 planets: without the swarm nothing is lost, without planets there are no goods."""
    one = plan_ship(ship, rivals="alone", cards=[8, 11])
    index = [card.id for card in one.route.rules.cards].index
    flights = 60
    chosen = sample.with_decks(one.route, range(flights))
    without_swarm = replace(one, route=replace(chosen, blanked=(index(8),) * flights)).run(0, flights)
    with_it = replace(one, route=chosen).run(0, flights)
    assert with_it.components_lost.sum() > 0 == without_swarm.components_lost.sum()
    without_planets = replace(one, route=replace(chosen, blanked=(index(11),) * flights)).run(0, flights)
    assert without_planets.goods_sold.sum() == 0 < with_it.goods_sold.sum()
    assert without_planets.components_lost.tolist() == with_it.components_lost.tolist()


@pytest.mark.long
def test_balance_pays_what_fly_counts(answer):
    (ships,) = answer.ships
    flown = analyzer.fly([ships.ships[0]], "W", flights=64, plain=True)
    one = flown[ships.ships[0].name]
    pay = answer.pay["W", True]
    assert pay.ship(0, "credits") == one.credits.mean
    assert pay.ship(0, "arrived") == one.ending_share("arrived")
    field = [pay.ship(number, "credits") for number in ships.numbers(FIELD)]
    assert pay.group(FIELD, "credits").mean == pytest.approx(sum(field) / 3)


@pytest.mark.long
def test_report_names_ships_and_notes(answer):
    assert answer.levels == ("W",)
    assert [*answer.tables] == ["levels", "ships"]
    notes = " ".join(answer.notes())
    assert "field (3)" in notes
    assert "novice (2)" in notes
    assert "is the user's own" in notes
    page = answer.html()
    assert "http" not in page.replace("http://www.w3.org", "")
    assert "<table" in page
    seen = re.sub(r"<(style|script|details).*</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert not untold(seen, "target missed: at least 80%", "level W")
    assert len(seen.split()) < 1000
    assert answer.sentences["levels"][0].startswith(
        "In the field, the reference ships earn, in credits a flight: level W"
    )


@pytest.mark.long
def test_progress_adds_up_to_work(answer):
    assert sum(FLOWN) == work(OWN, 2, 64, level="W", only=["levels"])


def of_level(groups: str) -> sample.LevelShips:
    kinds = {"f": FIELD, "n": NOVICE}
    return sample.LevelShips("2007", "I", 1, (), tuple(kinds[one] for one in groups), ())


def test_card_effects_average_good_ships():
    """Two good ships lose 2 and 4 credits in each meeting, a novice 9; the first good one also fails to arrive once."""
    difference = np.zeros((3, len(worths.MEASURES), 4), np.int64)
    difference[:, 0] = [[-2] * 4, [-4] * 4, [-9] * 4]
    difference[0, worths.MEASURES.index("arrived"), 1] = -1
    one = worths.CardOnShips.of(of_level("ffn"), True, (), difference)
    assert one.average("credits") == (-3, -3, -3)
    assert one.average("arrived").mean == -1 / 8
    assert one.novices().mean == -9
    assert one.spread == pytest.approx(2**0.5)
    assert (one.changed, one.decides) == (1, 1 / 8)


@pytest.mark.parametrize(
    ("axis", "part"), [(0, "build"), (1, "captain"), (2, "deck"), (3, "starting order"), (4, "dice")]
)
def test_single_cause_takes_all_variance(axis, part):
    """Credits depend on one thing alone: 0 and 6 in turn."""
    shape = [2, 2, 2 * luck_module.BATCHES, 4, 4]
    values = np.zeros(shape)
    steps = 6.0 * (np.arange(shape[axis]) % 2)
    values += steps.reshape([-1 if at == axis else 1 for at in range(5)])
    batches = tuple(luck_module.Batch.of(some) for some in np.split(values, luck_module.BATCHES, axis=2))
    luck = luck_module.Luck("I", ("a", "b"), (FIELD, NOVICE), ("expert", "miser"), batches)
    shares = luck.shares()
    assert shares[part].mean == pytest.approx(1)
    assert sum(one.mean for name, one in shares.items() if name != part) == pytest.approx(0)
    assert luck.among_good() is None
    assert luck.captain("miser", 0.95).mean == (6 if part == "captain" else 0)
    assert luck.group(NOVICE, FIELD, 0.95).mean == (6 if part == "build" else 0)


def test_place_worth_is_above_average():
    """Two ships together have 8, 4, 2 and 2 credits from the four places: 4 on average, so 2 a ship."""
    values = np.repeat(np.array([[[8], [1]], [[4], [0]], [[2], [0]], [[2], [0]]]), 5, axis=2)
    places = Places("I", 2, values)
    assert [places.worth(place).mean for place in (1, 2, 3, 4)] == [2, 0, -1, -1]
    assert places.wins(1).mean == 0.375


def test_kind_worth_is_mean_over_ships():
    parts = [of_cabin("a", 1.0), of_cabin("b", 2.0), of_cabin("c", 3.0), of_cabin("d", 9.0, group=NOVICE)]
    (cabin,) = worths.kinds_of(parts, ["cabin", "starting_cabin", "shield"])
    assert (cabin.ships, cabin.worth().mean, cabin.without().mean, cabin.spread) == (3, 2, 4, 1)
    assert cabin.worth().low == pytest.approx(2 - 4.302653 / 3**0.5, abs=1e-4)
    assert cabin.to_novices() is None


def of_cabin(name: str, worth: float, group: str = FIELD, chance: float = 0.0, origin: str = "") -> worths.ShipParts:
    return worths.ShipParts(
        "I", name, group, {"cabin": 2 * worth}, {"cabin": worth}, {"cabin": 0.5}, {"cabin": chance}, origin or name
    )


def test_searched_ships_count_with_origin():
    """Worth 1, 2 and 3 + 5, of which the last is one ship: 1, 2 and 4, not four ships; chance makes 1.5 of 2.917."""
    parts = [of_cabin("a", 1.0), of_cabin("b", 2.0), of_cabin("c", 3.0), of_cabin("d", 5.0, SEARCHED, origin="c")]
    (cabin,) = worths.kinds_of([replace(one, chance={"cabin": 1.5}) for one in parts], ["cabin"])
    assert (cabin.ships, cabin.worth().mean) == (4, pytest.approx(7 / 3))
    assert cabin.worth().high == pytest.approx(7 / 3 + 4.302653 * (7 / 9) ** 0.5, abs=1e-4)
    assert cabin.spread == pytest.approx((35 / 12 - 1.5) ** 0.5)
    ships = sample.LevelShips("2007", "I", 1, (), tuple([FIELD] * 2 + [SEARCHED] * 3), ())
    named = replace(ships, ships=tuple(map(titled, "abxyz")), rivals=(titled("a"), titled("b")))
    assert [named.origin(number) for number in range(5)] == ["a", "b", "a", "b", "a"]


def titled(name: str) -> analyzer.Layout:
    return replace(analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml"), name=name)


def test_variance_parts_are_recovered():
    """Means of 100 reports: ship 4, captain 2, both 1, deck 9, order 3, dice 5; 40 are ships' own luck with decks."""
    rng, parts = np.random.default_rng(5), []
    true = {"build": 4.0, "captain": 2.0, "build and captain": 1.0, "deck": 9.0 + 40.0, "starting order": 3.0}
    for _ in range(100):
        decks = 2 * luck_module.BATCHES
        values = (
            rng.normal(0, 2, (4, 1, 1, 1, 1))
            + rng.normal(0, 2**0.5, (1, 3, 1, 1, 1))
            + rng.normal(0, 1, (4, 3, 1, 1, 1))
            + rng.normal(0, 3, (1, 1, decks, 1, 1))
            + rng.normal(0, 40**0.5, (4, 3, decks, 1, 1))
            + rng.normal(0, 3**0.5, (1, 1, decks, 4, 1))
            + rng.normal(0, 5**0.5, (1, 1, decks, 4, 4))
        )
        some = [luck_module.Batch.of(one) for one in np.split(values, luck_module.BATCHES, axis=2)]
        within = [float(np.mean([getattr(one, name) for one in some])) for name in ("decks", "orders", "dice")]
        parts.append([*luck_module.unbiased_skill(some), *within])
    mean, error = np.mean(parts, axis=0), np.std(parts, axis=0) / 100**0.5
    expected = np.array([*true.values(), 5.0])
    assert (np.abs(mean - expected) < 4 * error).all(), (mean, error)
    biased = 40 / (2 * luck_module.BATCHES)
    assert error[2] < biased / 5, "small enough to see the luck in means if it were counted as skill"


def test_share_below_zero_is_not_certain():
    """Ships and captains do nothing here: where the estimate of a share is 0, its interval still has a width."""
    rng, zeros = np.random.default_rng(1), 0
    for _ in range(10):
        values = rng.normal(size=(3, 3, 2 * luck_module.BATCHES, 4, 4))
        batches = tuple(luck_module.Batch.of(one) for one in np.split(values, luck_module.BATCHES, axis=2))
        luck = luck_module.Luck("I", ("a", "b", "c"), (FIELD,) * 3, ("expert", "miser", "bold"), batches)
        for mean, low, high in luck.shares().values():
            zeros += mean == 0
            assert low <= mean <= high > 0
    assert zeros > 5


def test_spread_excludes_shared_meetings():
    """Means over 300 reports of the square: ships differ by a variance of 4, meetings by 50, both together by 20."""
    rng = np.random.default_rng(6)
    draws = [
        rng.normal(0, 2, (6, 1)) + rng.normal(0, 50**0.5, (1, 40)) + rng.normal(0, 20**0.5, (6, 40)) for _ in range(300)
    ]
    squares = [worths.spread_of(np.asarray(one)) ** 2 for one in draws]
    assert np.mean(squares) == pytest.approx(4, abs=4 * np.std(squares) / 300**0.5)


def test_blank_card_needs_many_meetings():
    """Nothing in 20 meetings may still be one in six; nothing in 400 is not one in ten."""
    few, many = (
        worths.CardOnShips.of(of_level("ff"), True, (), np.zeros((2, len(worths.MEASURES), meetings), np.int64))
        for meetings in (20, 400)
    )
    assert few.share(few.changed).high > 0.1 > many.share(many.changed, each_of(200)).high


def test_paired_editions_narrow_the_difference():
    """Values of 0 and 100 in turn, 1 more here: without pairs the interval would be as wide as both together."""
    there = np.tile([0.0, 100.0], 50)
    estimates = [Estimate.from_mean(mean, 2500.0, 100) for mean in (51.0, 50.0)]
    here, other = MeasuredMean(estimates[0], there + 1), MeasuredMean(estimates[1], there)
    assert here.difference_from(other, 0.95) == (1, 1, 1)
    assert here.difference_from(replace(other, keys=("another",)), 0.95).low < -15
    assert here.difference_from(replace(other, values=there[1:]), 0.95).low < -15


def judged(**effects: list[int]) -> dict[int, tuple[str, str, bool]]:
    """Return verdict, reason and openness by card number, given what each card brings in 200 meetings, in turn.

    Cards 0 and 1 are printed, 60 and 61 are the edition's own.
    """
    edition = analyzer.load_edition(OWN)
    ships = replace(of_level("ff"), edition=edition.name, ships=(titled("a"), titled("b")))
    cards = []
    for number, values in effects.items():
        difference = np.zeros((2, len(MEASURES), 200), np.int64)
        difference[:, 0] = np.resize(values, 200)
        card = replace(edition.card(int(number[1:])), level=1)
        cards.append(CardOnShips.of(ships, True, (card,), difference))
    judge = CardJudge(ships, cards, each_of(20))
    verdicts = {one.cards[0].id: judge.judged(one) for one in cards}
    disputed = {one.cards[0].id for one in judge.disputed()}
    return {number: (one.verdict, one.why, number in disputed) for number, one in verdicts.items()}


def test_verdict_names_strong_and_weak():
    """The printed cards bring -2 and 4; the range reaches a tenth of 6 further on either side."""
    found = judged(c0=[-2], c1=[4], c60=[12], c61=[-3])
    assert found[60] == ("strong", "brings 3.0 times what the best printed card of its level brings", False)
    assert found[61] == ("weak", "costs 1.5 times what the worst printed card of its level costs", False)
    assert found[0] == ("in range", "", False)


def test_verdict_allows_room_beyond_range():
    assert judged(c0=[-2], c1=[4], c60=[4, 4, 4, 5], c61=[-2])[60][0] == "in range"


def test_verdict_open_at_range_end():
    """Effects of -20 and 30 in turn are known to some 8 credits; the best printed card needs flights too."""
    found = judged(c0=[-2], c1=[4, 5], c60=[-20, 30])
    assert found[60][0] == "not known"
    assert found[60][2]


def test_blank_verdict_names_its_ships():
    verdict, why, is_open = judged(c0=[-2], c1=[4], c60=[0])[60]
    assert verdict == "blank"
    assert not untold(why, "2 good ships", "none of which carries", "alien")
    assert not is_open


@pytest.mark.long
def test_fitted_ship_carries_what_lacks(ship):
    """The two good ships have no alien and no life support: a fitted one gets them, and keeps its origin."""
    ships = replace(of_level("ff"), ships=(ship, titled("other")), rivals=(ship,))
    assert {"brown alien", "purple alien", "life_support_brown"} <= {*ships.lacking}
    made = FittingTask(ships, 0, 10).measured()
    whole = with_fitted(ships, [made, None])
    assert whole.groups == (FIELD, FIELD, "fitted")
    assert whole.origin(2) == ship.name
    assert whole.good == [0, 1, 2]
    assert made.flaws() == []
    assert {*whole.lacking} < {*ships.lacking}


def test_targets_are_read_with_percent():
    targets = read_targets({"first_place": "at most 3", "arrive": "80 to 95%"}, DEFAULT_TARGETS)
    assert targets["arrive"][1:] == (0.8, 0.95)
    assert targets["first_place"].verdict(Estimate(4, 3.5, 5)) == "missed"
    assert targets["first_place"].verdict(Estimate(2, 1, 3.5)) == "open"
    assert targets["skill"].verdict(Estimate(0.4, 0.3, 0.5)) == "met"


def test_card_name_comes_from_table(tmp_path):
    (tmp_path / "edition.yaml").write_text("from: 2007\nname: mine\n")
    (tmp_path / "cards.csv").write_text("id,level,kind,hits,name\n60,1,meteor_swarm,large-front,Hailstorm\n")
    edition = analyzer.load_edition(tmp_path)
    assert card_name(edition.card(60)) == "Hailstorm"
    assert card_name(edition.card(16)) == "abandoned ship 3 for 4"
    assert matching("hailstorm", edition.cards) == [edition.card(60)]


def test_balance_refuses_unknown_target(command: Callable[..., Said], tmp_path):
    (tmp_path / "edition.yaml").write_text("from: 2007\nname: mine\ntargets: {frist_place: at most 5}\n")
    said = command("balance", str(tmp_path))
    assert said.code == 2
    assert not untold(said.told, "edition.yaml", "targets", "frist_place", "did you mean first_place?")


@pytest.mark.parametrize(
    ("target", "cure"),
    [
        ("arrive: at least 80", "with %, e.g. at least 80%"),
        ("first_place: at most 5%", "without %, e.g. at most 5"),
        ("arrive: 95 to 80%", "smaller end first"),
        ("arrive: at least 150%", "from 0 to 100%"),
        ("arrive: at most -1%", "from 0 to 100%"),
        ("arrive: 80", "at least 80%"),
        ("captain: most", "write e.g. at most 5"),
    ],
)
def test_edition_check_refuses_odd_targets(command: Callable[..., Said], tmp_path, target, cure):
    (tmp_path / "edition.yaml").write_text(f"from: 2007\nname: mine\ntargets: {{{target}}}\n")
    said = command("edition", "check", str(tmp_path))
    assert said.code == 2
    assert not untold(said.told, "edition.yaml", target.partition(":")[0], cure)


def test_balance_refuses_ships_of_other_editions():
    """A ship that no level would fly is named; with --against, those of the other edition take part."""
    with pytest.raises(AnalyzerError, match="Late Excuse: is a ship of the 2021 edition, not of 2007: leave it out"):
        analyzer.balance("2007", ships=2, flights=64, named=["ships/2021/II/late-excuse.yaml"])
    with pytest.raises(AnalyzerError, match="Late Excuse: is a ship of the 2021 edition"):
        analyzer.fix_figure("2007", "16.credits", ships=2, flights=64, named=["ships/2021/II/late-excuse.yaml"])
    named = ["ships/2021/II/late-excuse.yaml", "ships/2007/II/tin-kite.yaml"]
    with pytest.raises(AnalyzerError, match="Tin Kite: is a ship of the 2007 edition, not of own-edition and 2021"):
        analyzer.balance("ships/own-edition", ships=2, flights=64, named=named, against="2021")


def test_switch_is_compared_with_base(tmp_path):
    (tmp_path / "edition.yaml").write_text("from: 2007\nname: far\n")
    (tmp_path / "switches.csv").write_text("switch,value\nside_meteor_reach,3\n")
    key = analyzer.load_edition(tmp_path).name
    assert values_of_switch(key, "side_meteor_reach") == (3, 1)
    assert values_of_switch(key, "stuck_if_announced") == (0, 1)
    there = with_switch(key, "stuck_if_announced", 1)
    assert analyzer.load_edition(there).stuck_if_announced
    assert analyzer.load_edition(there).side_meteor_reach == 3
    assert not analyzer.load_edition(key).stuck_if_announced


@pytest.mark.long
def test_switch_without_use_is_named():
    """No card of 2007 sends a large meteor from the rear; cannons shoot those from the side."""
    field = analyzer.load_field("III")
    ships = sample.LevelShips("2007", "III", 1, tuple(field), (FIELD,) * 3, tuple(field))
    uses = {one.switch: one for one in SwitchTask(ships, 200).measured()}
    assert {*uses} == {"side_meteor_reach", "rear_meteor_reach", "planets_chosen_first", "stuck_if_announced"}
    assert uses["rear_meteor_reach"].users == 0
    assert uses["rear_meteor_reach"].credits() == (0, 0, 0)
    assert uses["side_meteor_reach"].users > 0
    assert {ship.board.edition for ship in in_edition(ships, "2021").ships} == {"2021"}


def exact(value: float) -> Estimate:
    return Estimate(value, value, value)


def figures(now: int, *verdicts: tuple[int, str, str]) -> TriedValues:
    """Return the values that were tried: value, verdict, and likeliest verdict."""
    printed = Yardstick(exact(-2), exact(4))
    tried = [
        TriedValue(value, verdict, likely, Estimate(value, value, value), 125) for value, verdict, likely in verdicts
    ]
    return TriedValues(now, printed, tuple(tried), "I")


def test_fix_interval_spans_open_values():
    """From 9 on it is clearly strong, up to 4 clearly in range; the means put the end at 6."""
    strong, inside = "strong", "in range"
    some = [(0, inside, inside), (4, inside, inside), (6, "not known", inside), (7, "not known", strong)]
    one = figures(12, *some, (9, strong, strong), (12, strong, strong))
    assert one.nearest == 6
    assert one.interval(6) == (4, 8)
    assert one.as_dict()["verdict"] == strong


def test_fix_interval_rises_for_blank():
    """A reward of 5 is the least at which ships take the offer; none above is clearly in range."""
    one = figures(0, (0, "blank", "blank"), (4, "blank", "blank"), (5, "not known", "in range"))
    assert one.nearest == 5
    assert one.interval(5) == (5, None)


def test_fix_narrows_interval_at_last():
    """The end of the range lies between 20 and 30; the interval reaches from 10 to 39."""
    strong, inside = "strong", "in range"
    one = figures(40, (10, inside, inside), (20, "not known", inside), (30, "not known", strong), (40, strong, strong))
    assert next_values(one, settle=False) == [20, 22, 24, 26, 28, 30]
    assert next_values(one, settle=True) == [*range(12, 40, 2)]


def test_fix_does_not_bridge_gaps():
    inside, weak = ("in range", "in range"), ("weak", "weak")
    one = figures(2, (0, *inside), (1, *weak), (3, *inside), (5, *weak))
    assert [one.holds(value) for value in range(6)] == [True, False, False, True, False, False]


def test_fix_finds_no_value():
    assert figures(3, (0, "weak", "weak"), (3, "weak", "weak")).nearest is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2.crdits", ("did you mean credits?", "days", "strength")),
        ("2.goods_lost", ("no figure of 2: use one of credits", "strength")),
        ("8.days", ("no figure of 8", "name another one")),
        ("red.value", ("no figure of goods decides a verdict", "60.credits")),
        ("structural.crew", ("no figure of structural", "name another one")),
        ("cargo_2.batteries", ("no figure of cargo_2: use one of containers",)),
        ("99.credits", ("no card 99", "0 to")),
        ("pirats 5.credits", ("did you mean pirates?",)),
        ("60", ("60.credits",)),
    ],
)
def test_fix_refuses_wrong_figure(text, said):
    with pytest.raises(analyzer.AnalyzerError) as caught:
        figure_of(text, "2007")
    assert not untold(str(caught.value), *said)


def test_fix_reads_card_by_words():
    figure = figure_of("pirates 6.credits", "2007")
    assert str(figure) == "22.credits"
    assert analyzer.load_edition(figure.with_value(9)).card(22).credits == 9
    assert figure.most >= 2 * figure.now
    assert figure.as_printed == figure.now


@pytest.mark.long
def test_fix_lowers_a_strong_card(tmp_path):
    """An abandoned ship that pays 40 for one human is strong; printed ones pay at most 6 at level 1."""
    (tmp_path / "edition.yaml").write_text("from: 2007\nname: generous\n")
    (tmp_path / "cards.csv").write_text("id,level,kind,crew_lost,credits,days\n60,1,abandoned_ship,1,40,1\n")
    answer = analyzer.fix_figure(tmp_path, "60.credits", ships=2, flights=2000, level="I", workers=1)
    (one,) = answer.levels
    assert one.as_dict()["verdict"] == "strong"
    assert one.as_dict()["low"] <= one.nearest <= one.as_dict()["high"] < 40
    assert answer.value == one.nearest
    means = [tried.effect.mean for tried in one.tried if tried.trials == one.tried[-1].trials]
    assert means == sorted(means)


@pytest.mark.long
def test_fix_of_component_grows_with_figure():
    """Places for cubes bring credits; without any the component is a plain one.

    Two ships and 640 flights cannot order two and six places.
    """
    answer = analyzer.fix_figure("2007", "cargo_2.containers", ships=2, flights=640, level="I", workers=1)
    (one,) = answer.levels
    worths = {tried.value: tried.effect.mean for tried in one.tried}
    assert (one.now, one.level, [*worths]) == (2, "over all levels", [0, 1, 2, 3, 4, 5, 6])
    assert worths[0] == pytest.approx(0, abs=1e-9)
    assert min(worths[2], worths[6]) > 0
    assert answer.description().facts["row"] == "cargo_2"


LEAST = ("balance", OWN, "--level", "W", "--ships", "2", "--flights", "64", "--only", "levels", "--workers", "1")


@pytest.mark.long
def test_balance_gives_json_and_page(command: Callable[..., Said], tmp_path):
    """The report is also noted in the log of the edition, which the folder keeps."""
    mine = str(copytree(OWN, tmp_path / "own-edition"))
    said = command("balance", mine, *LEAST[2:], "--json", "-o", "page.html", "--export", "w.csv")
    facts = json.loads(said.out)
    assert facts["edition"] == "own-edition"
    assert {row["group"] for row in facts["levels"]} == {"field", "novice"}
    assert "levels" in (tmp_path / "page.html").read_text()
    assert (tmp_path / "w-levels.csv").exists()
    assert (tmp_path / "w-ships.csv").exists()
    assert not untold(said.err, "flights of one ship", "64", "field", "alone")
    (line,) = (tmp_path / "own-edition" / "balance.jsonl").read_text().splitlines()
    assert json.loads(line)["verdicts"]["levels"]["tone"] == "bad"
    assert "1 balance report" in command("balance", mine, "--history").out


def logged(version: str, date: str, credits: float) -> dict[str, Any]:
    """Return the line of a log on one card of the edition's own, and a printed one."""
    card = {"name": "pirates", "level": "I", "verdict": "strong", "credits": [credits, credits - 1, credits + 1]}
    cards = [card | {"cards": [60], "is_own": True}, card | {"cards": [2], "is_own": False}]
    return {"date": date, "key": f"mine@{version}", "version": version, "flights": 4000, "verdicts": {}, "cards": cards}


def test_history_keeps_latest_of_version():
    runs = (logged("1", "2026-01-01", 9.0), logged("1", "2026-01-02", 8.0), logged("2", "2026-01-03", 3.0))
    history = analyzer.types.BalanceHistory("mine", runs)
    frame = history.table()
    assert frame["version"].tolist() == ["1", "2"]
    assert frame["credits"].tolist() == [8.0, 3.0]
    assert {*frame["card"]} == {"no. 60"}, "printed cards are left out beside the edition's own"
    assert [*history.figures()] == ["balance-history"]


def test_history_lists_own_components():
    """A kind that no good ship had has no worth; printed kinds are left out beside the edition's own."""
    kinds = [
        {"kind": "battery_5", "verdict": "strong", "worth": [3.0, 2.0, 4.0], "is_own": True},
        {"kind": "cabin", "verdict": "in range", "worth": [1.0, 0.0, 2.0], "is_own": False},
    ]
    unknown = [{"kind": "battery_5", "verdict": "not known", "worth": None, "is_own": True}]
    runs = (
        logged("1", "2026-01-01", 9.0) | {"components": kinds},
        logged("2", "2026-01-02", 9.0) | {"components": unknown},
    )
    _, components = (
        part for part in analyzer.types.BalanceHistory("mine", runs).description().parts if not isinstance(part, str)
    )
    rows = [row.values for row in components.rows]
    assert [(row["component"], row["version"], row["verdict"]) for row in rows] == [
        ("battery 5", "1", "strong"),
        ("battery 5", "2", "not known"),
    ]
    assert [row["worth"] and row["worth"].mean for row in rows] == [3.0, None]


def test_history_refuses_broken_line(tmp_path):
    (tmp_path / "edition.yaml").write_text("from: 2007\nversion: 3\n")
    (tmp_path / "balance.jsonl").write_text('{"date": 1}\n')
    with pytest.raises(analyzer.AnalyzerError, match="no line of a balance log"):
        analyzer.balance_history(tmp_path)
    with pytest.raises(analyzer.AnalyzerError, match="has no log"):
        analyzer.balance_history("2007")


def test_changes_name_what_is_new():
    own = analyzer.load_edition(OWN).name
    (said,) = only_in(own, "2007")
    assert not untold(said, "Only in own-edition", "card 60 (pirates 4 for 9)", "card 61", "bunk room", "level W")
    assert [*only_in("2007", own)] == ["Only in 2007: level IV."]


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (["2008"], "no edition '2008'"),
        (["--only", "crads"], "did you mean cards?"),
        (["--out", "page.pdf"], "name a file that ends in .html"),
        (["--level", "IV"], "fleets of class IVC"),
        (["--level", "V"], "no level 'V'"),
        (["--ships", "1"], "ships 1"),
        (["--against", "2007"], "name another one"),
        (["--fix", "8.days"], "no figure of 8"),
        (["--fix", "2.credits", "--only", "cards"], "leave out"),
    ],
)
def test_balance_refuses_wrong_arguments(command: Callable[..., Said], args, fault):
    said = command("balance", *args)
    assert said.code == 2
    assert fault in said.told


def test_ships_are_ranked_with_edition(ship):
    there = analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml", edition=OWN)
    compared = analyzer.compare([ship, there], flights=200, cards=[8, 12], plain=True)
    assert compared.names == (f"{FIRST} (2007)", f"{FIRST} (own-edition)")
    assert {row["ship"]: row["edition"] for row in compared.ranking()} == dict(
        zip(compared.names, ("2007", "own-edition"), strict=True)
    )
    alone = analyzer.fly([there], flights=200, cards=[8, 12], plain=True)
    assert compared[compared.names[1]].credits.counts == alone[FIRST].credits.counts
    assert any("compared by their number" in note for note in compared.notes())
    with pytest.raises(analyzer.AnalyzerError, match="several editions"):
        analyzer.compare([ship, there], flights=10, rivals=[ship])


def test_compare_flies_every_edition(command: Callable[..., Said]):
    path = str(ROOT / "ships/2007/I/first-mile.yaml")
    asked = ("--flights", "100", "--cards", "8,12", "--json")
    said = command("compare", path, "--edition", "2007", "--edition", OWN, *asked)
    assert {row["edition"] for row in json.loads(said.out)["ranking"]} == {"2007", "own-edition"}


def test_report_has_edition_column(command: Callable[..., Said], tmp_path):
    path = str(ROOT / "ships/2007/I/first-mile.yaml")
    asked = ("--flights", "40", "--alone", "--cards", "8,12")
    said = command("report", path, "--edition", "2007", "--edition", OWN, *asked, "-o", "both.md")
    assert said.code == 0
    page = (tmp_path / "both.md").read_text()
    assert "| edition |" in page
    assert f"{FIRST} (own-edition) | own-edition |" in page
    assert "2007: cards" in page
    assert "own-edition: cards" in page


@pytest.mark.long
def test_edition_equals_itself_in_balance(answer):
    beside = replace(answer, other=answer)
    rows = [row.values for row in beside.tables["changes"].rows]
    assert {row["name"] for row in rows} == {"W, in the field", "W, alone"}
    assert all(row["difference"] == (0, 0, 0) for row in rows), "flight by flight"
    assert beside.sentences["changes"] == [
        "Of 2 things that own-edition and own-edition both have, 0 clearly differ (levels and cards in the field are "
        "compared by what they bring)."
    ]


@pytest.mark.long
@in_browser
def test_report_tables_sort_and_fold(answer, tmp_path):
    """The tables sort and the sections fold, by click and by key."""
    page = tmp_path / "page.html"
    answer.save(page)
    names = "return [...document.querySelectorAll('#ships .paged tbody tr')].map(row => row.cells[0].innerText)"
    with browser() as driver:
        driver.get(f"{page.as_uri()}#ships")
        ships = driver.execute_script(names)
        heading = driver.find_element("css selector", "#ships thead th button")
        heading.click()
        assert driver.execute_script(names) == sorted(ships)
        heading.send_keys("\ue007")  # enter
        assert driver.execute_script(names) == sorted(ships, reverse=True)
        table, summary = (driver.find_element("css selector", f"#ships {what}") for what in ("table", "summary"))
        summary.click()
        assert not table.is_displayed()
        summary.send_keys("\ue007")
        assert table.is_displayed()
        assert driver.get_log("browser") == []


def card_row(number: int, credits: Estimate, decides: Estimate, level: str = "I") -> dict[str, Any]:
    """Return the values of a card that a sentence reads, met in the field."""
    values = {"cards": (number,), "name": f"card {number}", "level": level, "setting": "in the field"}
    return values | {
        "verdict": "in range",
        "why": "",
        "is_own": False,
        "credits": credits,
        "decides": decides.mean,
        "decides_estimate": decides,
        "changed_estimate": Estimate(0.5, 0.4, 0.6),
    }


def in_the_field(rows: list[dict[str, Any]]) -> str:
    alone = [row | {"setting": "alone"} for row in rows]
    return " ".join(one for one in answer_module._cards([*rows, *alone]) if one.startswith("In the field"))


def test_card_sentences_join_equals():
    never = Estimate(0.0, 0.0, 0.3)
    rows = [card_row(n, Estimate(mean, mean - 1, mean + 1), never) for n, mean in ((1, -5.0), (2, -5.5), (3, -2.0))]
    said = in_the_field(rows)
    assert not untold(said, "costs most", "card 1 (no. 1, level I)")
    assert " or card 2 (no. 2, level I)" in said
    assert "these flights cannot tell them apart" in said
    assert "card 3" not in said
    assert "no card decided" in said, "nothing at 0% is named"


def test_card_sentences_name_clear_one():
    rarely, often = Estimate(0.01, 0.0, 0.1), Estimate(0.5, 0.4, 0.6)
    rows = [card_row(1, Estimate(-5, -6, -4), rarely), card_row(2, Estimate(3, 2, 4), often)]
    said = in_the_field(rows)
    assert not untold(said, "costs most", "card 1 (no. 1, level I)", "-5.00")
    assert not untold(said, "brings most", "card 2")
    assert not untold(said, "richest", "card 2")
    assert "cannot tell" not in said


def test_captain_sentence_joins_the_worst():
    rows = [
        {"captain": name, "level": "I", "more": Estimate(mean, mean - 1, mean + 1)}
        for name, mean in (("bold", 0.0), ("miser", -3.0), ("cautious", -2.5))
    ]
    worse = [*answer_module._captains(rows)][-1]
    assert "miser at level I" in worse
    assert "cautious at level I" in worse
    assert "bold" not in worse


@pytest.mark.long
def test_balance_tells_interim_verdicts():
    """Interim reports have the sections so far, and no answers of the searches for ships."""
    told: list[Any] = []
    with hearing_answers(lambda make: told.extend(make())):
        answer = analyzer.balance(OWN, ships=2, flights=64, level="W", only=["places", "switches"], workers=1)
    assert [[*one.tables] for one in told if "switches" not in one.tables][-1] == ["levels", "places", "ships"]
    assert told[-1].as_dict() == answer.as_dict()
    assert {*told[0].ships[0].groups} == {"field"}, "the reference ships fly before any ship is made"
    assert [tile.name for tile in told[0].tiles] == ["levels"]


@pytest.mark.long
def test_balance_tells_cards_of_whole_levels(monkeypatch: pytest.MonkeyPatch):
    """A level's cards are told once all of them were met, because the printed ones set the range."""
    monkeypatch.setattr("analyzer.trucker.questions.balance.call.CHECKS", 2)
    told: list[Any] = []
    with hearing_answers(lambda make: told.extend(make())):
        answer = analyzer.balance("2007", ships=2, flights=64, only=["cards"], workers=1)
    whole = Counter(card.level for card in answer.cards)
    counts = [Counter(card.level for card in one.cards) for one in told]
    assert [[*some] for some in counts if some][:4] == [["I"], ["I", "II"], ["I", "II", "III"], [*whole]]
    assert all(some[level] == whole[level] for some in counts for level in some)
