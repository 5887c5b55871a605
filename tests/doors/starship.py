"""Starship Catan: turns on a table, encounters, captains, positions, records, games."""

from analyzer.starship import api, encounters, games, metrics, plain
from analyzer.starship.api import turn_experiment
from analyzer.starship.captains import captain, values
from analyzer.starship.captains.captain import PRICES, Thinking, captain_of
from analyzer.starship.captains.readiness import READY
from analyzer.starship.decisions import lines
from analyzer.starship.decisions.games_after import GamesAfter
from analyzer.starship.decisions.options import open_decision
from analyzer.starship.decisions.step_runner import StepRunner
from analyzer.starship.designer import at_table
from analyzer.starship.editions import SHELF
from analyzer.starship.encounters import colony, fighting, trade
from analyzer.starship.games import GameExperiment
from analyzer.starship.metrics import OF_TURNS, game_columns
from analyzer.starship.position.flight import Flight
from analyzer.starship.questions import fight, report
from analyzer.starship.questions.balance import BarringDice, alike
from analyzer.starship.questions.compare import meetings
from analyzer.starship.questions.review import decisions_at
from analyzer.starship.records.moments import Moments
from analyzer.starship.records.recording import record_game
from analyzer.starship.records.steps import STEPS
from analyzer.starship.ship.report import ShipFacts
from analyzer.starship.tables import STANDARD_RULES, USUAL, load_switches
from analyzer.starship.thinking import flight_fit, imagined, thinker
from analyzer.starship.thinking.players import Players
from analyzer.starship.thinking.trade_fit import ridge
from analyzer.starship.turn import dice
from analyzer.starship.turn.bits import BIT, LOST, count
from analyzer.starship.turn.deal import new_games, start_ships
from analyzer.starship.turn.dice import SampledDice, blue_faces
from analyzer.starship.turn.points import points
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import LASTING, PASSING, Table
from analyzer.starship.turn.trading import aboard
from analyzer.starship.turn.turn import begin, compiled, go_on, judges_of, play_on, play_turn, split
from analyzer.starship.turn.winning import wins_by_trade
