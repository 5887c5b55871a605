"""What stands in each table of an edition: its columns, what may be in them, and what they mean.

Which cards and adventures there are, their kinds and stacks, is alike in all editions: sectors, reserve and sets are
made for them. Their figures, costs, modules, dice and the numbers of the start may be others.
"""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.files.editions.columns import SOURCE, Column, digit, flag, number, one_word_of

DEAREST = 5
"""The largest price: captains know every bargain up to it."""
MOST_STORED = 4
"""The most of a good in a bay, or of science in the lab."""
_GOODS = ("ore", "fuel", "food", "carbon", "trade_good")
_FIXED = "as in the edition it stands on: it cannot be another"
_PAID = r"(ore|fuel|food|carbon|trade_good|science|astro) [1-9][0-9]?"
CARDS = {
    "id": Column(
        r"[A-Z]{1,5}[0-9][0-9]", "the id of a card, e.g. BASE13", "its id, as analyzer starship cards lists it"
    ),
    "stack": Column(r"BASE|I|II|III|IV|START", _FIXED, f"where it lies at the start; {_FIXED}"),
    "kind": Column(r"[a-z_]{1,20}", _FIXED, f"what happens there; {_FIXED}"),
    "name": Column(r"[^\n]{0,40}", "at most 40 letters", "the name printed on it"),
    "good": one_word_of(("", *_GOODS, "science", "any"), "what it makes, or what is traded there"),
    "number": digit("of a colony: on which number of the yellow die it makes its good", 3, 1, empty=True),
    "price": digit("Astro for a unit", DEAREST, 1, empty=True),
    "direction": one_word_of(("", "buy", "sell", "both"), "whether one may buy or sell there; alike on all of a kind"),
    "most": digit(
        "the most units that are traded at once, nothing for no limit; alike on all of a kind", 9, 1, empty=True
    ),
    "station": flag("1 for an H: a station may be founded there"),
    "friendship": digit("friendship points of that station; 0 without an H", 2),
    "strength": number("of a pirate", 15, empty=True),
    "demand": number("Astro that a pirate asks for", 30, empty=True),
    "loss": one_word_of(("", "cannon", "module"), "what a lost fight costs besides the flight"),
    **SOURCE,
}
ADVENTURES = {
    "id": Column(r"[a-z0-9_]{1,40}", "the name of an adventure in files", "its name in files"),
    "stack": Column(r"[1-4]", _FIXED, f"in whose stack it lies; {_FIXED}"),
    "name": CARDS["name"],
    "planet": Column(r"[^\n]{1,40}", "a target planet", "the target planet where it is fulfilled"),
    "pay": Column(
        rf"({_PAID}( {_PAID}){{0,4}})?", "what is paid, e.g. ore 2 carbon 1", "what it asks for: ore 2 carbon 1"
    ),
    "boosters": digit("booster strength that it asks for", 9, empty=True),
    "cannons": digit("cannon strength that it asks for", 9, empty=True),
    "astro": number("Astro gained", 50, empty=True),
    "goods": digit("goods of choice gained", 9, empty=True),
    "medals": digit("medals; who has one keeps the card", 2, empty=True),
    "points": digit("points; who has one keeps the card", 1, empty=True),
    **SOURCE,
}
MODULES = {
    "module": Column(r"[a-z]{1,20}", "a module", "which module"),
    "level": Column(r"[12]", "1 or 2", "its level"),
    "capacity": digit("of logistics: goods of a kind that a bay holds", MOST_STORED, 1, empty=True),
    "actions": digit("of command: actions of a flight", 9, 1, empty=True),
    "looks": digit("of sensor: cards that are looked at", 9, 1, empty=True),
    "purchases": digit("of trade: forced purchases in a turn", 9, 1, empty=True),
    "moon_numbers": Column(r"([1-3]( [1-3]){0,2})?", "numbers of the yellow die, e.g. 2 3", "Moon's numbers: 2 3"),
    "sun_numbers": Column(r"([1-3]( [1-3]){0,2})?", "numbers of the yellow die, e.g. 2 3", "Sun's numbers"),
    "points": Column(r"[01]", _FIXED, f"points; {_FIXED}"),
    **SOURCE,
}
COSTS = {
    "build": Column(r"[a-z]+(_[a-z0-9]+)?", "a build", "what is built"),
    **{good: digit(f"{good.replace('_', ' ')} that it costs", MOST_STORED) for good in (*_GOODS, "science")},
    **SOURCE,
}
DICE = {
    "die": one_word_of(("yellow", "blue"), "the yellow die of speed and production, or the blue one of fights"),
    "faces": Column(r"[1-8]( [1-8]){5}", "six numbers from 1 to 8, e.g. 1 2 2 3 3 4", "its six faces; of yellow to 3"),
    **SOURCE,
}
START = {
    "thing": Column(r"[a-z_]{1,30}", "a number of the start", "which number of the start or limit"),
    "value": number("how many"),
    **SOURCE,
}
TABLES: Mapping[str, Mapping[str, Column]] = {
    "cards": CARDS,
    "adventures": ADVENTURES,
    "modules": MODULES,
    "costs": COSTS,
    "dice": DICE,
    "start": START,
}
"""Every table by name, with its columns in order."""
KEYS = {"cards": "id", "adventures": "id", "modules": "module level", "costs": "build", "dice": "die", "start": "thing"}
SINGULAR = {
    "cards": "card",
    "adventures": "adventure",
    "modules": "module",
    "costs": "cost of",
    "dice": "die",
    "start": "start",
}
EMPTY = {
    "cards": dict.fromkeys(("station", "friendship"), "0"),
    "costs": dict.fromkeys((*_GOODS, "science"), "0"),
}
"""By table the columns in which an empty cell is 0."""
FIXED = {
    "cards": "no other cards can be added: sectors hold ten each, the reserve 28",
    "adventures": "no other adventures can be added: there are twelve",
    "modules": "no other modules can be added",
    "costs": "nothing else is built",
    "dice": "there are two dice",
    "start": "no such number",
}
"""Why no rows can be added."""
RANGES = {
    "astro": (0, 99),
    "trade_good": (0, MOST_STORED),
    "science": (0, MOST_STORED),
    "boosters": (0, 3),
    "cannons": (0, 3),
    "colony_ship": (0, 3),
    "trade_ship": (0, 3),
    "capacity": (1, MOST_STORED),
    "lab": (1, MOST_STORED),
    "actions": (1, 9),
    "openings": (1, 3),
    "hangar": (1, 9),
    "station_uses": (0, 9),
    "purchase_price": (0, 9),
    "special_card": (1, 9),
    "goal": (2, 40),
    "open_adventures": (0, 12),
    "beginner_astro": (0, 99),
    "expert_astro": (0, 99),
    "beginner_boosters": (0, 3),
    "beginner_cannons": (0, 3),
}
"""The numbers of the start that may be others, with the least and the most they can be."""
