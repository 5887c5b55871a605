"""Benchmarks of Galaxy Trucker: `python -m benchmarks.bench`. Printed, never asserted.

Everything is measured in one run on one processor. Flights and swarms per second of the engine are compared with the
plain twin (a slow reference engine in plain Python) and the compiled kernel. Then come short and long runs, questions
that fly many ships, and whole commands from a cold start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from rich.table import Table

from analyzer import fly, weak_points
from analyzer.montecarlo.blocks import BLOCK
from analyzer.montecarlo.by_number import GROUP
from analyzer.montecarlo.random_words import words
from analyzer.statistics.tally import Tally
from analyzer.trucker.captains import named_captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.launching import launch
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import SampledDice
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.questions.exact import exact
from analyzer.trucker.ship.hull import compile_hull
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_field, load_ship, save_ship
from analyzer.trucker.workshop.moves import Chance, Freedom, Moves
from analyzer.trucker.wrecks import cache
from benchmarks import kernel, measure, whole_flight
from benchmarks.measure import Job, Scale, fewest_in_turn, fewest_seconds, seconds
from tests.trucker.engine.against_twin import play_twin
from tests.trucker.twin import fly_one

SHIPS = measure.ROOT / "ships"
FOUR = ("steady-hauler", "iron-parcel", "hot-delivery", "stern-invoice")
SWARM = 28
SENSIBLE = named_captain("sensible")


def ships(how_many: int) -> list[Layout]:
    """Return the first `how_many` of the four ships of level II."""
    return [load_ship(SHIPS / "2007" / "II" / f"{name}.yaml") for name in FOUR[:how_many]]


def ships_of(edition: str, level: str) -> list[Layout]:
    """Return all ships of an edition and level, by name of file."""
    return [load_ship(path) for path in sorted((SHIPS / edition / level).glob("*.yaml"))]


def flights_table(scale: Scale) -> Table:
    """Compare flights per second of the engine with the plain twin, alone and in a convoy of four."""
    table = Table("flights a second, level II, 12 cards", "engine", "plain twin", "ratio", "to reach")
    flights, few = scale.trials(2 * BLOCK), scale.times(300)
    for edition, convoy in (("2007", ships(4)), ("2021", (2 * ships_of("2021", "II"))[:4])):
        for how_many, goal in ((1, "150 (aim 300)"), (4, "60")):
            experiment = Experiment(tuple(convoy[:how_many]), (SENSIBLE,) * how_many, Route(edition), seed=1)
            experiment.run(0, scale.trials(1000))  # wrecks are learnt
            fast = flights / fewest_seconds(partial(experiment.run, 0, flights), scale.times(4))
            plain = few / fewest_seconds(partial(play_twin, experiment, few), scale.times(4))
            name = f"{edition}, {'one ship' if how_many == 1 else 'convoy of four'}"
            table.add_row(name, f"{fast:,.0f}", f"{plain:,.0f}", f"{fast / plain:.0f}", goal)
    return table


def whole_flights_table(scale: Scale) -> Table:
    """Compare the engine with the kernel; both deal, roll, draw the places and count all columns."""
    table = Table(
        "flights a second alone, level II", "edition", "engine", "compiled kernel", "engine / kernel", "to reach"
    )
    checked, flights = scale.trials(20_000), scale.trials(BLOCK)
    for edition in ("2007", "2021"):
        for ship in ships_of(edition, "II"):
            experiment = Experiment((ship,), (SENSIBLE,), Route(edition), seed=1)
            check_equal(ship.name, experiment.run_block(0, checked), whole_flight.fly(experiment, 0, checked))

            def engine(experiment: Experiment = experiment) -> Tally:
                return Tally.of(experiment.run_block(0, flights))

            def scalar(experiment: Experiment = experiment) -> Tally:
                return Tally.of(whole_flight.fly(experiment, 0, flights))

            jobs = partial(seconds, engine), partial(seconds, scalar)
            fast, yardstick = fewest_in_turn(*jobs, rounds=scale.times(10))
            cells = (f"{flights / fast:,.0f}", f"{flights / yardstick:,.0f}", f"{yardstick / fast:.2f}")
            table.add_row(ship.name, edition, *cells, "0.6 (aim 0.8)")
    return table


def swarms_table(scale: Scale) -> Table:
    """Compare meteor swarms per second of the engine with the plain twin and the compiled kernel."""
    table = Table(
        "five-meteor swarms a second, humans only",
        "engine",
        "plain twin",
        "compiled kernel",
        "engine / kernel",
        "to reach",
    )
    card = next(card for card in Route().rules.cards if card.id == SWARM)
    (record,) = whole_flight.card_records([card])
    checked, at_once, few = scale.trials(100_000), scale.trials(GROUP), scale.times(300)
    for ship in (ship.without_aliens() for ship in ships(4)):
        common, _ = whole_flight.tables_of(Experiment((ship,), (SENSIBLE,), Route(), seed=1))

        def engine(swarms: int, ship: Layout = ship) -> tuple[float, Convoy]:
            captains, flights = [SENSIBLE], np.arange(swarms)
            convoy = launch([ship.hull], captains, Route().level, flights, np.zeros((1, swarms), np.int64))
            dice = SampledDice([words(1, 0, 0, swarms)])
            return seconds(partial(resolve, convoy, card, dice)), convoy

        def scalar(swarms: int, common: object = common) -> tuple[float, dict[str, np.ndarray]]:
            ends = {name: np.empty((1, swarms), np.uint64) for name in ("alive", "crew", "charge")}
            drawn = words(1, 0, 0, swarms)
            into = [rows[0] for rows in ends.values()]
            return seconds(partial(kernel.swarms, drawn, record, common, *into)), ends

        def twin(ship: Layout = ship) -> None:
            level, fractions = Route().level, (words(1, 0, 0, few) >> np.uint64(6)).tolist()
            for fraction in fractions:
                fly_one([ship], [SENSIBLE], level, [card], plain_rolls(fraction), [0])

        (_, convoy), (_, ends) = engine(checked), scalar(checked)
        check_equal(ship.name, {name: getattr(convoy.state, name) for name in ends}, ends)
        jobs = (partial(lambda job: job(at_once)[0], job) for job in (engine, scalar))
        fast, yardstick = (at_once / best for best in fewest_in_turn(*jobs, rounds=scale.times(100)))
        plain = few / fewest_seconds(twin, scale.times(4))
        cells = (f"{fast:,.0f}", f"{plain:,.0f}", f"{yardstick:,.0f}", f"{fast / yardstick:.2f}", "0.5")
        table.add_row(ship.name, *cells)
    return table


def plain_rolls(fraction: int) -> Callable[[int, int], int]:
    """Return the rolls of one card for the twin, read off a random fraction in base 36."""

    def roll(_: int, number: int) -> int:
        # The digit of a pair of dice in base 36, as `roll` of scalar.py reads it.
        pair = fraction * 36 ** (number + 1) // 2**58 % 36
        return 2 + pair // 6 + pair % 6

    return roll


def check_equal(ship: str, fast: Mapping[str, np.ndarray], yardstick: Mapping[str, np.ndarray]) -> None:
    """Raise SystemExit if a column of the engine's flights differs from the same column of the kernel's."""
    for name, column in fast.items():
        if not np.array_equal(column, yardstick[name]):
            raise SystemExit(
                f"{ship}: the kernel and the engine differ in {name}: the yardstick measures another thing"
            )


def sizes_table(scale: Scale) -> Table:
    """Measure short and long runs, with all wrecks learnt before or none (cold)."""
    table = Table(
        "one ship alone, 2007, level II", "flights a second, cold", "warm", "ms, cold", "warm", "to reach (ms)"
    )
    ship = ships(1)[0]
    for full, goal in ((1_000, "60"), (10_000, ""), (100_000, ""), (1_000_000, "")):
        flights = scale.trials(full)
        job = partial(fly, [ship], "II", flights, rivals="alone")
        cold = fewest_seconds(partial(from_cold, job), scale.times(10)) if full <= 10_000 else None
        warm = fewest_seconds(job, scale.times(3 if full > 100_000 else 10))
        rates = [f"{flights / taken:,.0f}" if taken else "" for taken in (cold, warm)]
        table.add_row(f"{flights:,} flights", *rates, *(milliseconds(taken) for taken in (cold, warm)), goal)
    return table


def from_cold(job: Job) -> object:
    """Run a job after all learnt wrecks are forgotten."""
    cache.forget()
    return job()


def milliseconds(taken: float | None) -> str:
    """Return seconds as milliseconds in text, "" for None."""
    return f"{1000 * taken:,.2f}" if taken else ""


def levels_table(scale: Scale) -> Table:
    """Measure flights per second of each level, alone and with four ships."""
    flights, rounds = scale.trials(100_000), scale.times(3)
    table = Table(f"flights a second, 2007, {flights:,} flights", "alone, by ship", "four ships")
    for level in ("I", "II", "III", "IIIa"):
        four = ships_of("2007", level)[: scale.times(4)]
        each = [partial(fly, [ship], level, flights, rivals="alone") for ship in four]
        alone = [flights / fewest_seconds(one, rounds) for one in each]
        together = flights / fewest_seconds(partial(fly, four[:1], level, flights, rivals=four[1:]), rounds)
        table.add_row(f"level {level}", "  ".join(f"{one:,.0f}" for one in alone), f"{together:,.0f}")
    return table


def questions_table(scale: Scale) -> Table:
    """Measure questions that fly many ships for a short time, and the computation of facts before a flight."""
    table = Table("milliseconds (best)", "cold", "warm", "to reach")
    fleet, ship = ships_of("2007", "II"), ships(1)[0]
    for flights in map(scale.trials, (1_000, 20_000)):
        job = partial(weak_points, ship, "II", flights, rivals="alone")
        cold, warm = (fewest_seconds(one, scale.times(3)) for one in (partial(from_cold, job), job))
        table.add_row(f"weak, {flights:,} flights", milliseconds(cold), milliseconds(warm), "")
    flights = scale.trials(1_000)
    for setting, rivals, times in (("alone", (), 1), ("in the field", tuple(load_field("II")), 4)):
        for number, reach in ((64, 1_000), (256, 3_000)):
            layouts = list(islice(neighbours(ship), scale.times(number)))
            job = partial(side_by_side, layouts, rivals, flights)
            cold, warm = (fewest_seconds(one, scale.times(2)) for one in (partial(from_cold, job), job))
            name = f"{len(layouts)} layouts x {flights:,} flights, {setting}"
            table.add_row(name, milliseconds(cold), milliseconds(warm), f"{times * reach:,}")
    hulls = fewest_seconds(lambda: [compile_hull(each).tokens for each in fleet], scale.times(20)) / len(fleet)
    table.add_row("hull with tokens", "", milliseconds(hulls), "1")
    unseen = iter([with_hulls(fleet) for _ in range(scale.times(20))])  # a ship keeps its flaws
    flaws = fewest_seconds(lambda: [each.flaws() for each in next(unseen)], scale.times(20)) / len(fleet)
    table.add_row("flaws() of a ship whose hull is compiled", "", milliseconds(flaws), "0.3")
    return table


def with_hulls(ships: Iterable[Layout]) -> list[Layout]:
    """Return copies of ships for which nothing but the hulls is computed yet."""
    again = [replace(ship) for ship in ships]
    assert all(ship.hull for ship in again)
    return again


def neighbours(ship: Layout) -> Iterable[Layout]:
    """Yield legal ships that differ a little from one, as a search tries them."""
    moves, chance = Moves(ship, Freedom(free=True)), Chance(1, 1)
    return (moves.layout(moves.neighbour(moves.begin, chance), ship.name) for _ in count())


def side_by_side(layouts: Sequence[Layout], rivals: tuple[Layout, ...], flights: int) -> object:
    """Fly layouts in one block, their hulls compiled anew as for layouts never seen before."""
    captains = (SENSIBLE,) * (1 + len(rivals))
    tried = [Experiment((replace(ship), *rivals), captains, Route(), seed=1, rivals=len(rivals)) for ship in layouts]
    return [Tally.of(columns) for columns in Experiment.run_side_by_side(tried, 0, flights)]


def exact_table(scale: Scale) -> Table:
    """Measure exact answers, in milliseconds, with the number of states."""
    table = Table("exact answers", f"milliseconds (best of {scale.times(5)})", "states", "to reach")
    second, third = ships_of("2007", "II"), ships_of("2007", "III")
    jobs: list[tuple[Layout, Sequence[int], str]] = [(ship, (SWARM,), "50") for ship in second]
    jobs += [(ship, (49,), "500") for ship in third]
    jobs += [(ship, range(40, 60), "5,000") for ship in third]
    for ship, cards, goal in jobs:
        states = sum(len(exact(ship, card).chances) for card in cards)
        best = fewest_seconds(lambda ship=ship, cards=cards: [exact(ship, card) for card in cards], scale.times(5))
        name = f"card {cards[0]}" if len(cards) == 1 else "all 20 cards of level III"
        table.add_row(f"{ship.name}, {name}", f"{1000 * best:,.1f}", f"{states:,}", goal)
    return table


def commands_table(scale: Scale) -> Table:
    """Measure whole commands from a cold start, on all processors."""
    table = Table("whole commands", "seconds (best)", "figures' library loaded", "to reach")
    hauler, kite = (str(SHIPS / "2007" / "II" / f"{name}.yaml") for name in ("steady-hauler", "tin-kite"))
    with TemporaryDirectory() as folder:
        dozen = copies(Path(folder), scale.times(12))
        report = ["report", *map(str, dozen), "--workers", "2", "-o", str(Path(folder) / "report.html")]
        jobs: Iterable[tuple[str, list[str], int | None, int, str]] = (
            ("--help", ["--help"], None, 5, "0.3"),
            ("starship --help", ["starship", "--help"], None, 5, "0.35"),
            ("lorry --help", ["lorry", "--help"], None, 5, "0.35"),
            ("fly in the field", ["fly", hauler], 10_000, 5, "1.5"),
            ("compare, 2 ships in the field", ["compare", hauler, kite], 100_000, 3, "3"),
            ("captain in the field", ["captain", hauler], 100, 3, "5"),
            (f"report, {len(dozen)} ships alone", [*report, "--alone"], 20_000, 1, "60"),
            (f"report, {len(dozen)} ships in the field", [*report, "--rivals", "field"], 20_000, 1, "60"),
        )
        for name, args, full, rounds, goal in jobs:
            flights = [] if full is None else ["--flights", str(scale.trials(full))]
            costs = [measure.run_command(*args, *flights) for _ in range(scale.times(rounds))]
            table.add_row(
                name if full is None else f"{name}, {scale.trials(full):,} flights",
                f"{min(cost.seconds for cost in costs):.2f}",
                "yes" if costs[0].loads_matplotlib else "no",
                goal,
            )
    return table


def copies(folder: Path, how_many: int) -> list[Path]:
    """Write the ships of level II as files, repeated under other names as often as needed, and return the paths."""
    built = ships_of("2007", "II")
    paths = [folder / f"{number}.yaml" for number in range(how_many)]
    for number, path in enumerate(paths):
        save_ship(replace(built[number % len(built)], name=f"Ship {number}"), path)
    return paths


TABLES = (
    flights_table,
    whole_flights_table,
    swarms_table,
    sizes_table,
    levels_table,
    questions_table,
    exact_table,
    commands_table,
)


if __name__ == "__main__":
    measure.on_one_processor()
    measure.print_tables(*TABLES)
