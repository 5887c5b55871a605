"""Dice, decks and places: pure functions of their addresses, and as fair as the real ones.

Statistical tests use fixed seeds, so they give the same verdict every time.
"""

from __future__ import annotations

from itertools import combinations, permutations
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import chi2

from analyzer import AnalyzerError
from tests.doors.montecarlo import words
from tests.doors.trucker_flights import SampledDice, ScriptedDice
from tests.doors.trucker_paper import Route
from tests.montecarlo.fairness import UNFAIR, fair, times_of
from tests.trucker.engine.sampled_rolls import WAYS, rolls, table
from tests.trucker.printed_cards import CARDS, LEVEL_OF, PLACE_OF

SWARM = 7
"""Rolls of the longest meteor swarm."""
LEVELS = {"I": {1: 8}, "II": {1: 4, 2: 8}, "III": {1: 4, 2: 4, 3: 8}, "IIIa": {1: 4, 2: 4, 3: 8}}
"""How many cards of each level the four piles of a flight hold (rules: "Flugkarten": 2; 1 + 2; 1 + 1 + 2 a pile)."""
LEARNING = {1, 3, 4, 8, 12, 15, 16, 18}


# Rolls


def test_too_many_rolls_per_word_refused():
    with pytest.raises(IndexError):
        rolls(1, 5, slot=0, number=10)


def test_roll_depends_on_address_only():
    """Flights 500 to 599 roll the same in a block of their own, for every slot and number."""
    for slot in range(12):
        for number in range(SWARM):
            whole = rolls(9, 1000, slot, number)
            assert np.array_equal(whole[500:600], rolls(9, 100, slot, number, first=500))


def test_chosen_flights_keep_their_rolls():
    """Some flights of a block roll what they would roll in the whole block."""
    dice = Route(level_name="II").dice(9, 0, 1000)
    some = SimpleNamespace(slot=4, size=3, numbers=np.array([900, 3, 512]))
    assert dice.roll(some, 2).tolist() == rolls(9, 1000, 4, 2)[[900, 3, 512]].tolist()


# Fairness


@pytest.mark.slow(but=2)
@pytest.mark.parametrize(("slot", "number"), [(0, 0), (5, 1), (11, 3), (3, SWARM - 1), (7, 9)])
def test_sums_match_two_dice(slot, number):
    """Two million rolls of one address against exact 36ths, also the seventh and the tenth of a word.

    Fails if one sum is off by about 0.2 percentage points: say, a die with a face of 1/6 + 1/300, digits cut in base
    35 or 37, or sums taken from one number of 2 to 12.
    """
    seen = np.bincount(rolls(2007, 2_000_000, slot, number), minlength=13)
    assert seen[:2].sum() == 0
    assert seen.size == 13
    assert fair(seen[2:], WAYS) > UNFAIR


def pairs(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(11, 11) How often each sum met each other."""
    return np.bincount((one - 2) * 11 + other - 2, minlength=121).reshape(11, 11)


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", range(SWARM - 1))
def test_next_rolls_are_independent(number):
    """Fails if a roll tells about the next one of the same card, as it would if digits shared bits."""
    one, other = (rolls(41, 500_000, 2, k) for k in (number, number + 1))
    assert fair(pairs(one, other), np.outer(WAYS, WAYS)) > UNFAIR


def test_next_flights_are_independent():
    """Fails if flights side by side share random words."""
    drawn = rolls(42, 1_000_001, 6, 0)
    assert fair(pairs(drawn[:-1:2], drawn[1::2]), np.outer(WAYS, WAYS)) > UNFAIR


@pytest.mark.parametrize(("one", "other"), [(0, 1), (3, 4), (0, 11)])
def test_next_cards_are_independent(one, other):
    """Fails if the slots of a flight share random words."""
    assert fair(pairs(rolls(43, 500_000, one, 0), rolls(43, 500_000, other, 0)), np.outer(WAYS, WAYS)) > UNFAIR


def test_next_seeds_are_independent():
    """Fails if seeds 1 and 2 give flights that go together."""
    assert fair(pairs(rolls(1, 500_000, 0, 0), rolls(2, 500_000, 0, 0)), np.outer(WAYS, WAYS)) > UNFAIR


def test_long_routes_roll_anew():
    """Cards 17 and 33 have words of their own, not that of card 1."""
    dice = Route(cards=(28,) * 40).dice(1, 0, 300_000)
    drawn = [dice.roll(table(slot, 300_000), 0) for slot in (0, 16, 32)]
    for one, other in combinations(drawn, 2):
        assert fair(pairs(one, other), np.outer(WAYS, WAYS)) > UNFAIR


@pytest.mark.parametrize("slot", [0, 15, 39])
@pytest.mark.parametrize(("earlier", "apart"), [((), 0), (("I",), 10_000), (("I", "II"), 20_000)])
def test_journey_dice_use_own_streams(slot, earlier, apart):
    """Dice read a stream for every card, 10,000 further on in every flight of a journey."""
    dice = Route(cards=(28,) * 40, earlier=earlier).dice(6, 0, 50)
    address = SampledDice([words(6, 1000 + slot + apart, 0, 50)])
    assert np.array_equal(dice.roll(table(slot, 50), 0), address.roll(table(0, 50), 0))


def test_card_has_ten_rolls():
    dice = Route().dice(1, 0, 2)
    assert dice.roll(table(0, 2), 9).size == 2
    with pytest.raises(IndexError, match=r"^roll 10: a card has at most 10$"):
        dice.roll(table(0, 2), 10)


def test_scripted_dice_read_the_script():
    dice = ScriptedDice([[[2, 12], [7]], [[3], []]])
    convoy = table(0, 2)
    assert dice.roll(convoy, 0).tolist() == [2, 3]
    assert dice.roll(convoy, 1, np.array([0])).tolist() == [12, 0]
    assert dice.left_over() == [(0, 1, 0)]
    with pytest.raises(AnalyzerError, match=r"roll 1 .*card 0 .*flight 1"):
        dice.roll(convoy, 1)


# Decks


def cards_of(route: Route, seed: int, flights: int, first: int = 0) -> np.ndarray:
    """(flights, slots) The ids of the cards."""
    ids = np.array([card.id for card in route.rules.cards])
    return ids[route.deal(seed, first, flights)]


@pytest.mark.parametrize("level", LEVELS)
def test_decks_mix_cards_by_level(level):
    """Every deck has its number of each level, no card twice, and a card of the flight's own level first."""
    decks = cards_of(Route(level_name=level), 17, 20_000)
    assert decks.shape == (20_000, sum(LEVELS[level].values()))
    levels = LEVEL_OF[decks]
    for number in (1, 2, 3):
        assert set((levels == number).sum(axis=1).tolist()) == {LEVELS[level].get(number, 0)}
    assert (levels[:, 0] == max(LEVELS[level])).all()
    in_order = np.sort(decks, axis=1)
    assert (np.diff(in_order, axis=1) > 0).all()


@pytest.mark.parametrize("level", LEVELS)
def test_level_cards_dealt_equally_often(level):
    """200,000 decks. Fails if one of some 20 cards is dealt 3% more often than the others.

    No card comes twice in a deck, so the counts are less spread than independent ones: the statistic is divided
    by what sampling without replacement leaves of it, (1 - dealt/n) x n/(n - 1) for n cards.
    """
    decks = cards_of(Route(level_name=level), 18, 200_000)
    for number, dealt in LEVELS[level].items():
        seen, many = np.bincount(decks.ravel(), minlength=len(LEVEL_OF))[CARDS[number]], len(CARDS[number])
        expected = 200_000 * dealt / many
        left = (1 - dealt / many) * many / (many - 1)
        statistic = ((seen - expected) ** 2 / expected).sum() / left
        assert chi2.ppf(1e-5, many - 1) < statistic < chi2.isf(1e-4, many - 1)


@pytest.mark.parametrize("level", LEVELS)
def test_first_card_is_uniform(level):
    own = CARDS[max(LEVELS[level])]
    first = cards_of(Route(level_name=level), 19, 200_000)[:, 0]
    seen = np.bincount(first, minlength=len(LEVEL_OF))[own]
    assert seen.sum() == 200_000
    assert fair(seen, np.ones(len(own))) > UNFAIR


@pytest.mark.parametrize(("level", "slot"), [("II", 1), ("II", 11), ("III", 1), ("III", 8), ("IIIa", 15), ("I", 7)])
def test_later_cards_are_uniform(level, slot):
    """Behind the first, a slot holds each card as often as its level has cards left. Fails if one is off by 15%."""
    ids = cards_of(Route(level_name=level), 20, 200_000)[:, slot]
    behind = dict(LEVELS[level])
    behind[max(behind)] -= 1
    expected = np.array([behind.get(number, 0) / len(CARDS[number]) for number in LEVEL_OF.tolist()])
    seen = np.bincount(ids, minlength=len(LEVEL_OF))
    assert seen[expected == 0].sum() == 0
    assert fair(seen[expected > 0], expected[expected > 0]) > UNFAIR


def test_card_order_is_symmetric():
    """Each of any two cards in a deck of level II, behind the first, comes first equally often."""
    decks = cards_of(Route(level_name="II"), 21, 100_000)[:, 1:]
    place = np.full((100_000, len(LEVEL_OF)), -1)
    np.put_along_axis(place, decks, np.arange(11)[None, :].repeat(100_000, axis=0), axis=1)
    for one, other in ((3, 23), (20, 39), (0, 19), (28, 35)):
        both = (place[:, one] >= 0) & (place[:, other] >= 0)
        ahead = int((place[both, one] < place[both, other]).sum())
        assert fair(np.array([ahead, both.sum() - ahead]), np.ones(2)) > UNFAIR


def test_learning_flight_deals_every_order():
    """40,320 orders, 24.8 flights each are expected. Fails if one never comes, or if they differ by 4%."""
    decks = cards_of(Route(level_name="I", learning=True), 22, 1_000_000)
    assert decks.shape[1] == 8
    assert set(np.unique(decks).tolist()) == LEARNING
    code = decks.astype(np.int64) @ (20 ** np.arange(8))
    _, times = np.unique(code, return_counts=True)
    assert times.size == 40_320
    assert fair(times, np.ones(times.size)) > UNFAIR


def test_chosen_cards_keep_their_order():
    decks = cards_of(Route(cards=(28, 3, 28, 41)), 1, 100)
    assert (decks == [28, 3, 28, 41]).all()


@pytest.mark.parametrize("level", LEVELS)
def test_deck_depends_on_flight_only(level):
    route = Route(level_name=level)
    whole = route.deal(23, 0, 1000)
    assert np.array_equal(whole[300:450], route.deal(23, 300, 150))
    assert np.array_equal(np.vstack([route.deal(23, f, 1) for f in range(40)]), whole[:40])
    assert not np.array_equal(whole, route.deal(24, 0, 1000))


# Places in the starting order


@pytest.mark.parametrize("ships", [1, 2, 3, 4])
def test_starting_orders_are_equally_likely(ships):
    places = Route().places(51, 0, 240_000, ships)
    assert places.shape == (ships, 240_000)
    seen = times_of(places)
    assert set(seen) == set(permutations(range(ships)))
    assert ships == 1 or fair(np.array(list(seen.values())), np.ones(len(seen))) > UNFAIR


@pytest.mark.parametrize(("ships", "start"), [(1, 1), (2, 1), (2, 2), (3, 2), (4, 1), (4, 3), (4, 4)])
def test_chosen_start_shuffles_the_rest(ships, start):
    """A chosen place is taken, and the other ships share the rest evenly."""
    places = Route(start=start).places(52, 0, 120_000, ships)
    assert (places[0] == start - 1).all()
    rest = sorted(set(range(ships)) - {start - 1})
    seen = times_of(places[1:])
    assert set(seen) == set(permutations(rest))
    assert len(seen) == 1 or fair(np.array(list(seen.values())), np.ones(len(seen))) > UNFAIR


def test_places_depend_on_flight_only():
    whole = Route().places(53, 0, 1000, 3)
    assert np.array_equal(whole[:, 200:300], Route().places(53, 200, 100, 3))


def test_journey_draws_places_anew():
    """Chance alone makes places agree in 500 of 1,000 flights of two ships."""
    first, later = (Route(level_name="II", earlier=earlier).places(55, 0, 1000, 2)[0] for earlier in ((), ("I",)))
    assert 400 < (first == later).sum() < 600


def test_dice_decks_places_are_independent():
    """Fails if two of them read the same stream of words."""
    route = Route(level_name="II")
    first, many = PLACE_OF[cards_of(route, 54, 500_000)[:, 0]], len(CARDS[2])
    place = route.places(54, 0, 500_000, 2)[0]
    total = rolls(54, 500_000, 0, 0)
    assert fair(np.bincount(first * 2 + place, minlength=2 * many), np.ones(2 * many)) > UNFAIR
    assert fair(np.bincount(place * 11 + total - 2, minlength=22), np.tile(WAYS, 2)) > UNFAIR
    assert fair(np.bincount(first * 11 + total - 2, minlength=11 * many), np.tile(WAYS, many)) > UNFAIR


def test_dice_take_upper_word_bits():
    """A word of all ones is the largest fraction: a six and a six, ten times; a word of noughts two ones."""
    dice = SampledDice([np.array([2**64 - 1, 0], np.uint64)])
    assert [dice.roll(table(0, 2), number).tolist() for number in range(9)] == [[12, 2]] * 9
