"""All verbs of Galaxy Trucker, and those of every game, in one table."""

from __future__ import annotations

from analyzer.cli.verbs import Game

GAME = Game(
    name="analyzer",
    about="I have a ship and a route: what will happen to me?",
    package="analyzer.trucker",
    of_all="analyzer.trucker.command.rules_option:RulesOption",
    answers={
        "About a ship": ("new", "parts", "inspect", "strike", "hazards", "weak", "swap"),
        "A better ship": ("design", "place", "improve", "explore"),
        "About its flights": ("fly", "race", "advise", "explain", "replay", "review", "deck", "cards", "exact"),
        "About fleets of class IVC": ("insure", "layouts"),
        "Which is better": ("compare", "crew", "captain"),
        "About a whole game, and about editions": ("journey", "editions", "edition", "balance"),
        "For a report": ("report", "metrics", "sweep", "merge", "plot"),
    },
    other_modules={
        "replay": "analyzer.trucker.records.verb",
        "design": "analyzer.trucker.designer.verb",
        "journey": "analyzer.trucker.journey.verb",
        "editions": "analyzer.trucker.editions.verb",
        "sweep": "analyzer.trucker.sweep.verb",
        "merge": "analyzer.cli.merge",
        "plot": "analyzer.cli.plot",
    },
)
