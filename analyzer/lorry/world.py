"""Cosmic Lorry as a world: which sources and tables are its rules, and what can be run of it."""

from __future__ import annotations

RULES: tuple[str, ...] = (
    "lorry/captains",
    "lorry/data",
    "lorry/experiment.py",
    "lorry/galaxy/galaxy.py",
    "lorry/measured.py",
    "lorry/metrics.py",
    "lorry/questions/by_pair.py",
    "lorry/questions/left_die.py",
    "lorry/questions/openings.py",
    "lorry/switches.py",
    "lorry/tables.py",
    "lorry/tracks.py",
    "lorry/turn",
)
"""Folders and files below `analyzer` that decide what happens in a game and what is counted of it."""
NOT_RULES: tuple[str, ...] = ("lorry/captains/captainfile.py", "lorry/data/captains")
"""Of those what is described anyway."""
QUESTIONS: dict[str, str] = {
    "games": "analyzer.lorry.experiment:GameExperiment",
    "pairs": "analyzer.lorry.questions.by_pair:ByPair",
    "left die": "analyzer.lorry.questions.left_die:LeftDie",
    "opening": "analyzer.lorry.questions.openings:Opening",
}
"""What is run, by the name it has in save files."""
GAME, ASK = "Cosmic Lorry", "analyzer lorry inspect"
FIELDS: tuple[str, ...] = ("map", "wrap", "end_after", "planets", "specials", "traders", "grid", "tracks", "rounds")
"""By which its files are known."""
