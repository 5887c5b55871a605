"""Questions of Galaxy Trucker that are tested in parts: journeys, balance, searches, sweeps, reports."""

from analyzer.trucker.editions import DEFAULT_TARGETS
from analyzer.trucker.journey import trek
from analyzer.trucker.journey.call import JourneyConditions, plan_journey
from analyzer.trucker.journey.experiment import JourneyControls, JourneyExperiment, arrival_order
from analyzer.trucker.questions import as_a_fleet, captain, course, exact, explore, improve, place, swap
from analyzer.trucker.questions.advise import Contest
from analyzer.trucker.questions.as_a_fleet import MEASURED, AsOne, KindEffect
from analyzer.trucker.questions.balance import answer as answer_module
from analyzer.trucker.questions.balance import luck, sample, worths
from analyzer.trucker.questions.balance.answer import _captains, _cards
from analyzer.trucker.questions.balance.call import measure_undecided, work
from analyzer.trucker.questions.balance.fix import LevelFigures, TriedValue, figure_named
from analyzer.trucker.questions.balance.history import BalanceHistory, log_run, record_of
from analyzer.trucker.questions.balance.luck import BATCHES, Batch, Luck, unbiased_skill
from analyzer.trucker.questions.balance.pay import Places
from analyzer.trucker.questions.balance.sample import (
    FittingTask,
    LevelShips,
    levels_to_fly,
    random_ship,
    reference_ships,
    together,
    with_decks,
    with_fitted,
)
from analyzer.trucker.questions.balance.switches import SwitchTask, in_edition, values_of_switch, with_switch
from analyzer.trucker.questions.balance.tables import MeasuredMean, only_in
from analyzer.trucker.questions.balance.verdicts import CardJudge
from analyzer.trucker.questions.balance.worths import (
    MEASURES,
    CardOnShips,
    CardTask,
    ShipParts,
    cautious_mean,
    kinds_of,
    spread_of,
)
from analyzer.trucker.questions.captain import changes as changes_of_captain
from analyzer.trucker.questions.cards import CORRECTED, CardControls, DealtExperiment, EffectOfGroup, SortedByCard
from analyzer.trucker.questions.compare import in_other_setting
from analyzer.trucker.questions.crew import placings
from analyzer.trucker.questions.editions import missing, plan_editions
from analyzer.trucker.questions.exact import branch_through
from analyzer.trucker.questions.explain import tell
from analyzer.trucker.questions.explore import beginning
from analyzer.trucker.questions.fly import changed_by_forecast
from analyzer.trucker.questions.inspect import in_order_of_rolls, inspect
from analyzer.trucker.questions.insure import answer
from analyzer.trucker.questions.insure.answer import Losses
from analyzer.trucker.questions.insure.call import insured
from analyzer.trucker.questions.layouts import call, values
from analyzer.trucker.questions.layouts.call import EachWay
from analyzer.trucker.questions.metrics import glossary
from analyzer.trucker.questions.new import new
from analyzer.trucker.questions.race import raced
from analyzer.trucker.questions.report import content, sentences
from analyzer.trucker.questions.report.content import fleet_tables, insurance_of, layouts
from analyzer.trucker.questions.strike import report_strike
from analyzer.trucker.questions.swap import candidates
from analyzer.trucker.questions.sweep import Condition, load_plan, tidy
from analyzer.trucker.questions.weak import WithoutEach, first_hits
from analyzer.trucker.view import figures, view_of
from analyzer.trucker.workshop import annealing, elites, moves
from analyzer.trucker.workshop import budget as budget_module
from analyzer.trucker.workshop.bench import Round, bench_for, halve
from analyzer.trucker.workshop.budget import SearchFile
from analyzer.trucker.workshop.changes import changes_in_words
from analyzer.trucker.workshop.goal import GoalExperiment, load_goal, with_goal
from analyzer.trucker.workshop.moves import Chance, Freedom, Moves
