"""Forecasts and the prognostic variant: decks against counting by hand, and forecast files with every fault."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2, chisquare

import analyzer
from analyzer import AnalyzerError, Forecast
from tests.conftest import Said
from tests.doors.montecarlo import words
from tests.doors.printed import Card, load_edition
from tests.doors.trucker_flights import plan
from tests.doors.trucker_paper import Piles, Route
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.printed_cards import CARDS, LAST, LEVEL_OF

SHIPS = ROOT / "ships" / "2007"
EXAMPLE = SHIPS / "forecast-II.yaml"
HAULER, KITE, MILE = (str(SHIPS / name) for name in ("II/steady-hauler.yaml", "II/tin-kite.yaml", "I/first-mile.yaml"))
LEVELS = {"I": {1: 8}, "II": {1: 4, 2: 8}, "III": {1: 4, 2: 4, 3: 8}, "IIIa": {1: 4, 2: 4, 3: 8}}
"""Cards of each level in a deck."""
KNOWN = {
    "I": ((3, 17), (), (4, None)),
    "II": ((28, 3, 31), (35, None, 12)),
    "III": ((2, 25, 41, 59), (40, None, 7), (44, 45)),
    "IIIa": ((), (2, 25, 41, 59)),
}
"""A forecast of each level; II knows three cards of the level's own, 28, 31 and 35, and two of level I, 3 and 12."""
UNFAIR = 1e-4


def decks_of(route: Route, seed: int, flights: int) -> np.ndarray:
    """(flights, slots) The numbers of the cards."""
    return np.array([card.id for card in route.rules.cards])[route.deal(seed, 0, flights)]


def seen(level: str, prognostic: bool = False) -> Route:
    piles = KNOWN[level]
    if prognostic:
        size = len(load_edition("2007").level(level).pile)
        piles = tuple((*pile, *(None,) * (size - len(pile))) for pile in piles)
    return Route(level_name=level, forecast=Forecast(piles), prognostic=prognostic)


def test_unusual_routes_are_noted():
    assert Route().notes() == []
    known = replace(seen("I"), prognostic=True, replaced=(load_edition("2007").cards[5], load_edition("2007").cards[9]))
    assert known.notes() == [
        "Forecast: cards 3 17 | unseen | 4 ? are in every deck; the others are drawn at random.",
        "Prognostic variant: the piles lie on each other in order, and nothing is shuffled.",
        "Cards 5, 9 are not the printed ones.",
    ]
    assert not untold(Route(start=2).notes(), "named first", "place 2")
    learning = Route(level_name="I", learning=True).notes()
    assert not untold(learning[0], "Learning flight", "aliens", "life support")
    assert not untold(learning[1], "learning flight", "gives up", "rewards", "charged")


@pytest.mark.parametrize(
    ("start", "ships", "said"),
    [
        (2, 1, "start 2: only 1 ship flies"),
        (4, 3, "start 4: only 3 ships fly"),
        (None, 5, "5 ships: at most 4 fly together"),
    ],
)
def test_too_many_ships_are_refused(start, ships, said):
    with pytest.raises(AnalyzerError, match=f"^{said}$"):
        Route(start=start).places(1, 0, 1, ships)


BOTH = pytest.mark.parametrize("prognostic", [False, True])


@BOTH
@pytest.mark.parametrize("level", LEVELS)
def test_known_cards_are_in_decks(level, prognostic):
    decks = decks_of(seen(level, prognostic), 3, 5000)
    assert decks.shape == (5000, sum(LEVELS[level].values()))
    assert (np.diff(np.sort(decks, axis=1), axis=1) > 0).all()
    for card in seen(level).forecast.known:
        assert (decks == card).any(axis=1).all()
    for number, dealt in LEVELS[level].items():
        assert ((LEVEL_OF[decks] == number).sum(axis=1) == dealt).all()
    if not prognostic:
        assert (LEVEL_OF[decks[:, 0]] == max(LEVELS[level])).all()


@pytest.mark.slow(but=5)
@BOTH
@pytest.mark.parametrize("level", LEVELS)
def test_unknown_cards_are_drawn_evenly(level, prognostic):
    """Each of the n unknown cards of a level comes with chance (d - k)/n in 100,000 decks.

    Here k of the d cards of that level are known. No card comes twice, so counts spread less: the statistic is divided
    by (1 - chance) x n/(n - 1).
    """
    route = seen(level, prognostic)
    decks = decks_of(route, 4, 100_000)
    for number, dealt in LEVELS[level].items():
        known = [card for card in route.forecast.known if card in CARDS[number]]
        left = [card for card in CARDS[number] if card not in known]
        counts = np.bincount(decks.ravel(), minlength=len(LEVEL_OF))[left]
        chance = (dealt - len(known)) / len(left)
        expected = 100_000 * chance
        spread = (1 - chance) * len(left) / (len(left) - 1)
        statistic = ((counts - expected) ** 2 / expected).sum() / spread
        assert chi2.sf(statistic, len(left) - 1) > UNFAIR
        assert chi2.cdf(statistic, len(left) - 1) > UNFAIR / 10


def test_first_card_is_of_own_level():
    """Three of 8 cards of level II in the deck are known: each leads 1 of 8; the others share 5 of 8."""
    first = decks_of(seen("II"), 5, 200_000)[:, 0]
    counts = np.bincount(first, minlength=len(LEVEL_OF))[CARDS[2]]
    chances = [1 / 8 if card in (28, 31, 35) else 5 / 8 / (len(CARDS[2]) - 3) for card in CARDS[2]]
    assert chisquare(counts, 200_000 * np.array(chances)).pvalue > UNFAIR


@pytest.mark.parametrize(("slot", "card", "chance"), [(1, 3, 1 / 11), (11, 12, 1 / 11), (6, 28, 7 / 88)])
def test_known_card_lies_anywhere_behind(slot, card, chance):
    """One of level I is in each of 11 slots equally often; one of level II too, when it does not lead: 7/8 of 1/11."""
    there = int((decks_of(seen("II"), 6, 200_000)[:, slot] == card).sum())
    assert chisquare([there, 200_000 - there], [200_000 * chance, 200_000 * (1 - chance)]).pvalue > UNFAIR


# A small box, where every way to lay out the piles can be listed

SMALL = tuple(Card(i, 1 + (i >= 3), False, "stardust") for i in range(6))
"""Three cards of level I, 0 to 2, and three of level II, 3 to 5."""
TWO_PILES = replace(load_edition("2007").level("II"), pile=(1, 2), piles=2)


def layouts(known: tuple[tuple[int | None, ...], ...], in_place: bool) -> Iterator[tuple[int, ...]]:
    """Every equally likely way to lay out two piles of one card each level that agrees with what was seen."""
    for low, high, turns in product(
        permutations(range(3), 2), permutations(range(3, 6), 2), product((1, -1), repeat=2)
    ):
        piles = [(low[i], high[i])[:: turns[i]] for i in range(2)]
        if in_place:
            agrees = all(card in (None, piles[i][j]) for i, pile in enumerate(known) for j, card in enumerate(pile))
        else:
            agrees = all(card is None or card in piles[i] for i, pile in enumerate(known) for card in pile)
        if agrees:
            yield (*piles[0], *piles[1])


def shuffles(known: tuple[tuple[int | None, ...], ...]) -> Iterator[tuple[int, ...]]:
    """Every way to shuffle those layouts until a card of level II is on top."""
    for deck in layouts(known, in_place=False):
        yield from (order for order in permutations(deck) if order[0] >= 3)


@pytest.mark.slow(but=9)
@BOTH
@pytest.mark.parametrize(
    "known", [(), ((4,),), ((4, 1),), ((None, 4),), ((0,), (5,)), ((), (None, 2)), ((3, 0), (1, 4)), ((), (2, 5))]
)
def test_small_decks_match_all_layouts(known, prognostic):
    """Small decks are exactly those of all layouts that agree with the cards seen."""
    ways = Counter(layouts(known, True) if prognostic else shuffles(known))
    flights = 30_000
    dealt = Piles(SMALL, TWO_PILES, Forecast(known), prognostic).deal(7, 0, flights)
    counts = Counter(map(tuple, dealt.tolist()))
    assert set(counts) == set(ways)
    expected = np.array(list(ways.values())) * (flights / ways.total())
    assert len(ways) == 1 or chisquare([counts[deck] for deck in ways], expected).pvalue > UNFAIR


# Order, addresses, and decks without a forecast


def test_prognostic_piles_come_in_order():
    route = Route(forecast=Forecast(((28, 3, 31), None, (35, None, 12))), prognostic=True)  # type: ignore[arg-type]
    decks = decks_of(route, 8, 2000)
    assert (decks[:, :3] == [28, 3, 31]).all()
    assert (decks[:, [6, 8]] == [35, 12]).all()
    assert (LEVEL_OF[decks[:, 7]] == 2).all()
    for unseen in (decks[:, 3:6], decks[:, 9:]):
        assert (np.sort(LEVEL_OF[unseen], axis=1) == [1, 2, 2]).all()


def test_prognostic_top_has_any_level():
    """A pile has one card of level I and two of level II in any order: one deck in three begins with level I."""
    decks = decks_of(Route(prognostic=True), 9, 90_000)
    assert (np.sort(LEVEL_OF[decks].reshape(-1, 4, 3), axis=2) == [1, 2, 2]).all()
    low = int((LEVEL_OF[decks[:, 0]] == 1).sum())
    assert chisquare([low, 90_000 - low], [30_000, 60_000]).pvalue > UNFAIR


@BOTH
@pytest.mark.parametrize("level", LEVELS)
def test_deck_depends_on_seed_and_flight(level, prognostic):
    route = seen(level, prognostic)
    assert np.array_equal(route.deal(10, 5, 10), route.deal(10, 0, 15)[5:])
    assert np.array_equal(np.vstack([route.deal(10, f, 1) for f in range(15)]), route.deal(10, 0, 15))
    assert not np.array_equal(route.deal(10, 0, 15), route.deal(11, 0, 15))
    assert route.deal(10, 3, 0).shape == (0, route.length)


def order_of(seed: int, stream: int, things: int) -> list[int]:
    """The things of flight 0, drawn one by one: eight draws cut the digits of one word, the next lies 2**32 further."""
    order = list(range(things))
    for place in range(things):
        if place % 8 == 0:
            rest = Fraction(int(words(seed, stream + place // 8 * 2**32, 0, 1)[0]) >> 6, 2**58)
        drawn, rest = divmod(rest * (things - place), 1)
        order[place], order[place + drawn] = order[place + drawn], order[place]
    return order


def stack_of(seed: int, level: int) -> list[int]:
    """The cards of a level as they lie shuffled for flight 0."""
    return [CARDS[level][place] for place in order_of(seed, 100 + level, len(CARDS[level]))]


def mix_of(seed: int, stream: int, sorts: list[list[int]]) -> list[int]:
    """One deck of flight 0: the last two sorts are mixed first; ways are numbered as the places of the sort before."""
    *others, mix = sorts
    rest = Fraction(int(words(seed, stream, 0, 1)[0]) >> 20, 2**44)
    for sort in reversed(others):
        ways = list(combinations(range(len(sort) + len(mix)), len(sort)))
        way, rest = divmod(rest * len(ways), 1)
        one, other = iter(sort), iter(mix)
        mix = [next(one if place in ways[way] else other) for place in range(len(sort) + len(mix))]
    return mix


@pytest.mark.parametrize("level", LEVELS)
def test_decks_are_drawn_by_level(level):
    """Streams 100 and up shuffle the stack of each level, its own first; stream 1 mixes all behind the first card."""
    for seed in range(20):
        own, *others = (stack_of(seed, number)[:dealt] for number, dealt in sorted(LEVELS[level].items(), reverse=True))
        deck = own[:1] + mix_of(seed, 1, [own[1:], *others])
        assert decks_of(Route(level_name=level), seed, 1)[0].tolist() == deck


def test_known_cards_have_own_stream():
    """Streams 300 and up, one a level; here 3 is known of level I, 28 and 31 of level II. Unknown ones are as ever."""
    for seed in range(20):
        own, low = (stack_of(seed, level) for level in (2, 1))
        own, low = [28, 31, *(i for i in own if i not in (28, 31))][:8], [3, *(i for i in low if i != 3)][:4]
        own, low = [own[i] for i in order_of(seed, 302, 8)], [low[i] for i in order_of(seed, 301, 4)]
        deck = own[:1] + mix_of(seed, 1, [own[1:], low])
        assert decks_of(Route(forecast=Forecast(((28, 3, 31),))), seed, 1)[0].tolist() == deck


def test_pile_blanks_have_own_stream():
    """Streams 200 and up, one a pile: of the first pile card 28 is known, of the others nothing."""
    for seed in range(20):
        own, low = (stack_of(seed, level) for level in (2, 1))
        own.remove(28)
        deck = []
        for number, known in enumerate([[28], [], [], []]):
            drawn = [low.pop(0), *(own.pop(0) for _ in range(2 - len(known)))]
            deck += known + [drawn[i] for i in order_of(seed, 200 + number, len(drawn))]
        route = Route(forecast=Forecast(((28, None, None),)), prognostic=True)
        assert decks_of(route, seed, 1)[0].tolist() == deck


def test_later_flight_has_own_shuffle():
    """The stacks are common to all flights, here each takes the next cards; its shuffle lies 10,000 streams further."""
    for seed in range(20):
        own, low = stack_of(seed, 2)[:8], stack_of(seed, 1)[8:12]
        deck = own[:1] + mix_of(seed, 10_001, [own[1:], low])
        assert decks_of(Route(level_name="II", earlier=("I",)), seed, 1)[0].tolist() == deck


def test_forecast_is_part_of_route():
    one, other = seen("II"), seen("II")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, Route(), seen("II", prognostic=True), replace(one, forecast=Forecast(((28,),)))}) == 4
    assert asdict(one)["forecast"] == {"piles": ((28, 3, 31), (35, None, 12)), "level": None}
    assert Forecast([[np.int64(28), "?"], None, []]) == Forecast(((28, None),))  # type: ignore[arg-type,list-item]


# What is refused


def refused(text: str, level: str | None = "II", prognostic: bool = False, *, at: Path) -> list[str]:
    file = at / "seen.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError) as error:
        analyzer.load_forecast(file, level, prognostic=prognostic)
    return [fault.removeprefix(f"{file}, ") for fault in error.value.faults]


HOLDS = "a pile of this flight holds 1 of level I and 2 of level II"
FIELDS = "remove it, or use one of level, piles"
FAULTS = {
    "piles:\n- [28, 99]": [(2, f"pile 1: no card 99 in the 2007 edition: the cards are 0 to {LAST}")],
    "piles:\n- [-1, 28]": [(2, f"pile 1: no card -1 in the 2007 edition: the cards are 0 to {LAST}")],
    "piles:\n-\n- - 28\n  - 45": [(4, f"pile 2: card 45 is of level III: {HOLDS}")],
    "piles:\n- [1, 2]": [(2, f"pile 1: 2 cards of level I: {HOLDS}")],
    "piles:\n- [1, 21, ?, ?]": [(2, f"pile 1: 4 cards: {HOLDS}")],
    "piles:\n- [28]\n- [3, 28]": [(3, "pile 2: card 28 is in pile 1 already, and there is but one: correct a number")],
    "piles:\n- [28]\n- [29]\n- [30]\n- [31]": [
        (5, "pile 4: only 3 piles can be looked at, the last is added unseen: leave this out")
    ],
    "level: III\npiles: [[28]]": [(1, "level III: this flight is of level II: choose one of them for both")],
    "level: V\npiles: [[28]]": [(1, "level V: use one of I, II, III, IIIa, IV")],
    "level: 2\npiles: [[28]]": [(1, "level 2: use one of I, II, III, IIIa, IV")],
    "piles:\n- [28.0]": [(2, "pile 1: 28.0 is no card: give its number, or ? for one that is not remembered")],
    "piles:\n- [true]": [(2, "pile 1: True is no card: give its number, or ? for one that is not remembered")],
    "piles:\n- [pirats]": [(2, "card 'pirats': no card of the 2007 edition has these words: did you mean pirates?")],
    "piles:\n- 28": [(2, "pile 1: 28 is no pile: give a list of card numbers, e.g. [28, 3, ?]")],
    "piles:": [(1, "piles: no card is known: name those that were seen, or fly without a forecast")],
    "piles: []": [(1, "piles: no card is known: name those that were seen, or fly without a forecast")],
    "level: II\npiles: [[?, ?],]": [
        (2, "piles: no card is known: name those that were seen, or fly without a forecast")
    ],
    "piles: 28": [(1, "piles: give a list")],
    "level: II": [(1, "piles is missing: add it")],
    "pile: [[28]]": [
        (1, "piles is missing: add it"),
        (1, "unknown field 'pile': did you mean piles?"),
    ],
    "piles: [[28, 77]]\nseen: 3\nlevel: I": [
        (1, "pile 1: card 28 is of level II: a pile of this flight holds 2 of level I"),
        (1, f"pile 1: no card 77 in the 2007 edition: the cards are 0 to {LAST}"),
        (2, f"unknown field 'seen': {FIELDS}"),
        (3, "level I: this flight is of level II: choose one of them for both"),
    ],
}


@pytest.mark.parametrize("text", FAULTS)
def test_forecast_faults_have_lines(text, tmp_path):
    assert refused(text, at=tmp_path) == [f"line {line}: {fault}" for line, fault in FAULTS[text]]


def test_short_pile_refused_in_order(tmp_path):
    """A short pile is refused only if the order counts."""
    text = "piles:\n-\n- [28, 3]\n"
    told = ["line 3: pile 2: 2 of 3 cards: where the order counts, write ? for each not remembered"]
    assert refused(text, prognostic=True, at=tmp_path) == told
    assert analyzer.load_forecast(tmp_path / "seen.yaml", "II").piles == ((), (28, 3))


def test_forecast_without_level_checks_less(tmp_path):
    """Without a level, a forecast is refused only for faults at every level."""
    assert len(refused("piles:\n- [28, 99]\n- [28]", None, at=tmp_path)) == 2
    (tmp_path / "seen.yaml").write_text("piles: [[59, 1, 2, 3, 4]]", encoding="utf-8")
    assert analyzer.load_forecast(tmp_path / "seen.yaml").piles == ((59, 1, 2, 3, 4),)


@pytest.mark.parametrize("mark", ["?", "~", "null", '"?"'])
def test_unknown_card_has_many_marks(mark, tmp_path):
    text = f"piles: # what?\n  - [{mark}, 28, {mark}]\n  -\n  - - {mark}\n    - 3 # ?\n    - {mark} # ?\n  - \n"
    (tmp_path / "seen.yaml").write_text(text, encoding="utf-8")
    assert analyzer.load_forecast(tmp_path / "seen.yaml", "II").piles == ((None, 28, None), (), (None, 3, None))


def test_routes_refuse_contradicting_options():
    known = Forecast(((28, 3, 31),), level="II")
    for chosen, name in (({"learning": True, "level_name": "I"}, "the learning flight"), ({"cards": (28,)}, "cards")):
        with pytest.raises(AnalyzerError) as error:
            Route(**chosen, forecast=known, prognostic=True)
        assert error.value.faults == (
            f"choose {name} or a forecast, not both",
            f"choose {name} or the prognostic variant, not both",
        )
    with pytest.raises(AnalyzerError, match=r"^forecast, level II: .*level III"):
        Route(level_name="III", forecast=known)
    with pytest.raises(AnalyzerError, match=r"^forecast, pile 1: card 45 .*level III"):
        Route(forecast=Forecast(((45,),)))
    for wrong in (28, (28, 3), "28", {28: 3}):
        with pytest.raises(AnalyzerError, match="give a list of piles"):
            Forecast(wrong)  # type: ignore[arg-type]
    with pytest.raises(AnalyzerError, match="give a forecast file or a Forecast"):
        plan([analyzer.load_ship(HAULER)], forecast=3)  # type: ignore[arg-type]


# From end to end


def test_forecast_file_flies_as_object():
    hauler = analyzer.load_ship(HAULER)
    known = Forecast(((28, 3, 31), (35, None, 12)), level="II")
    assert analyzer.load_forecast(EXAMPLE) == known
    told, given = (
        analyzer.fly([hauler], flights=20, forecast=source, rivals="alone") for source in (str(EXAMPLE), known)
    )
    assert told.table().equals(given.table())
    assert not told.table().equals(analyzer.fly([hauler], flights=20, rivals="alone").table())
    assert plan([hauler], forecast=EXAMPLE, prognostic=True).route == Route(forecast=known, prognostic=True)


def test_notes_say_the_known_cards():
    assert Route().notes() == []
    forecast, prognostic = seen("II", prognostic=True).notes()
    assert "28 3 31 | 35 ? 12" in forecast
    assert "Prognostic" in prognostic


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("verb", [["fly", HAULER], ["race", HAULER, KITE]])
@BOTH
def test_flying_verbs_take_forecast(verb: list[str], prognostic: bool, command: Callable[..., Said]):
    said = command(*verb, "--forecast", str(EXAMPLE), *["--prognostic"] * prognostic, "--flights", "2", "--json")
    assert not said.code, said.err
    route = json.loads(said.out)[0]["route"]
    assert route["forecast"] == {"piles": [[28, 3, 31], [35, None, 12]], "level": "II"}
    assert route["prognostic"] is prognostic


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((MILE, "--learning"), "choose the learning flight or a forecast, not both"),
        ((HAULER, "--cards", "28,29"), "choose cards or a forecast, not both"),
        ((MILE,), "forecast-II.yaml, line 4: level II: this flight is of level I"),
    ],
)
def test_command_refuses_wrong_forecast(options, told, command):
    said = command("fly", *options, "--forecast", str(EXAMPLE))
    assert said.code == 2
    assert told in said.told
    assert command("fly", HAULER, "--forecast", "nowhere.yaml").code == 2
