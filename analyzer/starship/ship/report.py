"""Facts of a ship on paper: speeds, odds, production, points, and what builds still need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from analyzer.answers.description import (
    COUNT,
    PERCENT,
    WORD,
    Column,
    Described,
    Description,
    LabelledLines,
    Row,
    Table,
    in_words,
)
from analyzer.answers.numbers import with_noun
from analyzer.starship.fights import fight_by
from analyzer.starship.ship.ship import Ship, points_by_source
from analyzer.starship.tables import MODULES, STORED, THREE_FIRST, USUAL, Switches

PIRATES = (
    Column("strength", "pirates"),
    Column("left", "left", COUNT, "pirates of that strength that are in the game and not beaten yet"),
    Column("chance", "you win", PERCENT, "the chance to win a fight; a tie wins"),
    Column("pay", "pay", WORD, "Astro that the pirate asks for, and what a lost fight costs"),
)
EVERY = {1: "the only one is", 2: "both are", 3: "all three are"}
"""Words for all openings of a ship, by their number."""
FILLED_FIRST = "to be filled first"
"""End of the condition for level II of boosters and cannons."""
BUILDS = (Column("build", "build"), Column("missing", "still needs"))


@dataclass(frozen=True, repr=False)
class ShipFacts(Described):
    """Facts that follow from a ship and its opponent's ship.

    Args:
        ship: the ship.
        other: the opponent's ship.
        switches: rules that are changed.
        on_table: lines about the table of its position, by label.
        gone: ids of the cards that are out of the game.
    """

    ship: Ship
    other: Ship
    switches: Switches = USUAL
    on_table: Mapping[str, str] = field(default_factory=dict)
    gone: tuple[str, ...] = ()

    @property
    def speeds(self) -> dict[int, int]:
        """Maximum number of cards of a flight, by roll of the yellow die."""
        return {roll: self.ship.speed(roll) for roll in sorted(set(self.ship.rules.dice["yellow"]))}

    @cached_property
    def odds(self) -> dict[str, float]:
        """Chance to beat each pirate that may still come, by id of the card."""
        out = {*self.ship.pirates, *self.other.pirates, *self.gone}
        pirates = [card for card in self.ship.rules.cards if card.strength and card.id not in out]
        return {
            card.id: float(fight_by(self.ship.rules, self.ship.cannon_strength, card.strength).chance)
            for card in pirates
        }

    @property
    def makes(self) -> dict[int, list[str]]:
        """Products by roll of the yellow die: goods of colonies, of which one is chosen, and products of modules."""
        return {roll: self.ship.made_by(roll) for roll in self.speeds}

    @property
    def points(self) -> dict[str, int]:
        """Victory points of the ship by their source, e.g. colonies."""
        return points_by_source(self.ship, self.other)

    @property
    def missing(self) -> dict[str, str]:
        """Missing units of each build in words ("" if none), or the reason why it cannot be built."""
        return {build: self._why_not(build) or self._lacks(build) for build in self.ship.rules.costs}

    def _lacks(self, build: str) -> str:
        """Return the goods and science that a build costs and the ship lacks, in words; "" if it lacks none."""
        gaps = [cost - have for cost, have in zip(self.ship.rules.costs[build], self.ship.stored, strict=True)]
        named = [f"{gap} {name.replace('_', ' ')}" for gap, name in zip(gaps, STORED, strict=True) if gap > 0]
        return ", ".join(named)

    def _why_not(self, build: str) -> str:
        """Return what a build needs besides goods and is missing, e.g. room in the hangar; "" if nothing."""
        ship, limits = self.ship, self.ship.rules.start
        if build in ("colony_ship", "trade_ship"):
            full = ship.colony_ships + ship.trade_ships >= limits["hangar"]
            return "room in the hangar, but it is full" if full else ""
        if build in ("module_1", "module_2"):
            return self._no_module(build)
        parts = ship.boosters if build.startswith("booster") else ship.cannons
        every = EVERY[limits["openings"]]
        if not build.endswith("_2"):
            return f"a free opening, but {every} filled" if len(parts) >= limits["openings"] else ""
        if all(level == 2 for level in parts):
            return f"one of level I, but {'all are of level II' if parts else 'there is none'}"
        if self.switches.three_first and len(parts) < limits["openings"]:
            return f"{every.split(' are')[0]} openings {FILLED_FIRST}"
        return ""

    def _no_module(self, build: str) -> str:
        """Return the condition on modules that a build needs and that is not met, in words; "" if it is met."""
        if build == "module_1":
            return "" if 0 in self.ship.modules else "a module that is not built yet, but all six are"
        free = [own == 1 and other < 2 for own, other in zip(self.ship.modules, self.other.modules, strict=True)]
        return "" if any(free) else "a module of level I whose level II is still free"

    @property
    def unsure(self) -> list[str]:
        """Notes on facts that rest on a single source."""
        names = [name for name, level in zip(MODULES, self.ship.modules, strict=True) if level]
        notes = []
        if "science" in names or "production" in names:
            notes.append(
                "Science I and Production I: only pictures in one rule book show on which numbers they work for Moon "
                "and for Sun."
            )
        if self.ship.level("sensor") == 2 or self.ship.level("production") == 2:
            notes.append("Sensor II (3 cards) and Production II (numbers 2 and 3) are known from one source only.")
        if any(FILLED_FIRST in self._why_not(build) for build in ("booster_2", "cannon_2")):
            notes.append(f"Boosters and cannons of level II need all three openings filled. {THREE_FIRST}.")
        return notes

    def description(self) -> Description:
        """Return lines about the ship, a table of the pirates left, and a table of what builds still need."""
        pirates = [
            Row({"strength": f"strength {strength}", "left": left, "chance": chance, "pay": demands})
            for strength, (chance, left, demands) in self.odds_by_strength().items()
        ]
        builds = [
            Row({"build": build, "missing": missing or "nothing: it can be built"})
            for build, missing in self.missing.items()
        ]
        labelled = self.labelled() | dict(self.on_table)
        parts = (LabelledLines(labelled), Table("", PIRATES, pirates), Table("", BUILDS, builds))
        title = f", {self.ship.crest.capitalize()}"
        return Description(self.ship.name, title, self._facts(), parts, self.unsure)

    def labelled(self) -> dict[str, str]:
        """Return the lines above the tables, by label."""
        ship = self.ship
        sources = ", ".join(f"{source} {many}" for source, many in self.points.items() if many)
        return {
            "aboard": ship.stores_in_words(),
            "hangar": f"{with_noun(ship.colony_ships, 'colony ship')}, {with_noun(ship.trade_ships, 'trade ship')}",
            "bays": f"{ship.capacity} of each good; {with_noun(ship.flight_actions, 'action')} a flight",
            "speed": ", ".join(f"{with_noun(speed, 'card')} on a {roll}" for roll, speed in self.speeds.items()),
            "makes": "; ".join(f"on a {roll} {_made(made)}" for roll, made in self.makes.items()),
            "points": f"{sum(self.points.values())} ({sources or 'none yet'}); the other ship is {self.other.name}",
            "Friend and Hero": f"{with_noun(ship.friendship, 'friendship point')}, {with_noun(ship.medals, 'medal')}",
        }

    def _facts(self) -> dict[str, Any]:
        """Return the facts in plain types."""
        return {
            "ship": self.ship.to_dict(),
            "speeds": self.speeds,
            "cannon_strength": self.ship.cannon_strength,
            "capacity": self.ship.capacity,
            "flight_actions": self.ship.flight_actions,
            "friendship": self.ship.friendship,
            "medals": self.ship.medals,
            "odds": self.odds,
            "makes": self.makes,
            "points": {**self.points, "all": sum(self.points.values())},
            "missing": self.missing,
            **({"table": dict(self.on_table)} if self.on_table else {}),
        }

    def odds_by_strength(self) -> dict[int, tuple[float, int, str]]:
        """Return, for each strength of the pirates left, the chance to win, their number, and what they ask for.

        What they ask for is a text with the Astro to pay and the loss after a defeat, e.g. `3 or lose a cannon`.
        """
        groups: dict[int, tuple[float, list[str]]] = {}
        for card, chance in self.odds.items():
            known = self.ship.rules.card_by_id[card]
            loss = f"a {known.loss}" if known.loss else "the flight"
            groups.setdefault(known.strength, (chance, []))[1].append(f"{known.demand} or lose {loss}")
        return {
            strength: (chance, len(terms), "; ".join(dict.fromkeys(terms)))
            for strength, (chance, terms) in sorted(groups.items())
        }


def _made(made: Sequence[str]) -> str:
    """Return the products of a roll in words."""
    modules = [name for name in made if name in ("science", "trade_good")]
    goods = [name for name in made if name not in modules]
    return in_words(" and ".join([" or ".join(goods)] * bool(goods) + modules)) or "nothing"
