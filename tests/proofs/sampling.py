"""Sampled flights against exact answers, card by card and ship by ship."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

import analyzer
from analyzer import Layout, load_captain
from analyzer.types import Exact
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route, home_level
from tests.places import ROOT
from tests.proofs.proof import Proven, Share, chi_square, in_turn, rejected
from tests.trucker.shipyard import grow_ship

SHIPS = ROOT / "ships" / "2007"
SHIPPED = (
    "I/first-mile", "II/steady-hauler", "II/tin-kite", "III/grand-broadside", "III/vault-door", "IIIa/glass-comet",
)  # fmt: skip
GROWN = ("2007-I", "2007-II", "2007-III", "2007-IIIa")
RIVALS = {"I": "I/brass-hornet", "II": "II/iron-parcel", "III": "III/night-mail", "IIIa": "IIIa/anvil-chorus"}
IN_COMPANY = ("combat_zone", "sabotage")
"""Cards that leave a ship flying alone in peace."""
CARDS = 60
BLOCK = 1 << 17
WIDTH = 1 << 8
"""Lost components, crew and batteries are below this."""


@dataclass(frozen=True)
class Setting:
    """One card for one of the ships, alone or with a rival."""

    ship: int
    card: int
    company: bool = False

    def __str__(self) -> str:
        return f"{proved_ship(self.ship).name}, card {self.card}{', with a rival' if self.company else ''}"


def sampled_equals_exact(
    flights: int, share: Share = in_turn, ships: int = len(SHIPPED) + len(GROWN), every: int = 1
) -> Proven:
    """Sampled flights are distributed as the exact answer says.

    Compared are lost components, alone and jointly with crew and batteries. The test is chi-square, with cells of
    expectation below 5 pooled and Holm's correction over all tests at 1%.

    Fails if the sampled dice are loaded, if a roll is read twice, if enumerated dice lose or misplace weight, or if
    anything happens in a sampled flight that the exact answer calls impossible.
    """
    chosen = thinned(settings(ships), every)
    results = share(p_values, [(setting, flights) for setting in chosen])
    names = [f"{setting}, {what}" for setting in chosen for what in ("lost components", "joint state")]
    values = [value for pair, _ in results for value in pair]
    faults = tuple(f"{names[test]}: p = {values[test]:.2g}" for test in rejected(values))
    states = sum(count for _, count in results)
    return Proven(
        f"{ships} ships x {CARDS} cards, {len(chosen)} settings of {flights:,} flights",
        f"{len(values):,} tests over {states:,} exact states: {len(faults)} rejected, smallest p = {min(values):.2g}",
        faults,
    )


def settings(ships: int) -> list[Setting]:
    """All cards for the first ships, and those that need company with a rival too."""
    kinds = {card.id: card.kind for card in Route().rules.cards}
    alone = [Setting(ship, card) for ship in range(ships) for card in range(CARDS)]
    return alone + [Setting(s.ship, s.card, company=True) for s in alone if kinds[s.card] in IN_COMPANY]


def thinned(chosen: list[Setting], every: int) -> list[Setting]:
    """Of the cards of each kind, alone and with a rival, the first and every so many further on."""
    kinds = {card.id: card.kind for card in Route().rules.cards}
    alike: dict[tuple[str, bool], list[Setting]] = {}
    for one in chosen:
        alike.setdefault((kinds[one.card], one.company), []).append(one)
    return [one for of_a_kind in alike.values() for one in of_a_kind[::every]]


def p_values(setting: Setting, flights: int) -> tuple[tuple[float, float], int]:
    """The p-values of lost components and of the joint state, and how many joint states there are."""
    ship, rivals = proved_ship(setting.ship), [rival_of(setting.ship)] * setting.company
    answer = analyzer.exact(ship, card=setting.card, rivals=rivals, start=1)
    chances = exact_chances(answer)
    seen = np.zeros(WIDTH**3, np.int64)
    for code, times in sampled(setting, flights):
        seen[code] += times
    states = np.union1d(np.flatnonzero(seen), list(chances))
    joint = chi_square(seen[states], [chances.get(int(state), 0.0) for state in states])
    lost = np.bincount(states // WIDTH**2, weights=seen[states])
    likely = np.bincount(states // WIDTH**2, weights=[chances.get(int(state), 0.0) for state in states])
    return (chi_square(lost, likely), joint), len(chances)


def exact_chances(answer: Exact) -> dict[int, float]:
    """The exact chance of every coded state."""
    names = ("components_lost", "crew_lost", "batteries_spent", "batteries_lost")
    columns = (answer.columns[name] for name in names)
    found: dict[int, float] = {}
    for lost, crew, spent, with_battery, chance in zip(*columns, answer.chances, strict=True):
        code = (lost * WIDTH + crew) * WIDTH + spent + with_battery
        found[code] = found.get(code, 0.0) + float(chance)
    return found


def sampled(setting: Setting, flights: int) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Block by block the coded states that came up, and how often."""
    ship = proved_ship(setting.ship)
    ships = (ship, *[rival_of(setting.ship)] * setting.company)
    route = Route(level_name=home_level(ship), cards=(setting.card,), start=1)
    seed = 1 + (setting.ship * CARDS + setting.card) * 2 + setting.company
    experiment = Experiment(ships, (load_captain("expert"),) * len(ships), route, seed)
    tokens = ship.hull.tokens
    crew, full = (int(board).bit_count() for board in (tokens.crew, tokens.charges.full))
    found = []
    for first in range(0, flights, BLOCK):
        end = experiment.run(first, min(BLOCK, flights - first))
        lost, gone, spent = end.components_lost[0], crew - end.crew[0], full - end.batteries[0]
        tally = np.bincount((lost * WIDTH + gone) * WIDTH + spent)
        codes = np.flatnonzero(tally)
        found.append((codes, tally[codes]))
    return found


def proved_ship(number: int) -> Layout:
    """One of the ten ships: six of those that come with the product, four grown ones."""
    return _loaded(SHIPPED[number]) if number < len(SHIPPED) else _grown(GROWN[number - len(SHIPPED)])


def rival_of(number: int) -> Layout:
    """Who flies along."""
    return _loaded(RIVALS[home_level(proved_ship(number))])


@cache
def _loaded(name: str) -> Layout:
    return analyzer.load_ship(SHIPS / f"{name}.yaml")


@cache
def _grown(board: str) -> Layout:
    return grow_ship(random.Random(2007), board, components=24, name=f"ship grown on {board}")


def forget_ships() -> None:
    """Build ships anew: their compiled hulls hold what the rules said when they were compiled."""
    _loaded.cache_clear()
    _grown.cache_clear()
