"""Flights of Galaxy Trucker: plans, convoys, dice, wrecks, fleets, metrics, positions, records, stories."""

from analyzer.trucker import conditions, experiment, fitting, thinking
from analyzer.trucker.adventures import ADVENTURES, KINDS, hazards, rules_file
from analyzer.trucker.conditions import plan, plan_ship
from analyzer.trucker.controls import FlightControls, _lies
from analyzer.trucker.convoy import power, worth_ahead
from analyzer.trucker.convoy.cargo import bank_of
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import WHAT
from analyzer.trucker.convoy.events import merge_mappings
from analyzer.trucker.convoy.launching import launch
from analyzer.trucker.convoy.state import COUNTED, ENDINGS, LEFT
from analyzer.trucker.experiment import Experiment, MixedRoute
from analyzer.trucker.fleets import facts as facts_module
from analyzer.trucker.fleets.borders import JOININGS, QUARTERS, layout_of, ships_of
from analyzer.trucker.fleets.fleet import fleet
from analyzer.trucker.fleets.tables import HOME
from analyzer.trucker.flight import dice, flight
from analyzer.trucker.flight.dice import EnumeratedDice, SampledDice, ScriptedDice, merge_states
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.giving_up import check_before_card
from analyzer.trucker.flight.settlement import Outcome, settle
from analyzer.trucker.metrics import COLUMNS, METRICS, MetricAttributes
from analyzer.trucker.position import experiment as position_experiment
from analyzer.trucker.position import open_decision as open_decision_module
from analyzer.trucker.position.open_decision import open_decision
from analyzer.trucker.position.position import script
from analyzer.trucker.position.positionfile import plan_position
from analyzer.trucker.position.scripted import with_decision
from analyzer.trucker.position.values import RULES, write_into
from analyzer.trucker.records.recording import record_flight
from analyzer.trucker.records.referee import Referee
from analyzer.trucker.sayings import gains, phrases
from analyzer.trucker.stacks import Span, fly_spans
from analyzer.trucker.story import listener, story
from analyzer.trucker.wrecks import cache, facts, wrecks
