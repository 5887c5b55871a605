"""Facts of a ship before its flight: strengths, exposed connectors, undefended lines, weak points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.cards.coming import IncomingHazard, hazards_of_route, home_route
from analyzer.trucker.cards.route import Route
from analyzer.trucker.ship.bitboard import count
from analyzer.trucker.ship.box import Missing, lacking
from analyzer.trucker.ship.component import SIDES, Side, Square, throws_of
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.strength import double_cannons


@dataclass(frozen=True, slots=True)
class Threat:
    """Meteors of one size from one side, with the lines along which they do damage.

    Lines are named by the dice sums, 2 to 12, that send a meteor along them.

    Attributes:
        hazard: "small_meteor" or "large_meteor".
        side: Side from which the meteors come.
        undefended: Lines in which a meteor destroys a component and no defence is possible.
        needs_battery: Lines in which only a shield (small) or a double cannon (large) helps.
    """

    hazard: str
    side: str
    undefended: tuple[int, ...]
    needs_battery: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WeakPoint:
    """A component of a ship whose loss disconnects other components.

    Attributes:
        square: Its square.
        kind: Its kind.
        others: Number of other components that are lost with it if the largest piece flies on.
    """

    square: Square
    kind: str
    others: int


@dataclass(frozen=True)
class ShipFacts:
    """Facts of one ship before its flight. Squares are (row, column) by the printed dice numbers.

    Attributes:
        name: Name of the ship.
        edition: Edition of its board.
        board: Name of its board.
        components: Number of components.
        flaws: Its flaws, in reading order.
        exposed: Number of exposed connectors, by square.
        cannon_strengths: Strength by charges spent (0 to the number of double cannons), without aliens.
        cannon_strengths_with_alien: Strengths with the purple alien; None if it is not aboard.
        engine_strengths: Strength by charges spent (0 to the number of double engines), without aliens.
        engine_strengths_with_alien: Strengths with the brown alien; None if it is not aboard.
        humans: Humans at launch.
        aliens: Cabins of the aliens at launch, by colour.
        alien_cabins: Colours of aliens that may live in each cabin.
        batteries: Number of charges.
        containers: Places for cubes of any colour but red.
        special_containers: Places that may hold red cubes too.
        shielded_sides: Sides that a shield covers.
        threats: Meteors of each size and side.
        weak_points: Components whose loss disconnects others, those with the most others first.
        missing_from_box: Components of which the ship uses more copies than one box holds.
        reserve: Components laid aside, charged as lost.
        route: The route whose cards are considered.
        coming: Meteors and shots that the cards of the route send, by hazard and side.
    """

    name: str
    edition: str
    board: str
    components: int
    flaws: tuple[Flaw, ...]
    exposed: dict[Square, int]
    cannon_strengths: tuple[float, ...]
    cannon_strengths_with_alien: tuple[float, ...] | None
    engine_strengths: tuple[int, ...]
    engine_strengths_with_alien: tuple[int, ...] | None
    humans: int
    aliens: dict[str, Square]
    alien_cabins: dict[Square, tuple[str, ...]]
    batteries: int
    containers: int
    special_containers: int
    shielded_sides: tuple[str, ...]
    threats: tuple[Threat, ...]
    weak_points: tuple[WeakPoint, ...]
    missing_from_box: tuple[Missing, ...]
    reserve: int
    route: Route
    coming: Mapping[tuple[str, str], IncomingHazard]

    @property
    def cannons(self) -> tuple[float, ...]:
        """Strength of the cannons by charges spent, with the purple alien if one is aboard."""
        return self.cannon_strengths_with_alien or self.cannon_strengths

    @property
    def engines(self) -> tuple[int, ...]:
        """Strength of the engines by charges spent, with the brown alien if one is aboard."""
        return self.engine_strengths_with_alien or self.engine_strengths

    @property
    def exposed_connectors(self) -> int:
        """Number of exposed connectors."""
        return sum(self.exposed.values())

    def damage_a_flight(self, threat: Threat) -> tuple[float, float]:
        """Return the mean number of a threat's meteors in a flight that damage the intact ship.

        Returns:
            The number if charges are spent, and the number without charges.
        """
        comes = float(self.coming[threat.hazard, threat.side].a_flight)
        # Chance that a roll sends the meteor along such a line.
        bare, needs = (sum(map(throws_of, rolls)) / 36 for rolls in (threat.undefended, threat.needs_battery))
        return comes * bare, comes * (bare + needs)

    def worst_first(self) -> list[Threat]:
        """Return the threats by their damage in a flight, worst first; threats that no card holds come last."""
        return sorted(
            self.threats,
            key=lambda one: (
                not self.coming[one.hazard, one.side].a_flight,
                *(-damage for damage in self.damage_a_flight(one)),
                -self.coming[one.hazard, one.side].a_flight,
            ),
        )

    def threat(self, hazard: str, side: str) -> Threat:
        """Return the threat of meteors of the given size from the given side.

        Raises:
            StopIteration: If there is no such threat.
        """
        return next(threat for threat in self.threats if (threat.hazard, threat.side) == (hazard, side))

    def as_dict(self) -> dict[str, Any]:
        """Return the facts in plain types for JSON; each column or row has its number of throws, of 36."""
        facts = asdict(self)
        del facts["route"]
        return facts | {
            "flaws": [flaw.as_dict() for flaw in self.flaws],
            "exposed_connectors": self.exposed_connectors,
            "exposed": [{"square": square, "connectors": open_} for square, open_ in self.exposed.items()],
            "alien_cabins": [{"square": square, "aliens": colours} for square, colours in self.alien_cabins.items()],
            "threats": [_threat_as_dict(threat) for threat in self.threats],
            "coming": [asdict(one) | {"a_flight": float(one.a_flight)} for one in self.coming.values()],
        }


def inspect_ship(layout: Layout, route: Route | None = None) -> ShipFacts:
    """Return the facts of a layout, flawed or not.

    Args:
        layout: The ship.
        route: The route whose meteors are counted; that of the board's level if None.

    Raises:
        AnalyzerError: If the ship has no components, or more than 64 squares.
    """
    kinds = [part.is_a for part in layout.components.values()]
    homes, aboard = layout.alien_cabins(), layout.housed()
    route = route or home_route(layout)
    cannons, cannons_with_alien = _cannons(aboard)
    engines, engines_with_alien = _engines(aboard)
    return ShipFacts(
        name=layout.name,
        edition=layout.board.edition,
        board=layout.board.name,
        components=len(kinds),
        flaws=tuple(layout.flaws()),
        exposed=_exposed(layout),
        cannon_strengths=cannons,
        cannon_strengths_with_alien=cannons_with_alien,
        engine_strengths=engines,
        engine_strengths_with_alien=engines_with_alien,
        humans=sum(part.is_a.crew for at, part in layout.components.items() if at not in aboard.aliens.values()),
        aliens=dict(aboard.aliens),
        alien_cabins={square: tuple(sorted(homes[square])) for square in layout.components if square in homes},
        batteries=sum(kind.batteries for kind in kinds),
        containers=sum(kind.containers for kind in kinds),
        special_containers=sum(kind.special_containers for kind in kinds),
        shielded_sides=tuple(side.name.lower() for side in SIDES if _aboard(layout.hull, layout.hull.shields[side])),
        threats=tuple(_small_meteors(layout.hull, side) for side in SIDES)
        + tuple(_large_meteors(layout.hull, side) for side in SIDES),
        weak_points=tuple(_weak_points(layout)),
        missing_from_box=tuple(lacking(layout)),
        reserve=layout.reserve,
        route=route,
        coming=hazards_of_route(route),
    )


def _cannons(layout: Layout) -> tuple[tuple[float, ...], tuple[float, ...] | None]:
    forward, others = double_cannons(layout.hull, layout.hull.occupied)
    spendable = range(int((forward + others)[0]) + 1)
    own = tuple(map(layout.cannon_strength, spendable))
    if "purple" not in layout.aliens:
        return own, None
    return tuple(map(layout.without_aliens().cannon_strength, spendable)), own


def _engines(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    hull = layout.hull
    spendable = range(int(count(hull.occupied & hull.double_engines)[0]) + 1)
    own = tuple(map(layout.engine_strength, spendable))
    if "brown" not in layout.aliens:
        return own, None
    return tuple(map(layout.without_aliens().engine_strength, spendable)), own


def _exposed(layout: Layout) -> dict[Square, int]:
    """Return the number of exposed connectors by square, in reading order, without squares that have none."""
    board, laid = layout.board, layout.components
    open_ = {
        square: sum(part.connectors[side] > 0 and board.neighbour(square, side) not in laid for side in SIDES)
        for square, part in laid.items()
    }
    return {square: connectors for square, connectors in open_.items() if connectors}


def _aboard(hull: Hull, components: np.uint64) -> bool:
    return bool((hull.occupied & components)[0])


def _small_meteors(hull: Hull, side: Side) -> Threat:
    # A small meteor bounces off a smooth side (rules: "Meteoriten"); a shield covers the side in every line.
    open_side = (hull.first_hits[side] & hull.connectors[side]) != 0
    shield = np.full_like(open_side, _aboard(hull, hull.shields[side]))
    return _threat("small_meteor", side, open_side & ~shield, open_side & shield)


def _large_meteors(hull: Hull, side: Side) -> Threat:
    threatened = hull.first_hits[side] != 0
    by_single = (hull.reach[side] & hull.single_cannons[side]) != 0
    by_double = (hull.reach[side] & hull.double_cannons[side]) != 0
    return _threat("large_meteor", side, threatened & ~by_single & ~by_double, threatened & ~by_single & by_double)


def _threat(hazard: str, side: Side, undefended: npt.NDArray[np.bool_], needs: npt.NDArray[np.bool_]) -> Threat:
    def rolls(which: npt.NDArray[np.bool_]) -> tuple[int, ...]:
        return tuple(int(roll) for roll in np.flatnonzero(which))

    return Threat(hazard, side.name.lower(), rolls(undefended), rolls(needs))


def _weak_points(layout: Layout) -> Iterator[WeakPoint]:
    """Yield the components of the largest piece whose loss disconnects others.

    Those that disconnect the most come first, ties in reading order.
    """
    hull = layout.hull
    largest: set[Square] = max(layout.pieces(), key=len)
    main = hull.mask_of(largest)
    others = {p: (int(lost & main) & ~(1 << p)).bit_count() for p, lost in hull.breaks_off.items()}
    for position in sorted(others, key=lambda p: (-others[p], p)):
        square = hull.squares[position]
        if others[position] and int(main) >> position & 1:
            yield WeakPoint(square, layout.components[square].kind, others[position])


def _threat_as_dict(threat: Threat) -> dict[str, Any]:
    def lines(rolls: tuple[int, ...]) -> list[dict[str, int]]:
        return [{"roll": roll, "ways": throws_of(roll)} for roll in rolls]

    both = {"undefended": lines(threat.undefended), "needs_battery": lines(threat.needs_battery)}
    return {"hazard": threat.hazard, "side": threat.side} | both
