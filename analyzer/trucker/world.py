"""Galaxy Trucker as a world: the version of its rules, its questions, and how its files are recognised."""

from __future__ import annotations

RULES_VERSION = 3
"""Version of the rules and dice.

Raise it whenever the same seed gives other numbers; save files of older versions are then refused. `python -m
tests.golden.runs` writes the golden results again.
"""
QUESTIONS = {
    "flights": "analyzer.trucker.experiment:Experiment",
    "race": "analyzer.trucker.questions.race:RacedExperiment",
    "cards": "analyzer.trucker.questions.cards:DealtExperiment",
    "course": "analyzer.trucker.questions.course:WatchedExperiment",
    "insure": "analyzer.trucker.questions.insure.answer:InsuredExperiment",
    "layouts": "analyzer.trucker.questions.layouts.call:EachWay",
    "as_one": "analyzer.trucker.questions.as_a_fleet:AsOne",
    "weak": "analyzer.trucker.questions.weak:WithoutEach",
    "swap": "analyzer.trucker.questions.swap:SwappedExperiment",
    "priced": "analyzer.trucker.workshop.goal:GoalExperiment",
    "position": "analyzer.trucker.position.experiment:FromPosition",
    "journey": "analyzer.trucker.journey.experiment:JourneyExperiment",
}
"""Class of the experiment of each question, by the question's name in save files, as `module:name`."""
EDITIONS = "analyzer.trucker.editions:SHELF"
"""Description of the user's own editions, as `module:name`."""
CAPTAINS = ("expert", "sensible", "cautious", "bold", "miser")
"""Named captains who simulate no flights; each is a file in `data/captains`."""
DEFAULT_CAPTAIN = CAPTAINS[0]
"""Captain of every ship whose captain is not named, rivals included."""
PRECISE_ENOUGH = 0.1
"""Half-width of the 95% interval of mean credits, in credits, at which `fly` and `race` end by default."""
GAME, ASK = "Galaxy Trucker", "analyzer inspect"
FIELDS = ("edition", "board", "grid", "components", "level", "ship", "met")
"""Names of fields by which files of this game are recognised."""
