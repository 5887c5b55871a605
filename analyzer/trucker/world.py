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
    "trucker/questions/dealt.py",
    "trucker/questions/as_one.py",
    "trucker/questions/each_way.py",
    "trucker/questions/insured.py",
    "trucker/questions/ways_tally.py",
    "trucker/questions/advised.py",
    "trucker/questions/losses.py",
    "trucker/questions/lost.py",
    "trucker/questions/raced.py",
    "trucker/questions/sorted_by_card.py",
    "trucker/questions/watched.py",
    "trucker/questions/swapped.py",
    "trucker/questions/without.py",
    "trucker/ship",
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
    "trucker/data/captains",
    "trucker/data/2007/field",
    "trucker/data/2021/field",
    "trucker/fleets/facts.py",
    "trucker/fleets/held_back.py",
    "trucker/fleets/insurance.py",
    "trucker/fleets/tableflaws.py",
    "trucker/journey/notes.py",
    "trucker/journey/results.py",
    "trucker/journey/titlesfile.py",
    "trucker/ship/blank.py",
    "trucker/ship/box.py",
    "trucker/ship/cures.py",
    "trucker/ship/field.py",
    "trucker/ship/fitting.py",
    "trucker/ship/grid.py",
    "trucker/ship/lacking.py",
    "trucker/ship/report.py",
    "trucker/ship/shipfile.py",
)
"""Of those what reads files into what is described anyway, or only speaks of it."""
QUESTIONS = {
    "flights": "analyzer.trucker.experiment:Experiment",
    "race": "analyzer.trucker.questions.raced:RacedExperiment",
    "cards": "analyzer.trucker.questions.dealt:DealtExperiment",
    "course": "analyzer.trucker.questions.watched:WatchedExperiment",
    "insure": "analyzer.trucker.questions.insured:InsuredExperiment",
    "layouts": "analyzer.trucker.questions.each_way:EachWay",
    "as_one": "analyzer.trucker.questions.as_one:AsOne",
    "weak": "analyzer.trucker.questions.without:WithoutEach",
    "swap": "analyzer.trucker.questions.swapped:SwappedExperiment",
    "priced": "analyzer.trucker.workshop.priced:Priced",
    "journey": "analyzer.trucker.journey.experiment:JourneyExperiment",
}
"""What is run, by the name it has in save files."""
GAME, ASK = "Galaxy Trucker", "analyzer inspect"
FIELDS = ("edition", "board", "grid", "components", "level")
"""By which its files are known."""
