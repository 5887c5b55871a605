"""Answers of any game: tables and their columns, notes, verdicts, rankings, reviews."""

from analyzer.answers import advice, both_settings, description, metrics, note, origin, review, verdict, worths
from analyzer.answers import leaders as leaders_module
from analyzer.answers.balance import verdicts as balance_verdicts
from analyzer.answers.balance.fix import TriedValue, TriedValues, next_values, search_things
from analyzer.answers.balance.game import who_plays
from analyzer.answers.balance.skill import shares_of
from analyzer.answers.balance.things import Judge, Part, measure, measure_once, play_spans, with_printed
from analyzer.answers.balance.tiles import read_targets
from analyzer.answers.balance.verdicts import Yardstick, confidence_of_checks
from analyzer.answers.description import INTERVAL, WORD, Column, Description, Row, StoryStep, Table
from analyzer.answers.together import SideBySide
