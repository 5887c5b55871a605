"""Quarters, the four borders between them, and the ships that they grow into (class IVC: "Anzahl der Schiffe")."""

from __future__ import annotations

QUARTERS = ("front_left", "front_right", "rear_left", "rear_right")
BETWEEN = {
    "F": ("front_left", "front_right"),
    "B": ("rear_left", "rear_right"),
    "L": ("front_left", "rear_left"),
    "R": ("front_right", "rear_right"),
}
"""The two quarters that each border joins: F front, B back (rear), L left, R right."""
JOINING = {"F": "join_front", "B": "join_rear"}
"""Name of the part of the board that is built on only if a border is joined, by border."""
PARTS = (*QUARTERS, *JOINING.values())
ALL = "+".join(BETWEEN)
JOININGS = ("F+B", "L+R", "F", "B", "L", "R", "F+L", "F+R", "B+L", "B+R", ALL)
"""Every way in which the quarters can be joined, written as joined borders; results store the index of a way."""
LAYOUTS = ("two_behind", "two_beside", "three", "one_large", "L_and_tiny")


LAYOUTS_IN_WORDS = {
    "two_behind": "two ships behind each other",
    "two_beside": "two ships side by side",
    "three": "three ships",
    "one_large": "one large ship",
    "L_and_tiny": "an L-shaped and a tiny ship",
}


def canonical(joined: str) -> str | None:
    """Return the borders in their usual order, e.g. "F+L"; None if the text is no list of different borders.

    Three joined borders join all quarters, so they count as all four.
    """
    borders = [name.strip().upper() for name in joined.split("+")]
    if not borders or not set(borders) <= set(BETWEEN) or len(set(borders)) < len(borders):
        return None
    return ALL if len(borders) >= 3 else "+".join(border for border in BETWEEN if border in borders)


def ships_of(joined: str) -> tuple[tuple[str, ...], ...]:
    """Return the quarters of each ship, given the joined borders."""
    # Each border unites the ships on both of its sides, which may be one ship already.
    ships: list[set[str]] = [{quarter} for quarter in QUARTERS]
    for border in joined.split("+"):
        grown = [ship for ship in ships if ship & set(BETWEEN[border])]
        ships = [ship for ship in ships if ship not in grown] + [set().union(*grown)]
    return tuple(tuple(quarter for quarter in QUARTERS if quarter in ship) for ship in ships)


def parts_of(joined: str) -> tuple[str, ...]:
    """Return the parts of the board between quarters, e.g. `join_front`, that can be built on with these borders."""
    return tuple(part for border, part in JOINING.items() if border in joined.split("+"))


def joinings_in_words(ways: tuple[str, ...]) -> str:
    """Return ways of joining the quarters in words: `F+L joined`, or the name of the layout that several ways make."""
    made = {layout_of(way) for way in ways}
    if len(ways) > 1 and len(made) == 1:
        (layout,) = made
        return LAYOUTS_IN_WORDS[layout]
    return f"{' or '.join(ways)} joined"


def layout_of(joined: str) -> str:
    """Return the name of the layout that the joined borders make, e.g. "three"."""
    ships = ships_of(joined)
    if len(ships) == 1:
        return "one_large"
    if len(ships) == 3:
        return "three"
    if min(map(len, ships)) == 1:
        return "L_and_tiny"
    return "two_beside" if joined == "L+R" else "two_behind"
