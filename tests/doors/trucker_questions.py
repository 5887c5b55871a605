"""Questions of Galaxy Trucker that are tested in parts: journeys, balance, searches, sweeps, reports."""

from analyzer.trucker import view
from analyzer.trucker.journey import experiment, trek
from analyzer.trucker.journey.call import JourneyConditions, plan_journey
from analyzer.trucker.questions import (
    as_a_fleet,
    captain,
    course,
    editions,
    exact,
    explore,
    improve,
    place,
    swap,
    sweep,
)
from analyzer.trucker.questions.advise import Contest
from analyzer.trucker.questions.balance import answer as answer_module
from analyzer.trucker.questions.balance import luck, sample, worths
from analyzer.trucker.questions.balance.call import measure_undecided, work
from analyzer.trucker.questions.balance.fix import figure_of
from analyzer.trucker.questions.balance.pay import Places
from analyzer.trucker.questions.balance.sample import FittingTask, levels_to_fly, reference_ships, together, with_fitted
from analyzer.trucker.questions.balance.summary import DEFAULT_TARGETS
from analyzer.trucker.questions.balance.switches import SwitchTask, in_edition, values_of_switch, with_switch
from analyzer.trucker.questions.balance.tables import MeasuredMean, only_in
from analyzer.trucker.questions.balance.verdicts import CardJudge
from analyzer.trucker.questions.balance.worths import MEASURES, CardOnShips, CardTask
from analyzer.trucker.questions.cards import CORRECTED, CardControls, DealtExperiment, EffectOfGroup, SortedByCard
from analyzer.trucker.questions.compare import in_other_setting
from analyzer.trucker.questions.crew import placings
from analyzer.trucker.questions.explain import tell
from analyzer.trucker.questions.fly import changed_by_forecast
from analyzer.trucker.questions.inspect import in_order_of_rolls
from analyzer.trucker.questions.insure import answer
from analyzer.trucker.questions.insure.call import insured
from analyzer.trucker.questions.layouts import call, values
from analyzer.trucker.questions.race import raced
from analyzer.trucker.questions.report import content, sentences
from analyzer.trucker.workshop import annealing, elites, moves
from analyzer.trucker.workshop import budget as budget_module
from analyzer.trucker.workshop.bench import Round, bench_for, halve
from analyzer.trucker.workshop.changes import changes_in_words
from analyzer.trucker.workshop.goal import GoalExperiment, load_goal, with_goal
from analyzer.trucker.workshop.moves import Chance, Freedom, Moves
