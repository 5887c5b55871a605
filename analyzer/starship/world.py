"""Starship Catan as a world: version of its rules, its experiments, and the fields of its files."""

from __future__ import annotations

RULES_VERSION = 5
"""Version of the rules and dice.

Raise it when the same seed gives other numbers. Save files of older versions are refused then, and `python -m
tests.golden.runs` writes the golden results again.
"""
QUESTIONS: dict[str, str] = {
    "turns": "analyzer.starship.experiment:TurnExperiment",
    "adventures": "analyzer.starship.questions.adventures:AdventureExperiment",
    "meetings": "analyzer.starship.questions.compare:Meeting",
    "games": "analyzer.starship.games:GameExperiment",
}
"""Experiments by their names in save files."""
EDITIONS = "analyzer.starship.editions:SHELF"
"""Place of the description of the user's own editions."""
CAPTAINS = ("expert", "sensible", "cautious", "bold", "trader", "settler", "passenger-fights", "passenger-pays")
"""Captains by name who decide by prices; each is a file in `data/captains`."""
DEFAULT_CAPTAIN = CAPTAINS[0]
"""Captain of every player whose captain is not named."""
GAME, ASK = "Starship Catan", "analyzer starship inspect"
FIELDS: tuple[str, ...] = ("crest", "astro", "hangar", "modules", "moon", "sun", "sectors")
"""Fields by which files of this game are recognised."""
