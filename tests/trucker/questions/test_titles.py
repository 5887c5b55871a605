"""Titles of the trek: against a slow plain function, by hand, on real ships, and files with every fault."""

from __future__ import annotations

import json
import random
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import chisquare

import analyzer
from analyzer import AnalyzerError, load_titles
from analyzer.types import Title
from tests.doors.trucker_paper import positions
from tests.doors.trucker_questions import experiment as experiment_module
from tests.doors.trucker_questions import plan_journey
from tests.doors.trucker_questions import trek as trek_module
from tests.facts import untold
from tests.places import ROOT

NOBODY = -1

SHIPS = ROOT / "ships" / "2021"
TRUCKERS = (
    ("I/apple-cart", "II/salt-barge", "III/deep-cellar"),
    ("I/pepper-mill", "II/late-excuse", "III/loud-comet"),
    ("I/even-odds", "II/middle-lane", "III/thorn-hedge"),
    ("I/apple-cart", "II/porcupine-deal", "III/loud-comet"),
)
SIMPLE = (
    Title("Crowd", "crew"),
    Title("Spark", "batteries"),
    Title("Dent", "components_lost", "fewest"),
    Title("Hoard", "goods_value"),
    Title("Light Load", "goods", "fewest"),
)
UNFAIR = 1e-4
CARDS = ((12, 8, 18, 2), (32, 28, 22, 38), (52, 48, 42, 58))
"""Of each of three flights in a row."""


def path(name: str) -> str:
    return str(SHIPS / f"{name}.yaml")


def load(*names: str) -> list[analyzer.Layout]:
    return [analyzer.load_ship(path(name)) for name in names]


# The plain twin: one journey, as the quick reference tells it


def best_of(scores: dict[int, int], sense: str) -> list[int]:
    """Who scores highest of those who arrived."""
    top = (max if sense == "most" else min)(scores.values(), default=0)
    return [trucker for trucker, score in scores.items() if score == top]


def plain_journey(drawn, flights):  # type: ignore[no-untyped-def]
    """Credits by flight, and who has gold; `flights`: for each (order of finishing, who arrived, scores by metric)."""
    truckers = range(len(drawn))
    paid = []
    order, arrived, scores = flights[0]
    credits = dict.fromkeys(truckers, 0)
    won: dict[int, list[int]] = {trucker: [] for trucker in truckers}
    over = []
    for number, title in enumerate(drawn):
        there = {trucker: scores[title.metric][trucker] for trucker in order if trucker in arrived}
        best = best_of(there, title.sense)
        all_zero = title.sense == "most" and not any(there.values())
        for trucker in best:
            credits[trucker] += 0 if all_zero else 2
        if best:
            won[min(best, key=order.index)].append(number)
        else:
            over.append(number)
    paid.append(credits)
    for titles in won.values():
        over += titles[1:]
        del titles[1:]
    holds = {trucker: titles[0] for trucker, titles in won.items() if titles}
    without = [trucker for trucker in order if trucker not in holds]
    holds |= dict(zip(without, sorted(over), strict=True))
    gold: set[int] = set()
    for leg, (_, arrived, scores) in enumerate(flights[1:], start=2):
        credits = dict.fromkeys(truckers, 0)
        for trucker, number in holds.items():
            title = drawn[number]
            there = {each: scores[title.metric][each] for each in arrived}
            if trucker in best_of(there, title.sense):
                credits[trucker] = 4 if leg == 2 else 12 if trucker in gold else 6
        if leg == 2:
            gold = {trucker for trucker in truckers if credits[trucker]}
        paid.append(credits)
    return paid, gold, holds


def random_flight(rng: random.Random, truckers: int):  # type: ignore[no-untyped-def]
    """Few different scores, so that many tie; often nobody has any, sometimes nobody arrives."""
    order = rng.sample(range(truckers), truckers)
    arrived = set(order[: rng.choice((truckers, truckers, rng.randint(0, truckers)))])
    most = rng.choice((0, 1, 1, 3))
    scores = {metric: [rng.randint(0, most) for _ in range(truckers)] for metric in trek_module.OF_OUTCOME}
    return order, arrived, scores


def as_arrays(flights):  # type: ignore[no-untyped-def]
    """One flight of each of many journeys, as the engine has it: convoy, outcome, order."""
    truckers = len(flights[0][0])
    flying = np.array([[t in arrived for t in range(truckers)] for _, arrived, _ in flights]).T
    order = np.array([[order.index(t) for t in range(truckers)] for order, _, _ in flights]).T
    columns = {
        column: np.array([scores[metric] for _, _, scores in flights]).T
        for metric, column in trek_module.OF_OUTCOME.items()
    }
    return SimpleNamespace(state=SimpleNamespace(flying=flying)), SimpleNamespace(**columns), order


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.parametrize("truckers", [1, 2, 3, 4])
def test_titles_match_plain_function(truckers):
    rng = random.Random(truckers)
    journeys = 1500
    drawn = np.array([sorted(rng.sample(range(len(SIMPLE)), truckers)) for _ in range(journeys)]).T
    by_journey = [[random_flight(rng, truckers) for _ in range(3)] for _ in range(journeys)]
    titles = trek_module.Titles(SIMPLE, drawn)
    paid = [titles.paid(leg + 1, *as_arrays([flights[leg] for flights in by_journey])) for leg in range(3)]
    seen: Counter[int] = Counter()
    for number, flights in enumerate(by_journey):
        expected, gold, holds = plain_journey([SIMPLE[i] for i in drawn[:, number]], flights)
        for leg in range(3):
            assert paid[leg][:, number].tolist() == [expected[leg][t] for t in range(truckers)]
            seen.update(expected[leg].values())
        assert set(np.flatnonzero(titles.gold[:, number]).tolist()) == gold
        assert titles.holds[:, number].tolist() == [holds[t] for t in range(truckers)]
    assert {0, 2, 4, 6, 12} <= set(seen)


# By hand


def test_trek_titles_by_hand():
    """Three truckers, titles Crowd (crew), Spark (batteries), Dent (fewest lost); they finish in the order 2, 0, 1.

    Crew 5, 5, 4: truckers 0 and 1 get 2, the title goes to 0, who is ahead. Batteries 0, 0, 0: nobody is paid, the
    title goes to 2. Lost 3, 2, 2: 1 and 2 get 2, the title goes to 2, who keeps Spark, listed first; Dent goes to 1.
    Level II, 1 gives up: crew 3, 9, 3: trucker 0 ties with 2, gold. Batteries 1, 0, 2: 2 is best, gold. 1 is out.
    Level III: crew 6, 7, 5: nothing for 0. Batteries 2, 0, 2: a tie, gold pays 2 twelve. Lost 1, 1, 4: 6 for 1.
    """
    flights = [
        ([2, 0, 1], {0, 1, 2}, {"crew": [5, 5, 4], "batteries": [0, 0, 0], "components_lost": [3, 2, 2]}),
        ([2, 0, 1], {0, 2}, {"crew": [3, 9, 3], "batteries": [1, 0, 2], "components_lost": [0, 0, 0]}),
        ([0, 1, 2], {0, 1, 2}, {"crew": [6, 7, 5], "batteries": [2, 0, 2], "components_lost": [1, 1, 4]}),
    ]
    blank = {metric: [0, 0, 0] for metric in trek_module.OF_OUTCOME}
    titles = trek_module.Titles(SIMPLE, np.array([[0], [1], [2]]))
    paid = []
    for leg, (order, arrived, scores) in enumerate(flights, start=1):
        paid.append(titles.paid(leg, *as_arrays([(order, arrived, blank | scores)]))[:, 0].tolist())
        assert titles.holds[:, 0].tolist() == [0, 2, 1]
    assert paid == [[2, 4, 2], [4, 0, 4], [0, 6, 12]]
    assert titles.gold[:, 0].tolist() == [True, False, True]


def test_titles_are_handed_on():
    """Trucker 3 won three of four titles, nobody the last; finished 1, 3, 0, 2: 0 is kept, 1, 2, 3 go on."""
    owner, order = np.array([[3], [3], [3], [NOBODY]]), np.array([[2], [0], [3], [1]])
    assert trek_module.title_holders(owner, order)[:, 0].tolist() == [2, 1, 3, 0]


def test_title_ties_go_to_leader():
    best = np.array([[[True], [True], [False]], [[False], [False], [False]]])
    assert trek_module.owners(best, np.array([[2], [1], [0]]))[:, 0].tolist() == [1, NOBODY]


# Drawing


def test_titles_are_drawn_evenly():
    """Three of six, each of the 20 sets equally often; listed in order; the words are those of the journey."""
    trek = trek_module.Trek(load_titles(True, "2021"), 3)
    drawn = trek.drawn(5, 0, 40_000).drawn
    assert (np.diff(drawn, axis=0) > 0).all()
    counts = Counter(map(tuple, drawn.T.tolist()))
    assert len(counts) == 20
    assert chisquare(list(counts.values())).pvalue > UNFAIR
    assert (trek.drawn(5, 700, 50).drawn == drawn[:, 700:750]).all()


# On ships


def test_title_metrics_match_wrecks():
    """Sixty real ends of flights: the remaining ship is drawn anew and measured."""
    legs = plan_journey([load(*names) for names in TRUCKERS[:3]], 2, "bold")
    experiment = legs.flights[2]
    hulls = [ship.hull for ship in experiment.ships]
    convoy, outcome = experiment.simulate(hulls, 0, 20)
    found = {metric: trek_module.measured(metric, convoy, outcome) for metric in trek_module.METRICS}
    state, damaged = convoy.state, 0
    for number, hull in enumerate(hulls):
        for flight in range(20):
            alive = hull.squares_of(int(state.alive[number, flight]))
            left = hull.layout.without(set(hull.layout.components) - alive)
            damaged += len(alive) < len(hull.layout.components)
            crew = positions(int(state.crew[number, flight]))
            humans = [token for token in crew if token < len(hull.tokens.humans.at)]
            colours = [bool(int(state.crew[number, flight]) & int(alien)) for alien in hull.tokens.alien]
            charges = len(positions(int(state.charge[number, flight])))
            cubes = [len(positions(int(state.goods[colour, number, flight]))) for colour in range(4)]
            expected = {
                "crew": len(crew),
                "humans": len(humans),
                "aliens": sum(colours),
                "batteries": charges,
                "goods": sum(cubes),
                "cabins": sum(part.is_a.cabin for part in left.components.values()),
                "components": len(alive),
                "components_lost": len(hull.layout.components) - len(alive),
                "exposed_connectors": left.exposed_connectors(),
                "cannon_strength": 2 * left.without_aliens().cannon_strength(charges, colours[1]),
                "engine_strength": left.without_aliens().engine_strength(charges, colours[0]),
                "paid_by_cards": outcome.bounty[number, flight],
            }
            if state.flying[number, flight]:
                expected["goods_value"] = 4 * cubes[0] + 3 * cubes[1] + 2 * cubes[2] + cubes[3]
            for metric, value in expected.items():
                assert found[metric][number, flight] == value, metric
    assert damaged > 20


def test_titles_replace_looks_reward():
    """Credits with titles are those without, less the reward for looks, and what titles pay."""
    trials = 40
    truckers = [load(*names) for names in TRUCKERS[:3]]
    with_titles, without = (plan_journey(truckers, 3, titles=titles, cards=CARDS) for titles in (True, False))
    columns, plain = with_titles.run_block(0, trials), without.run_block(0, trials)
    order = None
    for leg, experiment in enumerate(without.flights, start=1):
        hulls = [ship.hull for ship in experiment.ships]
        convoy, outcome = experiment.simulate(hulls, 0, trials, places=order)
        order = experiment_module.arrival_order(convoy)
        looks = outcome.looks_reward
        assert (columns[f"credits_{leg}"] == plain[f"credits_{leg}"] - looks + columns[f"titles_{leg}"]).all()
        assert looks.sum() > 0
    assert set(np.unique(columns["titles_1"])) <= {0, 2, 4, 6, 8}
    assert set(np.unique(columns["titles_2"])) == {0, 4}
    assert set(np.unique(columns["titles_3"])) == {0, 6, 12}
    assert ((columns["titles_2"] == 4) == (columns["gold"] == 1)).all()
    assert (columns["titles_3"][columns["gold"] == 0] != 12).all()
    assert (columns["titles_3"][columns["gold"] == 1] != 6).all()


def test_titles_ignore_worker_count():
    truckers = [load(*names) for names in TRUCKERS[:2]]
    one, two = (analyzer.journey(truckers, 40, 8, titles=True, cards=CARDS, workers=workers) for workers in (1, 2))
    assert one.tally == two.tally
    assert one["trucker 1"].gold.n == 40


# Files and the command

GOOD = "titles:\n  - name: Crowd\n    metric: crew\n  - {name: Dent, metric: components_lost, sense: fewest}\n"
FAULTS = [
    (
        "titles:\n  - name: A\n    metric: crews\n",
        "t.yaml, line 3: titles, entry 1, metric: no metric 'crews': did you mean crew? Use one of crew",
    ),
    (
        "titles:\n  - name: A\n    metric: crew\n    sense: least\n",
        "t.yaml, line 4: titles, entry 1, sense: 'least': use one of",
    ),
    ("titles:\n  - metric: crew\n", "t.yaml, line 2: titles, entry 1, name is missing"),
    ("titles:\n  - name: A\n    metric: crew\n    pays: 3\n", "t.yaml, line 4: unknown field 'titles, entry 1, pays'"),
    ("titles:\n  - {name: A, metric: crew}\n  - {name: A, metric: goods}\n", "line 1: two titles are called 'A'"),
    ("titles: []\n", "t.yaml, line 1: 0 titles: give 1 to 20"),
    ("titles: crew\n", "t.yaml, line 1: titles: give a list"),
    ("- crew\n", "t.yaml, line 1: a list of fields is needed"),
    ("titles: [\n", "t.yaml, line 2: not YAML"),
]


def test_titles_file_is_read():
    assert trek_module.parse_titles(GOOD, "t.yaml") == (
        Title("Crowd", "crew"),
        Title("Dent", "components_lost", "fewest"),
    )


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=[fault[:32] for _, fault in FAULTS])
def test_titles_faults_have_lines(text, fault):
    with pytest.raises(AnalyzerError) as told:
        trek_module.parse_titles(text, "t.yaml")
    assert any(fault in each for each in told.value.faults), told.value.faults


def test_titles_come_with_2021():
    titles = load_titles(True, "2021")
    assert len(titles) == len({title.metric for title in titles}) == 6
    assert load_titles(False, "2021") == ()
    with pytest.raises(AnalyzerError, match="no titles come with the 2007 edition"):
        load_titles(True, "2007")
    for wrong in ([], ["crew"], 3, [Title("A", "crew"), "crew"]):
        with pytest.raises(AnalyzerError, match="titles: give True"):
            load_titles(wrong, "2021")  # type: ignore[arg-type]
    with pytest.raises(AnalyzerError, match="two titles are called 'A'"):
        load_titles([Title("A", "crew"), Title("A", "goods")], "2021")
    with pytest.raises(AnalyzerError, match="no metric 'crews'") as told:
        Title("A", "crews", "least")
    assert len(told.value.faults) == 2


def test_too_few_titles_are_refused():
    with pytest.raises(AnalyzerError, match="1 titles for 2 truckers"):
        plan_journey([load(*names) for names in TRUCKERS[:2]], titles=[Title("A", "crew")])


@pytest.mark.usefixtures("flown_once")
def test_journey_command_flies_for_titles(command, tmp_path):
    args = [*map(path, TRUCKERS[0]), "--against", *map(path, TRUCKERS[1]), "--flights", "15"]
    args += [word for leg in CARDS for word in ("--cards", ",".join(map(str, leg)))]
    said = command("journey", *args, "--titles", "--verbose")
    assert said.code == 0
    truckers = [load(*names) for names in TRUCKERS[:2]]
    found = analyzer.journey(truckers, 15, titles=True, cards=CARDS)
    share, low, high = found["trucker 2"].measured("gold")
    assert not untold(said.out, "trucker 2", "gold", f"{share:.2%}", f"{low:.2%} to {high:.2%}")
    told = " ".join(said.out.split())
    assert not untold(told, "list of titles", "not available")
    assert "Defending a golden title has restrictions" in told
    (tmp_path / "t.yaml").write_text(GOOD)
    own = json.loads(command("journey", *args, "--titles-file", "t.yaml", "--json").out)
    assert own["titles"] == [
        {"name": "Crowd", "metric": "crew", "sense": "most"},
        {"name": "Dent", "metric": "components_lost", "sense": "fewest"},
    ]
    assert not any("list of titles in the box" in note for note in own["notes"])
    (tmp_path / "t.yaml").write_text(FAULTS[0][0])
    broken = command("journey", *args, "--titles-file", "t.yaml")
    assert broken.code == 2
    assert not untold(broken.told, "t.yaml, line 3", "titles, entry 1", "metric 'crews'")
