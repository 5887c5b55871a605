"""Tuning of a captain: a search for the prices with which a ship earns most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import COUNT, INTERVAL, WORD, Column, Description, Form, Part, Row, Table, places
from analyzer.answers.leaders import leaders
from analyzer.answers.note import Note
from analyzer.answers.numbers import decimals
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.montecarlo.workers import AUTO
from analyzer.runs import tuning
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.compare import compare_experiments
from analyzer.runs.tuning import CONFIRMING, TUNED, repriced, search
from analyzer.statistics.estimate import Estimate, Verdict
from analyzer.statistics.moments import Moments
from analyzer.trucker.captains import DEAREST, NAMED, Captain, named_captain
from analyzer.trucker.conditions import ALONE, Conditions, plan_ship
from analyzer.trucker.fitting import MARGIN_FLIGHTS, MARGINS, marginal_worths
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.trucker.world import DEFAULT_CAPTAIN

ROUNDS = 12
"""Largest number of rounds of a search; each round changes one price."""
SCREENS = ((10, 8), (3, 3))
"""Part of the flights, as a divisor, after which a number of candidates with the largest gains stay in."""
LEAST_SCREENED = 1_000
"""Smallest number of flights in a round for which candidates are screened."""
SMALLEST = 50
"""Price that the search tries in place of a price of 0, in hundredths of a credit."""
OF_FLEETS = ("ship", "doom")
"""Prices that only captains of fleets use."""
AS_BEFORE = "as before"
"""Name that stands for the unchanged captain in the comparison of a round."""
PRICE = Form("{:g}".format)
WORTH = places(decimals, 2)
MEANS = {
    "day": "credits that one flight day is worth to the captain; the other prices are in credits too",
    "component": "losing a component to a hit",
    "stay": "staying in the flight instead of giving up",
    "dread": "expected cost of each coming card to a ship that has lost all its components",
    "reserve": "charges held back for defence (a number, not a price)",
    "special": "a place in a special container, when a red cube from a planet fills it",
    "ruin": "running out of humans because crew was given up and a coming card takes the rest",
    "day_alone": "a flight day where no other ship flies",
    "ship": "a ship of the fleet that still flies",
    "doom": "for fleets: expected cost of each coming card because of a ship that cannot move",
}
"""Explanation of the prices whose names do not explain them, by name of the price."""
PRICES = (Column("price", "price", WORD), Column("sensible", "sensible", PRICE), Column(TUNED, "found", PRICE))
"""Columns of the table of prices."""


@dataclass(frozen=True, repr=False)
class TunedCaptain(tuning.TunedCaptain):
    """The best captain found for a ship, compared with the named captains on fresh dice.

    Attributes:
        ship: the ship.
        start: named captain from whom the search began.
        worths: by number of cards left, what one charge, human, day and blue cube are worth to the captain found. An
            estimate is missing where no flight could have one more or less. Builds have none.
    """

    ship: Layout = field(kw_only=True)
    worths: tuple[tuple[int, dict[str, Estimate]], ...] = ()

    @property
    def named(self) -> str | None:
        """Name of the captain to use, or None for the captain from the search.

        The default captain stays unless another captain is clearly better on fresh dice. If several are better and
        cannot be told apart, the first is named. The captain from the search must clearly beat the default one and all
        of `leading`.
        """
        best = self.leading
        if self.steps and self._is_clear(TUNED, DEFAULT_CAPTAIN) and all(self._is_clear(TUNED, name) for name in best):
            return None
        return best[0] if best else DEFAULT_CAPTAIN

    @property
    def leading(self) -> tuple[str, ...]:
        """Named captains who clearly earn more than the default one and may be the best; () if there are none."""
        clear = [name for name in NAMED if self._is_clear(name, DEFAULT_CAPTAIN)]
        return leaders(clear, self._is_clear, lambda name: self.confirmed[name].credits.mean).items

    def _is_clear(self, name: str, other: str) -> bool:
        """Return whether a captain clearly earns more than another; the 95% hold for all pairs of captains at once."""
        return self.confirmed.verdict(name, other) is Verdict.BETTER

    @property
    def recommended(self) -> Captain:
        """Captain to use: a named captain if one does as well, else the captain from the search."""
        return self.captain if self.named is None else named_captain(self.named)

    def description(self) -> Description:
        """Describe the captain: prices beside the sensible captain's, each change, and the captain to use."""
        facts = {"ship": self.ship.name, "named": self.named, "setting": self.confirmed.setting}
        facts |= self.facts()
        prices = Table(
            "", PRICES, [Row(row, explanation=MEANS.get(row["price"], "")) for row in self.rows()], column_gap=2
        )
        steps = [
            f"{step.what} from {step.old:g} to {step.new:g}: {step.gain.mean:+.2f} ({step.gain.low:+.2f} to "
            f"{step.gain.high:+.2f}) credits a flight in the search"
            for step in self.steps
        ]
        use = [f"To use {self.named}, fly with {named_setting('captain', self.named)}."] * (self.named is not None)
        parts: list[Part] = [prices, *steps, *use, *[self._table_of_worths()] * bool(self.worths)]
        return Description(self.ship.name, f": {self._in_words()}", facts, parts, self.notes())

    def _table_of_worths(self) -> Table:
        """Return the table of marginal worths by cards left, with the captain's prices in the headings."""
        columns = [Column("cards_left", "cards\nleft", COUNT)]
        for what, price in self.prices_of_margins().items():
            columns.append(Column(what, f"{what},\nprice {price:g}", WORTH, interval=INTERVAL))
        rows = [Row({"cards_left": left} | {what: worth.get(what) for what in MARGINS}) for left, worth in self.worths]
        title = (
            f"what one more of each is worth in credits, on at most {MARGIN_FLIGHTS:,} flights: one was taken away "
            "after a card (a blue cube was added), and the flight went on with the same cards and dice"
        )
        if self.captain.values:
            title += "; this captain decides by fitted values, as expert does, where a level has them"
        return Table("worths", columns, rows, title, column_gap=2)

    def prices_of_margins(self) -> dict[str, float]:
        """Return the found captain's prices of one charge, human, day and blue cube, in credits (compare `worths`)."""
        captain = self.captain
        day = captain.lone_day if self.confirmed.setting == ALONE else captain.day
        return {"charge": captain.battery / 100, "human": captain.human / 100, "day": day / 100, "cube": 1.0}

    def _in_words(self) -> str:
        """Return the advice in words: the captain to use, the gain, and the conditions."""
        where = (
            f"{self.confirmed.setting}, on {self.confirmed.flights:,} fresh flights{', stopped early' * self.stopped}"
        )
        if self.named == DEFAULT_CAPTAIN:
            return f"keep {DEFAULT_CAPTAIN}: nothing that was tried is clearly better, {where}"
        gain = self.confirmed.simultaneous(self.named or TUNED, DEFAULT_CAPTAIN)
        amount = f"{gain.mean:+.2f} credits a flight ({gain.low:+.2f} to {gain.high:+.2f}) against {DEFAULT_CAPTAIN}"
        if self.named is None:
            return f"{amount}, {where}"
        why = "the prices found are not clearly better" if self.steps else "no price that was tried clearly gains more"
        use = " or ".join(self.leading)
        amount = amount if len(self.leading) == 1 else f"{self.named}: {amount}"
        return f"use {use}: {why}; {amount}, {where}"

    def rows(self) -> list[dict[str, Any]]:
        """Return a row per price, with the value of the sensible captain and the value found."""
        sensible, tuned = named_captain("sensible").as_prices(), self.captain.as_prices()
        used = [name for name in tuned if name not in ("name", "foresees", "values") and has_use_for(self.ship, name)]
        return [{"price": name, "sensible": sensible[name], TUNED: tuned[name]} for name in used]

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        return [
            f"The search tried {self.tried} captains, beginning with {self.start.name}: one price at a time, from "
            "half to double. Prices beyond that range may be better still."
            + " In combat zones the captain reckons with the charges of ships behind." * self.captain.foresees
            + " Some decisions follow the fitted values of expert, so prices decide less." * bool(self.captain.values),
            "A change was kept if its gain was above 0 at 95% confidence, over all changes tried at once. The best of "
            "many looks better than it is. The gain in the heading is from fresh dice, so it has no such bias.",
            # Without a step the captain found is the named one from whom the search began: no news that both are alike.
            *(
                note
                for note in self.confirmed.notes()
                if self.steps or not isinstance(note, Note) or note.of != (TUNED, self.start.name)
            ),
        ]


def tune_captain(
    ship: ShipLike,
    level: str | None = None,
    flights: int = 10_000,
    seed: int = 1,
    *,
    workers: Workers = AUTO,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> TunedCaptain:
    """Search for the prices by which a captain flies this ship best.

    The search starts from the best named captain. Every round tries changes on the same flights: each price times 1/2,
    3/4, 4/3 and 2, and the reserve one less and one more. A tenth of the flights chooses the eight most promising
    changes, and a third of the flights the best three of these. Rounds of less than 1,000 flights keep all changes. A
    round adopts the change that gains most if its interval lies above 0; intervals hold at 95% for all changes at once.
    The captain found and the named captains then fly five times as many flights under the next seed.

    Args:
        ship: a ship, or the path of its file.
        level: flight level; that of the ship's board if None.
        flights: flights of each captain in a round.
        seed: fixes all decks and dice of the search.
        workers: number of processes, "auto" for as many as shorten the run; the result does not depend on it.
        progress: called with the number of flights just flown by each captain.
        **conditions: conditions of the flights (see `Conditions`), without `captain`.

    Returns:
        The best captain found, and what they gain on fresh dice.

    Raises:
        AnalyzerError: for a ship that cannot be flown there, or if a captain is given.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.tune_captain(ship, flights=2, cards=[8]).captain.name
    'tuned for First Mile'
    """
    if "captain" in conditions:
        raise AnalyzerError("captain: this call searches for the best captain: leave captain out")
    flights, seed = whole_number(flights, "flights", 2, MOST_KEPT), whole_number(seed, "seed", 0, LARGEST_SEED - 1)
    ship = as_ship(ship)
    as_it_is = plan_ship(ship, level, seed, **conditions)

    def fly(captains: Mapping[str, Captain], seed: int, flights: int) -> Comparison:
        rivals = as_it_is.captains[1:]
        experiments = {
            name: replace(as_it_is, captains=(captain, *rivals), seed=seed) for name, captain in captains.items()
        }
        return compare_experiments(experiments, flights, workers=workers, progress=progress)

    def gains(best: Captain, candidates: Sequence[Captain]) -> list[Moments | None]:
        def measured(among: Sequence[int], flights: int) -> dict[int, Moments]:
            comparison = fly({AS_BEFORE: best} | {str(one): candidates[one] for one in among}, seed, flights)
            counted, score = comparison.counted, comparison.score
            return {one: counted.difference(score, row, 0) for row, one in enumerate(among, start=1)}

        left = [*range(len(candidates))]
        for part, kept in SCREENS if flights >= LEAST_SCREENED else ():
            if len(left) > kept:
                gained = measured(left, flights // part)
                # Sorted back into the order of the candidates, which numbers the rows of a comparison.
                left = sorted(sorted(left, key=lambda one: -gained[one].mean)[:kept])
        gained = measured(left, flights)
        return [gained.get(one) for one in range(len(candidates))]

    named = {name: named_captain(name) for name in NAMED}
    first = fly(named, seed, flights)
    start = max(named.values(), key=lambda one: first[one.name].credits.mean)
    outcome = search(start, gains, [partial(changes, ship=ship)], ROUNDS)
    captain = replace(outcome.captain, name=f"{TUNED} for {ship.name}"[:40])
    # Other dice, because the best of many captains looks too good on those that chose it.
    confirmed = fly({TUNED: captain, **named}, seed + 1, outcome.fresh(flights))
    tried = len(named) + outcome.tried
    found = TunedCaptain(captain, start, tried, outcome.steps, confirmed, stopped=outcome.stopped, ship=ship)
    if has_use_for(ship, "doom"):  # of fleets no worths are measured
        return found
    flown = replace(as_it_is, captains=(captain, *as_it_is.captains[1:]), seed=seed + 1)
    worths = [
        (left, {what: worth.estimate() for what, worth in each.items() if worth.trials > 1})
        for left, each in marginal_worths(flown, min(flights, MARGIN_FLIGHTS), seed)
    ]
    return replace(found, worths=tuple(worths))


def all_flights(ship: Layout, flights: int) -> int:
    """Return the largest number of flights that a search can take, over all captains, including the confirmation."""
    changed = 1 + sum(1 for _ in changes(named_captain(DEFAULT_CAPTAIN), ship)) + 1  # the reserve may go down, too
    in_round = flights * changed
    if flights >= LEAST_SCREENED:
        # Each stage of a screen also flies the captain as before.
        sizes = [changed, *(1 + kept for _, kept in SCREENS)]
        in_round = sum(
            flights // part * size for part, size in zip((*(part for part, _ in SCREENS), 1), sizes, strict=True)
        )
    return flights * (len(NAMED) + CONFIRMING * (1 + len(NAMED))) + ROUNDS * in_round


def changes(captain: Captain, ship: Layout) -> Iterator[Captain]:
    """Yield captains with one price or the reserve changed; prices without effect on this ship stay the same."""
    prices = ("day", "day_alone", "human", *ship.aliens, "battery", "component", "stay", "dread", "ruin", *OF_FLEETS)
    for price in filter(partial(has_use_for, ship), prices):
        old = captain.lone_day if price == "day_alone" else None
        yield from repriced(captain, price, smallest=SMALLEST, dearest=DEAREST * 100, old=old)
    charges = sum(part.is_a.batteries for part in ship.components.values())
    for reserve in (captain.reserve - 1, captain.reserve + 1):
        if 0 <= reserve <= charges:
            yield replace(captain, reserve=reserve)


def has_use_for(ship: Layout, price: str) -> bool:
    """Return whether a price influences any decision of this ship's captain."""
    return ship.is_build or price not in OF_FLEETS
