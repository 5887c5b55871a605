"""The captain for a ship: a search over prices on common decks and dice, confirmed on fresh ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.note import Note
from analyzer.answers.shown import Shown
from analyzer.errors import AnalyzerError, whole_number
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.words import LARGEST_SEED
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import NAMED, named_captain
from analyzer.trucker.conditions import Conditions, plan_ship
from analyzer.trucker.ship.layout import Layout

if TYPE_CHECKING:
    import pandas as pd

ROUNDS = 12
"""Most prices that are changed."""
CONFIRMING = 5
"""How many times the flights of one round the winner flies on fresh dice."""
FACTORS = (1 / 2, 3 / 4, 4 / 3, 2)
"""By what a price is multiplied in one round."""
SMALLEST_RISE = 50
"""To what a price of nothing is raised, in hundredths of a credit."""
DEAREST = 1_000_000
"""The highest price that a captain file may hold, in hundredths."""
OF_FLEETS = ("ship", "doom")
"""Prices that only captains of fleets have a use for."""
TUNED, AS_BEFORE = "tuned", "as before"


@dataclass(frozen=True)
class Step:
    """One price changed in the search: what it was, what it became (credits; `reserve`: batteries), and the gain."""

    price: str
    old: float
    new: float
    gain: Estimate


@dataclass(frozen=True, repr=False)
class TunedCaptain(Shown):
    """The best captain that was found for a ship, and how he does on fresh dice against the named captains.

    start: the named captain from whom the search began; steps: the prices that were changed, each with the gain in
    credits a flight on the dice of the search; confirmed: all captains on fresh dice, the found one first.
    """

    ship: Layout
    captain: Captain
    start: str
    tried: int
    steps: tuple[Step, ...]
    confirmed: Comparison

    @property
    def gain(self) -> Estimate:
        """Credits a flight more than under the sensible captain, on fresh dice, with its 95% interval."""
        return self.confirmed.difference(TUNED, "sensible")

    @property
    def named(self) -> str | None:
        """The named captain to use: the start where no change gained, or one who does as well on fresh dice."""
        if not self.steps:
            return self.start
        best = max(NAMED, key=lambda name: self.confirmed.results[self.confirmed.names.index(name)].credits.mean)
        return None if self.confirmed.difference(TUNED, best).low > 0 else best

    def heading(self) -> str:
        """What was found and where it holds, in a sentence: whom to use if he has a name, and what that gains."""
        gain = self.gain if self.named is None else self.confirmed.difference(self.named, "sensible")
        sure = "" if gain.low > 0 else ", which is not surely a gain"
        told = f"{gain.mean:+.2f} credits a flight ({gain.low:+.2f} to {gain.high:+.2f}) against the sensible captain"
        where = f"{self.confirmed.setting}, on {self.confirmed.flights:,} fresh flights"
        if self.named is None:
            return f"{self.ship.name}: {told}{sure}, {where}"
        why = "the prices found are not surely better" if self.steps else "no price that was tried surely gains more"
        more = "" if self.named == "sensible" else f"; {told}{sure}"
        return f"{self.ship.name}: use {self.named}: {why}{more}, {where}"

    def table(self) -> pd.DataFrame:
        """A table of prices: the sensible captain's and those that were found."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """One row a price."""
        sensible, found = named_captain("sensible").as_prices(), self.captain.as_prices()
        used = [name for name in found if name != "name" and has_use_for(self.ship, name)]
        return [{"price": name, "sensible": sensible[name], TUNED: found[name]} for name in used]

    def notes(self) -> list[str]:
        """What a reader of this should know."""
        return [
            f"{self.tried} captains were tried, from the {self.start} one on, one price at a time, halved to doubled: "
            "there may be better ones further off",
            "gains in the search flatter, because the best of many was picked; the gain told is that on fresh dice",
            *(note for note in self.confirmed.notes() if not self._of_itself(note)),
        ]

    def _of_itself(self, note: str) -> bool:
        """Whether it tells that the captain found is the named one, whom the heading names."""
        return not self.steps and isinstance(note, Note) and note.of == (TUNED, self.start)

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {
            "ship": self.ship.name,
            "captain": self.captain.as_prices(),
            "start": self.start,
            "named": self.named,
            "setting": self.confirmed.setting,
            "tried": self.tried,
            "steps": [
                {"price": step.price, "old": step.old, "new": step.new, "gain": step.gain._asdict()}
                for step in self.steps
            ],
            "gain": self.gain._asdict(),
            "confirmed": self.confirmed.as_dict(),
            "notes": self.notes(),
        }


def tune_captain(
    ship: Layout,
    level: str | None = None,
    flights: int = 10_000,
    seed: int = 1,
    *,
    workers: Workers = 1,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> TunedCaptain:
    """Search the captain's prices for this ship: start from the best named captain, change one price at a time.

    Every round tries each price times each of `FACTORS` (the reserve one less and one more) through the same
    `flights`, and takes the change that gains most, as long as its 95% interval lies above nothing. The winner and the
    named captains then fly `CONFIRMING` times as many flights under the next seed. `progress` is called with the number
    of flights of each captain just flown. Raises AnalyzerError for a ship that cannot be flown there.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.tune_captain(ship, flights=2, cards=[8]).captain.name
    'tuned for First Mile'
    """
    if "captain" in conditions:
        raise AnalyzerError("captain: this looks for one: leave it out")
    flights, seed = whole_number(flights, "flights", 2), whole_number(seed, "seed", 0, LARGEST_SEED - 1)
    as_it_is = plan_ship(ship, level, seed, **conditions)

    def fly(captains: Mapping[str, Captain], seed: int, flights: int) -> Comparison:
        rivals = as_it_is.captains[1:]
        flown = {name: replace(as_it_is, captains=(captain, *rivals), seed=seed) for name, captain in captains.items()}
        return compare_experiments(flown, flights, workers=workers, progress=progress)

    named = {name: named_captain(name) for name in NAMED}
    start = _leader(fly(named, seed, flights))
    best, steps, tried = _climb(named[start], ship, partial(fly, seed=seed, flights=flights))
    found = replace(best, name=f"{TUNED} for {ship.name}"[:40])
    confirmed = fly({TUNED: found, **named}, seed + 1, CONFIRMING * flights)
    return TunedCaptain(ship, found, start, len(named) + tried, steps, confirmed)


def most_flown(ship: Layout, flights: int) -> int:
    """The most flights of all captains that a search takes, those that confirm it among them."""
    changed = 1 + sum(1 for _ in _changes(named_captain("sensible"), ship)) + 1  # the reserve may go down, too
    return flights * (len(NAMED) + ROUNDS * changed + CONFIRMING * (1 + len(NAMED)))


def _climb(
    best: Captain, ship: Layout, fly: Callable[[Mapping[str, Captain]], Comparison]
) -> tuple[Captain, tuple[Step, ...], int]:
    """Who is left when no single change surely gains, the changes that led there, and how many captains were tried."""
    steps: list[Step] = []
    tried = 0
    for _ in range(ROUNDS):
        changes = {f"{price} {new}": (price, other) for price, new, other in _changes(best, ship)}
        tried += len(changes)
        flown = fly({AS_BEFORE: best} | {name: other for name, (_, other) in changes.items()})
        leader = _leader(flown)
        gain = flown.difference(leader, AS_BEFORE)
        if leader == AS_BEFORE or gain.low <= 0:
            break
        price, other = changes[leader]
        steps.append(Step(price, best.as_prices()[price], other.as_prices()[price], gain))
        best = other
    return best, tuple(steps), tried


def _leader(comparison: Comparison) -> str:
    """Who has the highest mean credits; of equals the first."""
    return max(zip(comparison.names, comparison.results, strict=True), key=lambda pair: pair[1].credits.mean)[0]


def _changes(captain: Captain, ship: Layout) -> Iterator[tuple[str, int, Captain]]:
    """Captains with one price changed: its name, its new value, and he; what this ship has none of is left alone."""
    prices = ("day", "day_alone", "human", *ship.aliens, "battery", "component", "stay", "dread", "ruin", *OF_FLEETS)
    for price in filter(partial(has_use_for, ship), prices):
        old = captain.lone_day if price == "day_alone" else getattr(captain, price)
        for new in sorted({_scaled(old, factor) for factor in FACTORS} - {old}):
            yield price, new, replace(captain, **{price: new})  # type: ignore[arg-type]
    charges = sum(part.is_a.batteries for part in ship.components.values())
    for reserve in (captain.reserve - 1, captain.reserve + 1):
        if 0 <= reserve <= charges:
            yield "reserve", reserve, replace(captain, reserve=reserve)


def has_use_for(ship: Layout, price: str) -> bool:
    """Whether the captain of such a ship decides anything by that price."""
    return ship.is_build or price not in OF_FLEETS


def _scaled(price: int, factor: float) -> int:
    """A price in whole hundredths; one of nothing is raised to something."""
    return min(round(factor * price) if price or factor < 1 else SMALLEST_RISE, DEAREST)
