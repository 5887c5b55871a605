"""Cosmic Lorry: what shows that its numbers can be trusted; large behind `make verify` (tests/proofs/verify.py)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import compress
from typing import Any

import numpy as np

from analyzer import lorry
from analyzer.lorry import load_captain
from tests.doors.lorry import NAMED, SampledDice, plan_games
from tests.lorry.chart import any_galaxy
from tests.lorry.engine.against_twin import GAMES, games_differ, large_differs
from tests.lorry.engine.detection import noticed
from tests.lorry.engine.mistakes import MISTAKES
from tests.lorry.questions.brute_force import bounds_differ, race_differs, tree_differs, turn_differs
from tests.lorry.questions.last_route import forced, wrong
from tests.lorry.told import engine_games, prices_of
from tests.lorry.twin.galaxy import Galaxy
from tests.lorry.twin.mind import mind_of
from tests.lorry.twin.referee import play, rules_of
from tests.lorry.twin.table import Table
from tests.places import ROOT
from tests.proofs.coverage import coverage_of
from tests.proofs.proof import Proven, Share, chi_square, in_turn, rejected

SAMPLED_GALAXIES, TURNS = 6, 2
A_SEED = 25
"""About how many forced positions the games of a seed have."""
State = tuple[Any, ...]
"""What lies in a galaxy after some turns, and the total."""
PLAY = tuple(name for name in NAMED if name != "random")


def lorry_equals_twin(games: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: engine and twin end whole games alike in every field, draw by draw.

    Two, three and four traders, and one alone, play in random galaxies, with named and random captains and all
    switches. For every hundred games there is one more in a galaxy of more boxes than a byte counts.

    Fails if a rule, a decision of a captain or a die differs between engine and twin in any state that these games
    reach.
    """
    galaxies, large = -(-games // GAMES), -(-games // 100)
    differences = share(games_differ, [(number,) for number in range(galaxies)])
    differences += share(large_differs, [(number,) for number in range(large)])
    faults = tuple(f"{number}: {differing[0]}" for number, differing in enumerate(differences) if differing)
    size = f"{galaxies:,} random galaxies, {galaxies * GAMES + large:,} whole games"
    return Proven(size, f"{len(faults)} galaxies differ", faults)


def lorry_exact_equals_brute_force(galaxies: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: exact answers equal plain recursions.

    Compared are best play alone and its bounds, the points of a turn, and lone races, in random tiny galaxies with
    special boxes, dice and switches of all kinds.

    Fails if a roll, a draw or a choice is left out or weighed wrongly, if states that differ are merged, or if a rule
    is another than in the twin.
    """
    pieces = [(what, number) for what in ANSWERS for number in range(galaxies)]
    differing = share(answer_differs, pieces)
    faults = tuple(f"{what}, galaxy {number}" for what, number in compress(pieces, differing))
    return Proven(f"{galaxies} galaxies, {len(pieces)} answers", f"{len(faults)} differ", faults)


ANSWERS = {"best play": tree_differs, "bounds": bounds_differ, "a turn": turn_differs, "a lone race": race_differs}


def answer_differs(what: str, number: int) -> bool:
    """Whether engine and plain recursion give different answers in one galaxy."""
    return bool(ANSWERS[what](number))


def lorry_intervals_hold(runs: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: 95% intervals of every metric hold in samples of 100, 500, 2,000 and 10,000 games.

    Two traders play. An interval holds if it contains the mean of all games of all samples.

    Fails if those of one metric hold in less than 94% of the samples of a size, less what chance allows at 1e-5, or all
    together in less than 94.5%.
    """
    return coverage_of([(_games, "small")], runs, share, "games", MOST_GAMES)


MOST_GAMES = 1_000_000


def _games(name: str) -> Any:
    """Return the experiment of games of two traders in one of the galaxies."""
    return plan_games(ROOT / "ships" / "lorry" / f"{name}.yaml", ("steady", "trunk"), 79)


def lorry_sampled_equals_counted(games: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: sampled games alone are distributed as in the twin, which plays every roll of every die.

    Compared are all tracks, boxes filled and the total after two turns, jointly. Every captain with prices plays tiny
    galaxies with special boxes. The test is chi-square, with cells of expectation below 5 pooled and Holm's correction
    at 1%.

    Fails if dice or asteroids are unfair or share a word, or if a game comes up that no roll can bring.
    """
    pieces = [(number, name, games) for number in range(SAMPLED_GALAXIES) for name in PLAY]
    values = share(p_value, pieces)
    faults = tuple(f"galaxy {pieces[test][:2]}: p = {values[test]:.2g}" for test in rejected(values))
    size = f"{SAMPLED_GALAXIES} galaxies x {len(PLAY)} captains, {games:,} games each"
    return Proven(size, f"{len(faults)} of {len(values)} tests rejected, smallest p = {min(values):.2g}", faults)


def p_value(number: int, captain: str, games: int) -> float:
    """Of all that came up jointly, against the chances that were counted out."""
    galaxy = {**any_galaxy(random.Random(number), 3, 4), "wrap": "both"}
    played = engine_games(galaxy, [load_captain(captain)], 1 + number, 0, games, turns=TURNS)
    told = ((tuple(end["tracks"]), tuple(end["filled"]), end["traders"][0]["total"]) for end in played)
    seen, counted = Counter(told), chances(galaxy, captain)
    states = sorted({*seen, *counted}, key=str)
    return chi_square([seen[state] for state in states], [float(counted.get(state, 0)) for state in states])


class Told:
    """Dice whose types are said before; one that is not said is asked for."""

    def __init__(self, galaxy: Galaxy, said: Sequence[str]) -> None:
        colours = lorry.default_galaxy().dice_for(1)
        self.dice, self.said, self.die = [galaxy.dice[colour] for colour in colours], list(said), 0

    def shown(self, die: int) -> str:
        if not self.said:
            raise Unsaid(self.dice[die])
        return self.said.pop(0)

    def roll(self, number: int) -> list[str]:
        return [self.shown(die) for die in range(len(self.dice))]

    def turn(self, number: int, seat: int, die: int) -> Told:
        self.die = die
        return self

    def again(self) -> str:
        return self.shown(self.die)


class Unsaid(Exception):
    """A die with these faces is rolled of which nothing was said."""


def chances(told: dict[str, Any], captain: str) -> dict[State, Fraction]:
    """By what comes of two turns its chance."""
    counted: dict[State, Fraction] = {}
    for state, chance in ends(told, captain):
        counted[state] = counted.get(state, Fraction(0)) + chance
    return counted


def ends(told: dict[str, Any], captain: str) -> Iterator[tuple[State, Fraction]]:
    """Every end of two turns and its chance, by the types that the dice show one after the other."""
    galaxy, prices = Galaxy(told), prices_of(load_captain(captain))
    assert prices is not None
    todo: list[tuple[tuple[str, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        said, chance = todo.pop()
        table = Table(galaxy, 1, rules_of({}))
        try:
            play(table, [mind_of(prices)], 1, Told(galaxy, said), TURNS)
        except Unsaid as asked:
            faces = Counter(asked.args[0])
            todo += [((*said, kind), chance * Fraction(many, 6)) for kind, many in faces.items()]
        else:
            tracks = tuple(sorted((*box, 1, ends) for box, ends in table.tracks[1].items()))
            yield (tracks, tuple(sorted(table.filled)), table.total(1)), chance


def lorry_last_routes_are_right(positions: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: before the last route, captains and advice find the draw that is forced.

    Every legal draw is tried in the twin. In each position either some draws win at once, or some draws end the game as
    a loss and others do not. `expert`, `steady` and `advise` must draw a winning one. `expert` may end the game as a
    loss only if each other draw wins at most one in twenty of 200 simulated games.

    Fails if one of them misses the forced draw.
    """
    found: list[tuple[int, int, list[str]]] = []
    while sum(tried for tried, *_ in found) < positions:
        found += share(forced_in, [(len(found) + seed,) for seed in range(-(-positions // A_SEED))])
    tried, wins = (sum(one[place] for one in found) for place in (0, 1))
    faults = tuple(fault for *_, wrong in found for fault in wrong)
    return Proven(f"{tried} forced positions, {wins} of them won at once", f"{len(faults)} wrong", faults)


def forced_in(seed: int) -> tuple[int, int, list[str]]:
    """Return the number of forced positions in the games of a seed, that of wins at once, and who drew otherwise."""
    found = [*forced(seed)]
    faults = [f"seed {seed}, position {number}: {who}" for number, one in enumerate(found) for who in wrong(one)]
    return len(found), sum(one.wins for one in found), faults


def lorry_dice_are_fair(games: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: dice and beginners come up as often as they should, and are independent.

    Tested are the types shown against their chances by all faces, for every set of dice; who begins, with the first
    roll; and rolls of one round with those of the next.

    Fails if a face, a trader or a pair of rolls is favoured.
    """
    values, names = [], []
    for traders in (1, 2, 3, 4):
        galaxy = lorry.default_galaxy()
        colours = galaxy.dice_for(traders)
        dice = SampledDice(3, [galaxy.faces_of(colour) for colour in colours])
        first = dice.first(np.arange(games), traders)
        rolled = [rolls(dice, number, games) for number in (0, 1)]
        names += [f"types, {traders}", f"beginner and first die, {traders}", f"two rounds, {traders}"]
        expected = lorry.shown(colours)
        seen = Counter(
            tuple(sorted(lorry.TYPES[kind] for kind in shown)) for shown in zip(*rolled[0].tolist(), strict=True)
        )
        values.append(chi_square([seen[types] for types in expected], [float(chance) for chance in expected.values()]))
        sizes = np.bincount(dice.faces[0], minlength=4) / 6
        both = Counter(zip(first.tolist(), rolled[0][0].tolist(), strict=True))
        cells = [(who, kind) for who in range(traders) for kind in range(4) if sizes[kind]]
        values.append(chi_square([both[cell] for cell in cells], [sizes[kind] / traders for _, kind in cells]))
        pairs = Counter(zip(rolled[0][0].tolist(), rolled[1][0].tolist(), strict=True))
        two = [(one, other) for one in range(4) for other in range(4) if sizes[one] * sizes[other]]
        values.append(chi_square([pairs[pair] for pair in two], [sizes[one] * sizes[other] for one, other in two]))
    faults = tuple(f"{names[test]}: p = {values[test]:.2g}" for test in rejected(values))
    return Proven(f"{games:,} games, all sets of dice", f"smallest p of {len(values)} = {min(values):.2g}", faults)


def rolls(dice: SampledDice, number: int, games: int) -> Any:
    """(dice, games) The types of a round."""

    class Round:
        round, game = number, np.arange(games)

    return dice.roll(Round())  # type: ignore[arg-type]


def lorry_mistakes_are_caught(size: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: each deliberate mistake, and each other reading of an open point, is noticed.

    Wrong rules are put into the running engine for a moment; the twin knows how the games should have ended. Fails if
    a mistake makes no difference to what is compared.
    """
    caught = share(caught_in_play, [(number,) for number in range(len(MISTAKES))])
    rows = tuple((one.what, "caught" if seen else "-") for one, seen in zip(MISTAKES, caught, strict=True))
    faults = tuple(what for what, seen in rows if seen == "-")
    table = (("mistake", "differential"), *rows)
    return Proven(f"{len(MISTAKES)} mistakes", f"{len(MISTAKES) - len(faults)} caught", faults, table)


def caught_in_play(number: int) -> bool:
    """Whether games under one mistake end otherwise than the twin's."""
    return noticed(MISTAKES[number])
