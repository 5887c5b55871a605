"""Cosmic Lorry: rounds and turns on a table, captains, positions, the exact trees, the designer."""

from analyzer.lorry import fitting, tables
from analyzer.lorry.api import game_experiment, plan_games
from analyzer.lorry.captains import judge, opener, thinker
from analyzer.lorry.captains.captain import GOALS, NAMED, PRICES, BoardWorths, captain_of
from analyzer.lorry.captains.thinker import Random, Thinker, compiled
from analyzer.lorry.designer import desk, messages, texts
from analyzer.lorry.designer.at_table import load_notes
from analyzer.lorry.designer.session import Session
from analyzer.lorry.designer.sketch import Sketch
from analyzer.lorry.experiment import GameExperiment
from analyzer.lorry.galaxy import galaxyfile
from analyzer.lorry.metrics import OF_RACES
from analyzer.lorry.pages import galaxy_svg
from analyzer.lorry.position import schema
from analyzer.lorry.position.experiment import ResumedPosition
from analyzer.lorry.questions import begin, leave
from analyzer.lorry.questions import captain as captain_question
from analyzer.lorry.questions import report as report_question
from analyzer.lorry.questions.advise import answer
from analyzer.lorry.questions.balance import BOXES, things_of
from analyzer.lorry.questions.dice import still_there
from analyzer.lorry.questions.exact.trees import most_still
from analyzer.lorry.questions.inspect import GalaxyFacts
from analyzer.lorry.records.game_record import write_record
from analyzer.lorry.tables import OPPOSITE, TRACKS_OF, load_switches
from analyzer.lorry.turn import dice, places, turn
from analyzer.lorry.turn import games as games_module
from analyzer.lorry.turn.board import TYPE, Board
from analyzer.lorry.turn.dice import SampledDice
from analyzer.lorry.turn.draw import DrawChoice, Turn
from analyzer.lorry.turn.scoring import ended
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import TURNS_ALONE, play_on, play_round
