"""Advice on one decision: play every legal option on with the same cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.advice import Goal, RankedOptions, Rollouts, Values, check_goal, goals, ranked
from analyzer.answers.advice import Option as AnyOption
from analyzer.answers.description import NUMBER, PERCENT, Column, Description, Form
from analyzer.errors import AnalyzerError, whole_number
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.captains import Captain, load_captain
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.convoy.decisions import CHARGES, DEFENDS, GIVES_UP, GOODS, KEEPS, LAND, MOST_LOADS, TAKES
from analyzer.trucker.edition import LETTERS, Card
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.open_decision import assumed_in_words, exact_means, open_decision
from analyzer.trucker.position.positionfile import CaptainLike, PositionLike, plan_position
from analyzer.trucker.position.scripted import OWN, Open, with_decision
from analyzer.trucker.sayings.phrases import at, crew, listed, many, thinker_note
from analyzer.trucker.ship.layout import Layout

GOALS = goals(
    Goal("credits", "most credits", "credits"),
    Goal("arrived", "to come home", is_chance=True),
    Goal("richest", "to be the richest", is_chance=True),
    Goal("first", "to come home first", is_chance=True),
)
TRIAL = ("flight", "flights")
OF_SEVERAL = ("richest", "first")
"""Goals that are none where nobody else flies."""
SOLD_TO = "abandoned_ship"
"""The kind of card to which crew goes for credits."""
NO_OR_YES = {
    TAKES: ("decline", "take it"),
    DEFENDS: ("let it hit", "spend a charge against it"),
    GIVES_UP: ("fly on", "give up"),
}
"""By decision what no and yes mean."""


@dataclass(frozen=True)
class Option(AnyOption):
    """An option, with its results in so many flights by name.

    exact: the exact mean by the goal, where the last card is at hand and its rolls were counted out; else None.
    """

    exact: Fraction | None = None

    @property
    def flights(self) -> int:
        """How many flights were flown after it."""
        return self.trials

    @property
    def credits(self) -> Estimate:
        """What it earns."""
        return self.results["credits"]

    @property
    def arrived(self) -> Estimate:
        """How often the ship comes home."""
        return self.results["arrived"]

    @property
    def richest(self) -> Estimate:
        """How often it earns most."""
        return self.results["richest"]

    @property
    def first(self) -> Estimate:
        """How often it comes home first."""
        return self.results["first"]


@dataclass(frozen=True, repr=False)
class Advice(RankedOptions):
    """The options of the decision that is open, the best first.

    flights: of each at most; goal: by what they are ranked.
    """

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL

    experiment: FromPosition
    open: Open
    flights: int
    goal: str
    options: tuple[Option, ...]

    @property
    def what(self) -> str:
        """What is to be decided."""
        return self.open.what

    @property
    def seed(self) -> int:
        """That of the cards and dice to come."""
        return self.experiment.seed

    @property
    def is_exact(self) -> bool:
        """Whether all rolls that may come were counted out."""
        return all(option.exact is not None for option in self.options)

    @property
    def exactly(self) -> Form:
        """How exact means are written."""
        return PERCENT if self.GOALS[self.goal].is_chance else NUMBER

    def notes(self) -> list[str]:
        """What a reader should know."""
        own = self.experiment.captains[0]
        captain = own.name
        return [
            f"{self._tried()} After it your ship flies under {captain}, the others under "
            "sensible captains: against other play another option may be best.",
            *self._assumed(),
            "Differences are under the same coming cards and dice; their 95% intervals hold for all options at once.",
            *thinking_notes(own, self.goal),
            *([thinker_note(is_alone=len(self.experiment.ships) == 1)] if captain == "sensible" else []),
            *self.experiment.notes(),
        ]

    def _assumed(self) -> list[str]:
        """What rivals were taken to have decided before."""
        if not self.open.assumed:
            return []
        words = assumed_in_words(self.experiment, self.open.assumed)
        return [f"{words[0].upper()}{words[1:]}. If it was not so, add it to decisions."]

    def _tried(self) -> str:
        """Which options are there."""
        if self.what != GOODS:
            return "Every option that the rules allow was tried."
        return (
            f"Of all cargoes that leave no place empty, the {MOST_LOADS} that sell for most were tried: what is left "
            "behind is lost, and of what is aboard the rules give up the dearest cubes first."
        )

    def description(self) -> Description:
        """A row an option, and what to decide."""
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
    """What is to be known where a captain who thinks flies on."""
    if captain.thinks is None:
        return []
    wanted = "" if goal == "credits" else f", though you want {GOALS[goal].wanted}"
    return [
        f"{captain.name} flies {captain.thinks.flights} flights on in mind after each option and takes the one with "
        f"most credits{wanted}. The captain's choice, where one is named, is by their prices alone."
    ]


def in_words(experiment: FromPosition, open_: Open, value: Any) -> str:
    """An option of an open decision in words, an order to the crew."""
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
    """What a card brings whoever takes it, and the days it takes, e.g. ` (3 credits, 1 day)`."""
    if card is None:
        return ""
    cubes = "".join(letter * number for letter, number in zip(LETTERS, card.goods, strict=True))
    parts = [many(card.credits, "credit")] * bool(card.credits) + [cubes] * bool(cubes)
    return f" ({', '.join([*parts, *[many(card.days, 'day')] * bool(card.days)])})"


def _landing(card: Card | None, planet: int) -> str:
    if not planet or card is None:
        return "fly on"
    cubes = "".join(letter * number for letter, number in zip(LETTERS, card.planets[planet - 1], strict=True))
    return f"land on planet {planet} ({cubes})"


FLIGHTS, OF_THINKERS = 4_000, 100
"""Flights after each option at most; where a captain who thinks flies on, each takes hundreds of imagined ones."""


def advise(
    position: PositionLike,
    flights: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    goal: str = "credits",
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """The best option of the decision that is open for your ship: each is taken, and the rest of the flight flown.

    flights: of each at most; if None 4,000, or 100 where the captain thinks; captain: who decides for your ship from
    then on (rivals fly under "sensible"); goal: credits, arrived, richest or first, by which options are ranked. The
    open decision is the first one that the position does not say: of the card at hand, or before a card is revealed
    whether to give up. Raises AnalyzerError where nothing is open, for a record with cards, which `review` judges, and
    with every fault of the position.

    >>> import analyzer
    >>> analyzer.advise("ships/2007/which-planet.yaml", 200).what
    'land'
    """
    if isinstance(position, Layout):
        raise AnalyzerError(f"{position.name}: is a ship, and a position is needed: give a file with `ship` and `card`")
    own = load_captain(captain)
    usual = OF_THINKERS if own.thinks else FLIGHTS
    many = whole_number(usual if flights is None else flights, "flights", 2)
    check_goal(goal, GOALS)
    experiment = plan_position(position, seed, own)
    contest = Contest(experiment, open_decision(experiment), goal)
    contest.rollouts.run(many, progress)
    return contest.advice(many)


class Contest:
    """The options of a decision, each as an experiment, and what their flights came to so far."""

    def __init__(self, experiment: FromPosition, open_: Open, goal: str) -> None:
        now = experiment.position
        self.experiment, self.open, self.goal = experiment, open_, goal
        scripts = [with_decision(now.decisions, OWN, open_.what, option) for option in open_.options]
        self.tried = [replace(experiment, position=replace(now, decisions=script)) for script in scripts]
        captains = next((number for number, option in enumerate(open_.options) if option == open_.captain), None)
        self.rollouts = Rollouts(len(self.tried), self._fly, GOALS[goal], captains)

    def advice(self, many: int) -> Advice:
        """What came of the flights that were flown; many: of each at most."""
        words = [in_words(self.experiment, self.open, option) for option in self.open.options]
        options = ranked(self.rollouts, words, self.open.options, GOALS, Option)
        exact = dict(zip(words, (exact_means(one, [self.goal]).get(self.goal) for one in self.tried), strict=True))
        options = tuple(replace(option, exact=exact[option.words]) for option in options)
        return Advice(self.experiment, self.open, many, self.goal, options)

    def _fly(self, option: int, first: int, flights: int) -> dict[str, Values]:
        """Fly more flights with an option: by goal what each comes to."""
        columns = self.experiment.metrics.with_chances(self.tried[option].run_block(first, flights))
        return {goal: columns[goal][OWN].astype(np.int64) for goal in GOALS}
