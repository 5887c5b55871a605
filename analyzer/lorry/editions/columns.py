"""What stands in each table of an edition: its columns, what may be in them, and what they mean.

Tracks, kinds of special boxes and colours of dice are those of the game: the rules speak of them by name.
"""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.files.editions.columns import SOURCE, Column, digit, number, one_word_of
from analyzer.lorry.galaxy.boxes import LARGEST
from analyzer.lorry.tracks import COLOURS, SPECIALS, TYPES

DICE = {
    "colour": one_word_of(COLOURS, "the colour of the die"),
    **{kind: digit(f"how many of its six faces show a {kind}", 6) for kind in TYPES},
    **SOURCE,
}
DICE_SETS = {
    "players": digit("how many trade", 4, 1),
    "dice": Column(
        rf"({'|'.join(COLOURS)})( ({'|'.join(COLOURS)})){{0,3}}",
        "colours with spaces, e.g. white orange",
        "the dice they roll; of several rows for as many traders the first is usual, the others may be chosen",
    ),
    **SOURCE,
}
GALAXY = {
    "kind": one_word_of(("size", "planet", *SPECIALS), "size, planet (1, 2, ... in this order) or a special box"),
    "column": number(f"its column, to {LARGEST}; of size how many columns", LARGEST),
    "row": number(f"its row, to {LARGEST}; of size how many rows", LARGEST),
    **SOURCE,
}
SCORING = {
    "thing": one_word_of(("star_points", "end_after"), "points of a star; routes of all traders that end a game"),
    "value": number("how many", 36),
    **SOURCE,
}
TABLES: Mapping[str, Mapping[str, Column]] = {
    "dice": DICE,
    "dice_sets": DICE_SETS,
    "galaxy": GALAXY,
    "scoring": SCORING,
}
"""Every table by name, with its columns in order."""
KEYS = {"dice": "colour", "dice_sets": "players", "galaxy": "kind", "scoring": "thing"}
MANY = ("dice_sets", "galaxy")
"""Tables in which all rows of one key take the place of those of the edition below."""
SINGULAR = {"dice": "die", "dice_sets": "dice of traders:", "galaxy": "galaxy:", "scoring": "scoring:"}
EMPTY = {"dice": dict.fromkeys(TYPES, "0")}
"""By table the columns in which an empty cell is 0."""
FIXED = {"dice": "there are two colours", "scoring": "no such figure"}
"""Why no rows can be added."""
RANGES = {"star_points": (0, 9), "end_after": (1, 36)}
"""The figures of scoring, with the least and the most they can be."""
