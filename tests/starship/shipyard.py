"""Captains, switches and positions by chance, as far from each other as the files allow."""

from __future__ import annotations

import random
from typing import Any

from analyzer.starship import Captain, load_captain
from tests.starship.twin.box import CARDS, COUNCIL, CRESTS, GOODS, MODULES, RESERVE

NAMED = ("sensible", "expert", "cautious", "bold", "trader", "settler", "passenger-fights", "passenger-pays")
SWITCHES = {
    "handicap_astro": ("none", "moon", "sun"),
    "handicap_parts": ("none", "moon", "sun"),
    "pirate_reward": ("good", "astro", "nothing"),
    "reserve_face_down": ("no", "yes"),
    "upgrade_after_three": ("yes", "no"),
}

ORDER = ("logistics", "command", "production", "science", "trade", "sensor")
FIGHTER = Captain(
    "fighter",
    400,
    120,
    25,
    37,
    22,
    32,
    300,
    200,
    120,
    40,
    320,
    220,
    180,
    350,
    150,
    8,
    1,
    1,
    3,
    MODULES[::-1],
    "all",
    "fight",
)
"""They fight everybody, need a reason to act and give Logistics away first."""
WEIGHER = Captain("weigher", 400, 70, 80, 37, 22, 32, 300, 200, 120, 40, 140, 60, 180, 350, 10, 40, 3, 1, 3, ORDER)
"""They weigh what they believe of a pirate. Both are no captains of the product, whose prices are tuned at times."""


def any_switches(rng: random.Random) -> dict[str, str]:
    """Half of the time as they are, else each by chance."""
    if rng.random() < 0.5:
        return {}
    return {name: rng.choice(values) for name, values in SWITCHES.items()}


def any_goods(rng: random.Random) -> tuple[tuple[int, int], ...]:
    """Worths of each good, a missing unit at least as dear as another one."""
    spare = [rng.choice((0, 15, 20, 30, rng.randint(0, 60))) for _ in range(5)]
    return tuple((one + rng.choice((0, 5, 10, rng.randint(0, 40))), one) for one in spare)


def any_steps(rng: random.Random) -> tuple[tuple[int, int], ...]:
    """Worths of an Astro by the purse: falling, rising, the same or nothing."""
    numbers = sorted({0, *(rng.randint(0, 40) for _ in range(rng.randint(0, 4)))})
    return tuple((number, rng.choice((0, 5, 7, 10, 14, 20, rng.randint(0, 30)))) for number in numbers)


def any_worths(rng: random.Random) -> dict[str, Any]:
    """Worths of goods and Astro."""
    return {"goods": any_goods(rng), "astro": any_steps(rng)}


def any_captain(rng: random.Random) -> Captain:
    """A named captain, or one whose prices are thrown: ties, nothing at all and the highest among them."""
    if rng.random() < 0.3:
        return load_captain(rng.choice(NAMED))

    def price(usual: int) -> int:
        return rng.choice((0, 10, usual, usual, rng.randint(0, 3 * usual), rng.randint(0, 2 * usual), 2000))

    spare = rng.choice((0, 9, 20, 22, 29, 30, 31, rng.randint(0, 60)))
    return Captain(
        "any",
        price(400),
        price(70),
        price(80),
        spare + rng.choice((0, 1, 10, 15, rng.randint(0, 40))),
        spare,
        rng.choice((0, 20, 29, 30, 32, 40, 41, rng.randint(0, 80))),
        *(price(usual) for usual in (300, 200, 120, 40, 140, 60, 180, 350)),
        rng.choice((0, 0, 5, 10, rng.randint(0, 60))),
        rng.choice((0, 5, 15, 25, rng.randint(0, 60))),
        rng.choice((0, 1, 3, 6, 20)),
        rng.choice((1, 1, 2)),
        rng.randint(1, 8),
        tuple(rng.sample(MODULES, 6)),
        rng.choice(("all", "all", "none", "peek")),
        rng.choice(("judge", "judge", "fight", "pay")),
        rng.random() < 0.9,
        new_numbers_first=spare % 2 == 0,
        weighs=spare % 3 == 0,
        readiness=spare % 5 == 0,
        raises_first=spare % 4 != 0,
        **rng.choice(({}, {}, {"goods": any_goods(rng)}, {"astro": any_steps(rng)}, any_worths(rng))),
    )


def any_ship(
    rng: random.Random, crest: str, cards: list[str], adventures: list[str], modules: dict[str, int]
) -> dict[str, Any]:
    """A ship with these cards, its bays, lab, hangar and openings filled as far as they go."""
    capacity = 2 + modules.get("logistics", 0)
    kinds = {card.id: card.kind for card in CARDS}
    rich = rng.random() < 0.3
    colony_ships = rng.choice((0, 1, 1, 2))

    def parts() -> list[int]:
        levels = [rng.choice((1, 1, 2)) for _ in range(rng.choice((0, 1, 2, 2, 3, 3)))]
        return sorted(levels, reverse=True)

    return {
        "crest": crest,
        "astro": rng.choice((0, 1, 2, 3, 4, 5, rng.randint(0, 40), rng.randint(5, 90))),
        "goods": {good: rng.choice((capacity, capacity - 1)) if rich else rng.randint(0, capacity) for good in GOODS},
        "science": rng.randint(0, 4),
        "boosters": parts(),
        "cannons": parts(),
        "hangar": {"colony_ship": colony_ships, "trade_ship": rng.randint(0, 2 - colony_ships)},
        "modules": modules,
        "colonies": [card for card in cards if kinds[card] == "colony"],
        "stations": [card for card in cards if kinds[card] not in ("colony", "pirate")],
        "pirates": [card for card in cards if kinds[card] == "pirate"],
        "adventures": adventures,
    }


def _modules(rng: random.Random) -> tuple[dict[str, int], dict[str, int]]:
    """Of both players: none of them has a level II of the other."""
    both: tuple[dict[str, int], dict[str, int]] = {}, {}
    for module in MODULES:
        moon, sun = rng.choice(((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2)))
        for of_one, level in zip(both, (moon, sun), strict=True):
            if level:
                of_one[module] = level
    return both


def any_position(number: int) -> dict[str, Any]:
    """A table in the middle of a game: cards that left were replaced in order, while the reserve lasted."""
    rng = random.Random(number)
    left = [card.id for card in CARDS if card.stack == "BASE"]
    rng.shuffle(left)
    reserve = [card.id for stack in RESERVE for card in rng.sample(stack, len(stack))]
    takeable = {card.id for card in CARDS if card.kind in ("colony", "pirate") or card.h}
    sectors = [left[10 * s : 10 * s + 10] for s in range(4)]
    owned: tuple[list[str], list[str]] = ["START01"], ["START02"]
    for _ in range(rng.choice((0, 2, 6, 10, 14, 30))):
        row = rng.choice(sectors)
        gone = [card for card in row if card in takeable]
        if not gone:
            continue
        card = rng.choice(gone)
        rng.choice(owned).append(card)
        row.remove(card)
        if reserve:
            row.append(reserve.pop(0))
    if rng.random() < 0.1:
        reserve = []
    council = [one for stack in COUNCIL for one in rng.sample(stack, len(stack))]
    done = rng.choice((0, 0, 2, 4, 7, 12))
    kept: tuple[list[str], list[str]] = [], []
    for one in council[:done]:
        if one.kept:
            rng.choice(kept).append(one.id)
    open_now = [one.id for one in council[done : done + 3]]
    seen = {
        s + 1: [card for card in row if rng.random() < chance]
        for s, row in enumerate(sectors)
        for chance in (rng.choice((0, 0.3, 0.7, 1)),)
    }
    modules = _modules(rng)
    for row in sectors:
        rng.shuffle(row)
    phase = rng.choice(("production", "production", "sector", "sector", "trade"))
    position: dict[str, Any] = {
        "game": "starship",
        **{crest: any_ship(rng, crest, owned[i], kept[i], modules[i]) for i, crest in enumerate(CRESTS)},
        "turn": rng.choice((*CRESTS, 37, 140)),
        "phase": phase,
        "sectors": {s + 1: row for s, row in enumerate(sectors)},
        "reserve": reserve,
        "open": open_now,
        "stack": [one.id for one in council[done + 3 :]],
        "seen": seen,
    }
    if phase != "production" or rng.random() < 0.3:
        position["roll"] = rng.randint(1, 3)
    return _partly_untold(rng, position)


def _partly_untold(rng: random.Random, position: dict[str, Any]) -> dict[str, Any]:
    """One of three does not say everything."""
    if rng.random() < 0.67 or not position["reserve"]:
        return position
    untold = rng.choice(
        (
            "sectors",
            "some sectors",
            "some cards",
            "gone",
            "reserve",
            "seen",
            "open and stack",
            "stack",
            "goods",
            "modules",
        )
    )
    if untold == "some cards":
        position["sectors"] = {
            s: [card for card in row if rng.random() < 0.7] for s, row in position["sectors"].items()
        }
    elif untold == "gone":
        row = position["sectors"].pop(rng.randint(1, 4))
        kept = {card for cards in position["seen"].values() for card in cards}
        position["gone"] = [card for card in row if card not in kept and rng.random() < 0.7]
    elif untold == "some sectors":
        for s in rng.sample((1, 2, 3, 4), rng.randint(1, 3)):
            del position["sectors"][s]
    elif untold in ("goods", "modules"):
        del position[rng.choice(CRESTS)]["goods"]
        if untold == "modules":
            position["moon"] = {"crest": "moon", "colonies": position["moon"]["colonies"]}
    elif untold == "open and stack":
        del position["open"], position["stack"]
    else:
        del position[untold]
    return position


def says_all(position: dict[str, Any]) -> bool:
    return {"reserve", "open", "stack", "seen"} <= set(position) and len(position.get("sectors", ())) == 4
