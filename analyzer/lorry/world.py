"""Cosmic Lorry as a world: which sources and tables are its rules, and what can be run of it."""

from __future__ import annotations

RULES: tuple[str, ...] = (
    "lorry/captains",
    "lorry/data",
    "lorry/experiment.py",
    "lorry/galaxy/galaxy.py",
    "lorry/columns.py",
    "lorry/edition.py",
    "lorry/metrics.py",
    "lorry/questions/pairs/experiment.py",
    "lorry/questions/leave/experiment.py",
    "lorry/questions/begin/experiment.py",
    "lorry/position",
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
    "position": "analyzer.lorry.position.experiment:FromPosition",
    "pairs": "analyzer.lorry.questions.pairs.experiment:ByPair",
    "left die": "analyzer.lorry.questions.leave.experiment:LeftDie",
    "opening": "analyzer.lorry.questions.begin.experiment:Opening",
}
"""What is run, by the name it has in save files."""
EDITIONS = "analyzer.lorry.editions.folder:SHELF"
"""Where its editions of the user's own are described."""
GAME, ASK = "Cosmic Lorry", "analyzer lorry inspect"
FIELDS: tuple[str, ...] = ("map", "wrap", "end_after", "planets", "specials", "traders", "grid", "tracks", "rounds")
"""By which its files are known."""
