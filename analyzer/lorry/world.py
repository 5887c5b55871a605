"""Cosmic Lorry as a world: which sources and tables are its rules, and what can be run of it."""

from __future__ import annotations

RULES_VERSION = 1
"""Version of the rules and dice. Raise it when the same seed gives other numbers: save files of older versions are
refused then, and `python -m tests.golden.runs` writes the golden results again."""
QUESTIONS: dict[str, str] = {
    "games": "analyzer.lorry.experiment:GameExperiment",
    "position": "analyzer.lorry.position.experiment:FromPosition",
    "pairs": "analyzer.lorry.questions.pairs:ByPair",
    "left die": "analyzer.lorry.questions.leave:LeftDie",
    "opening": "analyzer.lorry.questions.begin:Opening",
}
"""What is run, by the name it has in save files."""
EDITIONS = "analyzer.lorry.editions:SHELF"
"""Where its editions of the user's own are described."""
GAME, ASK = "Cosmic Lorry", "analyzer lorry inspect"
FIELDS: tuple[str, ...] = ("map", "wrap", "end_after", "planets", "specials", "traders", "grid", "tracks", "rounds")
"""By which its files are known."""
