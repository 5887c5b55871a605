"""Journeys: money and starting order against plain Python, cards that never come twice, and what users see and do."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from matplotlib.patches import StepPatch
from scipy.stats import chi2, chisquare

import analyzer
from analyzer import AnalyzerError, load_captain
from tests.doors.montecarlo import blocks as montecarlo
from tests.doors.printed import load_edition
from tests.doors.trucker_flights import ENDINGS, Experiment, plan
from tests.doors.trucker_paper import Route
from tests.doors.trucker_questions import experiment as experiment_module
from tests.doors.trucker_questions import plan_journey, trek
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.printed_cards import CARDS as PRINTED
from tests.trucker.printed_cards import LEVEL_OF

SHIPS = ROOT / "ships"
ANNA = ("2007/I/first-mile", "2007/II/steady-hauler", "2007/III/vault-door", "2007/IIIa/anvil-chorus")
BEN = ("2007/I/paper-arrow", "2007/II/tin-kite", "2007/III/night-mail", "2007/IIIa/glass-comet")
CLEO = ("2007/I/brass-hornet", "2007/II/hot-delivery", "2007/III/long-receipt", "2007/IIIa/needle-post")
DORA = ("2007/I/pocket-freighter", "2007/II/iron-parcel", "2007/III/grand-broadside", "2007/IIIa/deep-pantry")
UNFAIR = 1e-4
CARDS = [[8, 0, 4, 12], [28, 20, 25, 31], [55, 48, 42, 45], [48, 49, 23, 3, 45, 46, 47, 40]]
"""By flight: swarms, enemies, open space, planets and more; fewer sorts of cards fly sooner than whole decks."""


def path(name: str) -> str:
    return str(SHIPS / f"{name}.yaml")


def load(*names: str) -> list[analyzer.Layout]:
    return [analyzer.load_ship(path(name)) for name in names]


# Money and order, against plain Python


def finishing_order(outcome, starts, flight: int, places) -> list[int]:  # type: ignore[no-untyped-def]
    """The ships in the order in which they finished, from what single flights tell."""
    ships = range(len(outcome.place))
    arrived = sorted((s for s in ships if outcome.place[s, flight]), key=lambda s: outcome.place[s, flight])
    gone = [s for s in ships if not outcome.place[s, flight]]
    position = {s: outcome.days[s, flight] + starts[places[s, flight]] for s in ships}
    gone.sort(key=lambda s: (outcome.cards_flown[s, flight], position[s]), reverse=True)
    return arrived + gone


TRIALS, FROM = 30, 500


def planned(chosen: bool, teams=None) -> experiment_module.JourneyExperiment:  # type: ignore[no-untyped-def]
    """Four truckers on four flights through chosen cards, or two on two through decks as they are dealt."""
    truckers = [load(*names) for names in (ANNA, BEN, CLEO, DORA)]
    truckers = truckers if chosen else [ships[:2] for ships in truckers[:2]]
    return plan_journey(truckers, seed=4, captain="bold", teams=teams, cards=CARDS if chosen else ())


@cache
def flown(chosen: bool):  # type: ignore[no-untyped-def]
    """Outcomes of the flights of so many journeys, each flown from the order in which the last was finished."""
    legs = planned(chosen)
    places = legs.flights[0].route.places(4, FROM, TRIALS, len(legs.flights[0].ships))
    outcomes = []
    for experiment in legs.flights:
        _, outcome = experiment.simulate([ship.hull for ship in experiment.ships], FROM, TRIALS, places=places)
        outcomes.append(outcome)
        starts = experiment.route.level.starts
        following = np.empty_like(places)
        for flight in range(TRIALS):
            for place, ship in enumerate(finishing_order(outcome, starts, flight, places)):
                following[ship, flight] = place
        places = following
    return outcomes


@pytest.mark.long
@pytest.mark.parametrize(("teams", "chosen"), [(None, True), ([(0, 3), (1, 2)], True), (None, False)])
def test_journey_money_matches_plain_python(teams, chosen):
    """Each flight of a journey is flown on its own, all between them is plain Python."""
    legs = planned(chosen, teams)
    columns = legs.run_block(FROM, TRIALS)
    together = teams or [(trucker,) for trucker, _ in enumerate(legs.flights[0].ships)]
    purse = {trucker: number for number, members in enumerate(together) for trucker in members}
    held = [[0] * len(together) for _ in range(TRIALS)]
    endings: Counter[str] = Counter()
    for leg, outcome in enumerate(flown(chosen), start=1):
        for flight in range(TRIALS):
            for number, members in enumerate(together):
                earned = sum(int(outcome.credits[trucker, flight]) for trucker in members)
                held[flight][number] = max(0, held[flight][number] + earned)
        endings.update(ENDINGS[ending] for ending in outcome.ending.ravel().tolist())
        assert (columns[f"credits_{leg}"] == outcome.credits).all()
        assert (columns[f"components_lost_{leg}"] == outcome.components_lost).all()
        assert (columns[f"arrived_{leg}"] == (outcome.place > 0)).all()
        expected = [[held[flight][purse[trucker]] for flight in range(TRIALS)] for trucker in sorted(purse)]
        assert columns[f"held_{leg}"].tolist() == expected
    assert columns["final"].tolist() == expected
    most = [max(purses_) for purses_ in held]
    assert columns["richest"].tolist() == [[int(e == m) for e, m in zip(row, most, strict=True)] for row in expected]
    assert columns["solvent"].tolist() == [[int(e > 0) for e in row] for row in expected]
    if chosen:
        assert endings["no_humans"] > 0
        assert endings["lapped"] > 0
        assert min(columns["credits_4"].min(), columns["credits_1"].min()) < 0


def test_later_leaver_starts_ahead():
    """Two arrived; two left on card 8, one 5 spaces ahead; one left on card 3, far ahead; one on card 1."""
    flying = [False, True, False, False, True, False]
    cards = [8, 8, 3, 8, 8, 1]
    position = [10, 20, 99, 15, 30, 0]
    state = SimpleNamespace(
        flying=np.array(flying)[:, None],
        cards_flown=np.array(cards, np.int16)[:, None],
        position=np.array(position, np.int32)[:, None],
    )
    assert experiment_module.arrival_order(SimpleNamespace(state=state))[:, 0].tolist() == [3, 1, 4, 2, 0, 5]


def test_three_level_journey_by_hand():
    """Stardust alone on three flights, levels I, II, III; Anna starts first.

    Level I: Brass Hornet (2 exposed connectors) on 0, First Mile (1) on -2. From behind: First Mile falls to -3, Brass
    Hornet passes -2 (free now) to -2: stays ahead and earns 4; First Mile 3 and the looks, 2: 4 and 5 credits.
    Level II: Anna first, on 0, Ben on -3. Steady Hauler has 2, Iron Parcel 0: -2 is still ahead. 8; 6 + 4.
    Level III: Anna on 0 in Grand Broadside (3), Ben on -4 in Vault Door (0): -3, ahead. 12; 9 + 6.
    """
    ships = zip(
        load("2007/I/brass-hornet", "2007/II/steady-hauler", "2007/III/grand-broadside"),
        load("2007/I/first-mile", "2007/II/iron-parcel", "2007/III/vault-door"),
        strict=True,
    )
    captains = (load_captain("sensible"),) * 2
    routes = [Route("2007", level, cards=(3,), start=1) for level in ("I", "II", "III")]
    flights = tuple(Experiment(pair, captains, route, 1) for pair, route in zip(ships, routes, strict=True))
    columns = experiment_module.JourneyExperiment(flights, trek.purses(2, None)).run_block(0, 2)
    told = {name: rows[:, 0].tolist() for name, rows in columns.items()}
    assert [told[f"credits_{leg}"] for leg in (1, 2, 3)] == [[4, 5], [8, 10], [12, 15]]
    assert [told[f"held_{leg}"] for leg in (1, 2, 3)] == [[4, 5], [12, 15], [24, 30]]
    assert (told["final"], told["solvent"], told["richest"]) == ([24, 30], [1, 1], [0, 1])


def test_last_to_arrive_starts_last():
    """Paper Arrow, first, has 9 exposed connectors and falls from 0 to -9 or further, behind First Mile at -3.

    So First Mile starts first on level II: Tin Kite (11) at -3 falls further back, and is last although listed first.
    """
    captains = (load_captain("sensible"),) * 2
    one, two = load("2007/I/paper-arrow", "2007/I/first-mile"), load("2007/II/iron-parcel", "2007/II/iron-parcel")
    flights = tuple(
        Experiment(tuple(pair), captains, Route("2007", level, cards=(3,), start=1), 1)
        for pair, level in ((one, "I"), (two, "II"))
    )
    columns = experiment_module.JourneyExperiment(flights, trek.purses(2, None)).run_block(0, 1)
    assert columns["place_1"][:, 0].tolist() == [2, 1]
    assert columns["place_2"][:, 0].tolist() == [2, 1]


def test_purse_never_falls_below_zero():
    """Earning -5, 7, -3 leaves 0, 7, 4; a team of -5 and 3 has 0, of -5 and 9 has 4."""
    held = np.zeros((1, 1), np.int64)
    seen = []
    for credits in (-5, 7, -3):
        held = trek.held_after(held, np.array([[credits]]), ((0,),))
        seen.append(int(held[0, 0]))
    assert seen == [0, 7, 4]
    team = trek.held_after(np.zeros((1, 2), np.int64), np.array([[-5, -5], [3, 9]]), ((0, 1),))
    assert team.tolist() == [[0, 4]]
    assert trek.richest(np.array([[3, 1], [3, 2], [0, 0]])).tolist() == [[1, 0], [1, 1], [0, 0]]


def test_team_money_adds_up():
    """Without losses between them, what a team holds is what its members earned."""
    truckers, pairs = [load(*names[:2]) for names in (ANNA, BEN, CLEO, DORA)], [(0, 1), (2, 3)]
    found = analyzer.journey(truckers, 100, 3, teams=pairs, names=list("ABCD"), cards=CARDS[:2], plain=True)
    columns = found.experiment.run_block(0, 100)
    earned = columns["credits_1"] + columns["credits_2"]
    never_short = (columns["credits_1"] >= 0).all(axis=0)
    never_short &= (columns["credits_2"] >= 0).all(axis=0)
    assert never_short.sum() > 20
    assert (columns["final"][0] == earned[0] + earned[1])[never_short].all()
    assert (columns["final"][2] == earned[2] + earned[3])[never_short].all()
    assert [team.name for team in found.teams] == ["A and B", "C and D"]
    assert found["A and B"].final.counts == dict(Counter(columns["final"][0].tolist()))
    shares = [team.measured("richest")[0] for team in found.teams]
    assert 1 <= sum(shares) < 1.1
    assert not hasattr(found["A"], "final")
    assert found["A"].credits_2.mean == columns["credits_2"][0].mean()


# Cards and dice


def decks(levels: tuple[str, ...], trials: int, **how: bool) -> list[np.ndarray]:
    """Numbers of cards (journeys, slots) by flight."""
    edition = "2021" if "L" in levels else "2007"
    found = []
    for leg, level in enumerate(levels):
        route = Route(edition, level, earlier=levels[:leg], **how)
        numbers = np.array([card.id for card in route.rules.cards])
        found.append(numbers[route.deal(9, 0, trials)])
    return found


ROUTES = [("I", "II", "III", "IIIa"), ("III", "IIIa"), ("II", "III"), ("I", "I"), ("IIIa", "I"), ("L", "II", "III")]


@pytest.mark.parametrize("levels", ROUTES, ids=" ".join)
def test_journey_deals_no_card_twice(levels):
    edition = load_edition("2021" if "L" in levels else "2007")
    level_of = {card.id: card.level for card in edition.cards}
    dealt = decks(levels, 5000)
    assert (np.diff(np.sort(np.hstack(dealt), axis=1), axis=1) > 0).all()
    for level, deck in zip(levels, dealt, strict=True):
        wanted = Counter(number for number in edition.level(level).pile for _ in range(4))
        assert Counter(level_of[int(card)] for card in deck[17]) == wanted
        assert {level_of[int(card)] for card in deck[:, 0]} == {max(wanted)}


def test_ordered_piles_repeat_no_card():
    dealt = decks(("I", "II", "III", "IIIa"), 2000, prognostic=True)
    assert (np.diff(np.sort(np.hstack(dealt), axis=1), axis=1) > 0).all()
    assert (np.sort(LEVEL_OF[dealt[1].reshape(-1, 4, 3)], axis=2) == [1, 2, 2]).all()


def test_planned_journey_repeats_no_card():
    """The decks are those that the public call flies."""
    legs = plan_journey([load(*ANNA), load(*BEN)], 9)
    cards = np.hstack([experiment.route.deal(9, 0, 3000) for experiment in legs.flights])
    assert cards.shape == (3000, 8 + 12 + 16 + 16)
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()


def test_four_flights_use_up_cards():
    """Eight cards of level I and four on each later flight; eight of level II on two, eight of level III on two."""
    dealt = np.hstack(decks(("I", "II", "III", "IIIa"), 100))
    assert all(Counter(LEVEL_OF[row].tolist()) == {1: 8 + 3 * 4, 2: 16, 3: 16} for row in dealt)


def test_any_card_may_come():
    """Each card of level I is among the 4 of the second flight with the same chance, 1/5 of twenty cards."""
    second = decks(("I", "II"), 100_000)[1]
    many = len(PRINTED[1])
    counts = np.bincount(second[LEVEL_OF[second] == 1], minlength=len(LEVEL_OF))[PRINTED[1]]
    assert counts.sum() == 400_000
    expected = 400_000 / many
    statistic = ((counts - expected) ** 2 / expected).sum() / ((1 - 4 / many) * many / (many - 1))
    assert UNFAIR < chi2.sf(statistic, many - 1) < 1 - UNFAIR


@pytest.mark.parametrize(("prognostic", "slot", "chance"), [(False, 1, 4 / 15), (True, 0, 1 / 4)])
def test_later_deck_has_own_order(prognostic, slot, chance):
    """A card of level I lies in that slot with the same chance, whatever lay there on the flight before.

    Behind a first card of level III 4 of 15 are of level I; in a pile that is not shuffled 1 of 4.
    """
    before, after = (LEVEL_OF[deck[:, slot]] == 1 for deck in decks(("III", "IIIa"), 40_000, prognostic=prognostic))
    assert after[before].mean() == pytest.approx(chance, abs=0.015)
    assert after[~before].mean() == pytest.approx(chance, abs=0.015)


def test_later_flights_have_own_dice():
    first, later = Route(level_name="I"), Route(level_name="I", earlier=("I",))
    rolls = [route.dice(1, 0, 500).fractions for route in (first, later)]
    assert np.intersect1d(*rolls).size == 0
    starts = [route.places(1, 0, 500, 4) for route in (first, later)]
    assert (starts[0] != starts[1]).any()


def test_learning_removes_starred_cards():
    starred = {card.id for card in load_edition("2021").cards if card.learning}
    learning, *later = decks(("L", "II", "III"), 3000)
    assert set(np.unique(learning)) == starred
    assert not starred & set(np.unique(np.hstack(later)))


MISSING = 24 - len(PRINTED[1])
"""How many cards of level I are missing for three flights of level I."""
STARRED = {card.id for card in load_edition("2007").cards if card.learning}


def learning_first(*flown: analyzer.Layout, **how: object) -> experiment_module.JourneyExperiment:
    return plan_journey([list(flown)], 9, learning=True, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "names",
    [(*ANNA[:3],), (ANNA[0], ANNA[0], ANNA[1]), (*ANNA[0:1], *ANNA[2:]), (ANNA[0],)],
    ids=["II III", "I II", "III IIIa", "alone"],
)
def test_first_game_starts_with_learning(names):
    """Its eight starred cards, and none of them later; no card twice; the others of level I may come later."""
    legs = learning_first(*load(*names))
    routes = [experiment.route for experiment in legs.flights]
    assert [route.basic for route in routes] == [True] + [False] * (len(names) - 1)
    numbers = np.array([card.id for card in routes[0].rules.cards])
    first, *later = (numbers[route.deal(9, 0, 3000)] for route in routes)
    assert all(set(deck) == STARRED for deck in first.tolist())
    for route, deck in zip(routes[1:], later, strict=True):
        assert Counter(LEVEL_OF[deck[7]].tolist()) == Counter(number for number in route.level.pile for _ in range(4))
    if later:
        together = np.hstack(later)
        assert (np.diff(np.sort(together, axis=1), axis=1) > 0).all()
        assert set(together[LEVEL_OF[together] == 1].tolist()) == {*PRINTED[1]} - STARRED


def test_cards_after_learning_are_even():
    """All but the eight starred cards of level I are left, of which level II takes four: each is as likely."""
    route = Route(level_name="II", earlier=("I",), gone=tuple(sorted(STARRED)))
    deck = np.array([card.id for card in route.rules.cards])[route.deal(9, 0, 30_000)]
    left = sorted({*PRINTED[1]} - STARRED)
    counts = np.bincount(deck[LEVEL_OF[deck] == 1], minlength=len(LEVEL_OF))[left]
    assert counts.sum() == 120_000
    many, expected = len(left), 120_000 / len(left)
    statistic = ((counts - expected) ** 2 / expected).sum() / ((1 - 4 / many) * many / (many - 1))
    assert UNFAIR < chi2.sf(statistic, many - 1) < 1 - UNFAIR


@pytest.mark.long
def test_first_flight_is_learning_flight():
    """Aliens stay at home, a flawed ship is mended without charge and starts last, and nobody gives up."""
    first = load("2007/flawed/quiz", BEN[0], CLEO[0])
    truckers = [[ship, later] for ship, later in zip(first, load(ANNA[0], BEN[0], CLEO[0]), strict=True)]
    legs = plan_journey(truckers, 3, learning=True, repair=True, start=1)
    columns = legs.run_block(10, 100)
    outcome = plan(first, "I", 3, learning=True, repair=True, start=1).run(10, 100)
    assert (columns["credits_1"] == outcome.credits).all()
    assert (columns["components_lost_1"] == outcome.components_lost).all()
    assert (columns["place_1"] == outcome.place).all()
    assert columns["arrived_1"].all()
    assert not columns["arrived_2"].all()
    assert (outcome.components_lost[0] == 0).any()


@pytest.mark.long
def test_journey_command_tells_learning(command):
    args = [path(name) for name in ("2007/flawed/quiz", *ANNA[1:3])]
    said = " ".join(command("journey", *args, "--learning", "--repair", "--flights", "20", "--verbose").out.split())
    assert not untold(said, "I (learning flight), II, III", "20 journeys")
    assert not untold(said, "trucker 1, flight 1", "starts last")
    assert "Learning flight: no aliens fly" in said
    assert not untold(said, "basic rules", "gives up")


def test_learning_journey_ends_with_cards():
    """8 starred, 8 on level I, 4 on II, 4 on III: more than there are of level I."""
    one, two, three = load(*ANNA[:3])
    assert len(learning_first(one, one, two).flights) == 3
    with pytest.raises(AnalyzerError, match=rf"flight 4: .*I I II III .*{MISSING} more cards of level 1"):
        learning_first(one, one, two, three)
    with pytest.raises(AnalyzerError) as refused:
        learning_first(two, three)
    assert len(refused.value.faults) == 1
    assert not untold(refused.value.faults, "flight 1", "learning flight", "level I", "II")
    with pytest.raises(AnalyzerError, match=r"flight 1: .*learning flight .*prognostic"):
        learning_first(one, two, prognostic=True)
    with pytest.raises(AnalyzerError, match=r"flight 1: .*learning flight .*level L, not I"):
        learning_first(*load("2021/I/even-odds", "2021/II/salt-barge"))
    with pytest.raises(AnalyzerError, match=r"learning flight .*first"):
        Route(level_name="I", learning=True, earlier=("I",))
    with pytest.raises(AnalyzerError, match="no flight comes before this one"):
        Route(level_name="II", gone=tuple(sorted(STARRED)))


def test_level_l_always_learns():
    ships = load("2021/L/early-bird", "2021/II/salt-barge")
    given, taken = learning_first(*ships), plan_journey([ships], 9)
    assert given == taken
    starred = {card.id for card in load_edition("2021").cards if card.learning}
    assert [set(experiment.route.gone) for experiment in taken.flights] == [set(), starred]


def test_too_many_cards_are_refused():
    """I three times: 24 cards of level I; L, I, II, III in 2021: 8 + 8 + 4 + 4."""
    newer = sum(card.level == 1 for card in load_edition("2021").cards)
    with pytest.raises(AnalyzerError, match=rf"I I I .*{MISSING} more cards of level 1"):
        Route(level_name="I", earlier=("I", "I"))
    Route("2021", "II", earlier=("L", "I"))
    with pytest.raises(AnalyzerError, match=rf"{24 - newer} more cards of level 1"):
        Route("2021", "III", earlier=("L", "I", "II"))
    with pytest.raises(AnalyzerError, match="first of a journey"):
        Route("2021", "L", earlier=("I",))
    with pytest.raises(AnalyzerError, match="forecast"):
        Route(level_name="II", earlier=("I",), forecast=analyzer.Forecast(((28,),)))
    with pytest.raises(AnalyzerError, match="no level 'X'"):
        Route(level_name="II", earlier=("X",))


# Flights of a journey are flights


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("how", [{}, {"start": 2}, {"prognostic": True}, {"captain": ["bold", "miser"]}])
def test_journey_of_one_is_flight(how):
    ships = load(ANNA[0], BEN[0])
    legs = plan_journey([[ship] for ship in ships], 7, **how)
    columns, outcome = legs.run_block(40, 100), plan(ships, "I", 7, **how).run(40, 100)
    assert (columns["credits_1"] == outcome.credits).all()
    assert (columns["final"] == outcome.purse).all()
    assert (columns["place_1"] == outcome.place).all()
    assert (columns["components_lost_1"] == outcome.components_lost).all()
    assert (columns["solvent"] == (outcome.credits > 0)).all()
    assert (outcome.credits <= 0).any()


def test_first_journey_flight_is_flight():
    journey = analyzer.journey([load(*ANNA[:2])], 60, 2, rivals="alone")
    flown = analyzer.fly(load(ANNA[0]), flights=60, seed=2, rivals="alone").ships[0]
    assert journey["trucker 1"].credits_1 == flown.credits
    assert journey["trucker 1"].held_1 == flown.purse
    assert journey["trucker 1"].components_lost_1 == flown.components_lost


@pytest.mark.long
@pytest.mark.usefixtures("workers_of_few")
def test_journey_ignores_workers_and_blocks():
    truckers = [load(ANNA[0], BEN[0]), load(BEN[0], CLEO[0])]
    one, two = (analyzer.journey(truckers, 60, 5, workers=workers) for workers in (1, 2))
    assert one.tally == two.tally
    assert one.as_dict() == two.as_dict()
    assert montecarlo.run(one.experiment, 60, one.experiment.count, block=27) == one.tally


def test_progress_counts_every_journey():
    seen: list[int] = []
    analyzer.journey([load(ANNA[0])], 100, progress=seen.append)
    assert sum(seen) == 100


def test_journey_repairs_and_notes_it():
    found = analyzer.journey([load("2007/flawed/quiz", ANNA[1])], 5, repair=True)
    assert any("flight 1: repaired before launch" in note for note in found.notes())
    assert not any("flight 2: repaired" in note for note in found.notes())


# Results


def test_journey_tells_means_and_intervals():
    how: dict[str, Any] = {"names": ["Anna", "Ben"], "cards": CARDS[:2], "plain": True}
    found = analyzer.journey([load(*ANNA[:2]), load(*BEN[:2])], 200, 6, **how)
    columns = found.experiment.run_block(0, 200)
    table = found.table().set_index(["name", "flight", "metric"])
    assert found.levels == ("I", "II")
    assert not untold(found.heading(), "levels I, II", "200 journeys", "seed 6", "one convoy")
    for i, name in enumerate(("Anna", "Ben")):
        assert table.loc[(name, 2, "credits"), "mean"] == pytest.approx(columns["credits_2"][i].mean())
        assert table.loc[(name, 1, "arrived"), "mean"] == pytest.approx(columns["arrived_1"][i].mean())
        share, low, high = found[name].measured("richest")
        assert share == pytest.approx(columns["richest"][i].mean())
        assert low < share < high
        assert found[name].final.quantile(0.5) == np.sort(columns["final"][i])[99]
    assert "q50" in table
    assert any("inferred" in note for note in found.notes())
    assert any("the order in which they finished" in note for note in found.notes())
    with pytest.raises(AnalyzerError, match=r"no trucker 'Anne'.*did you mean Anna"):
        found["Anne"]
    with pytest.raises(AttributeError, match="no metric 'finale'"):
        found["Anna"].finale  # noqa: B018
    assert json.loads(json.dumps(found.as_dict()))["truckers"][1]["ships"] == ["Paper Arrow", "Tin Kite"]


@pytest.mark.parametrize("teams", [None, [(0, 1)]])
def test_journey_describes_truckers_and_purses(teams):
    journey = analyzer.journey([load(*ANNA[:2]), load(*BEN[:2])], 20, 6, teams=teams, cards=CARDS[:2])
    description = journey.description()
    assert [table.title.split(",")[0] for table in description.tables] == list(journey.names)
    for table in description.tables:
        assert all(all(table.cells(row)) for row in table.rows)
        assert ("held" in [column.name for column in table.columns]) is (teams is None)
    bars = [part for part in description.parts if part not in description.tables and not isinstance(part, str)]
    assert [part.title for part in bars] == [
        f"{purse.name}: credits at the end (share of journeys)" for purse in journey.purses
    ]
    assert {"flights", "seed", "truckers", "teams", "notes"} <= set(journey.as_dict())
    assert "\nfinal " in repr(journey.purses[0])


@pytest.mark.parametrize("teams", [None, [(0, 1)]])
def test_journey_picture_matches_numbers(teams):
    truckers = [load(*ANNA[:3]), load(*BEN[:3])]
    found = analyzer.journey(truckers, 100, 6, names=["Anna", "$Ben_"], teams=teams, cards=CARDS[:3])
    figure = analyzer.plots.plot_journey(found)
    final, held = figure.axes
    outlines = [patch.get_data() for patch in final.patches if isinstance(patch, StepPatch)]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    if teams:
        assert [bar.get_height() for bar in final.containers[0]] == (100 * found.teams[0].final.tally / 100).tolist()
    else:
        for trucker, outline in zip(found.truckers, outlines, strict=True):
            assert outline.values.tolist() == (100 * trucker.final.tally / 100).tolist()
            assert outline.edges[0] == trucker.final.lowest - 0.5
    for purse, dots, label in zip(found.purses, held.lines, labels, strict=True):
        means = [purse.histograms[f"held_{leg}"].mean for leg in (1, 2, 3)]
        assert list(dots.get_ydata()) == means
        assert label == f"{purse.name}: mean {purse.final.mean:.2f}"
    thin = held.collections[0].get_segments()
    assert [segment[:, 1].tolist() for segment in thin] == [
        [found.purses[0].histograms[f"held_{leg}"].quantile(q) for q in (0.05, 0.95)] for leg in (1, 2, 3)
    ]
    assert [text.get_text() for text in held.get_xticklabels()] == ["1: I", "2: II", "3: III"]


# The command


@pytest.mark.usefixtures("undrawn", "flown_once")
def test_journey_command_tells_flights(command, tmp_path):
    args = [*map(path, ANNA[:2]), "--against", *map(path, BEN[:2]), "--name", "Anna", "--name", "Ben"]
    args += [word for cards in CARDS[:2] for word in ("--cards", ",".join(map(str, cards)))]
    said = command("journey", *args, "--flights", "40", "--plot", "pics", "--export", "out.csv")
    assert said.code == 0
    found = analyzer.journey([load(*ANNA[:2]), load(*BEN[:2])], 40, names=["Anna", "Ben"], cards=CARDS[:2])
    for name in ("Anna", "Ben"):
        share, low, high = found[name].measured("richest")
        assert not untold(said.out, "richest", f"{share:.2%}", f"{low:.2%} to {high:.2%}")
        assert f"{name}: credits at the end" in said.out
        assert f"{found[name].held_2.mean:.2f}" in said.out
    assert not untold(said.out, "note: ", "deck", "reached")
    assert {file.name for file in (tmp_path / "pics").iterdir()} == {"journey.png", "journey.svg"}
    assert (tmp_path / "out.csv").read_text().startswith("name,flight,metric,mean,low,high")
    told = command("journey", *args, "--flights", "40", "--json")
    assert json.loads(told.out) == json.loads(json.dumps(found.as_dict()))


@pytest.mark.usefixtures("flown_once")
def test_command_teams_are_neighbours(command):
    args = [path(ANNA[0])]
    for names in (BEN, CLEO, DORA):
        args += ["--against", path(names[0])]
    told = json.loads(command("journey", *args, "--teams", "--flights", "20", "--json").out)
    assert [team["members"] for team in told["teams"]] == [["trucker 1", "trucker 2"], ["trucker 3", "trucker 4"]]
    said = command("journey", *args, "--teams", "--flights", "20")
    means = [next(row["mean"] for row in team["metrics"] if row["metric"] == "held") for team in told["teams"]]
    assert [not untold(said.out, "team", f"{mean:.2f}") for mean in means] == [True, True]


ONE, TWO = ANNA[:2]
MANY = [word for names in (BEN, CLEO, DORA, ANNA) for word in ("--against", path(names[0]))]
WRONG = [
    ([path(ONE), path(TWO), "--against", path(BEN[0])], "trucker 2 has 1 ship, trucker 1 2 ships"),
    ([path(ONE), path("2021/II/salt-barge")], "Salt Barge: is a ship of the 2021 edition, First Mile before it"),
    ([path(ONE), "--against", path("2021/I/even-odds")], "flight 1: Even Odds: is a ship of the 2021 edition"),
    ([path(ONE), *MANY], "5 truckers: give 1 to 4"),
    ([path(ONE)] * 5, "5 ships for a trucker: give 1 to 4"),
    ([path(ONE)] * 3, f"flight 3: flights of levels I I I take {MISSING} more cards"),
    ([path(TWO), path("2007/flawed/loose-screws")], "flight 2: Loose Screws: has construction flaws"),
    ([path(ONE), "--against", path(TWO)], "flight 1: Steady Hauler: is built on board"),
    ([path(ONE), "--teams"], "--teams: 1 trucker: teams take two or four truckers"),
    ([path(ONE), "--titles"], "titles are flown for in the trek of the 2021 edition"),
    ([path(ONE), "--name", "A", "--name", "B"], "names A, B: give 1, one for each trucker"),
    ([path(ONE), "--captain", "bold", "--captain", "miser"], "2 captains for 1 ships"),
    ([path(ONE), "--captain", "brave"], "no captain 'brave'"),
    ([path(ONE), "--start", "2", "--alone"], "start 2: only 1 ship flies"),
    ([path(ONE), "--alone", "--against", path(ONE)], "--alone, --against: choose one"),
    ([path(ONE), "--flights", "0"], "flights 0: give a whole number"),
    ([path(ONE), "--export", "out.txt"], "--export out.txt: name a file that ends in"),
    ([path(ONE), "nowhere.yaml"], "nowhere.yaml: no such file"),
    ([path(TWO), path(ONE), "--learning"], "flight 1: the learning flight is flown at level I, not II"),
    ([path("2021/I/even-odds"), path("2021/L/early-bird")], "the learning flight is the first of a journey"),
    (
        [path("2021/II/salt-barge"), "--titles"],
        "titles are flown for on levels I, II, III, in this order: these are II",
    ),
]


@pytest.mark.parametrize(("args", "fault"), WRONG, ids=[fault[:30] for _, fault in WRONG])
def test_journey_command_tells_faults(command, args, fault):
    said = command("journey", *args, *([] if "--flights" in args else ["--flights", "10"]))
    assert said.code == 2
    assert fault in said.told
    assert "Traceback" not in said.err


class TestWhoFliesAlong:
    """As in all verbs the field flies along if nothing is said; where truckers are named, they do."""

    @pytest.mark.parametrize(
        ("said", "setting"),
        [
            ([], "in the field (Brass Hornet, First Mile, Pocket Freighter)"),
            (["--rivals", "field"], "in the field (Brass Hornet, First Mile, Pocket Freighter)"),
            (["--alone"], "alone"),
            (["--rivals", "alone"], "alone"),
        ],
    )
    def test_field_flies_along_by_default(self, command, said, setting):
        out = " ".join(command("journey", path(ONE), "--flights", "3", *said).out.split())
        assert f"3 journeys, seed 1, {setting} " in out

    def test_named_truckers_replace_the_field(self, command):
        out = command("journey", path(ONE), "--against", path(ONE), "--flights", "3").out
        assert "in the field" not in out

    def test_python_default_is_the_field(self):
        ships = load(ONE)
        assert "in the field" in analyzer.journey([ships], 3).heading()
        assert analyzer.journey([ships], 3).as_dict() == analyzer.journey([ships], 3, rivals="field").as_dict()
        assert "in the field" not in analyzer.journey([ships, ships], 3).heading()


def test_journey_arguments_are_checked():
    ships = load(ONE)
    for given, fault in (
        ({"truckers": ships}, "give a list of ships for each trucker"),
        ({"truckers": []}, "0 truckers"),
        ({"truckers": [[]]}, "0 ships for a trucker"),
        ({"truckers": [["x"]]}, "ships of a trucker"),
        ({"truckers": [ships, ships], "names": "AB"}, "names: give a list"),
        ({"truckers": [ships, ships], "names": ["A", "A"]}, "all different"),
        ({"truckers": [ships, ships], "teams": [(0,), (1,)]}, "two truckers are a team"),
        ({"truckers": [ships, ships], "teams": [(0, 2)]}, "name each trucker once"),
        ({"truckers": [ships], "workers": 0}, "workers 0"),
        ({"truckers": [ships], "seed": -1}, "seed -1"),
    ):
        with pytest.raises(AnalyzerError, match=fault):
            analyzer.journey(**{"flights": 10, **given})  # type: ignore[arg-type]


def test_drawn_places_are_even():
    """Four ships, 24 orders, 24,000 journeys: the first flight's order is any."""
    places = plan_journey([load(n[0]) for n in (ANNA, BEN, CLEO, DORA)]).flights[0].route.places(3, 0, 24_000, 4)
    counts = Counter(map(tuple, places.T.tolist()))
    assert chisquare(list(counts.values())).pvalue > UNFAIR


@pytest.mark.long
def test_journeys_end_by_width_of_means():
    """The note names the setting by which a journey takes more, and the mean at the end is as sure as it says."""
    flown = analyzer.journey([[SHIPS / "2007" / "I" / "first-mile.yaml"]], rivals="alone")
    assert flown.trials < 100_000
    assert "flights=100000" in " ".join(flown.notes())
    ((_, (_, low, high)),) = flown.estimates("final")
    assert 0 < high - low <= 0.5
