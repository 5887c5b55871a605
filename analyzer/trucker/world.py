"""Galaxy Trucker as a world: which sources and tables are its rules, and what can be run of it."""

from __future__ import annotations

RULES = (
    "trucker/adventures",
    "trucker/captains/captain.py",
    "trucker/cards",
    "trucker/convoy",
    "trucker/data",
    "trucker/edition.py",
    "trucker/editions/mixed_rules.py",
    "trucker/experiment.py",
    "trucker/fleets",
    "trucker/flight",
    "trucker/journey",
    "trucker/launchable.py",
    "trucker/metrics.py",
    "trucker/questions/as_a_fleet/experiment.py",
    "trucker/questions/cards/experiment.py",
    "trucker/questions/cards/tally.py",
    "trucker/questions/course/experiment.py",
    "trucker/questions/insure/advised.py",
    "trucker/questions/insure/experiment.py",
    "trucker/questions/insure/tally.py",
    "trucker/questions/layouts/experiment.py",
    "trucker/questions/layouts/tally.py",
    "trucker/questions/race/experiment.py",
    "trucker/questions/swap/experiment.py",
    "trucker/questions/weak/experiment.py",
    "trucker/ship",
    "trucker/ship_class.py",
    "trucker/workshop/goal.py",
    "trucker/workshop/priced.py",
    "trucker/wrecks",
)
"""Folders and files below `analyzer` that decide what happens in a flight and what is counted of it."""
NOT_RULES = (
    "trucker/cards/cards_in_words.py",
    "trucker/cards/cardsfile.py",
    "trucker/cards/caveats.py",
    "trucker/cards/coming.py",
    "trucker/cards/forecastfile.py",
    "trucker/data/2007/field",
    "trucker/data/2021/field",
    "trucker/data/captains",
    "trucker/fleets/facts.py",
    "trucker/fleets/held_back.py",
    "trucker/fleets/insurance.py",
    "trucker/fleets/notes.py",
    "trucker/fleets/tableflaws.py",
    "trucker/journey/answer.py",
    "trucker/journey/figures.py",
    "trucker/journey/notes.py",
    "trucker/journey/titlesfile.py",
    "trucker/journey/verb.py",
    "trucker/ship/blank.py",
    "trucker/ship/box.py",
    "trucker/ship/cures.py",
    "trucker/ship/facts.py",
    "trucker/ship/field.py",
    "trucker/ship/fitting.py",
    "trucker/ship/grid.py",
    "trucker/ship/lacking.py",
    "trucker/ship/shipfile.py",
)
"""Of those what reads files into what is described anyway, or only speaks of it."""
QUESTIONS = {
    "flights": "analyzer.trucker.experiment:Experiment",
    "race": "analyzer.trucker.questions.race.experiment:RacedExperiment",
    "cards": "analyzer.trucker.questions.cards.experiment:DealtExperiment",
    "course": "analyzer.trucker.questions.course.experiment:WatchedExperiment",
    "insure": "analyzer.trucker.questions.insure.experiment:InsuredExperiment",
    "layouts": "analyzer.trucker.questions.layouts.experiment:EachWay",
    "as_one": "analyzer.trucker.questions.as_a_fleet.experiment:AsOne",
    "weak": "analyzer.trucker.questions.weak.experiment:WithoutEach",
    "swap": "analyzer.trucker.questions.swap.experiment:SwappedExperiment",
    "priced": "analyzer.trucker.workshop.priced:Priced",
    "journey": "analyzer.trucker.journey.experiment:JourneyExperiment",
}
"""What is run, by the name it has in save files."""
GAME, ASK = "Galaxy Trucker", "analyzer inspect"
FIELDS = ("edition", "board", "grid", "components", "level")
"""By which its files are known."""
