"""All verbs of Cosmic Lorry in one table."""

from __future__ import annotations

from analyzer.cli.verbs import Game

GAME = Game(
    name="lorry",
    about="Cosmic Lorry: one galaxy, two to four traders, nine routes.",
    package="analyzer.lorry",
    answers={
        "About a galaxy": ("inspect", "routes", "dice", "edition"),
        "About a turn": ("turn", "advise", "exact"),
        "About whole games": ("fly", "race", "pairs", "explain", "replay", "review"),
        "Which is better": ("compare", "specials", "leave", "begin", "rulings", "captain"),
        "For a report": ("report", "metrics"),
        "Draw": ("design",),
    },
    of_all="analyzer.lorry.command.edition_option:EditionOption",
    other_modules={"replay": "analyzer.lorry.records.verb", "design": "analyzer.lorry.designer.verb"},
)
