"""Whether a game can end by rule: how many routes a galaxy has room for at most, and planets nobody can fly to.

A route is scored at a draw that newly joins two groups of planets, so one trader scores at most one route fewer than
there are planets that can be joined; and each pair is scored once by all together (docs/lorry-rulings.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from analyzer.answers.note import Note
from analyzer.answers.numbers import counted
from analyzer.files.flaws import Flaw
from analyzer.lorry.galaxy.galaxy import OF_GALAXIES, Galaxy
from analyzer.lorry.switches import USUAL, Switches, load_switches
from analyzer.lorry.turn.draft import MOST_TRADERS

WHO = {1: "one trader alone", 2: "two traders", 3: "three traders", 4: "four traders"}


def free_sides(galaxy: Galaxy, planet: int) -> int:
    """How many boxes beside it are no planets: at so many traders at most can it be flown to under `sides`."""
    return len({box for box in galaxy.around(galaxy.planets[planet - 1]) if box not in galaxy.planet_at})


def unreachable(galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> list[int]:
    """The planets that nobody can fly to among so many traders, from the first draw on (point 8)."""
    sides = 1 if switches.surrounding == "off" else traders
    return [planet for planet in range(1, len(galaxy.planets) + 1) if free_sides(galaxy, planet) < sides]


def most_routes(galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> int:
    """A number of routes that so many traders cannot exceed together; it need not be within reach.

    >>> from analyzer import lorry
    >>> most_routes(lorry.default_galaxy(), 1), most_routes(lorry.default_galaxy(), 2)
    (8, 16)
    """
    closed = unreachable(galaxy, traders, switches)
    pairs = [pair for pair in galaxy.pairs if not {*pair} & {*closed} and galaxy.fewest_boxes(*pair) is not None]
    routes = 0
    for group in _groups(pairs):
        routes += min(traders * (len(group) - 1), sum(one in group for one, _ in pairs))
    return routes


def _groups(pairs: list[tuple[int, int]]) -> list[Set[int]]:
    """Planets that ways between pairs hold together."""
    groups: list[Set[int]] = []
    for pair in pairs:
        joined = [group for group in groups if {*pair} & group]
        groups = [group for group in groups if group not in joined] + [{*pair}.union(*joined)]
    return groups


def can_end(galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> bool:
    """Whether a game of so many traders may end by rule; False where that is certain not to be."""
    if switches.end_by == "planets":
        return not unreachable(galaxy, traders, switches)
    return most_routes(galaxy, traders, switches) >= galaxy.end_after


def ending_notes(galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> list[str]:
    """Which planets nobody can fly to in games of so many, and why such games cannot end by rule."""
    return [*_of_planets(galaxy, traders, switches), *_of_ends(galaxy, traders, switches)]


def _of_planets(galaxy: Galaxy, traders: int, switches: Switches) -> Iterator[Note]:
    for planet in unreachable(galaxy, traders, switches):
        sides = free_sides(galaxy, planet)
        beside = f"{sides} free box{'es' * (sides != 1)} beside it" if sides else "no free box beside it"
        why = f", fewer than traders (surrounding: {switches.surrounding})" * bool(sides)
        yield Note(OF_GALAXIES, f"Nobody can fly to planet {planet} in games of {WHO[traders]}: {beside}{why}.")


def _of_ends(galaxy: Galaxy, traders: int, switches: Switches) -> Iterator[Note]:
    if can_end(galaxy, traders, switches):
        return
    if switches.end_by == "planets":
        cannot = f"A game of {WHO[traders]} cannot end by rule, as it ends when a route leads to every planet."
        yield Note(OF_GALAXIES, f"{cannot} Every game ends stuck{' or with the last turn' * (traders == 1)}.")
        return
    most = most_routes(galaxy, traders, switches)
    room = f"{WHO[traders]} can score at most {counted(most, 'route')} here".replace("one trader alone", "alone")
    cure = f" Write end_after: {most} or less." * bool(traders > 1 and most)
    stuck = "every game ends stuck"
    last = " or with the last turn" * (traders == 1)
    yield Note(
        OF_GALAXIES, f"The game ends after {counted(galaxy.end_after, 'route')}, but {room}: {stuck}{last}.{cure}"
    )


def paper_notes(galaxy: Galaxy) -> list[str]:
    """The same on paper, where the number of traders is open: for the fewest traders of whom each is true."""
    notes, switches = dict[str, str](), load_switches(dict(galaxy.switches))
    for traders in range(2, MOST_TRADERS + 1):
        planets = unreachable(galaxy, traders, switches)
        for planet, note in zip(planets, _of_planets(galaxy, traders, switches), strict=True):
            notes.setdefault(f"planet {planet}", note)
        for note in _of_ends(galaxy, traders, switches):
            notes.setdefault("end", note)
    return [*notes.values()]


def room_in_words(galaxy: Galaxy) -> str:
    """How many routes are possible at most, by the number of traders."""
    switches = load_switches(dict(galaxy.switches))
    return ", ".join(
        f"{most_routes(galaxy, traders, switches)} by {WHO[traders]}" for traders in range(1, MOST_TRADERS + 1)
    )


def beyond(galaxy: Galaxy, entries: Mapping[str, Any]) -> list[Flaw]:
    """What is wrong with the `end_after` of a file: no number of traders under any switch can score so many.

    entries: the file as it is; the usual number is no flaw where the file does not name it.
    """
    by_planets = dict(galaxy.switches).get("end_by", USUAL.end_by) != USUAL.end_by
    most = most_routes(galaxy, MOST_TRADERS, Switches(surrounding="off"))
    if "end_after" not in entries or by_planets or galaxy.end_after <= most:
        return []
    cure = f"write {most} or less" if most else "no pair has a way, so move a planet"
    possible = f"only {counted(most, 'route')} {'is' if most == 1 else 'are'} possible in this galaxy"
    return [Flaw(("end_after",), f"end_after {galaxy.end_after}: {possible}: {cure}")]
