"""Which cards matter: effects against plain means over outcomes and decks, and cases that arithmetic settles."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from math import ceil
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

import analyzer
from analyzer.types import CardEffects
from tests.doors.montecarlo import columns_of, run
from tests.doors.printed import load_edition
from tests.doors.trucker_flights import FlightControls, plan
from tests.doors.trucker_paper import Route, card_in_words, rows_by_number
from tests.doors.trucker_questions import DealtExperiment, SortedByCard
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE = SHIPS / "I" / "first-mile.yaml"
HAULER = SHIPS / "II" / "steady-hauler.yaml"
KITE = SHIPS / "II" / "tin-kite.yaml"
EDITION = load_edition("2007")
FLIGHTS = 3000
OF_LEVEL_I = sum(card.level == 1 for card in EDITION.cards)
ALIKE = Counter(card_in_words(card) for card in EDITION.cards if card.level < 3)
"""How many cards that level II may deal are printed alike."""


@pytest.fixture(scope="module")
def racing():
    """Hauler and kite, at level II."""
    return plan([analyzer.load_ship(HAULER), analyzer.load_ship(KITE)], seed=3)


@pytest.fixture(scope="module")
def found(racing):
    return CardEffects(racing, run(DealtExperiment(racing), FLIGHTS, SortedByCard.of))


@pytest.fixture(scope="module")
def decks(racing):
    return racing.route.deal(3, 0, FLIGHTS)


@pytest.fixture(scope="module")
def outcome(racing):
    return racing.run(0, FLIGHTS)


@pytest.mark.long
def test_effects_are_differences_of_means(outcome, found, decks):
    """Every card, ship and metric: means of the outcomes by what the decks hold, Welch's interval as scipy has it."""
    for number, ship in enumerate(found.ships):
        columns = {"credits": outcome.credits[number], "components_lost": outcome.components_lost[number]}
        for effect in ship.cards:
            has = (decks == EDITION.cards.index(effect.card)).any(axis=1)
            assert effect.met == has.sum()
            for metric, column in columns.items():
                welch = stats.ttest_ind(column[has], column[~has], equal_var=False).confidence_interval(0.95)
                mean, low, high = getattr(effect, metric)
                assert mean == pytest.approx(column[has].mean() - column[~has].mean(), abs=1e-12)
                assert low + high == pytest.approx(welch.low + welch.high)
                assert high - low == pytest.approx(welch.high - welch.low, rel=0.013)  # normal, not t, from 100 on
            arrived = outcome.ending[number] == 0
            mean, low, high = effect.arrived
            assert mean == pytest.approx(arrived[has].mean() - arrived[~has].mean(), abs=1e-12)
            assert low < mean < high


@pytest.mark.long
def test_effects_list_every_card_once(found):
    dealt = {card.id for card in EDITION.cards if card.level in (1, 2)}
    for ship in found.ships:
        assert {effect.card.id for effect in ship.cards} == dealt
        assert len(ship.cards) == len(dealt)
        assert sum(effect.met for effect in ship.cards) == 12 * FLIGHTS


def test_effects_start_with_most_harmful(found):
    for ship in found.ships:
        means = [effect.credits[0] for effect in ship.cards]
        assert means == sorted(means)
        assert means[0] < 0 < means[-1]


def test_open_space_ends_engineless_flights():
    """No flight arrives that meets one of the four; so card 4 costs exactly the share of arrivals without it."""
    mile = analyzer.load_ship(MILE)
    ship = mile.without([square for square, part in mile.components.items() if part.is_a.engine])
    experiment = plan([ship], seed=2)
    decks, outcome = experiment.route.deal(2, 0, 4000), experiment.run(0, 4000)
    arrived = outcome.ending[0] == 0
    open_space = [i for i, card in enumerate(EDITION.cards) if card.kind == "open_space"]
    assert not arrived[np.isin(decks, open_space).any(axis=1)].any()
    without = ~(decks == open_space[0]).any(axis=1)
    effect = analyzer.card_effects([ship], flights=4000, seed=2, rivals="alone").ships[0][4]
    assert effect.arrived[0] == pytest.approx(-arrived[without].mean())
    assert effect.arrived[2] < 0


@dataclass
class PaidByCards:
    """Flights whose result is arithmetic: 10 credits for card 4, -3 for card 8; who meets card 3 does not arrive."""

    route: Route
    seed: int = 6
    subject_count: int = 1

    def run(self, first: int, flights: int) -> SimpleNamespace:
        decks = self.route.deal(self.seed, first, flights)
        four, eight, three = ((decks == number).any(axis=1)[None].astype(np.int64) for number in (4, 8, 3))
        return SimpleNamespace(credits=10 * four - 3 * eight, components_lost=0 * four, ending=three)


def test_effects_match_known_arithmetic():
    """Eight cards of level I are dealt: of a deck with card 4 seven of the n others, of another deck eight.

    So card 8 is there with 7/n beside card 4 and with 8/n else. Card 4 brings 10 + 3/n credits, card 8 costs 3 + 10/n,
    any other card changes (10 - 3) * -1/n: it lies in the place of an average other card. No flight arrives with card
    3, every one without it; a card that kills nobody keeps card 3 away: +1/n.
    """
    others = OF_LEVEL_I - 1
    sums = run(DealtExperiment(PaidByCards(Route(level_name="I"))), 60_000, SortedByCard.of)  # type: ignore[arg-type]
    for card, credits in ((4, 10 + 3 / others), (8, -3 - 10 / others), (12, -7 / others), (3, -7 / others)):
        mean, low, high = sums.effect("credits", 0, card)
        assert mean == pytest.approx(credits, abs=high - low)
        assert high - low < 0.2
    assert sums.effect("arrived", 0, 3)[0] == -1
    mean, low, high = sums.effect("arrived", 0, 5)
    assert mean == pytest.approx(1 / others, abs=high - low)
    assert sums.effect("components_lost", 0, 4) == (0, 0, 0)
    assert sums.met(4) == pytest.approx(8 / OF_LEVEL_I * 60_000, abs=5 * (0.24 * 60_000) ** 0.5)


@dataclass
class KnownCards(PaidByCards):
    """The same, with the chances of its decks; seven components are lost in every flight."""

    @property
    def controls(self) -> FlightControls:
        return FlightControls(self.route, self.seed, 1, ())

    def run(self, first: int, flights: int) -> SimpleNamespace:
        outcome = super().run(first, flights)
        outcome.components_lost += 7
        return outcome


@pytest.mark.parametrize(("level", "drawn"), [("I", 8), ("II", 4)])
def test_known_cards_make_effects_exact(level, drawn):
    """Level II deals four cards of level I; with known chances nothing is left to chance."""
    cards = OF_LEVEL_I
    other = (drawn - 1) / (cards - 1) - drawn / (cards - 1)
    experiment = DealtExperiment(KnownCards(Route(level_name=level)))  # type: ignore[arg-type]
    plain = experiment.count(columns_of(experiment, 0, 4_600))
    counted = plain.sharpened(experiment.controls.law)
    for card, credits in ((4, 10 - 3 * other), (8, -3 + 10 * other), (12, 7 * other)):
        mean, low, high = counted.effect("credits", 0, card)
        assert mean == pytest.approx(credits, abs=1e-9)
        _, plain_low, plain_high = plain.effect("credits", 0, card)
        assert high - low < (plain_high - plain_low) / 3
    assert counted.effect("components_lost", 0, 4) == (0, 0, 0)


def test_effects_are_sharper_and_note_it():
    mile = analyzer.load_ship(MILE)
    sharp, plain = (
        analyzer.card_effects([mile], flights=4000, rivals="alone", plain=is_plain) for is_plain in (False, True)
    )
    for one in sharp["First Mile"].cards:
        other = plain["First Mile"][one.card.id]
        assert (one.met, one.arrived) == (other.met, other.arrived)
        assert one.credits.high - one.credits.low < 0.8 * (other.credits.high - other.credits.low)
    [note] = [note for note in sharp.notes() if "known chances of the cards" in note and "effects" in note]
    assert min(int(number) for number in re.findall(r"\d+", note.replace(",", ""))) > 4000 / 0.8**2
    assert not [note for note in plain.notes() if "known chances" in note]


def test_few_flights_stay_plain():
    """Two known things a card, each of which needs ten flights in the smaller group: decks that have the card."""
    mile, enough = analyzer.load_ship(MILE), ceil(10 * 2 * OF_LEVEL_I / (8 / OF_LEVEL_I))
    for flights, is_plain in ((enough - 1, True), (enough, False)):
        sharp, plain = (analyzer.card_effects([mile], flights=flights, rivals="alone", plain=p) for p in (False, True))
        assert (sharp.ships[0][8].credits == plain.ships[0][8].credits) is is_plain


def open_space(level: int) -> tuple[int, ...]:
    """Numbers of the cards "open space" that a flight of this level may meet."""
    return tuple(card.id for card in EDITION.cards if card.kind == "open_space" and card.level <= level)


@pytest.mark.long
def test_like_cards_are_pooled(outcome, found, decks):
    """All cards "open space" of level II share a row: the slope of numpy's line over how many a deck has."""
    number = np.isin(decks, open_space(2)).sum(axis=1)
    for ship, effects in enumerate(found.ships):
        assert len(effects.by_effect) == len(ALIKE)
        numbers = sorted(n for effect in effects.by_effect for n in effect.numbers)
        assert numbers == sorted(e.card.id for e in effects.cards)
        (pooled,) = (effect for effect in effects.by_effect if effect.cards[0].kind == "open_space")
        assert pooled.numbers == open_space(2)
        assert pooled.met == (number > 0).sum()
        assert pooled.credits.mean == pytest.approx(np.polyfit(number, outcome.credits[ship], 1)[0])
        assert pooled.arrived.mean == pytest.approx(np.polyfit(number, outcome.ending[ship] == 0, 1)[0])


def test_single_rows_have_wider_intervals(found):
    """Each of n intervals has the confidence 1 - 0.05 / n, so that all hold at once.

    Cards that are printed alike share a row, as "open space" and "stardust".
    """
    wider = stats.norm.ppf(1 - 0.025 / len(ALIKE)) / stats.norm.ppf(0.975)
    for ship in found.ships:
        single = [effect for effect in ship.by_effect if len(effect.cards) == 1]
        assert len(single) == sum(copies == 1 for copies in ALIKE.values()) > 0
        for effect in single:
            own = ship[effect.numbers[0]].credits
            assert effect.credits.mean == own.mean
            assert effect.credits.high - effect.credits.low == pytest.approx(wider * (own.high - own.low), rel=0.01)


@dataclass
class PaidByNumber(PaidByCards):
    """Flights that pay 3 credits for every card "open space" of level I."""

    def run(self, first: int, flights: int) -> SimpleNamespace:
        number = np.isin(self.route.deal(self.seed, first, flights), open_space(1)).sum(axis=1)[None]
        return SimpleNamespace(credits=3 * number, components_lost=0 * number, ending=0 * number)


def test_each_like_card_adds_its_pay():
    route = Route(level_name="I")
    sums = run(DealtExperiment(PaidByNumber(route)), 5000, SortedByCard.of)  # type: ignore[arg-type]
    (rows,) = rows_by_number(route).values()
    assert sums.effect_of_each("credits", 0, rows) == pytest.approx((3, 3, 3), abs=1e-9)
    arrived = sums.effect_of_each("arrived", 0, rows)
    assert arrived.mean == 0
    assert arrived.low == -arrived.high < 0


@pytest.mark.slow
def test_effects_ignore_workers_and_blocks(racing, found):
    experiment = DealtExperiment(racing)
    one = run(experiment, FLIGHTS, experiment.count, workers=2)
    other = run(experiment, FLIGHTS, experiment.count, block=1100)
    assert one.plain() == other.plain()
    for name in ("counts", "sums", "squares"):
        np.testing.assert_array_equal(getattr(one, name), getattr(found.tally, name))


def test_too_few_flights_are_noted():
    found = analyzer.card_effects([analyzer.load_ship(MILE)], flights=1, rivals="alone")
    assert all(effect.credits is None for effect in found.ships[0].cards)
    assert any(not untold(note, "cannot be measured", "deck") for note in found.notes())
    assert found.table().credits.isna().all()
    assert found.as_dict()["ships"][0]["cards"][0]["credits"] is None


@pytest.mark.parametrize("conditions", [{"learning": True}, {"cards": [4, 8]}])
def test_certain_cards_have_no_effect(conditions):
    with pytest.raises(analyzer.AnalyzerError, match="no effect can be measured: fly"):
        analyzer.card_effects([analyzer.load_ship(MILE)], flights=10, **conditions)


def test_effects_table_and_json_agree(found):
    table = found.table()
    assert list(table.columns) == [
        "ship", "card", "kind", "met", "credits", "low", "high", "components_lost", "components_lost_low",
        "components_lost_high", "arrived", "arrived_low", "arrived_high",
    ]  # fmt: skip
    assert len(table) == 2 * ALIKE.total()
    facts = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    first = facts["ships"][1]["cards"][0]
    assert first["credits"]["mean"] == found["Tin Kite"].cards[0].credits[0] == found["Tin Kite"].table().credits[0]
    assert first["words"] == card_in_words(found["Tin Kite"].cards[0].card)
    assert len(facts["ships"][1]["alike"]) == len(ALIKE)
    assert [*open_space(2)] in [row["cards"] for row in facts["ships"][1]["alike"]]
    assert any(not untold(note, f"{len(ALIKE)} rows") for note in found.notes())
    with pytest.raises(analyzer.AnalyzerError, match="did you mean Tin Kite"):
        found["Tin Kit"]
    with pytest.raises(analyzer.AnalyzerError, match="no card 59"):
        found["Tin Kite"][59]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (3, "stardust"),
        (2, "pirates: strength 5, 4 credits, front 2 light 1 heavy, 1 day"),
        (1, "smugglers: strength 4, takes 2 cubes, goods YGB, 1 day"),
        (0, "slavers: strength 6, takes 3 crew, 5 credits, 1 day"),
        (8, "meteor swarm: front 1 large, right 1 small, left 1 small"),
        (12, "planets: RR | RBB | Y, 2 days"),
        (16, "abandoned ship: 3 crew for 4 credits, 1 day"),
        (18, "abandoned station: crew of 5, goods YG, 1 day"),
        (15, "combat zone: smallest crew: 3 days; weakest engines: 2 crew; weakest cannons: rear 1 light 1 heavy"),
    ],
)
def test_card_is_put_in_words(number, words):
    """Read off data/2007/cards.csv."""
    assert card_in_words(next(card for card in EDITION.cards if card.id == number)) == words


def test_every_card_has_words():
    assert all(card_in_words(card).startswith(card.kind.split("_")[0]) for card in EDITION.cards)


# The command


def test_cards_command_matches_python(command):
    said = command("cards", str(MILE), "--flights", "500", "--seed", "9", "--alone")
    assert not said.code, said.err
    ship = analyzer.card_effects([analyzer.load_ship(MILE)], flights=500, seed=9, rivals="alone").ships[0]
    rows = [line.split() for line in said.out.splitlines() if line[:3].replace("-", "").strip().isdigit()]
    assert [int(re.split("[-,]", row[0])[0]) for row in rows] == [effect.numbers[0] for effect in ship.by_effect]
    assert "4-7" in {row[0] for row in rows}
    assert f"{ship.by_effect[0].credits[0]:+.2f}" in rows[0]
    assert said.out.count("open space") == 1
    assert not untold(said.out, "First Mile", "level I", "500 flights", "seed 9", "alone")
    assert max(map(len, said.out.splitlines()[:10])) <= 80


def test_cards_json_matches_python(command):
    said = command("cards", str(MILE), "--flights", "300", "--alone", "--json")
    (facts,) = json.loads(said.out)
    found = analyzer.card_effects([analyzer.load_ship(MILE)], flights=300, rivals="alone")
    assert facts == json.loads(json.dumps(found.as_dict(), allow_nan=False))


@pytest.mark.long
def test_cards_pictures_are_saved(command, tmp_path, sketched):
    ships = str(MILE), str(MILE.with_name("paper-arrow.yaml"))
    said = command("cards", *ships, "--flights", "50", "--alone", "--plot", "new")
    assert not said.code, said.err
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == [f"cards-{ship}.{kind}" for ship in ("first-mile", "paper-arrow") for kind in ("png", "svg")]
    assert all(name in said.out.replace("\n", "") for name in names)


def test_cards_command_refuses_fixed_cards(command):
    said = command("cards", str(MILE), "--cards", "4,8")
    assert said.code == 2
    assert "no effect can be measured" in said.told
