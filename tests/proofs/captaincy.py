"""The sensible captain against the best that a search of prices finds, ship by ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

from analyzer import Estimate, load_field, load_ship, tune_captain
from tests.doors.trucker_paper import home_level
from tests.places import ROOT
from tests.proofs.proof import Proven, Share, in_turn

SHIPS = ROOT / "ships"
SETTINGS = ("alone", "field")
CREDITS, POINTS = 1.0, 1.0
"""By how much the best may surpass them: credits, and percentage points of arrival."""
BEYOND = {
    ("Thorn Hedge (2021-III)", "field"),
    ("Porcupine Deal (2021-II)", "field"),
    ("Needle Post (2007-IIIa)", "field"),
}
"""Where they are known to be further off, by 1.5 credits and 3.6 points, 1.1 and 5.8, 0.6 and 3.3: it is no news."""


@dataclass(frozen=True)
class Searched:
    """What a search found for one ship: who earns most, and how much more than sensible, all on fresh dice."""

    ship: str
    setting: str
    best: str
    credits: float
    arrived: float
    more_credits: Estimate
    more_points: Estimate

    @classmethod
    def of_plain(cls, *fields: Any) -> Searched:
        """It again from its fields as JSON gives them back."""
        *of_sensible, more_credits, more_points = fields
        return cls(*of_sensible, Estimate(*more_credits), Estimate(*more_points))

    @property
    def within(self) -> bool:
        """Whether sensible may be as close as they are said to be."""
        return self.more_credits.low <= CREDITS and self.more_points.low <= POINTS

    @property
    def news(self) -> bool:
        """Whether they are further off where that is not known."""
        return not self.within and (self.ship, self.setting) not in BEYOND

    def row(self) -> tuple[str, ...]:
        """A line of the table."""
        gap = f"{self.more_credits.mean:.2f} ({self.more_credits.low:.2f} to {self.more_credits.high:.2f})"
        points = f"{self.more_points.mean:.2f} ({self.more_points.low:.2f} to {self.more_points.high:.2f})"
        told = f"{self.credits:.2f}", f"{100 * self.arrived:.2f}%", self.best, gap, points
        return self.ship, self.setting, *told, "yes" if self.within else "**no**"


HEAD = ("ship", "flown", "sensible: credits", "arrived", "best", "credits more", "points of arrival more", "within")


def sensible_is_nearly_the_best(
    flights: int, share: Share = in_turn, ships: int | None = None, settings: Sequence[str] = SETTINGS
) -> Proven:
    """Sensible is within a credit and a percentage point of arrival of the best captain that is found for a ship.

    For every shipped ship, alone and in the field of its board, prices are searched as by `analyzer captain`. The best
    is whoever earns most of the captains found and named, on fresh dice and five times as many flights. The best may
    arrive less often than sensible. Three ships are known to be further off in the field: Thorn Hedge of 2021-III,
    Porcupine Deal of 2021-II and Needle Post of 2007-IIIa.

    Fails if for another ship the best captain surely (95%) earns more than a credit more, or arrives more than a point
    more often.
    """
    files = sorted(path for path in SHIPS.glob("20*/*/*.yaml") if path.parent.name not in ("flawed", "IVC"))[:ships]
    pieces = [(path.relative_to(ROOT).as_posix(), setting, flights) for path in files for setting in settings]
    searches = [Searched.of_plain(*plain) for plain in share(searched, pieces)]
    faults = tuple(f"{one.ship}, {one.setting}: {one.row()[4:7]}" for one in searches if one.news)
    close = sum(one.within for one in searches)
    widest = max(searches, key=lambda one: one.more_credits.mean)
    return Proven(
        f"{len(files)} ships, {' and '.join(settings)}, {flights:,} flights a captain",
        f"{close} of {len(searches)} within; widest {widest.more_credits.mean:.2f} credits ({widest.ship})",
        faults,
        (HEAD, *(one.row() for one in searches)),
    )


def searched(path: str, setting: str, flights: int) -> tuple[Any, ...]:
    """The search for one ship: the fields of what it found."""
    ship = load_ship(ROOT / path)
    rivals = load_field(home_level(ship), ship.board.edition) if setting == "field" else []
    confirmed = tune_captain(ship, flights=flights, rivals=rivals).confirmed
    best = max(confirmed.names, key=lambda name: confirmed[name].credits.mean)
    sensible = confirmed["sensible"]
    if best == "sensible":
        nothing = Estimate(0.0, 0.0, 0.0)
        more, points = nothing, nothing
    else:
        more = confirmed.difference(best, "sensible")
        points = Estimate(*(100 * share for share in confirmed.difference(best, "sensible", "arrived")))
    arrived = sensible.measured("arrived").mean
    name = f"{ship.name} ({ship.board.title})"
    return astuple(Searched(name, setting, best, sensible.credits.mean, arrived, more, points))
