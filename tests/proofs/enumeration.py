"""Enumerated dice against brute force with the plain twin."""

from __future__ import annotations

import random

from tests.doors.printed import load_edition
from tests.proofs.proof import Proven, Share, in_turn
from tests.trucker.engine.brute_force import brute_force, enumerated, rolls_of, shortened
from tests.trucker.engine.convoys import BOARDS, captains
from tests.trucker.shipyard import grow_ship

MOST_ROLLS = 3
FIRST_SEED = 7000


def exact_equals_brute_force(size: int, share: Share = in_turn) -> Proven:
    """Exact answers give every outcome the whole-number weight that the plain twin finds over all 11^k sums of k rolls.

    Fails if a state is lost, merged too early or counted twice, if a roll is branched for a ship that did not roll, or
    if a rule or a choice differs between engine and twin.
    """
    results = share(compared, [(number,) for number in range(size)])
    faults = tuple(fault for _, _, fault in results if fault)
    outcomes, flights = sum(o for o, _, _ in results), sum(f for _, f, _ in results)
    return Proven(
        f"{size} random convoys, k up to {MOST_ROLLS} rolls, {flights:,} flights of the twin",
        f"{outcomes:,} weights, {len(faults)} convoys differ",
        faults,
    )


def compared(number: int, kinds: tuple[str, ...] = ()) -> tuple[int, int, str]:
    """One convoy: how many outcomes it has, how many flights the twin flew, and what is wrong, if anything.

    `kinds` narrows the cards down.
    """
    rng = random.Random(FIRST_SEED + number)
    name = rng.choice(list(BOARDS))
    ships = [grow_ship(rng, BOARDS[name], name=f"ship {i}") for i in range(rng.choice((1, 1, 2, 3)))]
    who = captains(rng, len(ships))
    edition = load_edition("2007")
    pool = [card for card in edition.cards if card.kind != "sabotage" and card.kind in (kinds or (card.kind,))]
    throws = [card for card in pool if rolls_of(card)] or [card for card in edition.cards if rolls_of(card)]
    quiet = [card for card in pool if not rolls_of(card)] or [card for card in edition.cards if card.kind == "stardust"]
    cards = [rng.choice(quiet), shortened(rng.choice(throws), 1 + number % MOST_ROLLS), rng.choice(quiet)]
    fast, k = enumerated(ships, who, edition.levels[name], cards)
    most = sum(rolls_of(card) for card in cards)
    plain = brute_force(ships, who, edition.levels[name], cards, most)
    scaled = {end: ways * 36 ** (most - k) for end, ways in fast.items()}
    fault = "" if scaled == dict(plain) else f"convoy {number}: level {name}, cards {[card.id for card in cards]}"
    return len(plain), 11**most, fault
