"""Galaxy files, and limits on the routes of a game.

A route is scored when a track newly joins two groups of planets. A trader therefore scores fewer routes than there are
planets. Each pair of planets is scored at most once in a game (docs/lorry-rulings.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import Any

from analyzer.answers.note import Importance, Note
from analyzer.answers.numbers import with_noun
from analyzer.errors import AnalyzerError
from analyzer.files.editions.shelf import STANDARD
from analyzer.files.flaws import Flaw, in_file
from analyzer.files.places import write_whole
from analyzer.files.yamlfile import CheckedContent, as_scalar, load_fields
from analyzer.lorry.editions import FOLDERS
from analyzer.lorry.galaxy.boxes import NAME
from analyzer.lorry.galaxy.galaxy import OF_GALAXIES, Galaxy
from analyzer.lorry.galaxy.schema import KIND, GalaxyFile, arguments
from analyzer.lorry.tables import MOST_TRADERS, USUAL, OwnEdition, Switches, load_switches

WHO = {1: "one trader alone", 2: "two traders", 3: "three traders", 4: "four traders"}


def free_sides(galaxy: Galaxy, planet: int) -> int:
    """Return the number of boxes beside a planet that are no planets.

    With the switch `surrounding: sides`, nobody can fly to a planet that has fewer free sides than there are traders.
    """
    return len({box for box in galaxy.around(galaxy.planets[planet - 1]) if box not in galaxy.planet_at})


def unreachable(galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> list[int]:
    """Return the planets to which nobody can ever fly with that number of traders (lorry-rulings.md, point 8)."""
    sides = 1 if switches.surrounding == "off" else traders
    return [planet for planet in range(1, len(galaxy.planets) + 1) if free_sides(galaxy, planet) < sides]


def most_routes(galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> int:
    """Return an upper bound of the routes that all traders together can score.

    >>> from analyzer import lorry
    >>> most_routes(lorry.default_galaxy(), 1), most_routes(lorry.default_galaxy(), 2)
    (8, 16)
    """
    closed = unreachable(galaxy, traders, switches)
    pairs = [pair for pair in galaxy.pairs if not {*pair} & {*closed} and galaxy.fewest_boxes(*pair) is not None]
    routes = 0
    for group in _groups(pairs):
        # Each trader joins n planets with at most n - 1 routes, and each pair is scored once by all together.
        routes += min(traders * (len(group) - 1), sum(one in group for one, _ in pairs))
    return routes


def _groups(pairs: list[tuple[int, int]]) -> list[Set[int]]:
    """Return the groups of planets (connected components) that the pairs connect."""
    groups: list[Set[int]] = []
    for pair in pairs:
        joined = [group for group in groups if {*pair} & group]
        groups = [group for group in groups if group not in joined] + [{*pair}.union(*joined)]
    return groups


def can_end(galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> bool:
    """Return whether the rules can end a game; False only if it is certain that they never do."""
    if switches.end_by == "planets":
        return not unreachable(galaxy, traders, switches)
    return most_routes(galaxy, traders, switches) >= galaxy.end_after


def ending_notes(galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> list[str]:
    """Return notes on planets to which nobody can fly, and on why the rules can never end such games, if so."""
    return [*_planet_notes(galaxy, traders, switches), *_end_notes(galaxy, traders, switches)]


def _planet_notes(galaxy: Galaxy, traders: int, switches: Switches) -> Iterator[Note]:
    """Yield a note on planets to which nobody can fly."""
    for planet in unreachable(galaxy, traders, switches):
        sides = free_sides(galaxy, planet)
        beside = f"{sides} free box{'es' * (sides != 1)} beside it" if sides else "no free box beside it"
        why = f", but each trader needs one (surrounding: {switches.surrounding})" * bool(sides)
        yield _warning(f"Nobody can fly to planet {planet} in games of {WHO[traders]}: {beside}{why}.")


def _end_notes(galaxy: Galaxy, traders: int, switches: Switches) -> Iterator[Note]:
    """Yield a note if the rules can never end such games, with the reason."""
    if can_end(galaxy, traders, switches):
        return
    if switches.end_by == "planets":
        cannot = f"A game of {WHO[traders]} cannot end by rule, as it ends when a route leads to every planet."
        yield _warning(f"{cannot} Every game ends stuck{' or with the last turn' * (traders == 1)}.")
        return
    most = most_routes(galaxy, traders, switches)
    room = f"{WHO[traders]} can score at most {with_noun(most, 'route')} here".replace("one trader alone", "alone")
    cure = f" Write end_after: {most} or less." * bool(traders > 1 and most)
    stuck = "every game ends stuck"
    last = " or with the last turn" * (traders == 1)
    yield _warning(f"The game ends after {with_noun(galaxy.end_after, 'route')}, but {room}: {stuck}{last}.{cure}")


def _warning(text: str) -> Note:
    """Return a warning about a galaxy as a note."""
    return Note(OF_GALAXIES, text, importance=Importance.WARNING)


def paper_notes(galaxy: Galaxy) -> list[str]:
    """Return notes on unreachable planets and on games without an end, for two, three and four traders.

    Each note is given once, for the smallest number of traders to which it applies.
    """
    notes, switches = dict[str, str](), load_switches(dict(galaxy.switches))
    for traders in range(2, MOST_TRADERS + 1):
        planets = unreachable(galaxy, traders, switches)
        for planet, note in zip(planets, _planet_notes(galaxy, traders, switches), strict=True):
            notes.setdefault(f"planet {planet}", note)
        for note in _end_notes(galaxy, traders, switches):
            notes.setdefault("end", note)
    return [*notes.values()]


def room_in_words(galaxy: Galaxy) -> str:
    """Return the upper bound of routes for each number of traders as text, e.g. to explain `end_after`."""
    switches = load_switches(dict(galaxy.switches))
    return ", ".join(
        f"{most_routes(galaxy, traders, switches)} by {WHO[traders]}" for traders in range(1, MOST_TRADERS + 1)
    )


def beyond(galaxy: Galaxy, entries: Mapping[str, Any]) -> list[Flaw]:
    """Return a flaw if `end_after` exceeds the routes that can be scored with any number of traders and any switches.

    Args:
        galaxy: The galaxy.
        entries: The file's fields; without a field `end_after` there is no flaw.
    """
    by_planets = dict(galaxy.switches).get("end_by", USUAL.end_by) != USUAL.end_by
    most = most_routes(galaxy, MOST_TRADERS, Switches(surrounding="off"))
    if "end_after" not in entries or by_planets or galaxy.end_after <= most:
        return []
    cure = f"write {most} or less" if most else "no pair has a way, so move a planet"
    possible = f"only {with_noun(most, 'route')} {'is' if most == 1 else 'are'} possible in this galaxy"
    return [Flaw(("end_after",), f"end_after {galaxy.end_after}: {possible}: {cure}")]


GalaxyLike = str | Path | Mapping[str, Any] | Galaxy
"""A galaxy, or the path or the fields of its file."""
OF_POSITIONS = ("galaxy", "traders", "grid", "tracks", "filled", "scored", "turn")
"""The fields that only positions have."""
TAKE_POSITIONS = ("inspect", "routes", "turn", "advise", "exact")
"""The commands that take a position file in place of a galaxy file."""


def load_galaxy(source: GalaxyLike) -> Galaxy:
    """Return the galaxy in a galaxy file, or in the fields of one.

    Args:
        source: A path, fields, or a galaxy, which is returned unchanged.

    Raises:
        AnalyzerError: The file is faulty. The message lists every fault.

    >>> from analyzer import lorry
    >>> lorry.load_galaxy("ships/lorry/sixteen-by-ten.yaml").fewest_boxes(2, 3)
    7
    """
    if isinstance(source, Galaxy):
        return source
    return galaxy_of(*KIND.content(source))


def galaxy_of(data: Any, where: str, edition: str | None = None) -> Galaxy:
    """Return the galaxy of a file's mapping.

    Args:
        data: The mapping.
        where: The name of the file in error messages.
        edition: The key of the edition whose tables count; if None, the one that the user chose (`--edition`), else the
            one that the file names, else `standard`.
    """
    edition = edition or FOLDERS.named_in(data, where) or STANDARD
    if flaws := list(_other_sort(data)):
        raise AnalyzerError(in_file(flaws, data, where))

    def build(file: CheckedContent) -> Galaxy | None:
        made = arguments(file)
        if file.flaws:
            return None
        galaxy = Galaxy(**made, edition=edition)
        file.flaws += beyond(galaxy, data)
        return galaxy

    return load_fields(GalaxyFile, data, where, KIND, build)


def _other_sort(data: Any) -> Iterator[Flaw]:
    """Yield a flaw if the file is a position or a record, not a galaxy, with the commands that take such a file."""
    names = data if isinstance(data, Mapping) else ()
    if "rounds" in names:
        yield Flaw(("rounds",), "this is the record of a game, not a galaxy: check it with `analyzer lorry replay`")
    elif field := next((field for field in OF_POSITIONS if field in names), None):
        verbs = f"{', '.join(TAKE_POSITIONS[:-1])} and {TAKE_POSITIONS[-1]}"
        yield Flaw(
            (field,),
            f"this is a position, and a galaxy is needed here: {verbs} take positions, race and pairs with --from",
        )


def write_galaxy(galaxy: Galaxy, where: str | Path | None = "") -> str:
    """Return the text of a galaxy file that reads back as the same galaxy.

    Args:
        galaxy: The galaxy.
        where: The file to which the path of its edition is relative; None leaves the edition out.
    """
    own = where is not None and galaxy.edition in OwnEdition.KNOWN
    lines = [f"edition: {as_scalar(OwnEdition.seen_from(galaxy.edition, where or 'galaxy.yaml'))}"] if own else []
    lines += [f"name: {json.dumps(galaxy.name, ensure_ascii=False)}"] if galaxy.name != NAME else []
    lines += [f"wrap: {galaxy.wrap}"]
    usual = galaxy.rules.scoring["end_after"]
    if galaxy.end_after != usual or not beyond(galaxy, {"end_after": usual}):
        lines.append(f"end_after: {galaxy.end_after}")
    lines += ["map: |", *(f"  {' '.join(row)}" for row in galaxy.map_rows())]
    plain = galaxy.to_dict()
    if "dice" in plain:
        lines.append(f"dice: {_flow({colour: _flow(faces) for colour, faces in plain['dice'].items()})}")
    if "switches" in plain:
        lines.append(f"switches: {_flow({name: json.dumps(value) for name, value in plain['switches'].items()})}")
    return "\n".join(lines) + "\n"


def _flow(fields: Mapping[str, Any]) -> str:
    """Return fields as a mapping on one line of YAML."""
    return "{" + ", ".join(f"{name}: {value}" for name, value in fields.items()) + "}"


def save_galaxy(galaxy: GalaxyLike, path: str | Path) -> None:
    """Write a galaxy file.

    Args:
        galaxy: The galaxy.
        path: The file.

    Raises:
        AnalyzerError: The file cannot be written.

    >>> from analyzer import lorry
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> lorry.save_galaxy(lorry.default_galaxy(wrap="rows"), path)
    >>> lorry.load_galaxy(path) == lorry.default_galaxy(wrap="rows")
    True
    """
    write_whole(path, write_galaxy(load_galaxy(galaxy), path))
