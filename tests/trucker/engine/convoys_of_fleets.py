"""Random convoys of builds of class IVC, and of captains who fly them, for engine and twin."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from functools import cache
from typing import Any

from analyzer import Captain
from tests.doors.printed import load_edition
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.trucker.buildyard import grow_build
from tests.trucker.engine.convoys import any_captain
from tests.trucker.twin.outcome import FleetOutcome
from tests.trucker.twin.quarters import WAYS

SIZES = (1,) * 100 + (2,) * 80 + (3,) * 40 + (4,) * 30
"""How many builds fly in each convoy: 500 in all, as `make verify` flies them (tests/proofs/agreement.py)."""
TOGETHER = 10
"""Convoys that differ in their builds alone, and so fly in one block: a group."""
COLUMNS = tuple(field.name for field in fields(FleetOutcome))
LASTING = {"single_engine": 5.0, "double_engine": 4.0, "cabin": 3.0, "battery_2": 3.0, "battery_3": 3.0, "shield": 2.0}
GUNS = {"double_cannon": 5.0, "life_support_purple": 3.0, "cabin": 3.0, "battery_3": 4.0, "single_cannon": 0.5}
HOLDS = {"cargo_3": 4.0, "special_cargo_2": 4.0, "single_engine": 4.0, "cabin": 3.0, "battery_2": 2.0}
CHARGED = {"single_engine": 0.0, "double_engine": 6.0, "battery_2": 6.0, "battery_3": 6.0, "cabin": 2.0}
CHARGED |= {"double_cannon": 9.0, "single_cannon": 0.0}
KINDS = ("open_space stardust", "planets smugglers abandoned_station", "combat_zone slavers pirates", "meteor_swarm")
OFTEN = [
    [
        card.id
        for card in load_edition("2007").cards
        if card.kind in kinds.split() and (card.kind != "meteor_swarm" or card.hits[0].large)
    ]
    for kinds in KINDS
]
"""Cards of a kind, of which one comes often on some routes; of swarms those that begin with a large meteor."""


def fleet_captain(rng: random.Random) -> Captain:
    """Any captain, with any prices of ships and of what cannot move, and any reserve."""
    ship, doom = rng.choice((0, 0, 100, 500, 2000)), rng.choice((0, 0, 20, 100, 1000))
    dread, reserve = rng.choice((0, 0, 0, 50, 400, 2000)), rng.choice((0, 0, 1, 2, 3))
    return replace(any_captain(rng), ship=ship, doom=doom, dread=dread, reserve=reserve)


@cache
def convoy_of_fleets(number: int) -> Experiment:
    """One to four builds, in any geometry or in a few; dealt decks, or chosen cards of which some kind comes often.

    Some race through open space under captains who hold charges back, some fly under large meteors, with many double
    cannons to the sides and captains who defend.
    """
    group, size = number // TOGETHER, SIZES[number]
    racing, shooting = group % 5 == 2, group % 5 == 4
    route, who, removed, premiums = setting(group, size, racing, shooting)
    rng = random.Random(52_000 + number)
    builds = []
    for name, premium in enumerate(premiums):
        taste = CHARGED if shooting else rng.choice((None, LASTING, LASTING, GUNS, HOLDS, CHARGED))
        taste = CHARGED | {"single_engine": 2.0} if racing and rng.random() < 0.7 else taste
        broadside = shooting or rng.random() < 0.3
        build = grow_build(rng, taste, f"build {name}", small=rng.random() < 0.1, broadside=broadside)
        builds.append(replace(build, insurance=premium))
    return Experiment(tuple(builds), who, route, seed=group, removed=removed)


def setting(group: int, size: int, racing: bool, shooting: bool) -> tuple[Route, tuple[Captain, ...], Any, list[int]]:
    """What convoys of a group have in common: route, captains, what repair took off, premiums."""
    rng = random.Random(77_050 + group)
    joined = () if rng.random() < 0.5 else tuple(rng.sample(WAYS, rng.choice((1, 1, 2, 3))))
    often = OFTEN[0] if racing else OFTEN[3] if shooting else rng.choice(OFTEN)
    share = 0.9 if racing or shooting else 0.5
    cards = [rng.choice(often if rng.random() < share else range(60)) for _ in range(20)]
    dealt = rng.random() < 0.2 and not racing and not shooting
    route = Route(level_name="IV", cards=() if dealt else tuple(cards), joined=joined)
    removed = tuple(((0, 0),) * rng.choice((0, 0, 0, 3)) for _ in range(size))
    who = tuple(fleet_captain(rng) for _ in range(size))
    if racing:
        who = tuple(replace(captain, day=50, battery=20, reserve=rng.choice((1, 2, 3))) for captain in who)
    if shooting:
        who = tuple(replace(captain, component=300, battery=20) for captain in who)
    return route, who, removed, [rng.choice((0, 2, 5, 8)) for _ in range(size)]
