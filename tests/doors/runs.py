"""How much is run and what is kept: amounts, save files, clusters, what a run tells; the games by name."""

from analyzer import arguments, interrupts
from analyzer.interrupts import INTERRUPTED
from analyzer.runs import clock, identity, store, tuning
from analyzer.runs.amount import Amount, HowMuch, run_each
from analyzer.runs.cluster import cluster, window
from analyzer.runs.cluster.address import checked_address
from analyzer.runs.compare import Checks, compare_experiments
from analyzer.runs.identity import Rules, plain, rules
from analyzer.runs.stopping import Precision, load_precision
from analyzer.runs.store import Store, read
from analyzer.runs.tuning import Step as TuningStep
from analyzer.runs.tuning import TrialByTrial
from analyzer.runs.watched import (
    Step,
    Stopped,
    Watcher,
    hearing_answers,
    hearing_decisions,
    report_answers,
    report_decisions,
)
from analyzer.world import WORLDS, glossary, rebuild, world
