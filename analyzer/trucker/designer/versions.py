"""Versions of a ship that were kept: a strip of them, one of which may be what all changes are measured against."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.trucker.designer import facts
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.designer.version_flights import WishForVersions
from analyzer.trucker.ship.layout import Layout

Plain = dict[str, Any]
MOST = 40
"""Versions that are kept; beyond that one has to go first."""


@dataclass(eq=False)
class Version:
    """A ship as it was kept, when, in seconds since 1970, and what its flights came to in which setting."""

    number: int
    ship: Layout
    time: float
    figures: Plain | None = None
    known_in: str = ""

    def as_dict(self) -> Plain:
        """What a page draws of it."""
        return facts.of_small(self.ship) | {
            "id": self.number,
            "name": self.ship.name,
            "time": 1000 * self.time,
            "flaws": len(self.ship.flaws()),
            "figures": self.figures,
        }


@dataclass
class Versions:
    """The strip, the oldest first; `against`: the number of the one that changes are measured against, if any."""

    all: dict[int, Version] = field(default_factory=dict)
    against: int | None = None
    _next: int = 1

    def add(self, ship: Layout) -> Version:
        """Keep the ship; one that is there already is not kept twice. Raises AnalyzerError where there is no room."""
        for version in self.all.values():
            if version.ship == ship:
                return version
        if len(self.all) >= MOST:
            raise AnalyzerError(f"{MOST} versions are kept: drop one first")
        version = self.all[self._next] = Version(self._next, ship, time.time())
        self._next += 1
        return version

    def take(self, left: list[tuple[Layout, float]]) -> None:
        """Keep these too, each with its time; raises AnalyzerError where there is no room for all of them."""
        new = [(ship, when) for ship, when in left if all(ship != version.ship for version in self.all.values())]
        if len(self.all) + len(new) > MOST:
            raise AnalyzerError(f"{len(self.all)} versions are kept, and with these more than {MOST}: drop some first")
        for ship, when in new:
            self.add(ship).time = when

    def find(self, number: int) -> Version:
        """The version of that number; raises AnalyzerError for none."""
        if number not in self.all:
            raise AnalyzerError(f"version {number} is not there any more")
        return self.all[number]

    def drop(self, number: int) -> None:
        """Keep it no longer."""
        self.find(number)
        del self.all[number]
        if self.against == number:
            self.against = None

    @property
    def base(self) -> Layout | None:
        """What changes are measured against."""
        return None if self.against is None else self.all[self.against].ship

    def wish(self, change: int, setting: Setting, steps: tuple[int, ...]) -> WishForVersions | None:
        """The flights of those of which nothing is known in that setting; None where all are known."""
        known_in = self._key(setting)
        unknown = tuple((one.number, one.ship) for one in self.all.values() if one.known_in != known_in)
        return WishForVersions(change, setting, unknown, self.base, steps, known_in) if unknown else None

    def learn(self, look: Plain) -> None:
        """What the flights of one came to."""
        if look["id"] in self.all:
            version = self.all[look["id"]]
            version.figures, version.known_in = look["figures"], look["known_in"]

    def message(self) -> Plain:
        """The strip as pages are told of it."""
        return {"kind": "versions", "versions": [one.as_dict() for one in self.all.values()], "against": self.against}

    def _key(self, setting: Setting) -> str:
        """In what figures hold: another setting, or another version to compare with, needs other flights."""
        return f"{setting} {self.against}"
