"""Advice on one decision: after every legal option, the rest of the flight is flown with the same cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.advice import Goal, RankedOptions, Rollouts, Values, check_goal, goals, ranked
from analyzer.answers.advice import Option as AnyOption
from analyzer.answers.description import NUMBER, PERCENT, Column, Description, Form
from analyzer.answers.note import warning
from analyzer.errors import AnalyzerError, whole_number
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.watched import is_first_figure_awaited, report_answers
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.captains import Captain, load_captain
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.convoy.decisions import CHARGES, DEFENDS, GIVES_UP, GOODS, KEEPS, LAND, MOST_LOADS, TAKES
from analyzer.trucker.edition import LETTERS, Card
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.open_decision import assumed_in_words, exact_means, open_decision
from analyzer.trucker.position.positionfile import CaptainLike, PositionLike, plan_position
from analyzer.trucker.position.scripted import OWN, OpenDecision, with_decision
from analyzer.trucker.sayings.gains import plays_on
from analyzer.trucker.sayings.phrases import at, crew, listed, many
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.world import DEFAULT_CAPTAIN

GOALS = goals(
    Goal("credits", "most credits", "credits"),
    Goal("arrived", "to come home", is_chance=True),
    Goal("richest", "to be the richest", is_chance=True),
    Goal("first", "to come home first", is_chance=True),
)
"""Goals by which options can be ranked."""
TRIAL = ("flight", "flights")
OF_SEVERAL = ("richest", "first")
"""Goals that make sense only if other ships take part in the flight."""
SOLD_TO = "abandoned_ship"
"""Kind of card that pays credits for crew, which has words of its own."""
NO_OR_YES = {
    TAKES: ("decline", "take it"),
    DEFENDS: ("let it hit", "spend a charge against it"),
    GIVES_UP: ("fly on", "give up"),
}
"""Words for no and for yes, by name of the decision."""


@dataclass(frozen=True)
class Option(AnyOption):
    """An option of a decision, with estimates of its results by goal.

    Attributes:
        exact: exact mean of the goal; None unless the last card is at hand and all its rolls were enumerated.
    """

    exact: Fraction | None = None

    @property
    def flights(self) -> int:
        """Number of flights flown after taking this option."""
        return self.trials

    @property
    def credits(self) -> Estimate:
        """Mean credits of the flights after taking this option."""
        return self.results["credits"]

    @property
    def arrived(self) -> Estimate:
        """Share of flights in which the ship arrives after taking this option."""
        return self.results["arrived"]

    @property
    def richest(self) -> Estimate:
        """Share of flights in which the ship is the richest after taking this option."""
        return self.results["richest"]

    @property
    def first(self) -> Estimate:
        """Share of flights in which the ship arrives first after taking this option."""
        return self.results["first"]


@dataclass(frozen=True, repr=False)
class Advice(RankedOptions):
    """Ranked options of an open decision, the best first.

    Attributes:
        experiment: flights from the position on.
        open: the decision.
        flights: largest number of flights of each option.
        goal: name of the goal by which options are ranked.
        options: the options, the best first.
    """

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL

    experiment: FromPosition
    open: OpenDecision
    flights: int
    goal: str
    options: tuple[Option, ...]

    @property
    def what(self) -> str:
        """Name of the decision, e.g. `land`."""
        return self.open.what

    @property
    def seed(self) -> int:
        """Seed of the cards and dice to come."""
        return self.experiment.seed

    @property
    def is_exact(self) -> bool:
        """Whether every option has an exact mean, from an enumeration of all rolls."""
        return all(option.exact is not None for option in self.options)

    @property
    def exactly(self) -> Form:
        """Format for exact means: percent for a chance, else a number."""
        return PERCENT if self.GOALS[self.goal].is_chance else NUMBER

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        own = self.experiment.captains[0]
        captain = own.name
        return [
            f"{self._tried()} {plays_on(captain)} If the players decide differently, another option may be best.",
            *map(warning, self._assumed()),
            "All options met the same cards and dice. The 95% intervals of the differences hold for all options at "
            "once.",
            *thinking_notes(own, self.goal),
            *self.experiment.notes(),
        ]

    def _assumed(self) -> list[str]:
        """Return a note on the decisions that rivals were assumed to have taken, if any."""
        if not self.open.assumed:
            return []
        words = assumed_in_words(self.experiment, self.open.assumed)
        return [f"{words[0].upper()}{words[1:]}. If it was not so, add it to decisions."]

    def _tried(self) -> str:
        """Return a note on whether all legal options were tried, or only the most valuable cargoes."""
        if self.what != GOODS:
            return "Every legal option was tried."
        return (
            f"Of all cargoes that leave no place empty, the {MOST_LOADS} that sell for most were tried. Cubes left "
            "behind are lost, and later losses take the dearest cubes first."
        )

    def description(self) -> Description:
        """Describe the decision, with a row for each option."""
        card = self.experiment.position.card_at_hand
        where = "before the next card" if card is None else card_in_words(card)
        wanted = self.GOALS[self.goal].wanted
        title = (
            f": {self.experiment.names[0]}, {where}; you want {wanted}; {self.played(self.flights)}, seed {self.seed}"
        )
        facts = {
            "what": self.what,
            "goal": self.goal,
            "flights": self.flights,
            "seed": self.seed,
            "captain": self.experiment.captains[0].name,
            "conclusions": self.conclusions(),
        }
        is_alone = len(self.experiment.ships) == 1
        options = self.options_table(hidden=OF_SEVERAL if is_alone else ())
        exact = Column(
            "exact", "exactly" if self.is_exact else None, self.exactly, "all rolls counted out" * self.is_exact
        )
        options = options.plus(exact, lambda values: values["exact"])
        name = self.experiment.position.name
        return Description(name, title, facts, (options, *self.conclusions()), self.notes())


def thinking_notes(captain: Captain, goal: str) -> list[str]:
    """Return a note if the captain thinks, because such captains always maximise credits."""
    if captain.thinks is None:
        return []
    wanted = "" if goal == "credits" else f", though you want {GOALS[goal].wanted}"
    return [
        f"Captain {captain.name} flies {captain.thinks.flights} flights of its own after each option and takes the one "
        f"with most credits{wanted}. An option marked as the captain's choice follows from the captain's prices alone."
    ]


def in_words(experiment: FromPosition, open_: OpenDecision, value: Any) -> str:
    """Describe an option of an open decision as an order to the crew, e.g. `spend 1 charge`."""
    what = open_.what
    if what == LAND:
        return _landing(experiment.position.card_at_hand, value)
    if what == CHARGES:
        return f"spend {many(value, 'charge')}" if value else "spend no charge"
    card = experiment.position.card_at_hand
    if what in NO_OR_YES:
        return NO_OR_YES[what][value] + (_pay(card) if what == TAKES and value else "")
    if what == GOODS:
        return f"keep {listed(value)}"
    if what != KEEPS:
        return f"give up {crew(value)}" + (_pay(card) if card is not None and card.kind == SOLD_TO else "")
    piece = open_.pieces.get(value)
    return f"keep the piece with {at(value)}" + (f" ({many(len(piece), 'component')})" if piece else "")


def _pay(card: Card | None) -> str:
    """Format a card's pay and the days it takes, e.g. ` (3 credits, 1 day)`; "" without a card."""
    if card is None:
        return ""
    cubes = "".join(letter * number for letter, number in zip(LETTERS, card.goods, strict=True))
    parts = [many(card.credits, "credit")] * bool(card.credits) + [cubes] * bool(cubes)
    return f" ({', '.join([*parts, *[many(card.days, 'day')] * bool(card.days)])})"


def _landing(card: Card | None, planet: int) -> str:
    """Format the choice of a planet with the goods it offers, or `fly on` for planet 0."""
    if not planet or card is None:
        return "fly on"
    cubes = "".join(letter * number for letter, number in zip(LETTERS, card.planets[planet - 1], strict=True))
    return f"land on planet {planet} ({cubes})"


FLIGHTS, OF_THINKERS = 4_000, 100
"""Largest number of flights of each option by default, and the smaller number if a thinking captain flies on.

Each flight of a thinking captain takes hundreds of imagined ones.
"""


def advise(
    position: PositionLike,
    flights: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    goal: str = "credits",
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """Rank the options of your ship's open decision: take each one, then fly the rest of the flight.

    The open decision is the first one that the position leaves out: at the card at hand, or, before a card is revealed,
    whether to give up.

    Args:
        position: a position, or the path of its file.
        flights: largest number of flights after each option; if None 4,000, or 100 if the captain thinks.
        seed: fixes the cards and dice to come.
        captain: decides for your ship from then on; rivals fly under the default captain.
        goal: result by which options are ranked: credits, arrived, richest or first.
        progress: called with the number of flights just flown.

    Returns:
        The options, the best first, with intervals.

    Raises:
        AnalyzerError: if no decision is open, if the file lists cards and so is a record (see `review`), and with
            every fault of the position.

    >>> import analyzer
    >>> analyzer.advise("ships/2007/which-planet.yaml", 200).what
    'land'
    """
    if isinstance(position, Layout):
        raise AnalyzerError(f"{position.name}: is a ship, and a position is needed: give a file with `ship` and `card`")
    own = load_captain(captain)
    usual = OF_THINKERS if own.thinks else FLIGHTS
    many = whole_number(usual if flights is None else flights, "flights", 2, MOST_KEPT)
    check_goal(goal, GOALS)
    experiment = plan_position(position, seed, own)
    contest = Contest(experiment, open_decision(experiment), goal)
    for _ in contest.rollouts.run_by_check(many, progress, is_awaited=is_first_figure_awaited()):
        if contest.rollouts.trials(0):
            report_answers(lambda: [contest.advice(many)])
    return contest.advice(many)


class Contest:
    """Options of a decision, each as an experiment, with the results of their flights so far."""

    def __init__(self, experiment: FromPosition, open_: OpenDecision, goal: str) -> None:
        now = experiment.position
        self.experiment, self.open, self.goal = experiment, open_, goal
        scripts = [with_decision(now.decisions, OWN, open_.what, option) for option in open_.options]
        self.tried = [replace(experiment, position=replace(now, decisions=script)) for script in scripts]
        captains = next((number for number, option in enumerate(open_.options) if option == open_.captain), None)
        self.rollouts = Rollouts(len(self.tried), self._fly, GOALS[goal], captains)

    def advice(self, many: int) -> Advice:
        """Return the advice from the flights flown so far.

        Args:
            many: largest number of flights of each option, which the answer reports.
        """
        words = [in_words(self.experiment, self.open, option) for option in self.open.options]
        options = ranked(self.rollouts, words, self.open.options, GOALS, Option)
        exact = dict(zip(words, (exact_means(one, [self.goal]).get(self.goal) for one in self.tried), strict=True))
        options = tuple(replace(option, exact=exact[option.words]) for option in options)
        return Advice(self.experiment, self.open, many, self.goal, options)

    def _fly(self, option: int, first: int, flights: int) -> dict[str, Values]:
        """Fly more flights with an option and return the results by goal, each of shape (flights,)."""
        return results_of(self.tried[option], first, flights)


def results_of(experiment: FromPosition, first: int, flights: int) -> dict[str, Values]:
    """Fly on from a position and return the results of your ship by goal, each of shape (flights,)."""
    columns = experiment.metrics.with_chances(experiment.run_block(first, flights))
    return {goal: columns[goal][OWN].astype(np.int64) for goal in GOALS}
