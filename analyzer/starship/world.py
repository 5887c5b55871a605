"""Starship Catan as a world: which sources and tables are its rules, and what can be run of it."""

from __future__ import annotations

RULES_VERSION = 2
"""Version of the rules and dice. Raise it when the same seed gives other numbers: save files of older versions are
refused then, and `python -m tests.golden.runs` writes the golden results again."""
QUESTIONS: dict[str, str] = {
    "turns": "analyzer.starship.experiment:TurnExperiment",
    "adventures": "analyzer.starship.questions.adventures:AdventureExperiment",
    "meetings": "analyzer.starship.questions.compare:Meeting",
    "games": "analyzer.starship.games:GameExperiment",
}
"""What is run, by the name it has in save files."""
EDITIONS = "analyzer.starship.editions:SHELF"
"""Where its editions of the user's own are described."""
GAME, ASK = "Starship Catan", "analyzer starship inspect"
FIELDS: tuple[str, ...] = ("crest", "astro", "hangar", "modules", "moon", "sun", "sectors")
"""By which its files are known."""
