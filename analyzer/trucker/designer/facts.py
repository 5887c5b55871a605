"""Facts of a drawn ship before it flies, in plain types for pages."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from analyzer.trucker.designer.drawing import label
from analyzer.trucker.drawing.ship_svg import columns_of, rows_of
from analyzer.trucker.edition import EDITIONS, load_edition
from analyzer.trucker.fleets.borders import LAYOUTS_IN_WORDS
from analyzer.trucker.fleets.facts import FleetFacts, inspect_build, quarters_of
from analyzer.trucker.fleets.fleet import quarters_in_words
from analyzer.trucker.sayings.phrases import at, in_words, many, strength
from analyzer.trucker.ship.box import box_of, left_in_box
from analyzer.trucker.ship.component import COLOURS, SIDES, START, Component, Kind, Square, throws_of
from analyzer.trucker.ship.facts import ShipFacts, Threat, WeakPoint, inspect_ship
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout

OPEN, CHARGE, NEVER = "open", "charge", "never"
"""States of a column or row under a hazard: open, defended only with a battery charge, or never hit by any card."""


def lines_of(facts: ShipFacts) -> Iterator[dict[str, Any]]:
    """Yield each line (column or row) in which a meteor may do damage.

    Yields:
        Dicts with hazard, side, `number` (the dice sum of the line), `state` ("open", "charge" if only a charge helps,
        "never" if no such meteor comes), and `hits`: expected number of hits in a flight if no charge is spent.
    """
    for threat in facts.threats:
        comes = float(facts.coming[threat.hazard, threat.side].a_flight)
        for state, rolls in ((OPEN, threat.undefended), (CHARGE, threat.needs_battery)):
            for number in rolls:
                hits = comes * throws_of(number) / 36
                yield {
                    "hazard": threat.hazard,
                    "side": threat.side,
                    "number": number,
                    "state": state if hits else NEVER,
                    "hits": hits,
                    "text": _in_words(threat, number, state, hits, facts.route.title),
                }


def _in_words(threat: Threat, number: int, state: str, hits: float, level: str) -> str:
    line = "column" if threat.side in ("front", "rear") else "row"
    meteors = f"{threat.hazard.replace('_', ' ')}s from the {threat.side}, {line} {number}"
    defence = "undefended" if state == OPEN else "a battery is needed"
    if not hits:
        return f"{meteors}: {defence}, but no card of {level} sends one"
    return f"{meteors}: {defence}, {hits:.2f} hits a flight{'' if state == OPEN else ' without batteries'}"


Plain = dict[str, Any]
MOST_THREATS = 4
MOST_WEAK = 5


@cache
def kinds_of(edition: str) -> Plain:
    """Return the properties of each kind of component that pages need to draw it, by the kind's code."""
    return {kind.code: _kind(kind) for kind in load_edition(edition).kinds.values()}


@cache
def boards_of(editions: tuple[str, ...]) -> list[str]:
    """Return the titles of all boards of the built-in editions and of the given editions."""
    return [
        board.title for name in dict.fromkeys((*EDITIONS, *editions)) for board in load_edition(name).boards.values()
    ]


def _kind(kind: Kind) -> Plain:
    return {
        "name": in_words(kind.name),
        "crew": kind.crew,
        "starts": kind.name == START,
        "batteries": kind.batteries,
        "containers": kind.containers,
        "special": kind.special_containers,
        "cannon": kind.cannon,
        "engine": kind.engine,
        "powered": kind.powered,
        "shield": kind.shield,
        "life_support": kind.life_support,
    }


def drawing_of(ship: Layout) -> Plain:
    """Return the ship's name, board, components, aliens and reserve, as a page draws them."""
    return {
        "name": ship.name,
        "board": _board(ship),
        "kinds": kinds_of(ship.board.edition),
        "tiles": [[*square, write_token(part), label(part)] for square, part in ship.components.items()],
        "aliens": ship.aliens,
        "reserve": ship.reserve,
        "most_reserve": ship.edition.reserve,
    }


def small_picture(ship: Layout) -> Plain:
    """Return board, components and kinds of the ship for a small picture of it."""
    kinds = kinds_of(ship.board.edition)
    codes = {part.is_a.code for part in ship.components.values()}
    tiles = [[*square, write_token(part)] for square, part in ship.components.items()]
    return {"board": _board(ship), "tiles": tiles, "kinds": {code: kinds[code] for code in sorted(codes)}}


def _board(ship: Layout) -> Plain:
    board = ship.board
    outside = [square for square in ship.components if square not in board.squares]
    squares = [*board.squares, *outside]
    return {
        "title": board.title,
        "squares": board.squares,
        "outside": outside,
        "start": board.start,
        "rows": rows_of(board, squares),
        "columns": columns_of(squares),
        "quarters": [[*square, part] for square, part in quarters_of(ship).items()],
    }


def box(ship: Layout) -> list[list[Any]]:
    """Return a list for each component of the box: token, copies not laid yet, copies in all, and description."""
    whole, left = box_of(ship.board.edition), left_in_box(ship)
    return [[write_token(part), left[part], whole[part], label(part)] for part in sorted(whole, key=_box_order)]


def _box_order(part: Component) -> tuple[bool, ...]:
    """Return the key that sorts the components of the box by function, cannons and engines first."""
    kind = part.is_a
    uses = (kind.cannon, kind.engine, kind.shield, kind.aliens, kind.life_support, kind.batteries)
    return *(not use for use in uses), part.kind == START, not kind.containers, not kind.special_containers


def ship_facts(ship: Layout) -> Plain:
    """Return the facts of the drawn ship that need no flights, e.g. flaws, strengths and exposed connectors."""
    facts = inspect_ship(ship)
    plain_facts: Plain = {
        "flaws": [flaw(one) for one in facts.flaws],
        "exposed": [[*square, side] for square, side in _exposed(ship)],
        "lines": list(lines_of(facts)),
        "threats": list(_threats(facts)),
        "weak": [{"square": one.square, "others": one.others, "text": _weak(one)} for one in facts.weak_points],
        "weak_told": MOST_WEAK,
        "homes": {
            colour: [home for home, colours in facts.alien_cabins.items() if colour in colours] for colour in COLOURS
        },
        "rows": [[name, said] for name, said in _rows(ship, facts)],
        "lacks": "; ".join(map(str, facts.missing_from_box)),
    }
    if ship.is_build:
        build = inspect_build(ship)
        plain_facts["fleets"] = {"fleets": [_fleet(one) for one in build.fleets], "caveats": build.caveats}
    return plain_facts


def flaw(one: Flaw) -> Plain:
    """Return a flaw with kind and squares, by which pages recognise it, and its text."""
    return {"kind": one.kind, "square": one.square, "other": one.other, "text": str(one)}


def _exposed(ship: Layout) -> Iterator[tuple[Square, str]]:
    """Yield square and side of every connector with no component beside it."""
    for square, part in ship.components.items():
        for side in SIDES:
            if part.connectors[side] and ship.beside(square, side) is None:
                yield square, side.name.lower()


def _rows(ship: Layout, facts: ShipFacts) -> Iterator[tuple[str, str]]:
    """Yield the ship's strengths and cargo space as pairs of name and text."""
    yield "cannons", strength(facts.cannons)
    yield "engines", strength(facts.engines)
    yield "shields", " and ".join(facts.shielded_sides) or "none"
    yield "batteries", str(facts.batteries)
    yield "crew", ", ".join([many(facts.humans, "human"), *(f"{colour} alien" for colour in facts.aliens)])
    yield "containers", f"{facts.containers}, and {facts.special_containers} for red goods"
    yield "exposed connectors", str(facts.exposed_connectors)
    yield "components", f"{facts.components} on {len(ship.board.squares)} squares"


def _threats(facts: ShipFacts) -> Iterator[Plain]:
    """Yield, in words, the meteors that do the most damage in a flight."""
    for threat in facts.worst_first()[:MOST_THREATS]:
        bare, with_none = facts.damage_a_flight(threat)
        if with_none:
            yield {"side": threat.side, "hazard": threat.hazard, "text": _threat(threat, bare, with_none)}


def _threat(threat: Threat, bare: float, with_none: float) -> str:
    what = f"{threat.hazard.replace('_', ' ')}s from the {threat.side}"
    lines = "columns" if threat.side in ("front", "rear") else "rows"
    open_ = f"{lines} {' '.join(map(str, threat.undefended))} open" if threat.undefended else ""
    battery = f"{lines} {' '.join(map(str, threat.needs_battery))} need a battery" if threat.needs_battery else ""
    chances = f"{bare:.2f} hits a flight" + (f", {with_none:.2f} without charges" if with_none > bare else "")
    return f"{what}: {', '.join(filter(None, (open_, battery)))}; {chances}"


def _weak(point: WeakPoint) -> str:
    go = "goes" if point.others == 1 else "go"
    return f"{in_words(point.kind)} at {at(point.square)}: {point.others} more {go} with it"


def _fleet(made: FleetFacts) -> Plain:
    ships = [
        f"{quarters_in_words(ship.quarters)}: {many(ship.components, 'component')}, {many(ship.humans, 'human')}"
        + ("" if ship.starts == "flies" else f" ({ship.starts})")
        for ship in made.ships
    ]
    low, high = made.cannons
    slow, fast = made.engines
    return {
        "joined": made.joined,
        "layout": LAYOUTS_IN_WORDS[made.layout],
        "chance": str(Fraction(made.ways, 36)) if made.ways else "never",
        "quarters": [ship.quarters for ship in made.ships],
        "cannons": f"{low:g} to {high:g}" if low != high else f"{low:g}",
        "engines": f"{slow:g} to {fast:g}" if slow != fast else f"{slow:g}",
        "exposed": made.exposed,
        "flaws": [str(flaw) for flaw in made.flaws],
        "ships": ships,
    }
