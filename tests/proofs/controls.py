"""Which proof notices which deliberate mistake."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.proofs import coverage, enumeration, fairness, fuzzing, same_bytes, sampling
from tests.proofs.mistakes import MISTAKES, Mistake
from tests.proofs.proof import Proven, Share, in_turn
from tests.trucker.buildyard import grow_build
from tests.trucker.engine.against_twin import differences
from tests.trucker.engine.convoys import BOARDS, captains
from tests.trucker.engine.convoys_of_fleets import CHARGED, COLUMNS, GUNS, LASTING, fleet_captain
from tests.trucker.shipyard import grow_ship

FLIGHTS_AGAINST_TWIN = 50
FLIGHTS_AGAINST_EXACT = 100_000
SAMPLED_SETTINGS = ((0, 8), (1, 28), (2, 28), (2, 29), (4, 48))
"""(ship, card) on which sampled flights are held against exact answers while a mistake is in."""


def mistakes_are_caught(size: int, share: Share = in_turn) -> Proven:
    """Each of some 40 deliberate mistakes in dice, blocks, ships, fleets, hazards, cards and settlement is noticed.

    In the table `-` means that the proof ran and noticed nothing. An empty field means that it did not run: up to 50
    convoys only the proof that has to notice a mistake runs. `sampled` notices nothing if both sides follow the same
    wrong rule; therefore there is a twin. `differential` flies 50 flights of each convoy by engine and twin
    (tests/trucker/engine/test_differential.py).

    Fails if a proof has gone blind: if a mistake put into the engine makes no difference to the numbers it compares.
    """
    noticed_by = share(noticed, [(number, size) for number in range(len(MISTAKES))])
    faults = tuple(
        f"{mistake.what}: not noticed by {mistake.caught_by}"
        for mistake, caught in zip(MISTAKES, noticed_by, strict=True)
        if mistake.caught_by not in caught
    )
    table = tuple(
        (
            mistake.what,
            *("caught" if name in caught else "-" if name in tried(mistake, size) else "" for name in PROOFS),
        )
        for mistake, caught in zip(MISTAKES, noticed_by, strict=True)
    )
    return Proven(
        f"{len(MISTAKES)} mistakes, each against up to {size} random convoys",
        f"{len(MISTAKES) - len(faults)} of {len(MISTAKES)} caught",
        faults,
        (("mistake", *PROOFS), *table),
    )


def tried(mistake: Mistake, size: int) -> tuple[str, ...]:
    """The proofs that are asked."""
    return tuple(PROOFS) if size > ALL_PROOFS_ABOVE else (mistake.caught_by,)


def noticed(number: int, size: int) -> list[str]:
    """The proofs that notice this mistake."""
    mistake = MISTAKES[number]
    sampling.forget_ships()
    try:
        with mistake.made():
            return [name for name in tried(mistake, size) if PROOFS[name](mistake, size)]
    finally:
        sampling.forget_ships()


def by_differential(mistake: Mistake, size: int) -> bool:
    """Engine against twin, flight by flight, on decks of the cards that matter."""
    columns = COLUMNS if mistake.fleets else METRICS
    numbers = ((mistake.shows + number) % size for number in range(size))
    return any(differences(convoy_of(mistake, number), FLIGHTS_AGAINST_TWIN, columns) for number in numbers)


def convoy_of(mistake: Mistake, number: int) -> Experiment:
    """One to four random ships, or builds, on a route of twelve cards."""
    rng = random.Random(9000 + number)
    if mistake.fleets:
        return fleets_on(rng, number, mistake.kinds)
    level = rng.choice(list(BOARDS))
    ships = tuple(grow_ship(rng, BOARDS[level], name=f"ship {i}") for i in range(number % 4 + 1))
    pool = [card.id for card in Route().rules.cards if card.kind in (mistake.kinds or (card.kind,))]
    route = Route(level_name=level, cards=tuple(rng.choices(pool, k=12)))
    return Experiment(ships, captains(rng, len(ships)), route, seed=number)


def fleets_on(rng: random.Random, number: int, kinds: tuple[str, ...]) -> Experiment:
    """One to four random builds on a route of level IV."""
    tastes = [rng.choice((LASTING, GUNS, CHARGED)) for _ in range(number % 4 + 1)]
    builds = tuple(grow_build(rng, taste, f"build {i}") for i, taste in enumerate(tastes))
    pool = [card.id for card in Route().rules.cards if card.kind in (kinds or (card.kind,))]
    route = Route(level_name="IV", cards=tuple(rng.choices(pool, k=12)))
    return Experiment(builds, tuple(fleet_captain(rng) for _ in builds), route, seed=number)


def by_enumeration(mistake: Mistake, size: int) -> bool:
    """Enumerated dice against the twin's brute force."""
    return any(enumeration.compared(number, mistake.kinds)[2] for number in range(1, size, 3))


def by_sampling(mistake: Mistake, size: int) -> bool:
    """Sampled against exact."""
    settings = [sampling.Setting(ship, card) for ship, card in SAMPLED_SETTINGS]
    values = [p for one in settings for p in sampling.p_values(one, FLIGHTS_AGAINST_EXACT)[0]]
    return bool(fairness.rejected(values))


def by_dice(mistake: Mistake, size: int) -> bool:
    """Fair dice."""
    return bool(fairness.dice_are_fair(300_000).faults)


def by_intervals(mistake: Mistake, size: int) -> bool:
    """Intervals cover the exact mean."""
    return bool(coverage.intervals_cover_the_exact_mean(200).faults)


def by_bytes(mistake: Mistake, size: int) -> bool:
    """Blocks do not matter; on one worker, where a mistake put in for a moment is seen."""
    return same_bytes.blocks_differ(200)


def by_files(mistake: Mistake, size: int) -> bool:
    """Broken ship files."""
    return bool(fuzzing.mutated_files_load_or_name_a_line(100).faults)


ALL_PROOFS_ABOVE = 50
PROOFS: dict[str, Callable[[Mistake, int], bool]] = {
    "enumerated": by_enumeration,
    "differential": by_differential,
    "sampled": by_sampling,
    "dice": by_dice,
    "intervals": by_intervals,
    "bytes": by_bytes,
    "files": by_files,
}
