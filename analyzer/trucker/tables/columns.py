"""What stands in each table of an edition: its columns, what may be in them, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.files.editions.columns import ANY, SOURCE, Column, flag, number, numbers, one_word_of
from analyzer.trucker.ship.component import MOST_CREW, MOST_STRENGTH

HITS = r"(small|large)-(front|right|rear|left)"
"""A meteor or a shot."""
_LINE = rf"(crew|engines|cannons)>((days|crew|goods):[0-9]{{1,3}}|shots:{HITS}( {HITS})*)"
_GOODS = "[RYGB]{0,9}"
MOST_PILED = 64
"""Cards in the deck of one flight."""
NAME = Column(r"\w[\w.]{0,19}", "letters and digits, at most 20", "")
"""Names of boards and levels: no dash, which stands between edition and board."""
CARDS = {
    "id": number("the card's number; that of a card of `from` replaces that card", 9999),
    "level": Column(r"[1-9][0-9]?", "a whole number from 1 to 99", "in whose stack the card lies", True),
    "learning": flag("1 if it is one of the starred cards of the learning flight"),
    "kind": Column(r".{1,40}", "the kind of the card", "what happens: open_space, pirates, planets and so on"),
    "strength": number("of enemies", empty=True),
    "crew_required": number("crew that an abandoned station asks for", empty=True),
    "crew_lost": number("crew that is given up: to slavers, or for an abandoned ship", empty=True),
    "goods_lost": number("goods that smugglers take", empty=True),
    "credits": number("the reward in cosmic credits", empty=True),
    "goods": Column(_GOODS, "letters of R, Y, G, B, e.g. RYB", "the reward in goods, e.g. RYB: red, yellow, blue"),
    "days": number("flight days it costs", empty=True),
    "planets": Column(
        rf"{_GOODS}(\|{_GOODS}){{0,4}}",
        "goods of each planet, e.g. RR|YGB",
        "the goods of each planet, at most five of them, e.g. RR|YGB",
    ),
    "hits": Column(
        rf"({HITS}( {HITS})*)?",
        "as `large-front small-rear`",
        "meteors or shots by size and side: large-front small-rear",
    ),
    "combat_lines": Column(
        rf"({_LINE}\|{_LINE}\|{_LINE})?",
        "three lines, as crew>days:3|engines>crew:2|cannons>goods:2",
        "three lines of a combat zone, e.g. crew>days:3|engines>crew:2|cannons>shots:small-front",
    ),
    **SOURCE,
}
KINDS = {
    "kind": Column(r"[a-z][a-z0-9_]{0,39}", "small letters, digits and _", "its name, as in components.csv"),
    "code": Column(r"[A-Z][A-Z0-9]", "a capital letter and another one or a digit, e.g. B5", "its code in ship files"),
    "crew": Column(rf"[0-{MOST_CREW}]", f"a whole number up to {MOST_CREW}", "how many humans live in it"),
    "aliens": flag("1 if an alien may live there in their place"),
    "batteries": number("charges it holds", 64),
    "containers": number("ordinary places for goods", 64),
    "special_containers": number("places that take red goods too", 64),
    "cannon": Column(
        rf"[0-{MOST_STRENGTH}]", f"a whole number up to {MOST_STRENGTH}", "strength of its cannon, 0 for none"
    ),
    "engine": Column(
        rf"[0-{MOST_STRENGTH}]", f"a whole number up to {MOST_STRENGTH}", "strength of its engine, 0 for none"
    ),
    "powered": flag("1 if its cannon or engine works on a battery alone"),
    "shield": one_word_of(("0", "1", "2", "4"), "how many sides it shields, 0 for none"),
    "life_support": one_word_of(("", "brown", "purple"), "the colour of aliens that it supports"),
    **SOURCE,
}
COMPONENTS = {
    "id": number("the component's number; that of one of `from` replaces it", 9999),
    "kind": Column(r".{1,40}", "a kind of kinds.csv", "its kind, a name in kinds.csv"),
    **{
        side: Column("[0-3]", "0 smooth, 1 single, 2 double, 3 universal", f"its connector to the {side}, as printed")
        for side in ("front", "right", "rear", "left")
    },
    **SOURCE,
}
BOARDS = {
    "board": Column(NAME.shape, NAME.cure, "its name; all rows of one name are one board, of at most 64 squares"),
    "row": Column(r"[2-9]|1[0-2]", "a dice sum from 2 to 12", "the dice number of the square's row, front rows first"),
    "column": Column(r"[2-9]|1[0-2]", "a dice sum from 2 to 12", "the dice number of its column, from left to right"),
    "start": flag("1 on the one square of the starting cabin"),
    **SOURCE,
}
LEVELS = {
    "level": Column(NAME.shape, NAME.cure, "its name, e.g. II"),
    "board": Column(r".{1,20}", "a board of boards.csv", "the board its ships are built on"),
    "lap": Column(r"[1-9][0-9]{0,2}", "a whole number from 1 to 999", "how many spaces a lap has", True),
    "starts": numbers("start spaces by place, the first on 0, the others behind", "0 -2 -4 -6", most=4, sign="-?"),
    "order_rewards": numbers("credits for arriving first, second and so on", "8 6 4 2", most=4),
    "looks_reward": number("credits for the best-looking ship"),
    "loss_cap": number("the most that lost components cost; nothing where there is no such limit", empty=True),
    "price_per_loss": number("credits that each lost component costs"),
    "pile": numbers("the levels of the cards in each pile", "1 2 2", most=MOST_PILED),
    "piles": Column(r"[1-9][0-9]?", "a whole number from 1 to 99", "how many piles are dealt", True),
    "learning": one_word_of(("never", "choice", "always"), "whether the learning flight is flown here"),
    "rewards_confidence": SOURCE["confidence"],
    "source": SOURCE["source"],
    "caveat": Column(ANY.shape, ANY.cure, "a sentence for readers of results; for you"),
    "harder": Column("", "nothing: fleets of class IVC are of 2007 alone", "of fleets of class IVC alone: nothing"),
}
GOODS = {
    "colour": one_word_of(("red", "yellow", "green", "blue"), "which goods"),
    "letter": one_word_of(("R", "Y", "G", "B"), "its letter in other tables"),
    "value": number("what a cube sells for; from red to blue it never rises"),
    "cubes": number("how many cubes the bank has"),
    "cubes_sources": ANY,
    "dangerous": flag("1 for red alone: it needs a special container"),
    **SOURCE,
    "caveat": Column(ANY.shape, ANY.cure, "a sentence for readers of results; for you"),
}
SWITCHES = {
    "switch": Column(r".{1,40}", "a switch", "its name"),
    "value": Column(r"[0-9]{1,2}", "a whole number up to 99", "its value: docs/editions.md says what they mean"),
    **SOURCE,
}
RANGES = {
    "side_meteor_reach": 10,
    "rear_meteor_reach": 10,
    "planets_chosen_first": 1,
    "reserve": 99,
    "stuck_if_announced": 1,
    "learning_by_basic_rules": 1,
}
"""Every switch with the most it can be."""
TABLES: Mapping[str, Mapping[str, Column]] = {
    "cards": CARDS,
    "kinds": KINDS,
    "components": COMPONENTS,
    "boards": BOARDS,
    "levels": LEVELS,
    "goods": GOODS,
    "switches": SWITCHES,
}
"""Every table by name, with its columns in order."""
KEYS = {
    "cards": "id",
    "kinds": "kind",
    "components": "id",
    "boards": "board",
    "levels": "level",
    "goods": "colour",
    "switches": "switch",
}
"""The column by which a row takes the place of one of `from`; of a board all rows do."""
SINGULAR = {
    "cards": "card",
    "kinds": "kind",
    "components": "component",
    "boards": "board",
    "levels": "level",
    "goods": "goods",
    "switches": "switch",
}
"""What a row of each is called."""
PROVENANCE = ("source", "confidence", "rewards_confidence", "caveat", "cubes_sources")
"""Columns that speak of the row itself, and are never taken from a row that it replaces."""
EMPTY = {
    "cards": {"learning": "0"},
    "kinds": dict.fromkeys([name for name in KINDS if name not in ("kind", "code", "life_support", *SOURCE)], "0"),
    "components": dict.fromkeys(("front", "right", "rear", "left"), "0"),
    "boards": {"start": "0"},
    "levels": {"learning": "never", "piles": "4", "price_per_loss": "1", "looks_reward": "0"},
}
"""By table what stands in columns that are left out of new rows; nothing in all others."""
