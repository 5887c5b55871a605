"""Best play alone against brute force with the twin, special boxes included; and by symmetry."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry import TYPES
from tests.lorry.faces import FACES
from tests.lorry.twin.face import Position as TwinPosition

ROW = {"columns": 3, "rows": 2, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 1]}}
SQUARE = {"columns": 3, "rows": 3, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 3]}}
CASES = [
    ({**ROW, "specials": []}, 3, ("white",)),
    ({**ROW, "specials": [["star", 2, 2]]}, 2, ("white", "orange")),
    ({**ROW, "wrap": "both", "specials": [["rocket", 2, 1]]}, 1, ("white",)),
    ({**ROW, "specials": [["rocket", 2, 2], ["asteroid", 1, 2]]}, 1, ("orange",)),
    ({**ROW, "specials": [["asteroid", 2, 2], ["star", 1, 2]]}, 2, ("white",)),
    ({**ROW, "columns": 4, "specials": [["black_hole", 2, 2], ["star", 4, 2]]}, 2, ("white",)),
    ({**SQUARE, "specials": [["asteroid", 1, 2], ["rocket", 2, 1], ["star", 2, 2]]}, 1, ("white", "orange")),
    ({**SQUARE, "planets": {"1": [1, 1], "2": [3, 1], "3": [1, 3]}, "specials": [["star", 2, 3]]}, 2, ("white",)),
    ({**SQUARE, "specials": [], "end_after": 1, "wrap": "rows"}, 2, ("orange",)),
    ({**ROW, "specials": [["rocket", 2, 1], ["star", 2, 2]], "switches": {"chains": "no"}}, 2, ("white",)),
    ({**ROW, "specials": [["star", 2, 2]], "switches": {"surrounding": "off", "scoring_forced": "no"}}, 2, ("white",)),
]


def brute(given: dict, turns: int, dice: tuple[str, ...]) -> Fraction:
    """Every roll, every draw, every choice, one after the other."""

    @cache
    def of(tracks: frozenset, filled: frozenset, scored: frozenset, left: int) -> Fraction:
        now = TwinPosition(given, 1, sorted(tracks), sorted(filled), sorted(scored))
        if left == 0 or now.over:
            return Fraction(now.totals[0])
        rolls = list(product(*(FACES[die] for die in dice)))
        best = {
            (kind, die): drawn(now, [kind], die, left, None, extra=False)
            for die in set(dice)
            for kind in set(FACES[die])
        }
        total = Fraction(0)
        for roll in rolls:
            told = [best[kind, die] for kind, die in zip(roll, dice, strict=True)]
            drawable = [value for value in told if value is not None]
            total += max(drawable) if drawable else now.totals[0]
        return total / len(rolls)

    def later(now, left: int) -> Fraction:
        table = now.table
        tracks = frozenset((*box, trader, ends) for box, trader, ends in lying(now))
        scored = frozenset((*pair, trader, points) for pair, (trader, points) in table.scored.items())
        return of(tracks, frozenset(table.filled), scored, left - 1)

    def drawn(now, kinds, die, left: int, without, extra: bool) -> Fraction | None:
        """The best draw of these types; `without`: what it comes to if nothing is drawn."""
        values = [] if without is None else [without]
        for kind in kinds:
            for column, row, ends in now.legal(1, kind):
                free = now.draw(1, (column, row), ends)
                choices = [None]
                if free.points:
                    open_pairs = [pair for pair in free.joined if pair not in now.table.scored]
                    choices = open_pairs
                for pair in choices:
                    after = now.draw(1, (column, row), ends, score=pair)
                    values.append(effect(after, die, left, extra))
        return max(values, default=None)

    def effect(after, die, left: int, extra: bool) -> Fraction:
        now = after.position
        rest = Fraction(now.totals[0]) if now.over else later(now, left)
        if now.over or (extra and given.get("switches", {}).get("chains") == "no"):
            return rest
        if after.special == "rocket":
            return drawn(now, TYPES, die, left, rest, extra=True)
        if after.special == "asteroid":
            faces = FACES[die]
            return sum((drawn(now, [kind], die, left, rest, extra=True) for kind in faces), Fraction(0)) / len(faces)
        if after.special == "black_hole":
            return max([rest, *(later(now.fill(box), left) for box in now.fillable())])
        return rest

    return of(frozenset(), frozenset(), frozenset(), turns)


def lying(now) -> list[tuple[tuple[int, int], int, str]]:
    """The tracks that the twin has drawn."""
    return [(box, trader, ends) for trader, mine in now.table.tracks.items() for box, ends in mine.items()]


@pytest.mark.slow(but=5)
@pytest.mark.parametrize(("given", "turns", "dice"), CASES)
def test_solo_optimum_matches_brute_force(given, turns, dice):
    assert lorry.solo_optimum(lorry.Galaxy.from_dict(given), turns, dice) == brute(given, turns, dice)


def test_solo_optimum_follows_galaxy_symmetry():
    tiny = {"columns": 4, "rows": 4, "wrap": "both", "planets": {"1": [1, 1], "2": [3, 2], "3": [1, 4]}}
    told = {lorry.solo_optimum(lorry.Galaxy.from_dict(tiny | {"specials": [["star", 4, 3]]}), 2)}
    for move in (lambda c, r: (c % 4 + 1, (r + 1) % 4 + 1), lambda c, r: (5 - c, r), lambda c, r: (r, c)):
        planets = {str(4 - int(number)): list(move(*box)) for number, box in tiny["planets"].items()}
        other = tiny | {"planets": planets, "specials": [["star", *move(4, 3)]]}
        told.add(lorry.solo_optimum(lorry.Galaxy.from_dict(other), 2))
    assert len(told) == 1


def test_first_draws_add_up_to_optimum():
    found = lorry.exact(lorry.Galaxy.from_dict({**ROW, "specials": [["star", 2, 2]]}), 2, ["white"])
    best = {kind: max((one.total for one in found.first_draws if one.type == kind), default=None) for kind in TYPES}
    assert best == found.by_type | {"crossing": None}, "no face of the white die shows a crossing"
    assert found.expected == (3 * best["straight"] + 2 * best["curve"] + best["branch"]) / 6


def test_impossible_faces_are_left_out():
    """All faces show a curve, so no draw of another type may be listed, nor a roll of it."""
    dice = {colour: {"straight": 0, "curve": 6, "branch": 0, "crossing": 0} for colour in ("white", "orange")}
    found = lorry.exact(lorry.Galaxy.from_dict({**ROW, "specials": [], "dice": dice}), 1)
    assert {one.type for one in found.first_draws} == {"curve"}
    assert str(found).count("if the first roll shows only") == 1


def test_optimum_continues_from_position():
    galaxy = lorry.Galaxy.from_dict({**ROW, "specials": []})
    now = lorry.Position(galaxy, 1, [(2, 1, 1, "EW")], scored=[(1, 2, 1, 1)])
    assert lorry.solo_optimum(now, turns=2) == 1


def test_optimum_grows_with_turns():
    galaxy = lorry.Galaxy.from_dict({**SQUARE, "specials": [["star", 2, 2]]})
    told = [lorry.solo_optimum(galaxy, turns, ["white"]) for turns in range(3)]
    assert told[0] == 0
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"turns": -1}, "from 0 to 40"),
        ({"turns": 40}, "too many to compute exactly"),
        ({"dice": ["blue"]}, "use one of white, orange"),
        ({"turns": 3, "budget": 5}, "more than 5 states"),
    ],
)
def test_optimum_refuses_too_large_questions(asked, told):
    with pytest.raises(AnalyzerError, match=told):
        lorry.solo_optimum(lorry.Galaxy.from_dict(SQUARE), **asked)


SPECIALS = [["asteroid", 2, 1], ["rocket", 3, 3], ["star", 4, 3], ["black_hole", 3, 4]]
TINY = {
    "columns": 4,
    "rows": 4,
    "wrap": "both",
    "planets": {"1": [1, 1], "2": [3, 2], "3": [1, 4]},
    "specials": SPECIALS,
}


@pytest.mark.parametrize("captain", ["steady", "sprinter", "trunk", "stargazer", "spoiler"])
def test_sampled_totals_match_exact_chances(captain):
    """The whole distribution: each total's share of 2,000 games lies within five standard errors of its chance."""
    galaxy, games = lorry.Galaxy.from_dict(TINY), 2_000
    counted = lorry.exact(galaxy, 3).by(captain)
    (one,) = lorry.fly(galaxy, games=games, seed=3, captain=captain, turns=3)
    assert sum(counted.totals.values()) == 1
    for total, chance in counted.totals.items():
        error = (float(chance * (1 - chance)) / games) ** 0.5
        assert abs(one.total.share(total, total) - float(chance)) <= 5 * error + 1e-12, total
    assert sum(one.total.share(total, total) for total in counted.totals) == pytest.approx(1)


def test_no_captain_beats_best_play():
    found = lorry.exact({**TINY, "specials": SPECIALS[:1]}, 2)
    regrets = {captain: found.by(captain).regret for captain in ("steady", "sprinter", "trunk")}
    assert min(regrets.values()) >= 0
    assert regrets["sprinter"] < regrets["trunk"]  # in two turns only what is near can be joined
    with pytest.raises(AnalyzerError, match="the random captain"):
        found.by("random")
