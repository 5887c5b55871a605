"""Cost of each premium for a fleet: flights that count losses, answer, tables and advice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection as AnyCollection
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    WORD,
    Collection,
    Column,
    Described,
    Description,
    Form,
    Part,
    Row,
    Table,
    in_words,
)
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.note import is_about
from analyzer.answers.numbers import find_by_name
from analyzer.answers.result import RunResult
from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.montecarlo.blocks import BLOCK as WHOLE_BLOCK
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.tally import Columns
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import JOININGS, layout_of
from analyzer.trucker.fleets.class_ivc import INSURANCE
from analyzer.trucker.fleets.conditions import ADVISED
from analyzer.trucker.metrics import BY_FLIGHTS
from analyzer.trucker.questions.insure.premiums import FlightCounts, InsuranceOf, in_detail, premium_in_words

EARNED = ("bounty", "goods_sold", "order_reward", "looks_reward")
"""Metrics that add up to the earnings of a flight before any payment."""
COLUMNS = ("joined", "components_lost", "earned")
"""Columns of a block by which flights are counted, in the order of `FlightKey`."""


class FlightKey(NamedTuple):
    """Key by which flights are counted: flights with equal keys cost the same under every premium.

    It consists of the way in which the quarters are joined (an index), the components lost, and the credits earned
    before payments for losses.
    """

    way: int
    lost: int
    earned: int


@dataclass(frozen=True)
class Losses:
    """Number of flights of each ship by how its quarters were joined, components lost and credits earned.

    Two such counts can be added.
    """

    ships: tuple[Mapping[FlightKey, int], ...]

    @classmethod
    def of(cls, columns: Columns) -> Losses:
        """Build the counts from the columns of a block of flights."""
        # Flights with equal keys cost the same under every premium, so only their numbers are kept.
        return cls(tuple(map(_counted, zip(*(columns[name] for name in COLUMNS), strict=True))))

    def __add__(self, other: Losses) -> Losses:
        pairs = zip(self.ships, other.ships, strict=True)
        return Losses(tuple(dict(sorted((Counter(one) + Counter(more)).items())) for one, more in pairs))

    @property
    def trials(self) -> int:
        """Number of flights that were counted."""
        return sum(self.ships[0].values())

    @property
    def shape(self) -> Hashable:
        """Number of ships; counts can be added only if it is equal."""
        return len(self.ships)

    def plain(self) -> dict[str, Any]:
        """Return the counts in plain types.

        Each ship has rows of four: way of joining, components lost, credits earned, and number of flights.
        """
        ships = [[[*flight, times] for flight, times in ship.items()] for ship in self.ships]
        return {"trials": self.trials, "ships": ships}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """Rebuild counts from `plain`; raise ValueError, TypeError or KeyError if they do not fit together."""
        made = cls(tuple({FlightKey(*map(int, flight)): int(n) for *flight, n in ship} for ship in plain["ships"]))
        if {sum(ship.values()) for ship in made.ships} != {int(plain["trials"])}:
            raise ValueError("its flights are not as many as it says")
        return made

    def of_ways(self, ship: int, ways: AnyCollection[int] | None = None) -> dict[tuple[int, int], int]:
        """Return the number of flights of a ship by components lost and credits earned.

        Args:
            ship: index of the ship.
            ways: indices of the ways in which the quarters may be joined; flights of all ways if None.
        """
        counts: Counter[tuple[int, int]] = Counter()
        for flight, times in self.ships[ship].items():
            if ways is None or flight.way in ways:
                counts[flight.lost, flight.earned] += times
        return dict(counts)


def _counted(columns: tuple[Any, ...]) -> dict[FlightKey, int]:
    """Count the flights of one ship by way of joining the quarters, components lost and credits earned."""
    distinct, times = np.unique(np.stack(columns), axis=1, return_counts=True)
    return {FlightKey(*map(int, flight)): int(n) for flight, n in zip(distinct.T, times, strict=True)}


INDENT = "  "
EXACT = Form(str)
LAYERS = (
    Column("premium", "premium", EXACT, "the premium of this step, in credits"),
    Column(
        "losses",
        "losses",
        WORD,
        "lost components that this premium covers and the cheaper one before it does not",
    ),
    Column("price", "price", EXACT, "how many credits more it costs than the premium before"),
    Column("worth", "worth", NUMBER, "how many credits more it saves, on average", INTERVAL),
    Column("verdict", "verdict", WORD, "whether `worth` is clearly above or below `price`, at 95% confidence"),
)
"""Columns of the table that judges each premium against the next lower one."""


def of_ship(each: Sequence[InsuranceOf]) -> Iterator[Table]:
    """Yield three tables on the insurance of one build.

    They show the mean cost of each premium by layout, then every premium in detail, then the worth of each step to the
    next higher premium.

    Args:
        each: Results for all flights of the build, for each layout, and for each way in which the dice may join the
            quarters of the build into one layout. Results without flights are left out.
    """
    insured = [one for one in each if one.flights]
    yield _by_layout(insured)
    whole = [one for one in insured if not _is_one_of_several(one, insured)]
    yield in_detail(whole)
    title = "step by step: is the next premium worth its extra price?"
    yield Table("", LAYERS, [row for one in whole for row in _layers(one)], title, labels=2)


def of_ships(ships: Sequence[tuple[str, Mapping[str, InsuranceOf]]]) -> Table:
    """Return the table of advised premiums, with a row per build and a column per layout."""
    layouts = list(dict.fromkeys(layout for _, each in ships for layout in each))
    columns = [Column("build", "build", WORD), *(Column(name, in_words(name), EXACT) for name in layouts)]
    rows = []
    for name, each in ships:
        brief = {layout: " or ".join(map(str, one.advised)) if one.flights else "-" for layout, one in each.items()}
        rows.append(Row({"build": name, **brief}))
    return Table(
        "", columns, rows, "which premium to take, by layout (several where they do not differ clearly)", column_gap=2
    )


def _by_layout(insured: Sequence[InsuranceOf]) -> Table:
    """Return the table of the mean cost of each premium by layout, with the advised premium."""
    advice = (
        "the cheapest premium (none: fly without insurance), or several that do not differ clearly (95%, all pairs "
        "at once)"
    )
    least, *others = sorted(insured[0].caps)
    paid = f"{', '.join(map(str, others))}: with this premium; each cost is premium and payment for losses together"
    columns = (
        Column("layout", "layout", WORD),
        Column("chance", "chance", EXACT, "how often the dice make this layout, exactly"),
        Column("lost", "lost", NUMBER, "components lost, on average"),
        Column(str(least), str(least), NUMBER, f"average cost with no insurance, in credits; {paid}"),
        *(Column(str(premium), str(premium), NUMBER) for premium in others),
        Column("advice", "advice", explanation=advice),
    )
    title = "average cost of each premium, and which to take once the dice have fallen"
    return Table("", columns, [_layout(one, insured) for one in insured], title, column_gap=2)


def _layout(one: InsuranceOf, insured: Sequence[InsuranceOf]) -> Row:
    name = f"{INDENT}{one.joined}" if _is_one_of_several(one, insured) else one.in_words
    costs = {str(premium): choice.cost.mean for premium, choice in one.choices.items()}
    return Row({"layout": name, "chance": one.chance, "lost": one.lost.mean, **costs, "advice": one.advice()})


def _is_one_of_several(one: InsuranceOf, insured: Sequence[InsuranceOf]) -> bool:
    """Return whether an entry is for a single way of joining the quarters, and other ways make the same layout."""
    return bool(one.joined) and sum(other.layout == one.layout for other in insured) > 1


def _layers(one: InsuranceOf) -> Iterator[Row]:
    """Yield a row for each step from one premium to the next higher one."""
    above = one.in_words
    for premium, layer in zip(sorted(one.caps)[1:], one.layers, strict=True):
        values = {"premium": premium, "losses": layer.name, "price": layer.price, "verdict": layer.verdict_or_reason}
        yield Row({**values, "worth": layer.worth.estimate()}, above=above)
        above = ""


@dataclass(frozen=True, repr=False)
class ShipInsurance(Described, Collection):
    """Costs of every premium for one build: over all flights, by layout, and by way of joining the quarters.

    Indexing by the name of a layout or of a way of joining, e.g. `F+L`, gives its `InsuranceOf`.
    """

    name: str
    all: InsuranceOf
    sorts: tuple[InsuranceOf, ...]

    @property
    def layouts(self) -> dict[str, InsuranceOf]:
        """Costs for every layout that the dice can make, by name of the layout."""
        return {one.layout: one for one in self._layouts()}

    @property
    def advised(self) -> dict[str, int]:
        """Affordable premium with the lowest mean cost, by name of the layout; only layouts that were flown."""
        return {layout: one.cheapest for layout, one in self.layouts.items() if one.flights}

    def each(self) -> tuple[InsuranceOf, ...]:
        """Return the entry for all flights, then the layouts, each followed by its ways of joining."""
        return self.all, *self.sorts

    def __getitem__(self, name: str) -> InsuranceOf:
        named = {one.joined: one for one in self.sorts if one.joined} | self.layouts
        if name not in named:
            raise AnalyzerError(f"no layout {name!r}: {one_of(name, named)}")
        return named[name]

    def _layouts(self) -> Iterator[InsuranceOf]:
        """Yield the entry of each layout, without the entries of its single ways of joining."""
        seen: set[str] = set()
        for one in self.sorts:
            if one.layout not in seen:
                seen.add(one.layout)
                yield one

    def in_words(self) -> Iterator[str]:
        """Yield the advice on premiums, with a sentence per layout."""
        for one in (self.all, *self._layouts()):
            if one.flights:
                where = one.layout.replace("_", " ") or one.name
                costs = (one.choices[premium].cost.estimate() for premium in one.advised)
                on_average = ", or ".join(
                    f"{mean:.2f} credits on average, {low:.2f} to {high:.2f}" for mean, low, high in costs
                )
                yield f"{where}: {one.advice()} ({on_average})"

    def rows(self) -> list[dict[str, Any]]:
        """Return one flat row per premium and layout, or way of joining the quarters."""
        return [row for one in self for row in one.rows()]

    def description(self) -> Description:
        """Describe the build: costs and advice by layout, premium by premium, and step by step."""
        facts = {"advised": self.advised, "layouts": [one.facts() for one in self]}
        return Description(self.name, ": what insurance costs", facts, [*of_ship(self.each())], flat=self.rows)


@dataclass(frozen=True, repr=False)
class CostOfInsurance(Collection, RunResult):
    """Cost of each premium for the builds of an experiment.

    Indexing by the name of a build, a layout or a way of joining gives its costs.

    Attributes:
        experiment: flights of the builds.
        tally: counts of the flights.
        money: credits held before the flight; None if there is always enough to pay everything.
    """

    ITEMS: ClassVar = "ships"
    BY_SHIP: ClassVar = True

    experiment: Experiment
    tally: Losses
    money: int | None = field(default=None, kw_only=True)

    @cached_property
    def ships(self) -> tuple[ShipInsurance, ...]:
        """Costs for each build that the experiment is about."""
        return tuple(self._ship(number, one.name) for number, one in enumerate(self.experiment.subjects))

    def __getitem__(self, name: str) -> Any:
        if len(self.ships) == 1 and name != self.ships[0].name:
            return self.ships[0][name]
        return find_by_name(self.ships, name, "ship", "this answer")

    @property
    def advised(self) -> dict[str, int]:
        """Affordable premium with the lowest mean cost for the first build, by name of each layout that was flown."""
        return self.ships[0].advised

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield each premium in each layout with its cost above no insurance, or with the worth of the step to it.

        Args:
            metric: `difference`, or `worth` for the losses that a premium covers and the next lower one does not.
        """
        for one in (each for ship in self.ships for each in ship if each.flights):
            costs = {premium: choice.difference for premium, choice in one.choices.items()}
            steps = zip(sorted(one.caps)[1:], (layer.worth for layer in one.layers), strict=True)
            for premium, histogram in steps if metric == WORTH.name else costs.items():
                yield f"{premium_in_words(premium)}, {one.name}", histogram.estimate()

    @classmethod
    def side_by_side(cls, answers: Sequence[CostOfInsurance]) -> Sequence[Part]:
        """Return the table of advised premiums, for every build and layout."""
        ships = [ship for one in answers for ship in one.ships]
        return [of_ships([(ship.name, {"all": ship.all, **ship.layouts}) for ship in ships])]

    def description(self) -> Description:
        """Describe what each premium costs each build."""
        facts = {
            "flights": self.flights,
            "seed": self.experiment.seed,
            **self.experiment.facts(),
            "setting": self.experiment.setting,
            "money": self.money,
        }
        title = f": {self.heading()}, captain {self.experiment.captains[0].name}"
        ships = [replace(ship.description(), title=title) for ship in self.ships]
        return Description("", "", facts, (), self.notes(), ships, "ships")

    def heading(self) -> str:
        """Return the heading: the conditions of the flights, and the money held."""
        money = "" if self.money is None else f", {self.money} credits held before the flight"
        return f"{self.conditions}: what insurance costs{money}"

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        held = (
            f"This assumes enough money for every premium and payment; {named_setting('money')} sets how much is held."
            if self.money is None
            else "Premiums are paid from what is held, and at the end nobody pays more than they hold."
        )
        notes = [
            "Cost is the premium and the payment for lost components together. Differences are taken flight by flight, "
            "so their intervals are narrower than those of the costs.",
            "Captains do not defend less because they are insured, so losses are the same whatever is paid.",
            held,
        ]
        own = [note for note in self.experiment.notes() if not is_about(note, INSURANCE)]
        return [*notes, *own, *self.remarks]

    def _ship(self, number: int, name: str) -> ShipInsurance:
        """Return the costs of every premium for one build."""
        sorting, tables = self.experiment.metrics.sorting, self.experiment.route.fleet_tables
        assert sorting is not None

        def of(layout: str, joined: str, codes: tuple[str, ...] | None) -> InsuranceOf:
            ways = None if codes is None else [JOININGS.index(code) for code in codes]
            chance = Fraction(1) if codes is None else sorting.chance(codes)
            often: FlightCounts = self.tally.of_ways(number, ways)
            if self.money is None:
                often = _without_earnings(often)
            return InsuranceOf(name, layout, joined, chance, often, tables.insurance, self.money)

        sorts = []
        for layout, codes in sorting.possible.items():
            sorts.append(of(layout, codes[0] if len(codes) == 1 else "", codes))
            if len(codes) > 1:
                sorts += [of(layout, code, (code,)) for code in codes]
        return ShipInsurance(name, of("", "", None), tuple(sorts))


def _without_earnings(often: FlightCounts) -> dict[tuple[int, int], int]:
    """Merge the counts of flights that differ only in their earnings."""
    lost: Counter[tuple[int, int]] = Counter()
    for (components, _), times in often.items():
        lost[components, 0] += times
    return dict(sorted(lost.items()))


WORTH = Metric(
    "worth", "payments saved for losses that a premium covers and the next lower one does not", unit="credits"
)
INSURED = Metrics(
    listed=(Metric("difference", "what a premium and its payments cost more than none", unit="credits"), WORTH),
    score="difference",
    unit="credits",
    bounds=dict.fromkeys(("difference", WORTH.name), BY_FLIGHTS),
)
"""Metrics whose precision can be asked for: the cost of a premium less that of none, and the worth of each step."""


@dataclass(frozen=True)
class InsuredExperiment(Derived[Experiment]):
    """Experiment with builds that counts losses and earnings by the way in which the quarters are joined.

    Attributes:
        money: credits held before the flight, None if there is always enough; it changes no flight.
    """

    money: int | None = None

    QUESTION: ClassVar[str] = "insure"
    metrics: ClassVar[Metrics] = INSURED
    AT_ONCE: ClassVar[int] = WHOLE_BLOCK
    COUNTED: ClassVar[type[Losses]] = Losses

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the flights from `first` on and return their columns."""
        columns = self.experiment.run_block(first, trials)
        earned = np.sum([columns[name] for name in EARNED], axis=0)
        return {"joined": columns["joined"], "components_lost": columns["components_lost"], "earned": earned}

    def count(self, columns: Columns) -> Losses:
        """Count the flights of a block by way of joining, components lost and credits earned."""
        return Losses.of(columns)

    def result(self, counted: Losses, stretches: tuple[Stretch, ...] = ()) -> CostOfInsurance:
        """Build the `CostOfInsurance` from the counted flights."""
        return CostOfInsurance(self.experiment, counted, stretches, money=self.money)


FLIGHTS_TO_ADVISE = 5_000
"""Number of flights from which the advised premiums are computed."""
SEED = 2**63 + 2013
"""Seed of the flights for advice; it is the same for all runs, so that runs under several seeds add up."""


def advised(experiment: Experiment, insurance: object) -> Experiment:
    """Return the experiment with the advised premiums for the ships that ask for them.

    Args:
        experiment: flights of the builds.
        insurance: "advised" for all ships, or a list with one entry for each.
    """
    ships = experiment.subject_count
    premiums = [insurance] if isinstance(insurance, str) or not isinstance(insurance, Sequence) else list(insurance)
    wanted = [one == ADVISED for one in (premiums if len(premiums) == ships else premiums * ships)]
    if not any(wanted):
        return experiment
    asking = InsuredExperiment(replace(experiment, seed=SEED))
    answer = asking.result(asking.count(asking.run_block(0, FLIGHTS_TO_ADVISE)))
    rows = []
    for ship, advice, wants in zip(experiment.ships, answer.ships, wanted, strict=False):
        best = advice.advised if wants else {}
        # One premium for each way of joining; ships that ask for no advice keep their own.
        rows.append(tuple(best.get(layout_of(way), ship.insurance) for way in JOININGS))
    return replace(experiment, premiums=tuple(rows))
