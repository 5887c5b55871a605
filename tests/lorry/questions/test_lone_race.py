"""The lone race against searches that remember every box of a way, against play, and by symmetry."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product

import pytest

from analyzer import AnalyzerError, lorry
from tests.conftest import ALL
from tests.doors.lorry import OPPOSITE
from tests.places import ROOT

SIDES = ("N", "E", "S", "W")

WHITE, ORANGE = ("straight",) * 3 + ("curve",) * 2 + ("any",), ("straight",) + ("curve",) * 2 + ("any",) * 3
FACES = {"white": WHITE, "orange": ORANGE}
SETS = (("white",), ("white", "orange"), ("white", "orange", "orange"))
"""As the facts have them; `any` stands for branch and crossing."""


def any_galaxy(seed: int, columns: int = 3, rows: int = 3) -> lorry.Galaxy:
    rng = random.Random(seed)
    boxes = list(product(range(1, columns + 1), range(1, rows + 1)))
    return lorry.Galaxy(columns, rows, tuple(rng.sample(boxes, rng.randint(2, 3))), wrap=rng.choice(lorry.WRAPS))


@cache
def chances(dice: tuple[str, ...]) -> dict[str, Fraction]:
    """What a roll allows: nothing but straight, nothing but a curve, or either."""
    told = {"straight": Fraction(0), "curve": Fraction(0), "either": Fraction(0)}
    rolls = list(product(*(FACES[die] for die in dice)))
    for roll in rolls:
        straight, curve = ({"any", kind} & set(roll) for kind in ("straight", "curve"))
        told["either" if straight and curve else "straight" if straight else "curve"] += Fraction(1, len(rolls))
    return told


def best_mean(ways: dict[str, Fraction | None], dice: tuple[str, ...]) -> Fraction | None:
    """The best of all plans that say in which rolls something is drawn; `ways`: what is expected behind it."""
    chance, means = chances(dice), []
    nearest = min((turns for turns in ways.values() if turns is not None), default=None)
    behind = {**ways, "either": nearest}
    usable = [roll for roll, turns in behind.items() if turns is not None and chance[roll]]
    for plan in chain.from_iterable(combinations(usable, many) for many in range(1, 4)):
        means.append((1 + sum(chance[roll] * behind[roll] for roll in plan)) / sum(chance[roll] for roll in plan))
    return min(means, default=None)


def least(values) -> Fraction | None:
    return min((value for value in values if value is not None), default=None)


def searched(galaxy: lorry.Galaxy, pair: tuple[int, int], dice: tuple[str, ...]) -> Fraction | None:
    """The same question with every box of the way remembered."""

    @cache
    def turns(way: tuple[tuple[int, int], ...], box: tuple[int, int], side: str, goal: tuple[int, int]):
        """From a head into that box."""
        if box is None or box in way or box in galaxy.planet_at:
            return None
        told = {"straight": [], "curve": []}
        for out in SIDES:
            if out != OPPOSITE[side]:
                told["straight" if out == side else "curve"].append(drawn(way, box, out, goal))
        return told

    @cache
    def drawn(way, box, out, goal) -> Fraction | None:
        onward = galaxy.beside(box, out)
        if onward == goal:
            return Fraction(0)
        told = turns((*way, box), onward, out, goal)
        return best_mean({kind: least(values) for kind, values in told.items()}, dice) if told else None

    first = {"straight": [], "curve": []}
    for start, goal in (pair, pair[::-1]):
        home, there = galaxy.planets[start - 1], galaxy.planets[goal - 1]
        for side in SIDES:
            for kind, values in (turns((), galaxy.beside(home, side), side, there) or {}).items():
                first[kind] += values
    return best_mean({kind: least(values) for kind, values in first.items()}, dice)


@pytest.mark.long
@pytest.mark.parametrize("dice", SETS, ids="-".join)
def test_expected_turns_match_full_search(dice):
    for seed in range(10):
        galaxy = any_galaxy(seed)
        for pair in galaxy.pairs:
            assert lorry.lone_race(galaxy, *pair, dice=dice).expected_turns == searched(galaxy, pair, dice), (
                seed,
                pair,
            )


def play(galaxy: lorry.Galaxy, pair: tuple[int, int], turns: int) -> Fraction:
    """The greatest chance in so many turns with white and orange, by all rolls, the whole way remembered."""
    rolls = list(product(WHITE, ORANGE))

    @cache
    def reached(way, head, left: int) -> Fraction:
        if left == 0:
            return Fraction(0)
        starts = (
            [head]
            if head
            else [
                (galaxy.beside(galaxy.planets[start - 1], side), side, galaxy.planets[goal - 1])
                for start, goal in (pair, pair[::-1])
                for side in SIDES
            ]
        )
        stay, after = reached(way, head, left - 1), {"straight": Fraction(0), "curve": Fraction(0)}
        for box, side, goal in starts:
            if box is None or box in way or box in galaxy.planet_at:
                continue
            for out in SIDES:
                onward = galaxy.beside(box, out)
                if out == OPPOSITE[side] or onward is None or (onward in galaxy.planet_at and onward != goal):
                    continue
                kind = "straight" if out == side else "curve"
                done = Fraction(1) if onward == goal else reached((*way, box), (onward, out, goal), left - 1)
                after[kind] = max(after[kind], done)
        total = Fraction(0)
        for roll in rolls:
            allowed = [value for kind, value in after.items() if {kind, "any"} & set(roll)]
            total += max(stay, *allowed)
        return total / len(rolls)

    return reached((), None, turns)


def test_chances_within_turns_match_enumeration():
    for seed in range(5):
        galaxy = any_galaxy(seed)
        race = lorry.lone_race(galaxy, 1, 2)
        for turns in range(5 if ALL or not seed else 4):
            assert race.within(turns) == play(galaxy, (1, 2), turns), (seed, turns)


def both_grow(galaxy: lorry.Galaxy, pair: tuple[int, int], dice: tuple[str, ...]) -> float | None:
    """Both heads free, every box remembered, each head at its planet or into a box."""

    def ends(home: tuple[int, int]):
        return tuple((galaxy.beside(home, side), side) for side in SIDES)

    @cache
    def turns(drawn: frozenset, heads: tuple) -> Fraction | None:
        told: dict[str, list] = {"straight": [], "curve": []}
        for mine, other in ((0, 1), (1, 0)):
            for box, side in heads[mine]:
                if box is None or box in drawn or box in galaxy.planet_at:
                    continue
                for out in SIDES:
                    if out != OPPOSITE[side]:
                        told["straight" if out == side else "curve"].append(after(drawn, heads, mine, other, box, out))
        return best_mean({kind: least(values) for kind, values in told.items()}, dice)

    def after(drawn, heads, mine, other, box, out) -> Fraction | None:
        onward = galaxy.beside(box, out)
        begun = len(heads[other]) == 1
        if begun and (box, OPPOSITE[out]) == heads[other][0]:
            return Fraction(0)
        if not begun and onward == galaxy.planets[pair[other] - 1]:
            return Fraction(0)
        if onward is None or onward in galaxy.planet_at or onward in drawn or onward == box:
            return None
        left = list(heads)
        left[mine] = ((onward, out),)
        return turns(drawn | {box}, tuple(left))

    found = turns(frozenset(), tuple(ends(galaxy.planets[planet - 1]) for planet in pair))
    return None if found is None else float(found)


@pytest.mark.parametrize("dice", SETS[:2], ids="-".join)
def test_both_heads_turns_match_full_search(dice):
    for seed in range(3):
        galaxy = any_galaxy(seed)
        race = lorry.lone_race(galaxy, 1, 2, dice=dice)
        told = both_grow(galaxy, (1, 2), dice)
        assert race.both_heads.expected_turns == (told if told is None else pytest.approx(told, abs=1e-12)), seed


def both_grow_within(galaxy: lorry.Galaxy, pair: tuple[int, int], dice: tuple[str, ...], turns: int) -> Fraction:
    """The greatest chance in so many turns with both heads free, every box remembered."""
    rolls, homes = chances(dice), [galaxy.planets[planet - 1] for planet in pair]

    @cache
    def reached(drawn: frozenset, heads: tuple, left: int) -> Fraction:
        """heads: of each end what it points into and from where, None at a planet that has sent out no way."""
        if not left:
            return Fraction(0)
        stay = reached(drawn, heads, left - 1)
        after = {"straight": stay, "curve": stay}
        for mine, other in ((0, 1), (1, 0)):
            begin = [heads[mine]] if heads[mine] else [(galaxy.beside(homes[mine], side), side) for side in SIDES]
            for box, side in begin:
                if box is None or box in drawn or box in galaxy.planet_at:
                    continue
                for out in SIDES:
                    if out == OPPOSITE[side]:
                        continue
                    onward, kind = galaxy.beside(box, out), "straight" if out == side else "curve"
                    if heads[other] == (box, OPPOSITE[out]) or (heads[other] is None and onward == homes[other]):
                        after[kind] = Fraction(1)
                    elif onward is not None and onward not in galaxy.planet_at and onward not in (*drawn, box):
                        grown = [None, None]
                        grown[mine], grown[other] = (onward, out), heads[other]
                        after[kind] = max(after[kind], reached(drawn | {box}, tuple(grown), left - 1))
        best = {**after, "either": max(after.values())}
        return sum((chance * best[roll] for roll, chance in rolls.items()), Fraction(0))

    return reached(frozenset(), (None, None), turns)


@pytest.mark.parametrize("dice", SETS[:2], ids="-".join)
def test_both_heads_chances_match_full_search(dice):
    for seed in range(4):
        galaxy = any_galaxy(seed)
        race = lorry.lone_race(galaxy, 1, 2, dice=dice)
        for turns in (0, 1, 2, 4):
            told = float(both_grow_within(galaxy, (1, 2), dice, turns))
            assert race.both_heads.within(turns) == pytest.approx(told, abs=1e-12), (seed, turns)


def test_mean_turns_sum_late_chances():
    """A further turn is needed as often as the race was not done; no plan for n turns beats all of them."""
    galaxy = lorry.Galaxy(5, 3, ((1, 2), (5, 2)), wrap="none")
    race = lorry.lone_race(galaxy, 1, 2)
    late = sum(1 - race.within(turns) for turns in range(30))
    assert float(race.expected_turns) >= float(late) - 1e-12
    assert race.expected_turns == Fraction(9, 8) * 3  # three boxes in a row, of nine rolls one shows two curves


def test_more_freedom_is_never_worse():
    galaxy = lorry.default_galaxy() if ALL else lorry.load_galaxy(ROOT / "ships" / "lorry" / "small.yaml")
    for pair in galaxy.pairs[::5]:
        race = lorry.lone_race(galaxy, *pair)
        assert race.boxes <= race.both_heads.expected_turns <= float(race.expected_turns) + 1e-12
        assert race.expected_turns <= lorry.lone_race(galaxy, *pair, dice=["orange"]).expected_turns
        within = [race.both_heads.within(turns) for turns in range(13)]
        assert within == sorted(within)
        assert within[race.boxes - 1] == 0 < within[race.boxes]
        assert all(float(race.within(turns)) <= chance + 1e-12 for turns, chance in enumerate(within))
        assert sum(1 - chance for chance in within) <= race.both_heads.expected_turns + 1e-12


@pytest.mark.long
def test_lone_race_follows_galaxy_symmetry():
    galaxy = lorry.default_galaxy()
    shifted = [((column + 4) % 16 + 1, (row + 7) % 10 + 1) for column, row in galaxy.planets]
    mirrored = [(17 - column, row) for column, row in galaxy.planets]
    turned = [(row, column) for column, row in galaxy.planets]
    races = {pair: lorry.lone_race(galaxy, *pair) for pair in ((1, 9), (3, 4))}
    for planets, size in ((shifted, (16, 10)), (mirrored, (16, 10)), (turned, (10, 16)), (galaxy.planets, (16, 10))):
        other = lorry.Galaxy(*size, tuple(planets[::-1]))
        for (one, two), race in races.items():
            again = lorry.lone_race(other, 10 - one, 10 - two)
            assert race.expected_turns == again.expected_turns
            assert race.within(12) == again.within(12)


def test_unjoinable_planets_have_no_race():
    walled = lorry.Galaxy(3, 3, ((1, 1), (2, 1), (1, 2), (3, 3)), wrap="none")
    race = lorry.lone_race(walled, 1, 4)
    assert (race.boxes, race.expected_turns, race.within(20), race.both_heads.expected_turns) == (None, None, 0, None)
    assert race.points_a_turn is None
    assert race.both_heads.within(20) == 0


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ((1, 1), "give two different planets"),
        ((0, 1), "from 1 to 9"),
        ((1, 2, ["blue"]), "use one of white, orange"),
        ((1, 2, "white"), "give a list"),
        ((1, 2, []), "give a list"),
    ],
)
def test_lone_race_refuses_impossible_arguments(asked, told):
    with pytest.raises(AnalyzerError, match=told):
        lorry.lone_race(lorry.default_galaxy(), *asked)
