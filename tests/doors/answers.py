"""Answers of any game: tables and their columns, notes, verdicts, rankings, reviews."""

from analyzer.answers import together
from analyzer.answers.advice import Goal, Option, RankedOptions, Rollouts, check_goal, goals, ranked
from analyzer.answers.both_settings import paired_up, places
from analyzer.answers.comparison import MARGIN
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    NUMBER,
    SIGNED,
    TEXT,
    WORD,
    Bars,
    Column,
    Described,
    Description,
    Form,
    LabelledLines,
    Lines,
    Row,
    StoryStep,
    Table,
    ends,
    load_function,
    main_columns,
)
from analyzer.answers.leaders import Leaders, leaders, leaders_by_difference, leaders_by_interval
from analyzer.answers.metrics import Metric, Metrics, bounds_of
from analyzer.answers.note import Importance, Note, fold_notes, is_about
from analyzer.answers.numbers import distinct
from analyzer.answers.origin import Origin, in_setting, setting_with_rivals
from analyzer.answers.review import JudgedDecision, Review, ReviewStep
from analyzer.answers.together import SideBySide
from analyzer.answers.verdict import PairVerdict, verdict_in_words
from analyzer.answers.worths import Worth, WorthTable
