"""This decision, played on: every option that the rules allow, under the same coming cards and dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from analyzer.answers.advice import ranked
from analyzer.answers.goal import check_goal
from analyzer.answers.rollouts import Rollouts, Values
from analyzer.errors import AnalyzerError, whole_number
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.position.counted import exact_means
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.open_decision import open_decision
from analyzer.trucker.position.planning import CaptainLike, PositionLike, plan_position
from analyzer.trucker.position.scripted import OWN, Open, with_decision
from analyzer.trucker.questions.advise.answer import GOALS, Advice, Option, in_words
from analyzer.trucker.ship.layout import Layout

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
