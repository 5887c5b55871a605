"""All verbs of Starship Catan in one table."""

from __future__ import annotations

from analyzer.cli.verbs import Game

GAME = Game(
    name="starship",
    about="Starship Catan: two ships, four sectors of ten cards.",
    package="analyzer.starship",
    answers={
        "About the cards": ("cards", "edition"),
        "About a ship": ("inspect", "fight", "weak"),
        "About its turns": ("fly", "sectors", "exact", "adventures"),
        "At the table": ("advise", "review"),
        "Which is better": ("compare", "captain", "modules", "memory"),
        "About whole games": ("play", "explain", "replay"),
        "For a report": ("report", "metrics"),
    },
    of_all="analyzer.starship.command.edition_option:EditionOption",
    other_modules={"replay": "analyzer.starship.records.verb"},
)
