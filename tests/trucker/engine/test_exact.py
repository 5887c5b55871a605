"""Enumerated dice against brute force with the plain twin: the same whole-number weights for every outcome.

What would make this fail: a state lost, merged too early or counted twice; a roll branched in vain;
a rule whose enumerated run differs from the twin's.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Layout, load_captain
from tests.doors.printed import load_edition
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import merge_states
from tests.places import ROOT
from tests.trucker.engine.brute_force import WAYS, brute_force, enumerated, rolls_of, shortened
from tests.trucker.engine.convoys import BOARDS, captains
from tests.trucker.rules.ships import gunner
from tests.trucker.scripted import PLAIN, meteors, pirates, ship, zone
from tests.trucker.shipyard import grow_ship

EDITION = load_edition("2007")


@pytest.mark.slow(but=7)
@pytest.mark.parametrize("number", range(40))
def test_weights_match_brute_force(number: int) -> None:
    rng = random.Random(1000 + number)
    name = rng.choice(list(BOARDS))
    ships = [grow_ship(rng, BOARDS[name], name=f"ship {i}") for i in range(rng.choice((1, 1, 2, 3)))]
    who = captains(rng, len(ships))
    throws = [card for card in EDITION.cards if rolls_of(card)]
    cards = [shortened(rng.choice(throws), 2)]
    quiet = [card for card in EDITION.cards if not rolls_of(card) and card.kind != "sabotage"]
    cards = [rng.choice(quiet), *cards, rng.choice(quiet)]
    level = EDITION.levels[name]
    fast, k = enumerated(ships, who, level, cards)
    most = sum(rolls_of(card) for card in cards)
    plain = brute_force(ships, who, level, cards, most)
    assert sum(fast.values()) == 36**k
    assert {end: ways * 36 ** (most - k) for end, ways in fast.items()} == dict(plain)


def test_sabotage_branches_until_hit() -> None:
    """Two rolls a try, three tries: too many sums for the twin, so the chance to be hit is worked out by hand.

    Of the ship's squares each is found with (ways of its column) x (ways of its row) / 36**2; a try hits with the sum
    of these, and the ship is spared with the third power of the rest.
    """
    rng = random.Random(5)
    ships = [grow_ship(rng, "2007-III", components=12), grow_ship(rng, "2007-III", components=30)]
    card = next(card for card in EDITION.cards if card.kind == "sabotage")
    crew = [sum(2 * part.is_a.cabin for part in ship.components.values()) - len(ship.aliens) for ship in ships]
    victim = 0 if crew[0] <= crew[1] else 1
    hit = Fraction(sum(WAYS[row] * WAYS[column] for row, column in ships[victim].components), 36**2)
    found, k = enumerated(ships, [load_captain("sensible")] * 2, EDITION.levels["III"], [card])
    lost = METRICS.index("components_lost")
    spared = sum(ways for end, ways in found.items() if end[victim][lost] == 0)
    assert k == 6
    assert Fraction(spared, 36**6) == (1 - hit) ** 3


def test_weights_exceed_64_bits() -> None:
    """Three swarms of five make 36**15 ways, more than 64 bits hold; they still add up exactly."""
    ship = grow_ship(random.Random(3), "2007-II", components=9)
    cards = [card for card in EDITION.cards if card.kind == "meteor_swarm" and len(card.hits) == 5][:3]
    found, k = enumerated([ship], [load_captain("sensible")], EDITION.levels["II"], cards)
    assert k == 15
    assert sum(found.values()) == 36**15


def test_pruned_chance_bounds_the_truth() -> None:
    ship = analyzer.load_ship("ships/2007/II/tin-kite.yaml")
    whole = analyzer.exact(ship, card="2007/28")
    pruned = analyzer.exact(ship, card="2007/28", budget=20)
    assert whole.pruned == 0
    assert pruned.pruned > 0
    assert sum(pruned.chances) == 1 - pruned.pruned
    for value, chance in pruned.distribution("components_lost").items():
        assert chance <= whole.distribution("components_lost").get(value, 0) <= chance + pruned.pruned


def test_states_one_bit_apart_stay_two() -> None:
    """A ship's squares are bits of one word: rounded to a float, these two sets of squares would be one."""
    squares = np.array([2**63, 2**63 + 1, 2**63], np.uint64)
    found = merge_states({"alive": squares, "weight": np.array([1, 2, 4]), "rolled": np.array([1, 1, 1])})
    assert dict(zip(found["alive"].tolist(), found["weight"].tolist(), strict=True)) == {2**63: 5, 2**63 + 1: 2}


def test_states_twelve_rolls_apart_weigh_alike() -> None:
    """One state of certainty is as much as all 36**12 ways of twelve rolls, and that still fits into 64 bits."""
    found = merge_states(
        {"alive": np.array([1, 2], np.uint64), "weight": np.array([1, 5]), "rolled": np.array([0, 12])}
    )
    assert found["weight"].tolist() == [36**12, 5]
    assert found["rolled"].tolist() == [12, 12]


@pytest.mark.parametrize(("strength", "rolls"), [(3, 0), (4, 0), (5, 2)])
def test_nobody_shot_at_no_rolls(strength: int, rolls: int) -> None:
    """Four single cannons beat pirates of 3, tie with pirates of 4, and lose to pirates of 5, who shoot twice."""
    enemies = pirates(strength, "large-front small-left")
    found, k = enumerated([gunner(4)], [load_captain("sensible")], EDITION.levels["II"], [enemies])
    assert k == rolls
    assert sum(found.values()) == 36**rolls


def test_one_heavy_shot_by_hand() -> None:
    """A starting cabin alone, one large meteor from the front at column 7: six ways of 36 end the flight."""
    ship = Layout.from_components("2007-I", [{"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}])
    card = replace(next(card for card in EDITION.cards if card.id == 10), hits=EDITION.cards[10].hits[:1])
    found, k = enumerated([ship], [load_captain("sensible")], EDITION.levels["I"], [card])
    ending = METRICS.index("ending")
    assert k == 1
    assert {end[0][ending]: ways for end, ways in found.items()} == {0: 30, 1: 6}


@pytest.mark.parametrize(
    ("change", "cure"),
    [
        ({"card": "2007/99"}, "the cards are 0 to "),
        ({"card": "2021/3"}, "use 2007/3"),
        ({"card": "first"}, "analyzer deck"),
        ({"card": "2007/first"}, "analyzer deck"),
        ({}, "name one"),
        ({"card": 28, "budget": 0}, "at least 1"),
        ({"card": 28, "start": 2}, "alone there is one place"),
        ({"card": 28, "captain": "nobody"}, "sensible"),
    ],
)
def test_wrong_exact_questions_refused(change: dict[str, object], cure: str) -> None:
    ship = analyzer.load_ship("ships/2007/II/tin-kite.yaml")
    with pytest.raises(AnalyzerError, match=cure):
        analyzer.exact(ship, **change)  # type: ignore[arg-type]


def test_branched_and_unbranched_states_merge():
    """A meteor takes the first ship in 6 of 36 ways; where both still fly, a zone shoots at the smaller crew."""
    ships = [ship("7/7 SC"), ship("6/7 CN^; 7/7 SC CA")]
    cards = [meteors("large-front"), zone("crew>shots:large-front")]
    who = [PLAIN, PLAIN]
    fast, k = enumerated(ships, who, EDITION.level("II"), cards)
    plain = brute_force(ships, who, EDITION.level("II"), cards, 2)
    assert (k, sum(fast.values())) == (2, 36**2)
    assert fast == plain
    gone_on_first, gone_on_second = 6 * 36, 30 * 6
    by_cards = Counter({1: gone_on_first, 2: 36**2 - gone_on_first})
    flown = METRICS.index("cards_flown")
    assert sum((Counter({end[0][flown]: ways}) for end, ways in fast.items()), Counter()) == by_cards
    lost = sum(ways for end, ways in fast.items() if end[0][METRICS.index("ending")])
    assert lost == gone_on_first + gone_on_second


def test_lost_charges_are_not_spent() -> None:
    """The miser spends nothing: what is gone went down with its battery, by the chance that each is lost."""
    kite = analyzer.load_ship(ROOT / "ships/2007/II/tin-kite.yaml")
    answer = analyzer.exact(kite, card="2007/28", captain="miser")
    gone = sum(answer.lost_squares[at] * part.is_a.batteries for at, part in kite.components.items())
    assert answer.mean("batteries_spent") == 0
    assert answer.mean("batteries_lost") == gone > 0


def test_spent_charges_are_not_lost() -> None:
    """Open space hits nothing; a captain to whom days are worth everything spends a charge on each double engine."""
    kite = analyzer.load_ship(ROOT / "ships/2007/II/tin-kite.yaml")
    doubles = sum(part.kind == "double_engine" for part in kite.components.values())
    charges = sum(part.is_a.batteries for part in kite.components.values())
    hurried = replace(load_captain("sensible"), name="hurried", day=10_000, day_alone=10_000, reserve=0)
    answer = analyzer.exact(kite, card="2007/25", captain=hurried)
    assert answer.mean("batteries_spent") == min(doubles, charges) > 0
    assert answer.mean("batteries_lost") == 0


@pytest.mark.parametrize(("rivals", "price"), [("alone", 25), ("field", 200)])
def test_harm_of_days_uses_captains_price(rivals: str, price: int) -> None:
    """A day counts 2 credits among rivals and a quarter of one alone; nothing else happens in open space."""
    kite = analyzer.load_ship(ROOT / "ships/2007/II/tin-kite.yaml")
    captain = replace(load_captain("sensible"), name="two prices", day=200, day_alone=25)
    answer = analyzer.exact(kite, card="2007/25", rivals=rivals, captain=captain)
    spent = answer.mean("batteries_spent") * captain.battery
    assert answer.endings["arrived"] == 1
    assert answer.harm() == (spent - answer.mean("days") * price) / 100
