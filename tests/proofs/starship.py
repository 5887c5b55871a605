"""Starship Catan: what shows that its numbers can be trusted; large behind `make verify` (tests/proofs/verify.py)."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np

from analyzer import AnalyzerError, starship
from analyzer.starship import Position
from tests.doors.montecarlo import columns_of
from tests.doors.starship import (
    BIT,
    STANDARD_RULES,
    SampledDice,
    blue_faces,
    lay_out,
    open_decision,
    turn_experiment,
)
from tests.files.broken_texts import one_change
from tests.places import ROOT
from tests.proofs.coverage import bounds, coverage_of
from tests.proofs.proof import Proven, Share, chi_square, in_turn, rejected
from tests.starship.engine.against_twin import NAMED_PAIRS, THROWN_PAIRS, TURNS, games_differ, turns_differ
from tests.starship.engine.brute_force import exact_differs, known_position
from tests.starship.engine.detection import noticed
from tests.starship.engine.mistakes import MISTAKES
from tests.texts import load_text

PAIRS = 2 * (NAMED_PAIRS + THROWN_PAIRS)
TURNS_A_GAME = 20
CAPTAINS = ("sensible", "cautious", "bold", "passenger-fights")
SAMPLED_POSITIONS = 10
TEN = tuple(f"BASE{number}" for number in range(18, 28))
TEN_BITS = np.array([BIT[card] for card in TEN])


def starship_equals_twin(games: int, share: Share = in_turn) -> Proven:
    """Starship Catan: engine and twin end whole games and turns from any position alike in every field.

    Named captains and random ones play, in both seatings and with all switches. For every game there are twenty turns
    from random positions.

    Fails if a rule, a decision of a captain, a die or a shuffle differs between engine and twin in any state that these
    games and positions reach.
    """
    each, batches = -(-games // PAIRS), -(-TURNS_A_GAME * games // TURNS)
    differences = share(games_differ, [(number, each) for number in range(PAIRS)])
    differences += share(turns_differ, [(number,) for number in range(batches)])
    faults = tuple(differing[0] for differing in differences if differing)
    size = f"{each * PAIRS:,} whole games, {batches * TURNS:,} turns"
    return Proven(size, f"{len(faults)} pairs of captains or batches of positions differ", faults)


def starship_exact_equals_brute_force(positions: int, share: Share = in_turn) -> Proven:
    """Starship Catan: exact turns equal those of the twin, which flies every order and throws every die.

    Positions and captains are random, sectors have four cards and up to three pirates.

    Fails if the engine loses or misplaces a chance, merges states that differ, or plays by another rule in exact turns
    than in sampled ones.
    """
    differing = share(exact_differs, [(number,) for number in range(positions)])
    faults = tuple(f"position {number}" for number in compress(range(positions), differing))
    return Proven(f"{positions} positions, every column", f"{len(faults)} differ", faults)


def starship_sampled_equals_exact(turns: int, share: Share = in_turn) -> Proven:
    """Starship Catan: sampled turns are distributed as the exact answer says, in all columns jointly.

    Four captains play ten positions each. The test is chi-square, with cells of expectation below 5 pooled and Holm's
    correction at 1%.

    Fails if dice or shuffles are unfair, or if anything comes up that the exact answer calls impossible.
    """
    pieces = [(number, name, turns) for number in range(SAMPLED_POSITIONS) for name in CAPTAINS]
    values = share(p_value, pieces)
    faults = tuple(f"position {pieces[test][:2]}: p = {values[test]:.2g}" for test in rejected(values))
    size = f"{SAMPLED_POSITIONS} positions x {len(CAPTAINS)} captains, {turns:,} turns each"
    return Proven(size, f"{len(faults)} of {len(values)} tests rejected, smallest p = {min(values):.2g}", faults)


def p_value(number: int, captain: str, turns: int) -> float:
    """Of all that came up jointly, against the exact chances."""
    answer = starship.exact(known_position(number), 1, captain=captain)
    columns = answer.experiment.run_block(0, turns)
    seen = Counter(zip(*(columns[name][0].tolist() for name in answer.columns), strict=True))
    states = sorted({*seen, *answer.outcomes})
    chances = [float(answer.outcomes.get(state, 0)) for state in states]
    return chi_square([seen[state] for state in states], chances)


def starship_luck_holds(samples: int, share: Share = in_turn) -> Proven:
    """Starship Catan: means corrected by luck step by step are unbiased, and as certain as they say.

    Each sample has 1,000 turns of one of three ships. The mean of all corrected means of `worth` may be at most 4.5
    standard errors from that of all turns as they were played. Their intervals must hold the mean of all turns as often
    as chance allows.

    Fails if a chance on the way is wrong, or if coefficients are not counted as unsure.
    """
    rows = [("ship", "variance", "said", "off", "hold")]
    results = share(_lucky, [(name, samples) for name in LUCKY])
    faults = tuple(fault for _, fault in results if fault)
    rows += [row for row, _ in results]
    size = f"{samples:,} samples of {SAMPLE:,} turns, {len(LUCKY)} ships"
    return Proven(size, faults[0] if faults else "none biased", faults, tuple(rows))


LUCKY, SAMPLE, OFF = ("midgame", "racer", "trader"), 1000, 4.5


def _lucky(name: str, samples: int) -> tuple[tuple[str, ...], str]:
    """A row of the table, and what is wrong."""
    experiment = turn_experiment(ROOT / "ships" / "starship" / f"{name}.yaml", 77)
    controls = experiment.controls
    assert controls is not None
    tallies = [experiment.count(columns_of(experiment, SAMPLE * n, SAMPLE)) for n in range(samples)]
    whole = sum(tallies[1:], tallies[0]).sharpened(controls.law).subjects[0]["worth"]
    each = [tally.sharpened(controls.law).subjects[0]["worth"] for tally in tallies]
    means, plain = (np.array([one.mean for one in some]) for some in (each, [one.plain for one in each]))
    off = (means - plain).mean() / ((means - plain).std(ddof=1) / samples**0.5)
    held = sum(low <= whole.mean <= high for low, high in (one.interval() for one in each)) / samples
    said = np.mean([one.sharper.worth for one in each if one.sharper])
    row = (name, f"{plain.var() / means.var():.2f}", f"{said:.2f}", f"{off:+.1f}", f"{held:.1%}")
    fault = f"{name}: off by {off:+.1f} standard errors, {held:.1%} hold"
    return row, "" if abs(off) < OFF and held >= bounds(samples)[0] - 0.005 else fault


def starship_intervals_hold(runs: int, share: Share = in_turn) -> Proven:
    """Starship Catan: 95% intervals of every metric hold in samples of 100, 500, 2,000 and 10,000 turns.

    Means are tested with correction by luck step by step and without.

    Fails if those of one metric hold in less than 94% of the samples of a size, less what chance allows at 1e-5, or all
    together in less than 94.5%.
    """
    return coverage_of([(_turns, "midgame")], runs, share, "turns", MOST_TURNS)


MOST_TURNS = 4_000_000


def _turns(name: str) -> Any:
    """Return the experiment of turns from one of the positions."""
    return turn_experiment(ROOT / "ships" / "starship" / f"{name}.yaml", 78)


def starship_dice_are_fair(turns: int, share: Share = in_turn) -> Proven:
    """Starship Catan: faces of the yellow die and orders of the first two of ten cards are equally frequent.

    The random words of dice and shuffles are read at the addresses of many games.

    Fails if a face or a place in the shuffle is favoured, if the roll tells the order, or if the dice of a fight tell
    the roll.
    """
    block = min(turns, 100_000)
    drawn = share(_drawn, [(first, block) for first in range(0, turns, block)])
    rolled, thrown = (np.sum([counts[which] for counts in drawn], axis=0) for which in range(2))
    values = [chi_square(rolled, np.full(rolled.shape, 1 / rolled.size)), chi_square(thrown, THROWS)]
    faults = tuple(f"{WHAT[test]}: p = {values[test]:.2g}" for test in rejected(values))
    return Proven(f"{-(-turns // block) * block:,} turns", f"smallest p = {min(values):.2g}", faults)


WHAT = ("roll and first two cards", "roll and both dice of a fight")
BLUE_CHANCES = np.array([1, 2, 2, 1]) / 6
THROWS = (np.full(3, 1 / 3)[:, None, None] * BLUE_CHANCES[:, None] * BLUE_CHANCES).ravel()


def _drawn(first: int, turns: int) -> tuple[list[int], list[int]]:
    """How often each roll came with each first two cards, and with each pair of blue faces."""
    table = lay_out(Position(sectors={1: TEN}), 11, first, turns)
    dice = SampledDice(11, first, turns)
    dice.yellow(table)
    dice.shuffle(table)
    top = np.searchsorted(TEN_BITS, table.order[:2]).astype(np.int64)
    cells = np.bincount(((table.roll - 1) * 10 + top[0]) * 10 + top[1], minlength=300)
    rows = np.arange(turns)
    own, his = (
        blue_faces(STANDARD_RULES)[dice._digit(rows, np.full(turns, number))].astype(np.int64) for number in (1, 2)
    )
    thrown = np.bincount(((table.roll - 1) * 4 + own - 1) * 4 + his - 1, minlength=48)
    pairs = cells.reshape(3, 10, 10)[:, ~np.eye(10, dtype=np.bool_)]
    return pairs.ravel().tolist(), thrown.tolist()


def starship_mistakes_are_caught(size: int, share: Share = in_turn) -> Proven:
    """Starship Catan: each deliberate mistake in dice, sectors, pirates, captains, building and points is noticed.

    Wrong rules are put into the running engine for a moment; the twin knows how the turns should have ended. Fails if
    a mistake makes no difference to what is compared.
    """
    caught = share(caught_in_play, [(number,) for number in range(len(MISTAKES))])
    rows = tuple((one.what, "caught" if seen else "-") for one, seen in zip(MISTAKES, caught, strict=True))
    faults = tuple(what for what, seen in rows if seen == "-")
    table = (("mistake", "differential"), *rows)
    return Proven(f"{len(MISTAKES)} mistakes", f"{len(MISTAKES) - len(faults)} caught", faults, table)


def caught_in_play(number: int) -> bool:
    """Whether turns or games under one mistake end otherwise than the twin's."""
    return noticed(MISTAKES[number])


FILES = ROOT / "ships" / "starship"
CAPTAIN_FILES = Path(starship.__file__).parent / "data" / "captains"
TEXTS = [path.read_text(encoding="utf-8") for path in (*sorted(FILES.glob("*.yaml")), *sorted(CAPTAIN_FILES.glob("*")))]
FUZZED = 250


def starship_broken_files_are_told(size: int, share: Share = in_turn) -> Proven:
    """Starship Catan: after one to six random changes a file is read, or every fault names its file and line.

    The files are ships, positions, records and captains. A record that can be read is replayed as well, whatever its
    steps say. A position that can be read is asked for its open decision.

    Fails if an error of another sort comes through, or if a fault of the file itself names no line.
    """
    batches = share(_fuzzed, [(first, min(FUZZED, size - first)) for first in range(0, size, FUZZED)])
    read, replayed = (sum(one[which] for one in batches) for which in range(2))
    faults = tuple(fault for one in batches for fault in one[2])
    result = f"{read:,} read, {replayed:,} of them replayed, {size - read - len(faults):,} refused, {len(faults)} wrong"
    return Proven(f"{size:,} broken files", result, faults)


def _fuzzed(first: int, many: int) -> tuple[int, int, list[str]]:
    """How many could be read, how many of them were records, and what went wrong."""
    rng = random.Random(7000 + first)
    read, replayed, wrong = 0, 0, []
    for number in range(first, first + many):
        text = rng.choice(TEXTS)
        for _ in range(rng.randint(1, 6)):
            text = one_change(rng, text)
        try:
            if "plans:" in text:
                load_text(starship.load_captain, text, "fuzz.yaml")
            elif "steps:" in text:
                starship.replay(load_text(starship.load_record, text, "fuzz.yaml", FILES))
                replayed += 1
            else:
                open_decision(load_text(starship.load_position, text, "fuzz.yaml"))
            read += 1
        except AnalyzerError as error:
            bare = [fault for fault in error.faults if not re.search(r"\.yaml, line \d+", fault)]
            bare = [fault for fault in bare if "fuzz.yaml" in fault]
            wrong += [f"file {number}: {bare[0]}"] if bare or not error.faults else []
        except Exception as error:
            wrong.append(f"file {number}: {error!r}")
    return read, replayed, wrong
