"""Comparison of ships in several editions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import ClassVar, Unpack, cast

import numpy as np

from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.description import Description
from analyzer.answers.edition_steps import EditionSteps
from analyzer.answers.note import note_on_correction
from analyzer.answers.numbers import signed
from analyzer.answers.origin import in_setting, sentence_begins
from analyzer.errors import AnalyzerError, all_or_faults, brief
from analyzer.montecarlo.stretch import some_trials
from analyzer.runs.amount import HowMuch, run_each
from analyzer.runs.compare import reporting_first_subjects, side_by_side
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.tally import PairedTally
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.conditions import FIELD, CaptainLike, RivalsLike, load_rivals, plan
from analyzer.trucker.edition import Edition, OwnEdition, load_edition
from analyzer.trucker.editions import named_edition
from analyzer.trucker.experiment import CARDS, FLIGHT_BOARD, INSURANCE, Experiment, MixedRoute
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.result import ShipResult
from analyzer.trucker.ship.box import not_in_one_box
from analyzer.trucker.ship.component import Board, component_of
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship, load_field
from analyzer.trucker.world import DEFAULT_CAPTAIN

OLD, NEW = "2007", "2021"
"""Editions that are compared if none are named."""
CREDITS = METRICS.score
"""Name of the metric by which the effects of steps are judged."""
REST, OTHERS = "+ all other rules", "other rivals"
"""Names of the last steps: the remaining rules, and the rivals if the later edition has others.

The remaining rules are switches: when planets are chosen, what happens without engines in open space, and the rules of
the learning flight.
"""


@dataclass(frozen=True, repr=False)
class TwoEditions(EditionSteps):
    """Results of a ship under the rules of two editions, and under mixtures of them (the steps between).

    Differences are the later edition's value less the earlier one's. If each edition has rivals of its own, the last
    step brings the rivals of the later edition. The effect of the rules is measured before that step, with the rivals
    of the earlier edition, if these can be rebuilt in the later one. If not, the last step changes both together.

    Attributes:
        steps: comparison of the earlier edition, each mixture in order, and the later edition.
    """

    BY_SHIP: ClassVar = True
    STEPPED: ClassVar = (CREDITS, "loss", "components_lost")

    @property
    def ship(self) -> str:
        """Name of the ship that is flown under both editions."""
        return self._ends[0].ships[0].name

    @property
    def flights(self) -> int:
        """Number of flights of each step."""
        return self.steps.flights

    @property
    def results(self) -> tuple[ShipResult, ShipResult]:
        """Results of the ship in both editions, each with the rivals of that edition."""
        return self.steps.results[0], self.steps.results[-1]

    @property
    def results_of_rules(self) -> tuple[ShipResult, ShipResult]:
        """Results of the ship by the rules of both editions, with the same rivals if a step has flown them."""
        return self.steps.results[0], self.steps.results[self._by_rules]

    @property
    def _by_rules(self) -> int:
        """Index of the first step with all rules of the later edition.

        Its rivals are those of the earlier edition, unless no step changes the rivals alone.
        """
        last = len(self.steps.names) - 1
        return last - self.has_other_rivals

    @property
    def has_other_rivals(self) -> bool:
        """Whether the last step changes only the rivals."""
        return REST in self.steps.names

    @property
    def both(self) -> Comparison:
        """Comparison of the later with the earlier rules, without the steps between them, for `plot_differences`."""
        ends, counted = [self._by_rules, 0], self.steps.counted
        # Only the two ends are picked from the sums over pairs of steps; the later one comes first.
        square = np.ix_(ends, ends)
        # wins[i, j] counts the flights in which i does better than j. Of two, whoever does not lose is best.
        wins = counted.wins[square]
        best = np.stack([counted.trials - wins[[1, 0], [0, 1]], wins[[0, 1], [1, 0]]])
        picked = PairedTally(
            counted.tally.of_subjects(ends, [*counted.tally.subjects[0]]),
            {metric: sums[ends] for metric, sums in counted.sums.items()},
            {metric: products[square] for metric, products in counted.products.items()},
            wins,
            best,
            law=counted.law,
        )
        experiments = cast(tuple[Experiment, ...], self.steps.experiments)
        return Comparison(self.names[::-1], (experiments[self._by_rules], experiments[0]), picked)

    def rivals_difference(self, metric: str = CREDITS) -> Estimate | None:
        """Return the change of a metric by the later edition's rivals; None if no step changes only the rivals."""
        if not self.has_other_rivals:
            return None
        return self.steps.difference(self.names[1], self.steps.names[self._by_rules], metric)

    @property
    def setting(self) -> str:
        """Setting of the ship, such as `alone` or `in the field`; empty if the two editions differ in it."""
        old, new = self._ends
        return old.setting if old.setting == new.setting else ""

    def description(self) -> Description:
        """Describe the change: metric by metric, step by step, and in words."""
        ends = zip(self.names, self._ends, self.results, strict=True)
        by_rivals = {metric: self.rivals_difference(metric) for metric in self.STEPPED}
        facts = {
            "ship": self.ship,
            "flights": self.flights,
            "seed": self.seed,
            "editions": {
                name: {
                    "route": end.facts()["route"],
                    "rivals": list(end.names[end.subject_count :]),
                    "ship": ship.facts() | {"name": self.ship},
                }
                for name, end, ship in ends
            },
            "differences": self.differences(),
            "rivals_differences": [
                {"metric": name, **one._asdict()} for name, one in by_rivals.items() if one is not None
            ],
            "steps": [row for metric in (CREDITS, "loss") for row in self.changes(metric)],
            "leading": [{"step": step, **one._asdict()} for step, one in self.leading().items()],
        }
        parts = (self._differences(), self._steps(), self.in_words())
        return Description(
            self.ship, f" in {self.names[0]} and in {self.names[1]}: {self._conditions}", facts, parts, self.notes()
        )

    @property
    def _whose(self) -> str:
        return f"by the rules of both, with the rivals of {self.names[0]}" if self.has_other_rivals else ""

    @property
    def _conditions(self) -> str:
        """Conditions of the flights in words: route, number, seed and rivals."""
        old, new = self._ends
        rivals = ", ".join(old.others)
        if new.others != old.others:
            rivals = f"{rivals} in {self.names[0]}, {', '.join(new.others)} in {self.names[1]}"
        against = f"{self.setting} ({rivals})" if rivals and self.setting else f"with {rivals}" if rivals else "alone"
        return f"{old.route.title}, {some_trials(self.flights, old.TRIAL)} each, seed {self.seed}, {against}"

    def in_words(self) -> str:
        """Return sentences on how the rules change credits and risk, on the largest step, and on the rivals."""
        credits, rivals = self.difference(), self.rivals_difference()
        change = f"{_with_span(credits)} credits a flight{', with the same rivals' * (rivals is not None)}"
        begins = "it is" if self.setting else "It is"
        rules = f"by the rules of {self.names[1]}"
        if self._last not in (REST, f"+ {OTHERS}"):
            rules = f"with the rules and the rivals of {self.names[1]} (one effect cannot be split from the other)"
        earned = f"{begins} open whether {self.ship} earns more or less {rules}: {change}"
        if credits.low > 0 or credits.high < 0:
            way = "more" if credits.mean > 0 else "less"
            earned = f"{self.ship} earns {way} {rules}: {change}"
        risk, most = sentence_begins(self._risk()), sentence_begins(self._most())
        told = [in_setting(self.setting, earned), risk, most]
        if rivals is not None:
            whole = _with_span(self.steps.difference(self.names[1], self.names[0]))
            told.append(f"With the rivals of {self.names[1]} in their place: {_with_span(rivals)}; {whole} in all")
        return " ".join(f"{sentence}." for sentence in told)

    def _risk(self) -> str:
        """Return a clause on the chance of a loss: how it changes, or that no change is clear."""
        loss = self.difference("loss")
        before, after = (result.loss_share() for result in self.results_of_rules)
        points = f"({_span(loss, 100)} points)"
        if loss.low <= 0 <= loss.high:
            return f"it is open whether its chance of a loss changes: {before:.2%} and {after:.2%} {points}"
        return f"its chance of a loss {'rises' if loss.mean > 0 else 'falls'} from {before:.2%} to {after:.2%} {points}"

    def _most(self) -> str:
        """Return a clause on the step that changes credits most, if one is clear."""
        leading = {step.removeprefix("+ "): _with_span(one) for step, one in self.leading().items()}
        if not leading:
            return "no single step clearly changes its credits"
        if len(leading) == 1:
            ((step, change),) = leading.items()
            return f"of the steps, {step!r} changes credits most: {change}"
        steps = ", or ".join(f"{step!r}: {change}" for step, change in leading.items())
        return f"it is open which step changes credits most: {steps}"

    def notes(self) -> list[str]:
        """Return the notes shown below the answer; a note that holds for one edition begins with its name."""
        notes = [
            *super().notes(),
            "The editions have different decks, so their flights are paired by number only. The intervals allow for "
            "that.",
        ]
        if len(self._ends[0].ships) > 1 and any(captain.values for captain in self._ends[0].captains):
            notes.insert(
                0,
                f"Captain expert decides by values fitted to {self.names[0]} until all rules are those of "
                f"{self.names[1]}. The step that completes them also contains the change of these values.",
            )
        apart = self.steps.counted.difference(CREDITS, self._by_rules, 0)
        return [*notes, *note_on_correction(self._ends[0], [apart], self.flights, "the difference")]

    @property
    def _ends(self) -> tuple[Experiment, Experiment]:
        return cast(tuple[Experiment, Experiment], super()._ends)

    @property
    def _last(self) -> str:
        """Name of the last step: the remaining rules, other rivals, or both together."""
        old, new = self._ends
        if old.others == new.others:
            return REST
        return f"+ {OTHERS}" if REST in self.steps.names else f"{REST}, {OTHERS}"


def _with_span(difference: Estimate) -> str:
    return f"{signed(difference.mean)} ({_span(difference)})"


def _span(difference: Estimate, scale: float = 1) -> str:
    """Format the interval of a difference, multiplied by `scale`."""
    return f"{signed(scale * difference.low)} to {signed(scale * difference.high)}"


LIKE = {"L": "I"}
"""Name of the board with equal squares in another edition, by name of the board."""


def in_edition(ship: ShipLike, edition: str, *, learning: bool = False) -> Layout:
    """Rebuild a ship on the board of another edition that has the same squares with the same dice numbers.

    2021's board L is 2007's board I.

    Args:
        ship: a ship, or the path of its file.
        edition: name or folder of the edition.
        learning: whether to rebuild a ship of board I on board L if there is one.

    Returns:
        The rebuilt ship, or the ship itself if it belongs to that edition already.

    Raises:
        AnalyzerError: for an edition or board that does not exist, and for squares that the other board lacks.

    >>> import analyzer
    >>> analyzer.in_edition(analyzer.load_ship("ships/2007/III/night-mail.yaml"), "2021").board.title
    '2021-III'
    """
    ship, rules = as_ship(ship), load_edition(named_edition(edition))
    boards = rules.boards
    if ship.board.edition == rules.name:
        return ship
    name = ship.board.name if ship.board.name in boards else LIKE.get(ship.board.name, "")
    name = next((new for new, old in LIKE.items() if learning and old == name and new in boards), name)
    if name not in boards:
        raise AnalyzerError(
            f"{ship.name}: is built on board {ship.board.title}, and the {rules.name} edition has no board like that: "
            f"choose a ship of another board"
        )
    faults = [*_faults(ship, boards[name]), *_kinds_that_are_not_there(ship, rules)]
    if faults:
        raise AnalyzerError(faults)
    parts = {
        square: component_of(rules.kinds[part.kind], part.connectors, part.facing)
        for square, part in ship.components.items()
    }
    return replace(ship, board=boards[name], components=parts)


def _kinds_that_are_not_there(ship: Layout, rules: Edition) -> Iterator[str]:
    """Yield a fault for each component whose kind the edition lacks, or has with another number of facings."""
    for square, part in ship.components.items():
        kind = rules.kinds.get(part.kind)
        if kind is None or kind.faces != len(part.facing):
            yield (
                f"{ship.name}: the {part.kind} at row {square[0]} column {square[1]} is not of the {rules.name} "
                f"edition: it can be compared without it"
            )


def missing(ship: Layout) -> str:
    """Return a sentence on components that the ship needs but a single box lacks; "" if there are none."""
    return next(not_in_one_box([ship]), "")


def _faults(ship: Layout, board: Board) -> Iterator[str]:
    """Yield the reasons why the ship does not fit the given board."""
    outside = [square for square in ship.components if square not in board.squares]
    if outside:
        listed = ", ".join(f"row {row} column {column}" for row, column in outside)
        yield (
            f"{ship.name}: uses squares that board {board.title} does not have: {listed}; "
            "it can be compared without components there"
        )
    if board.start != ship.board.start or board.rows_descend != ship.board.rows_descend:
        yield f"{ship.name}: board {board.title} has another starting square, or counts its rows the other way"


TwoNames = Sequence[str]
"""Earlier and later edition, each a name or a folder."""


def compare_editions(
    ship: ShipLike,
    flights: int | None = None,
    seed: int = 1,
    *,
    rivals: RivalsLike = FIELD,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    learning: bool = False,
    start: int | None = None,
    repair: bool = False,
    prognostic: bool = False,
    editions: TwoNames = (OLD, NEW),
    **how_much: Unpack[HowMuch],
) -> TwoEditions:
    """Fly a ship under the rules of two editions, and step by step from one to the other.

    Cards that both editions have lie at the same places of the stacks if one edition is based on the other. Flights of
    both editions share a seed but not their decks. Differences are still taken flight by flight: their mean is the
    difference of the means, and their spread gives its interval.

    Args:
        ship: a ship, or the path of its file.
        flights: number of flights of each step. If None, at most 100,000, until the half-width of the 95%
            interval of every difference is at most 0.25 credits.
        seed: fixes all decks and dice.
        rivals: "field" (the reference ships of each edition), "alone", or ships, which are rebuilt as the ship is.
        captain: captain of the ship.
        learning: whether the learning flight is flown.
        start: place of the ship in the starting order, from 1; drawn for each flight if None.
        repair: whether components are removed from a flawed ship first, charged as lost.
        prognostic: whether the piles come in order and are not shuffled.
        editions: names or folders of the earlier and the later edition.
        **how_much: how much is run, see `HowMuch`.

    Returns:
        The ship in both editions, with every step between.

    Raises:
        AnalyzerError: with every reason why the ship, or a rival, cannot be flown in both.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> found = analyzer.compare_editions(ship, flights=50, rivals="alone")
    >>> [row["step"] for row in found.changes()]
    ['2007', '+ 2021 cards', '+ 2021 flight board', '+ no insurance', '+ all other rules']
    """
    steps = plan_editions(
        ship,
        seed,
        rivals=rivals,
        captain=captain,
        learning=learning,
        start=start,
        repair=repair,
        prognostic=prognostic,
        editions=editions,
    )
    return changed_by_edition([steps], flights, **how_much)[0]


def changed_by_edition(
    planned: Sequence[Mapping[str, Experiment]], flights: int | None = None, **how_much: Unpack[HowMuch]
) -> list[TwoEditions]:
    """Run planned comparisons of editions, one for each ship; a save file, if given, holds the runs of all ships."""
    together = [side_by_side(steps, by_number=True) for steps in planned]
    with reporting_first_subjects(how_much) if len(together) == 1 else nullcontext():
        compared = run_each(together, flights, enough=MARGIN, **how_much)
    return [*map(TwoEditions, compared)]


def plan_editions(
    ship: ShipLike,
    seed: int = 1,
    *,
    rivals: RivalsLike = FIELD,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    learning: bool = False,
    start: int | None = None,
    repair: bool = False,
    prognostic: bool = False,
    editions: TwoNames = (OLD, NEW),
) -> dict[str, Experiment]:
    """Return the experiments that `compare_editions` flies, by name of the step.

    One more step has all rules of the second edition and still the rivals of the first. It is left out unless
    each edition has a field of its own, and the first field can be rebuilt in the second edition.

    Args:
        ship: a ship, or the path of its file.
        seed: fixes all decks and dice.
        rivals: "field" (the reference ships of each edition), "alone", or ships.
        captain: captain of the ship.
        learning: whether the learning flight is flown.
        start: place of the ship in the starting order, from 1; drawn for each flight if None.
        repair: whether components are removed from a flawed ship first.
        prognostic: whether the piles come in order and are not shuffled.
        editions: names or folders of the earlier and the later edition.
    """
    names = _two(editions)
    ship = as_ship(ship)
    learning = learning or ship.edition.level(home_level(ship)).learning == "always"
    field = isinstance(rivals, str) and rivals == FIELD
    others = [] if field else load_rivals(rivals, home_level(ship))
    both = _in_both([ship, *others], learning, names)

    def planned(edition: str, others: Sequence[Layout]) -> Experiment:
        return plan(
            both[edition][:1],
            seed=seed,
            rivals=others,
            captain=captain,
            learning=learning,
            start=start,
            repair=repair,
            prognostic=prognostic,
        )

    if not field:
        return _steps(*(planned(name, both[name][1:]) for name in names))
    own, theirs = (load_field(home_level(ships[0]), edition) for edition, ships in both.items())
    # Steps with the rules of both use the first edition's field; the second's own comes last, behind REST.
    steps = _steps(planned(names[0], own), planned(names[1], theirs))
    company = _company(own, theirs, learning, names)
    rest = {REST: planned(names[1], company)} if company else {}
    last = {str(names[1]): steps.pop(str(names[1]))}
    return steps | rest | last


def _company(own: list[Layout], theirs: list[Layout], learning: bool, names: tuple[str, str]) -> list[Layout]:
    """Return the first edition's field rebuilt in the second edition.

    It is [] if it cannot be rebuilt, or if it then equals the second edition's own field.
    """
    try:
        company = _in_both(own, learning, names)[names[1]]
    except AnalyzerError:
        return []
    return [] if company == theirs else company


def _two(editions: TwoNames) -> tuple[str, str]:
    """Return the keys of two different editions, given by name or folder.

    Raises:
        AnalyzerError: for another number of editions, or if one is named twice.
    """
    if not isinstance(editions, list | tuple) or len(editions) != 2:
        raise AnalyzerError(f"editions {brief(editions)}: name two")
    keys = [load_edition(named_edition(name)).name for name in editions]
    if keys[0] == keys[1]:
        raise AnalyzerError(f"editions: {keys[0]} is named twice, or two folders say the same: name two that differ")
    OwnEdition.tell_apart(keys)
    return keys[0], keys[1]


def _in_both(ships: Sequence[Layout], learning: bool, names: tuple[str, str]) -> dict[str, list[Layout]]:
    """Rebuild the ships in both editions; raise AnalyzerError with every fault."""

    def rebuilt(pair: tuple[Layout, str]) -> Layout:
        ship, edition = pair
        return in_edition(ship, edition, learning=learning)

    # The product alternates between the two editions, ship by ship.
    rebuilt_ships = all_or_faults(rebuilt, product(ships, names))
    return {names[0]: rebuilt_ships[::2], names[1]: rebuilt_ships[1::2]}


def _steps(old: Experiment, new: Experiment) -> dict[str, Experiment]:
    """Return the experiments from the old edition to the new one, by name of the step.

    They are the old experiment, mixtures with more and more of the new edition, and the new experiment.
    """
    own = {field.name: getattr(old.route, field.name) for field in fields(Route)}
    edition, level = new.route.edition, new.route.level
    insurance = "+ no insurance" if level.loss_cap is None else f"+ {edition} insurance"
    swapped = {f"+ {edition} cards": CARDS, f"+ {edition} flight board": FLIGHT_BOARD, insurance: INSURANCE}
    steps = {str(old.route.edition): old}
    taken: tuple[str, ...] = ()
    for name, part in swapped.items():
        taken = (*taken, part)
        route = MixedRoute(**own, other=edition, other_level=level.name, taken=taken)
        steps[name] = replace(old, route=route)
    return steps | {str(edition): new}
