"""Fitting of the values by which captains look ahead: `python -m analyzer.trucker.fitting` writes their tables.

Pilot flights are flown with the ships of a level. After each card every flight is flown to its end as it is, and again
with one thing changed, under the same cards and dice. A ridge regression explains the differences in credits by the
differences in the figures that have a worth. The ridge pulls the worths towards the captain's prices. Each worth is a
quadratic function of the cards left, with a term of its own for no cards left.
This is a rollout (Tesauro and Galperin 1996) of a fixed captain, stored as a linear function of the state after a card.
Values are fitted twice, which is approximate policy iteration. First a captain without values flies among `sensible`
rivals. Then `expert` flies among `expert` rivals; all of them decide by the values of the first fit.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, named_setting
from analyzer.statistics.moments import Moments
from analyzer.trucker.captains import Captain, named_captain
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.conditions import plan_ship
from analyzer.trucker.convoy.cargo import cubes, load, lose_goods
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import BROWN, PURPLE, aboard
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Indices
from analyzer.trucker.convoy.track import advance, fall_back
from analyzer.trucker.convoy.worth_ahead import (
    CARGO,
    CHARGES,
    FOLDER,
    HUMANS,
    RANKS,
    Values,
    cargo_quantities,
    in_place_of_table,
    lead_in_crew,
)
from analyzer.trucker.edition import OwnEdition, load_edition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.settlement import settle
from analyzer.trucker.ship.bitboard import IntArray, count, drop_lowest
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, load_field, same_ship
from analyzer.trucker.ship.tokens import HUMANS as HUMAN_TOKENS

Floats = npt.NDArray[np.float64]
GAPS = np.array([-24, -16, -11, -8, -6, -4, -3, -2, -1, 1, 2, 3, 4, 6, 8, 11, 16, 24])
CREWS, LOADS = np.array([0, 1, 2, 4, 6, 8, 10, 12, HUMANS]), np.array([0, 1, 2, 4, 8, CHARGES])
"""Gaps, humans and charges at which the worth is fitted; it is linear between them."""
SIZES = {
    "place": GAPS.size,
    "humans": CREWS.size,
    "brown": 1,
    "purple": 1,
    "rank": len(RANKS),
    "charges": LOADS.size,
    "cargo": len(CARGO),
}
"""Number of fitted figures of each kind."""
SIZE, TERMS = sum(SIZES.values()), 4
DAYS = (-6, -5, -4, -3, -2, -1, 1, 2, 3)
"""Days by which the ship is moved in the changed flights."""
FLIGHTS, SEED, RIDGE = 1_200, 55, 1_000
"""Pilot flights of each ship, their seed, and the strength of the pull towards the captain's prices.

With a weaker pull, ships that the fit has not seen lose credits. With a stronger one, all ships gain less.
"""
AMONG_EXPERTS = 3
"""Divisor of the second fit: it has a third of the pilot flights of the first, and a third of its pull."""
MARGIN_FLIGHTS = 2_000
"""Flights on which the worth of one charge, human, day and cube is measured."""
FAR = 8
"""Largest gap in spaces for which the captain's price of a day grows with the gap."""


def hats(knots: IntArray, at: IntArray) -> Floats:
    """Return the weights of the knots in a linear interpolation at the given points. Shape (knots, points)."""
    at = np.clip(at, knots[0], knots[-1])
    left = np.clip(np.searchsorted(knots, at, side="right") - 1, 0, knots.size - 2)
    share = (at - knots[left]) / (knots[left + 1] - knots[left])
    weights = np.zeros((knots.size, at.size))
    weights[left, np.arange(at.size)] = 1 - share
    weights[left + 1, np.arange(at.size)] += share
    return weights


def terms(cards_left: int) -> Floats:
    """Return the factors of the TERMS coefficients of a worth: 1, cards left, their square, and 1 if none are left.

    The number of cards left is divided by 16.
    """
    part = cards_left / 16
    return np.array([1, part, part * part, cards_left == 0])


def judged(convoy: Convoy) -> ShipsInFlight:
    """Return the first ship of every flight, which is the ship whose worths are fitted."""
    every = np.arange(convoy.state.size)
    return ShipsInFlight(convoy, every, every, convoy.captains.only)


def figures(convoy: Convoy) -> Floats:
    """Return the regressors for the first ship: its place, crew, charges and cargo. Shape (SIZE, flights).

    Numbers (gaps to rivals, humans, charges) are given as weights of the knots of a linear interpolation.
    """
    ship, state = judged(convoy), convoy.state
    rivals = zip(state.position[1:], state.flying[1:], strict=True)
    gaps = sum(
        (hats(GAPS, state.position[0] - other) * flies for other, flies in rivals), np.zeros((GAPS.size, state.size))
    )
    humans, brown, purple = aboard(ship.crew)
    return np.concatenate(
        [
            gaps,
            hats(CREWS, humans),
            [brown, purple],
            lead_in_crew(ship, count(ship.crew)),
            hats(LOADS, ship.charges),
            cargo_quantities(ship, cubes(ship)),
        ]
    )


def by_prices(captain: Captain) -> Floats:
    """Return the coefficients of the regression that follow from a captain's prices, in credits. Shape (TERMS * SIZE,).

    The worths that they make do not depend on the number of cards left.
    """
    worth = {
        "place": captain.day * np.clip(GAPS, -FAR, FAR),
        "humans": captain.human * CREWS,
        "brown": [captain.brown],
        "purple": [captain.purple],
        "rank": np.zeros(len(RANKS)),
        "charges": captain.battery * LOADS,
        "cargo": [100, *[0] * (len(CARGO) - 1)],
    }
    always = np.concatenate([worth[what] for what in SIZES]) / 100
    return np.concatenate([always, np.zeros((TERMS - 1) * SIZE)])


Change = Callable[[ShipsInFlight, np.random.Generator], None]


def move(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Move each ship forward or back by a random number of days."""
    days = random.choice(DAYS, ship.size)
    fall_back(ship.where(days < 0), -days[days < 0])
    advance(ship.where(days > 0), days[days > 0])


def lose_crew(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Take up to six humans, all aliens, both, or nobody from each ship; at least one human stays aboard."""
    # 0 and 3 take aliens alone, 6 takes humans and aliens, and the other numbers so many humans.
    humans, which = aboard(ship.crew)[0], random.integers(0, 7, ship.size)
    for number in (1, 2, 4, 5, 6):
        some = ship.where(np.asarray((which == number) & (humans > number)))
        gone = drop_lowest(some.crew & HUMAN_TOKENS, np.full(some.size, number))
        some.crew = (some.crew & ~HUMAN_TOKENS) | gone
    for alien in (BROWN, PURPLE):
        some = ship.where(which % 3 == 0)
        some.crew = some.crew & ~alien


def lose_charges(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Take a random number of charges, 1 to 5, from each ship; fewer if it has fewer."""
    ship.charge = drop_lowest(ship.charge, np.minimum(random.integers(1, 6, ship.size), ship.charges))


def lose_cube(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Take the dearest cube from each ship that has any."""
    lose_goods(ship.where(np.asarray(cubes(ship).any(axis=0))), 1)


def load_printed(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Load the goods of a random planet, abandoned station or smugglers card of the level onto each ship."""
    cards = [card for card in load_edition(ship.convoy.edition.name).cards if ship.convoy.level.may_reveal(card)]
    goods = [card.goods for card in cards if card.kind in ("abandoned_station", "smugglers")]
    offers = np.array([*goods, *(planet for card in cards for planet in card.planets)], np.int16)
    load(ship, offers[random.integers(0, len(offers), ship.size)].T)


CHANGES: tuple[Change, ...] = (move, move, lose_crew, lose_charges, lose_cube, load_printed, load_printed)


@dataclass
class Fit:
    """Sums X'X and X'y of the regression that fits the worths of place, crew, charges and cargo.

    Each row of X and y compares an unchanged flight of a ship with a copy in which that ship was changed. The values
    of the copy are subtracted from those of the unchanged flight. Sums over several ships can be added.

    Attributes:
        matrix: X'X, where X holds the differences of `figures`, times each of `terms`. Shape (TERMS * SIZE, TERMS *
            SIZE).
        products: X'y, where y holds the differences in credits. Shape (TERMS * SIZE,).
    """

    matrix: Floats = field(default_factory=lambda: np.zeros((TERMS * SIZE, TERMS * SIZE)))
    products: Floats = field(default_factory=lambda: np.zeros(TERMS * SIZE))

    def add(self, cards_left: int, more: Floats, credits: Floats) -> None:
        """Add comparisons of unchanged flights with changed ones to the sums.

        Args:
            cards_left: Number of cards still to come.
            more: `figures` of the unchanged flights less those of the changed ones. Shape (SIZE, flights).
            credits: Credits of the unchanged flights less those of the changed ones. Shape (flights,).
        """
        # A worth is the sum of terms x coefficients, so every figure appears once with each term.
        rows = (terms(cards_left)[:, None, None] * more).reshape(TERMS * SIZE, -1)
        self.matrix += rows @ rows.T
        self.products += rows @ credits

    def __add__(self, other: Fit) -> Fit:
        """Return the sums over the comparisons of both fits."""
        return Fit(self.matrix + other.matrix, self.products + other.products)

    def values(self, cards: int, ridge: float = RIDGE) -> Values:
        """Return the fitted values in whole hundredths of a credit, for 0 to `cards - 1` cards still to come.

        Args:
            cards: Number of cards in a flight.
            ridge: Strength of the pull towards the prices of `expert`.
        """
        # Ridge regression towards the prices p: solve (X'X + rI) w = X'y + r p.
        drawn = self.products + ridge * by_prices(named_captain("expert"))
        worth = np.linalg.solve(self.matrix + ridge * np.eye(len(self.matrix)), drawn).reshape(TERMS, SIZE)
        at = np.array([terms(left) @ worth for left in range(cards)])
        ends = np.cumsum([*SIZES.values()])[:-1]
        by_what = dict(zip(SIZES, np.split(at, ends, axis=1), strict=True))
        for what, knots in {"place": GAPS, "humans": CREWS, "charges": LOADS}.items():
            by_what[what] = by_what[what] @ hats(knots, np.array(Values.ENTRIES[what]))
        for what in ("place", "humans", "charges"):
            # To be farther ahead, or to have more, is never worse: a fall is chance.
            by_what[what] = np.maximum.accumulate(by_what[what], axis=1)
        # Only differences of worths matter; none aboard is worth 0.
        for what in ("humans", "charges"):
            by_what[what] = by_what[what] - by_what[what][:, :1]
        return Values(**{what: np.rint(100 * each).astype(np.int64) for what, each in by_what.items()})


def fork(convoy: Convoy, rows: Indices) -> Convoy:
    """Return a copy of some flights, which can be flown on without a change to the originals."""
    arrays = {
        name: array.take(rows, axis=-1).copy() if array.shape[-1] == convoy.state.size else array.copy()
        for name, array in convoy.state.arrays().items()
    }
    forked = copy(convoy)
    forked.state, forked.rows, forked.written = convoy.state.of(**arrays), np.arange(rows.size), set()
    forked.forget_rows()
    return forked


def pilot(experiment: Experiment, flights: int = FLIGHTS, seed: int = SEED) -> Fit:
    """Fly pilot flights, unchanged and with each change of the first ship, and return the sums for the regression."""
    fit = Fit()
    for cards_left, more, less in rollouts(experiment, CHANGES, figures, flights, seed):
        other = more.any(axis=0)
        fit.add(cards_left, more[:, other], less[other])
    return fit


def rollouts(
    experiment: Experiment, changes: Sequence[Change], measure: Callable[[Convoy], Floats], flights: int, seed: int
) -> Iterator[tuple[int, Floats, Floats]]:
    """Fly flights; after each card, fly copies of them to the end, once unchanged and once with each change.

    Only the first ship is changed. Copies are flown for flights in which it still flies.

    Args:
        experiment: The flights.
        changes: Changes of the first ship.
        measure: Function that returns quantities of the first ship, e.g. its charges. Shape (quantities, flights).
        flights: Number of flights.
        seed: Seed of what the changes draw.

    Yields:
        Number of cards still to come, and the differences in these quantities and in credits: unchanged flights less
        changed ones. Shapes (quantities, rows) and (rows,). The first rows are the unchanged flights, so their
        differences are 0. The next rows are those of the first change, and so on.
    """
    random, route = np.random.default_rng(seed), experiment.route
    convoy, places = experiment.on_the_start_line(0, flights), experiment.places(0, flights)
    decks, dice = route.deal(experiment.seed, 0, flights), route.dice(experiment.seed, 0, flights)
    slots = decks.shape[1]

    def earned(forked: Convoy, rows: Indices, first: int) -> Floats:
        """Fly on from a slot, and return the credits of the first ship."""
        if first < slots:
            fly_through(forked, route.rules.cards, decks, dice, range(first, slots))
        removed = np.array(experiment.removed_counts)[:, None].repeat(rows.size, axis=1)
        outcome = settle(forked, places.take(rows, axis=1), removed, experiment.insured)
        return np.asarray(outcome.columns()["credits"][0], np.float64)

    for slot in range(1, slots + 1):
        fly_through(convoy, route.rules.cards, decks, dice, range(slot - 1, slot))
        rows = convoy.state.flying[0].nonzero()[0]
        if not rows.size:
            break
        # The flights as they are, then those with each change, side by side.
        every = fork(convoy, np.tile(rows, 1 + len(changes)))
        for number, change in enumerate(changes, start=1):
            change(judged(every).at(np.arange(number * rows.size, (number + 1) * rows.size)), random)
        every.in_bank = None  # the changes load and lose cubes
        figured = measure(every)
        more = np.tile(figured[:, : rows.size], 1 + len(changes)) - figured
        credits = earned(every, np.tile(rows, 1 + len(changes)), slot)
        yield slots - slot, more, np.tile(credits[: rows.size], 1 + len(changes)) - credits


def lose_one_charge(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Take a charge from each ship that has one."""
    ship.charge = drop_lowest(ship.charge, np.minimum(ship.charges, 1))


def lose_one_human(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Take a human from each ship that has at least two."""
    some = ship.where(aboard(ship.crew)[0] > 1)
    some.crew = some.crew & ~HUMAN_TOKENS | drop_lowest(some.crew & HUMAN_TOKENS, np.ones(some.size, np.int64))


def lose_one_day(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Move each ship back by one day."""
    fall_back(ship, 1)


def load_blue_cube(ship: ShipsInFlight, random: np.random.Generator) -> None:
    """Load a blue cube onto each ship that has room for it."""
    load(ship, np.array([0, 0, 0, 1], np.int16)[:, None])


MARGINS: dict[str, Change] = {
    "charge": lose_one_charge,
    "human": lose_one_human,
    "day": lose_one_day,
    "cube": load_blue_cube,
}
"""Changes that show what one charge, human, day and blue cube are worth."""


def holdings(convoy: Convoy) -> Floats:
    """Return the first ship's charges, humans, position on the track, and cubes. Shape (4, flights)."""
    ship = judged(convoy)
    return np.stack([ship.charges, aboard(ship.crew)[0], ship.position, cubes(ship).sum(axis=0)]).astype(np.float64)


def marginal_worths(
    experiment: Experiment, flights: int = MARGIN_FLIGHTS, seed: int = SEED
) -> Iterator[tuple[int, dict[str, Moments]]]:
    """Yield the number of cards left, and the worth of one charge, human, day and cube with so many cards left.

    Worth is the difference in credits between a flight with and without it, rounded to whole credits. The moments are
    those of all flights in which the change was possible.
    """
    for cards_left, more, less in rollouts(experiment, [*MARGINS.values()], holdings, flights, seed):
        changed = np.split(more.any(axis=0), 1 + len(MARGINS))[1:]
        worth = np.split(np.rint(less).astype(np.int64), 1 + len(MARGINS))[1:]
        signs = [-1 if what == "cube" else 1 for what in MARGINS]
        each = zip(MARGINS, signs, worth, changed, strict=True)
        yield cards_left, {what: Moments.of(sign * credits[which]) for what, sign, credits, which in each}


def pilot_captain() -> Captain:
    """Return the captain of the pilot flights of the first fit: `expert` without fitted values and without reserve.

    The price of a day is 1.20 credits, which was found by measurement.
    """
    return replace(named_captain("expert"), values=0, day=120, reserve=0)


def fit_level(ships: Sequence[ShipLike], level: str | None = None, flights: int = FLIGHTS) -> Values:
    """Return the values of a level, fitted on pilot flights of some ships in the field.

    Args:
        ships: The ships.
        level: The level; that of each ship's board if None.
        flights: Pilot flights of each ship in the first fit.
    """

    def fit(captain: Captain, rivals: str, part: int) -> tuple[Values, Route]:
        equations = Fit()
        for ship in ships:
            experiment = plan_ship(ship, level, SEED, captain=captain, rivals_captain=rivals)
            equations += pilot(experiment, max(1, flights // part))
        return equations.values(experiment.route.length, RIDGE // part), experiment.route

    values, route = fit(pilot_captain(), "sensible", 1)
    with in_place_of_table(route.edition, route.level.name, values):
        return fit(named_captain("expert"), "expert", AMONG_EXPERTS)[0]


def fit_own_edition(ship: Layout, level: str | None = None, flights: int = FLIGHTS) -> tuple[Path, list[str]]:
    """Fit the values of a level of the user's own edition, and write them to its folder.

    Pilot flights are flown with the reference ships of the level, and with the ship.

    Returns:
        The path of the table, and the names of the ships with which the pilot flights were flown.

    Raises:
        AnalyzerError: If the edition is not one of the user's own, or has no reference ships of the level.
    """
    edition, level = ship.edition.name, level or home_level(ship)
    folder = OwnEdition.FOLDERS.get(edition)
    if folder is None:
        raise AnalyzerError(
            f"{named_setting('values', True)}: {edition} comes with its tables: give a ship of your own edition"
        )
    field = load_field(level, edition)
    ships = [*field, *[ship] * (not any(same_ship(ship, other) for other in field))]
    path = Path(folder) / FOLDER / f"{level}.csv"
    write_values(fit_level(ships, level, flights), path)
    return path, [one.name for one in ships]


def write_values(values: Values, path: Path) -> None:
    """Write fitted values as a table (.csv) of an edition."""
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["what", "at", *range(len(values.place))])
        table.writerows(values.rows())


LEVELS = ("2007/I", "2007/II", "2007/III", "2007/IIIa", "2021/L", "2021/I", "2021/II", "2021/III")
"""Levels that have a table, by edition and name; their ships stand in folders of that name."""


def main(ships: Path, tables: Path) -> None:
    """Write a table of values for each of LEVELS.

    Args:
        ships: Folder with a subfolder of ship files for each level, e.g. `2007/II`; the values are fitted on these.
        tables: Folder to which the tables are written, as `2007/values/II.csv`.
    """
    for level in LEVELS:
        edition, name = level.split("/")
        write_values(fit_level(sorted((ships / level).glob("*.yaml"))), tables / edition / "values" / f"{name}.csv")


if __name__ == "__main__":
    main(Path("ships"), Path(__file__).parent / "data")
