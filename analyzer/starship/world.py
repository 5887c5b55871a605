"""Starship Catan as a world: which sources and tables are its rules, and what can be run of it."""

from __future__ import annotations

RULES: tuple[str, ...] = (
    "starship/captains",
    "starship/data",
    "starship/encounters",
    "starship/experiment.py",
    "starship/games.py",
    "starship/luck.py",
    "starship/columns.py",
    "starship/edition.py",
    "starship/metrics.py",
    "starship/position/position.py",
    "starship/questions/adventures/call.py",
    "starship/questions/compare/meeting.py",
    "starship/questions/compare/seats.py",
    "starship/fights.py",
    "starship/ship/ship.py",
    "starship/switches.py",
    "starship/tables.py",
    "starship/thinking",
    "starship/turn",
)
"""Folders and files below `analyzer` that decide what happens in a game and what is counted of it."""
NOT_RULES: tuple[str, ...] = ("starship/captains/captainfile.py", "starship/data/captains")
"""Of those what is described anyway."""
QUESTIONS: dict[str, str] = {
    "turns": "analyzer.starship.experiment:TurnExperiment",
    "adventures": "analyzer.starship.questions.adventures.call:AdventureExperiment",
    "meetings": "analyzer.starship.questions.compare.meeting:Meeting",
    "games": "analyzer.starship.games:GameExperiment",
}
"""What is run, by the name it has in save files."""
EDITIONS = "analyzer.starship.editions.folder:SHELF"
"""Where its editions of the user's own are described."""
GAME, ASK = "Starship Catan", "analyzer starship inspect"
FIELDS: tuple[str, ...] = ("crest", "astro", "hangar", "modules", "moon", "sun", "sectors")
"""By which its files are known."""
