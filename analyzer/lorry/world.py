"""Cosmic Lorry as a world: version of its rules, experiments that can be run, and fields of its files."""

from __future__ import annotations

RULES_VERSION = 4
"""Version of the rules and dice.

Raise it when the same seed gives other numbers. Save files of older versions are then refused, and
`python -m tests.golden.runs` writes the golden results again.
"""
QUESTIONS: dict[str, str] = {
    "games": "analyzer.lorry.experiment:GameExperiment",
    "position": "analyzer.lorry.position.experiment:FromPosition",
    "pairs": "analyzer.lorry.questions.pairs:ByPair",
    "left die": "analyzer.lorry.questions.leave:LeftDie",
    "opening": "analyzer.lorry.questions.begin:Opening",
}
"""Experiments by their name in save files, each as `module:class`."""
EDITIONS = "analyzer.lorry.editions:SHELF"
"""Place of the description of its editions, as `module:name`."""
CAPTAINS = ("expert", "steady", "sprinter", "trunk", "stargazer", "spoiler", "random")
"""Captains by name who imagine no games; each but `random` is a file in `data/captains`."""
DEFAULT_CAPTAIN = CAPTAINS[0]
"""Captain of every player whose captain is not named."""
GAME, ASK = "Cosmic Lorry", "analyzer lorry inspect"
FIELDS: tuple[str, ...] = ("map", "wrap", "end_after", "planets", "specials", "traders", "grid", "tracks", "rounds")
"""Fields by which files of this game are known."""
