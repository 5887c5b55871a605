"""Negative controls: deliberate mistakes, put into the running engine for a moment, that the proofs have to notice."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import numpy as np

from analyzer import AnalyzerError, Estimate, Histogram, Layout
from tests.doors.mistakes import parts
from tests.doors.statistics import CONFIDENCE
from tests.doors.trucker_flights import Convoy
from tests.proofs import fuzzing
from tests.trucker.engine import brute_force

running, shuffles = parts("montecarlo", "blocks random_words")
experiment, adventures, deck = parts("trucker", "experiment adventures cards.route")
enemies, hazards = parts("trucker.adventures", "enemies hazards")
cargo, crew, lone_ship, strengths_of = parts("trucker.convoy", "cargo crew launching strength")
level_iv, in_flight, class_ivc = parts("trucker.fleets", "tables in_flight class_ivc")
dice, settlement = parts("trucker.flight", "dice settlement")
bitboard, hull, strength = parts("trucker.ship", "bitboard hull strength")
cache, facts = parts("trucker.wrecks", "cache facts")
ClassIVC, FleetOfShips = class_ivc.ClassIVC, in_flight.FleetOfShips

Patches = list[Any]
"""Context managers that put a mistake in and take it out again."""


@dataclass(frozen=True)
class Mistake:
    """What is done wrong, by which patches, and on which kinds of cards it can show (all, if empty)."""

    what: str
    patches: Callable[[], Patches]
    kinds: tuple[str, ...] = ()
    caught_by: str = "differential"
    """The proof that has to notice it in every test run."""
    fleets: bool = False
    """Whether it shows on fleets of class IVC alone."""
    shows: int = 0
    """The convoy that the differential proof asks first: one on which it is known to show, to spare time."""

    @contextmanager
    def made(self) -> Iterator[None]:
        """The engine with this mistake."""
        patches = self.patches()
        _forget_all()
        try:
            for one in patches:
                one.start()
            yield
        finally:
            for one in patches:
                one.stop()
            _forget_all()


def _forget_all() -> None:
    """Nothing that is known of wrecks and cards by other rules is known any more."""
    cache.clear_registers()
    deck._rules.cache_clear()


# Dice


def _faces(faces: int) -> Patches:
    sums = np.array([2 + pair // 6 % faces + pair % 6 % faces for pair in range(36)], np.intp)
    return [patch.object(dice, "SUMS", sums)]


def _same_digit() -> Patches:
    real = dice.digit
    return [patch.object(dice, "digit", lambda fraction, number, base: real(fraction, number // 2 * 2, base))]


def _even_sums() -> Patches:
    return [patch.object(dice, "SUMS", np.array([2 + pair % 11 for pair in range(36)], np.intp))]


def _flat_ways() -> Patches:
    return [patch.object(dice, "THROWS", np.array([3, 3, 3, 3, 4, 4, 4, 3, 3, 3, 3]))]


def _charges_forgotten() -> Patches:
    return [patch.object(dice, "NO_KEY", dice.NO_KEY | {"charge"})]


# Words, blocks, intervals and files


def _words_of_the_block() -> Patches:
    real = shuffles.words
    anew = lambda seed, stream, first, trials: real(seed, stream, 0, trials)  # noqa: E731
    return [patch.object(deck, "words", anew), patch.object(shuffles, "words", anew)]


def _last_flight_twice() -> Patches:
    real = running._block

    def one_back(world: Any, count: Any, task: Any) -> Any:
        return real(world, count, replace(task, first=task.first - (task.done > 0)))

    return [patch.object(running, "_block", one_back)]


def _half_as_wide() -> Patches:
    real = Histogram.estimate

    def halved(histogram: Histogram, confidence: float = CONFIDENCE) -> Estimate:
        mean, low, high = real(histogram, confidence)
        return Estimate(mean, (mean + low) / 2, (mean + high) / 2)

    return [patch.object(Histogram, "estimate", halved)]


def _faults_without_a_line() -> Patches:
    real = fuzzing.load_text

    def bare(load: Callable[..., Layout], text: str, name: str) -> Layout:
        try:
            return real(load, text, name)
        except AnalyzerError as error:
            raise AnalyzerError([fault.partition(", line")[2] or fault for fault in error.faults]) from None

    return [patch.object(fuzzing, "load_text", bare)]


# The ship


def _smooth_sides_join() -> Patches:
    return [patch.object(hull, "connectors_join", lambda one, other: True)]


def _next_column() -> Patches:
    real = hull._lines

    def shifted(*args: Any) -> Any:
        lines = real(*args).copy()
        lines[:, 2:12] = lines[:, 3:13]
        return lines

    return [patch.object(hull, "_lines", shifted)]


def _own_row_only() -> Patches:
    return [patch.object(hull, "_reaches", lambda layout: (0, 0, 0, 0))]


def _exposed_once() -> Patches:
    real = hull.exposed
    return [patch.object(facts, "exposed", lambda on, alive: np.minimum(real(on, alive), 3))]


def _shields_all_round() -> Patches:
    def all_round(rule: Any) -> Any:
        def meeting(on: Any, left: Any, side: Any, roll: Any) -> Any:
            return replace(
                rule(on, left, side, roll),
                with_a_charge=left & np.bitwise_or.reduce([on.shields[..., 0 * side + other] for other in range(4)]),
            )

        return meeting

    return [patch.object(hazards, name, all_round(getattr(hazards, name))) for name in ("small_meteor", "light_fire")]


def _bonus_at_nothing() -> Patches:
    real = strength.cannon_halves

    def always(on: Any, alive: Any, batteries: Any, purple: Any) -> Any:
        halves = real(on, alive, batteries, purple)
        return np.where(halves == 0, 2 * strength.ALIEN_BONUS * purple, halves)

    return [patch.object(place, "cannon_halves", always) for place in (lone_ship, in_flight)]


# Hazards and cards


def _nothing_bounces() -> Patches:
    return [patch.object(hazards, "small_meteor", hazards.light_fire)]


def _shields_stop_heavy_fire() -> Patches:
    return [patch.object(hazards, "heavy_fire", hazards.light_fire)]


def _one_by_one(convoy: Convoy, dice_: Any) -> None:
    for ship in convoy.ships():
        for token in range(0, 64, 2):
            occupied = crew.occupied_cabins(ship)
            infected = occupied & _module("epidemic").beside(ship, occupied) & np.uint64(1 << token)
            ship.crew = ship.crew & ~crew.one_of_each(ship, infected)


def _epidemic_one_by_one() -> Patches:
    return [patch.dict(adventures.ADVENTURES, epidemic=_one_by_one)]


def _tie_is_defeat() -> Patches:
    real = enemies.fight

    def fight(ship: Any, enemy: Any) -> Any:
        won, _, takes = real(ship, enemy)
        return won, ~won, takes

    return [patch.object(enemies, "fight", fight)]


def _cheapest_goods_first() -> Patches:
    def cheapest(ship: Any, how_many: int) -> Any:
        aboard = cargo.cubes(ship)
        lost, asked = np.zeros_like(aboard), np.broadcast_to(how_many, aboard.shape[1:])
        for colour in reversed(range(len(aboard))):
            lost[colour] = np.minimum(asked, aboard[colour])
            asked = asked - lost[colour]
        return lost, np.minimum(asked, ship.charges)

    return [patch.object(cargo, "dearest", cheapest)]


def _hindmost_in_ties() -> Patches:
    def mark(convoy: Convoy, strengths: Any) -> None:
        least, weakest = np.full(convoy.size, strengths_of.NEVER), np.full(convoy.size, -1)
        for ship in convoy.back_to_front():
            shown = strengths[ship.numbers, ship.flights]
            less = shown < least[ship.flights]
            least[ship.flights[less]], weakest[ship.flights[less]] = shown[less], ship.numbers[less]
        convoy.mark(weakest)

    return [patch.object(place, "mark_weakest", mark) for place in (_module("combat_zone"), _module("sabotage"))]


def _module(adventure: str) -> Any:
    """The file of an adventure, whose name in the package is that of its function."""
    return sys.modules[f"{adventures.__name__}.{adventure}"]


def _salvage_without_days() -> Patches:
    return [patch.object(_module("abandoned_ship"), "fall_back", lambda ship, days: None)]


def _sold_without_fear() -> Patches:
    return [patch.object(_module("abandoned_ship"), "fear_of_selling", lambda ship, sold: 0)]


def _docked_with_too_few() -> Patches:
    return [patch.object(_module("abandoned_station"), "count", lambda crew: bitboard.count(crew) + 1)]


def _front_first() -> Patches:
    return [patch.object(Convoy, "back_to_front", Convoy.front_to_back)]


def _no_penalty_cap() -> Patches:
    def uncapped(convoy: Convoy, *rest: Any) -> Any:
        return settlement.settle(replace(convoy, level=replace(convoy.level, loss_cap=None)), *rest)

    return [patch.object(place, "settle", uncapped) for place in (experiment, brute_force)]


# Fleets


def _charges_shared() -> Patches:
    real = in_flight.FleetStrength.charges.func

    def shared(self: Any) -> Any:
        own = real(self)
        return np.broadcast_to(own.sum(axis=0), own.shape)

    return [patch.object(in_flight.FleetStrength, "charges", property(shared))]


def _shield_for_all() -> Patches:
    return [patch.object(hazards, "own_ship", lambda on, first: np.uint64(2**64 - 1))]


def _engines_summed() -> Patches:
    return [patch.object(in_flight.FleetEngines, "of_fleet", in_flight.FleetCannons.of_fleet)]


def _what_left_is_lost() -> Patches:
    def built_less_alive(convoy: Convoy) -> Any:
        return convoy.fact(facts.launched) - convoy.fact(facts.components)

    return [patch.object(settlement, "lost_in_flight", built_less_alive)]


def _first_hit_once() -> Patches:
    return [patch.object(level_iv, "_first_again", lambda hits, times: hits)]


def _no_goods_step() -> Patches:
    return [patch.object(cargo, "after_best_step", lambda ship, offered, aboard: offered)]


def _nobody_expelled() -> Patches:
    return [patch.object(FleetOfShips, "expel", lambda self, fleet, cards: None)]


def _unmanned_fly_on() -> Patches:
    return [patch.object(FleetOfShips, "leave_unsteered", lambda self, fleet, cards: None)]


def _places_by_order() -> Patches:
    return [patch.object(FleetOfShips, "final_places", lambda self, convoy: convoy.rank())]


def _no_human_kept_back() -> Patches:
    return [patch.object(FleetOfShips, "kept_back", lambda self, ship, humans: (humans > 0).astype(np.int64))]


def _insurance_without_a_cap() -> Patches:
    def uncapped(self: Any, ships: Any, *rest: Any) -> Any:
        return [(ship.insurance, settlement.NO_CAP) for ship in ships]

    return [patch.object(ClassIVC, "insured", uncapped)]


def _whole_fleet_at_risk() -> Patches:
    def breaks_off(self: Any) -> dict[int, int]:
        whole = int(self.occupied[0])
        pieces = {place: self.pieces(whole & ~(1 << place)) for place in range(64) if whole >> place & 1}
        return {place: whole & ~max(found, key=int.bit_count, default=0) for place, found in pieces.items()}

    return [patch.object(hull.Hull, "breaks_off", property(breaks_off))]


METEORS, SHOTS, ENEMIES = ("meteor_swarm",), ("pirates", "combat_zone"), ("slavers", "smugglers", "pirates")
MISTAKES = (
    Mistake("a die shows 1 to 5", lambda: _faces(5), METEORS, "dice"),
    Mistake("sums 2 to 12 drawn about evenly", _even_sums, METEORS, "sampled"),
    Mistake("every second roll of a card repeats the one before", _same_digit, METEORS, "dice"),
    Mistake("enumerated sums weighed about evenly", _flat_ways, METEORS, "enumerated"),
    Mistake("states merged that differ in charges", _charges_forgotten, METEORS, "sampled"),
    Mistake("every block begins its random words anew", _words_of_the_block, (), "bytes"),
    Mistake("a flight counted twice where blocks meet", _last_flight_twice, (), "bytes"),
    Mistake("intervals half as wide", _half_as_wide, (), "intervals"),
    Mistake("the parser keeps the line of a fault to itself", _faults_without_a_line, (), "files"),
    Mistake("smooth sides join", _smooth_sides_join, METEORS),
    Mistake("column off by one", _next_column, METEORS),
    Mistake("a shield covers all sides", _shields_all_round, (*METEORS, *SHOTS)),
    Mistake("small meteors do not bounce off smooth sides", _nothing_bounces, METEORS),
    Mistake("large meteors from the side met in their own row only", _own_row_only, METEORS),
    Mistake("shields stop heavy fire", _shields_stop_heavy_fire, SHOTS),
    Mistake("no more than three exposed connectors counted", _exposed_once, ("stardust",)),
    Mistake("a purple alien adds 2 even to strength 0", _bonus_at_nothing, ("combat_zone",), shows=7),
    Mistake("a tie counts as defeat", _tie_is_defeat, ENEMIES, shows=10),
    Mistake("epidemic: one cabin after the other", _epidemic_one_by_one, ("epidemic",)),
    Mistake("the cheapest goods are lost first", _cheapest_goods_first, ("planets", "smugglers", "combat_zone")),
    Mistake("combat zone: of equals the hindmost suffers", _hindmost_in_ties, ("combat_zone", "sabotage")),
    Mistake("planets and stardust: the leader moves back first", _front_first, ("planets", "stardust")),
    Mistake("an abandoned ship costs no days", _salvage_without_days, ("abandoned_ship",)),
    Mistake("crew sold as if no card came", _sold_without_fear, ("abandoned_ship",), shows=3),
    Mistake("an abandoned station entered with one crew too few", _docked_with_too_few, ("abandoned_station",)),
    Mistake("the cap of the penalty is ignored", _no_penalty_cap, METEORS),
    Mistake(
        "charges are shared by all ships of a fleet", _charges_shared, ("open_space", *ENEMIES), fleets=True, shows=2
    ),
    Mistake("a shield covers the whole fleet", _shield_for_all, (*METEORS, *SHOTS), fleets=True, shows=2),
    Mistake("engines of a fleet are summed", _engines_summed, ("open_space",), fleets=True),
    Mistake("what left with a ship counts as lost", _what_left_is_lost, ("open_space",), fleets=True),
    Mistake("level IV: the first meteor or shot comes once", _first_hit_once, METEORS, fleets=True),
    Mistake("level IV: no goods step", _no_goods_step, ("planets",), fleets=True),
    Mistake("a purple alien wakes cannons of strength 0", _bonus_at_nothing, ("combat_zone",), fleets=True, shows=11),
    Mistake("open space expels no single ship", _nobody_expelled, ("open_space",), fleets=True),
    Mistake("ships without humans fly on", _unmanned_fly_on, ("slavers", *METEORS), fleets=True),
    Mistake("the number of ships does not count for places", _places_by_order, ("open_space",), fleets=True),
    Mistake("only one human of a fleet is kept back", _no_human_kept_back, ("slavers",), fleets=True),
    Mistake("insurance caps nothing", _insurance_without_a_cap, METEORS, fleets=True),
    Mistake("a hit breaks the whole fleet in the order of giving up", _whole_fleet_at_risk, fleets=True),
)
