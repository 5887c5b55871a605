"""What each premium comes to for a fleet, before the dice fall and layout by layout, and which of them to take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from analyzer.answers.collection import Collection
from analyzer.answers.described import Described
from analyzer.answers.description import Description, Part
from analyzer.answers.metrics import Sorting
from analyzer.answers.names import of_name
from analyzer.answers.note import is_about
from analyzer.answers.run_result import RunResult
from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import WAYS
from analyzer.trucker.fleets.notes import INSURANCE
from analyzer.trucker.questions.insure import tables
from analyzer.trucker.questions.insure.premiums import InsuranceOf, Often, premium_in_words
from analyzer.trucker.questions.insure.tally import Losses

if TYPE_CHECKING:
    import pandas as pd

ALL = "before the dice fall"


@dataclass(frozen=True, repr=False)
class ShipInsurance(Described, Collection):
    """Every premium for one build: over all flights, by layout and by way; index it by the name of one of these."""

    name: str
    all: InsuranceOf
    sorts: tuple[InsuranceOf, ...]

    @property
    def layouts(self) -> dict[str, InsuranceOf]:
        """By name every layout that the dice can make."""
        return {one.layout: one for one in self._layouts()}

    @property
    def advised(self) -> dict[str, int]:
        """By layout the premium of least mean cost."""
        return {layout: one.cheapest for layout, one in self.layouts.items() if one.flights}

    def each(self) -> tuple[InsuranceOf, ...]:
        """All flights first, then layouts, each with its ways behind it."""
        return self.all, *self.sorts

    def __getitem__(self, name: str) -> InsuranceOf:
        named = {one.joined: one for one in self.sorts if one.joined} | self.layouts
        if name not in named:
            raise AnalyzerError(f"no layout {name!r}: {one_of(name, named)}")
        return named[name]

    def _layouts(self) -> Iterator[InsuranceOf]:
        seen: set[str] = set()
        for one in self.sorts:
            if one.layout not in seen:
                seen.add(one.layout)
                yield one

    def in_words(self) -> Iterator[str]:
        """The advice, a sentence a layout."""
        for one in (self.all, *self._layouts()):
            if one.flights:
                where = one.layout.replace("_", " ") or one.name
                costs = (one.choices[premium].cost.estimate() for premium in one.advised)
                on_average = ", or ".join(
                    f"{mean:.2f} credits on average, {low:.2f} to {high:.2f}" for mean, low, high in costs
                )
                yield f"{where}: {one.advice()} ({on_average})"

    def table(self) -> pd.DataFrame:
        """One row a premium and layout."""
        import pandas as pd

        return pd.DataFrame([row for one in self for row in one.rows()])

    def description(self) -> Description:
        """By layout what each premium costs and which to take; premium by premium; layer by layer."""
        facts = {"advised": self.advised, "layouts": [one.as_dict() for one in self]}
        return Description(self.name, ": what insurance costs", facts, [*tables.of_ship(self.each())])


@dataclass(frozen=True, repr=False)
class CostOfInsurance(Collection, RunResult):
    """What each premium comes to for the builds of an experiment; index it by layout or way, or by a build's name.

    `money`: what is held before the flight, None for enough.
    """

    BY_SHIP: ClassVar = True

    experiment: Experiment
    tally: Losses
    money: int | None = field(default=None, kw_only=True)

    @cached_property
    def ships(self) -> tuple[ShipInsurance, ...]:
        """The builds that were asked about."""
        return tuple(self._ship(number, one.name) for number, one in enumerate(self.experiment.subjects))

    def each(self) -> tuple[ShipInsurance, ...]:
        """One answer a build."""
        return self.ships

    def __getitem__(self, name: str) -> Any:
        if len(self.ships) == 1 and name != self.ships[0].name:
            return self.ships[0][name]
        return of_name(self.ships, name, "ship", "this answer")

    @property
    def advised(self) -> dict[str, int]:
        """By layout the premium of least mean cost, of the first build."""
        return self.ships[0].advised

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """The difference of every premium from none in every layout."""
        assert metric == "difference"
        for ship in self.ships:
            for one in ship:
                for choice in one.choices.values() if one.flights else ():
                    yield f"{premium_in_words(choice.premium)}, {one.name}", choice.difference.estimate()

    def table(self) -> pd.DataFrame:
        """A tidy table, one row a build, layout and premium; costs in credits, each mean with its 95% interval."""
        import pandas as pd

        return pd.DataFrame([row for ship in self.ships for one in ship for row in one.rows()])

    @classmethod
    def side_by_side(cls, answers: Sequence[CostOfInsurance]) -> Sequence[Part]:
        """The premium to take for every build and layout."""
        ships = [ship for one in answers for ship in one.ships]
        return [tables.of_ships([(ship.name, {"all": ship.all, **ship.layouts}) for ship in ships])]

    def description(self) -> Description:
        """That of each build."""
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
        """What was flown."""
        money = "" if self.money is None else f", {self.money} credits held before the flight"
        return f"{self.conditions}: what insurance costs{money}"

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        held = (
            f"Assumed: there is money for every premium and payment ({named_setting('money')} sets how much is held)."
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
        sorting, tables = self.experiment.metrics.sorting, self.experiment.route.fleet_tables
        assert sorting is not None

        def of(layout: str, joined: str, codes: tuple[str, ...] | None) -> InsuranceOf:
            ways = None if codes is None else [WAYS.index(code) for code in codes]
            chance = Fraction(1) if codes is None else sorting.chance(codes)
            often: Often = self.tally.of_ways(number, ways)
            if self.money is None:
                often = _without_earnings(often)
            return InsuranceOf(name, layout, joined, chance, often, tables.insurance, self.money)

        sorts = [of(*one) for one in _sorts(sorting)]
        return ShipInsurance(name, of("", "", None), tuple(sorts))


def _sorts(sorting: Sorting) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Layouts, and behind one of several ways those."""
    for layout, codes in sorting.possible.items():
        yield layout, codes[0] if len(codes) == 1 else "", codes
        if len(codes) > 1:
            yield from ((layout, code, (code,)) for code in codes)


def _without_earnings(often: Often) -> dict[tuple[int, int], int]:
    """The same where nothing depends on what a flight earns."""
    lost: Counter[tuple[int, int]] = Counter()
    for (components, _), times in often.items():
        lost[components, 0] += times
    return dict(sorted(lost.items()))
