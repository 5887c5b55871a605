"""Known chances of the cards: `python -m benchmarks.controls`. How much smaller they make the variance of the mean
credits, and of the worth of a turn of Starship Catan, for flights or turns as many and for as many seconds, on one
processor; printed, never asserted.
"""

from __future__ import annotations

from functools import partial
from statistics import median

from rich.table import Table

import analyzer
from analyzer.montecarlo.blocks import columns_of
from analyzer.starship.api import turn_experiment
from analyzer.starship.experiment import TurnExperiment
from analyzer.statistics.tally import Tally
from analyzer.trucker.conditions import plan_ship
from analyzer.trucker.experiment import Experiment
from benchmarks import measure
from benchmarks.measure import Scale, fewest_in_turn, seconds

SHIPS = (
    *("2007/I/first-mile", "2007/I/paper-arrow", "2007/II/steady-hauler", "2007/II/tin-kite", "2007/II/hot-delivery"),
    *("2007/III/night-mail", "2007/IIIa/needle-post", "2021/I/pepper-mill", "2021/II/porcupine-deal"),
    "2021/III/loud-comet",
)
TURNS = ("moon-start", "sun-start", "trader", "racer", "gunboat", "midgame", "late", "known")


def ratios(experiment: Experiment, flights: int, rounds: int) -> tuple[float, float]:
    """The plain variance of the mean over the corrected one, for flights as many, and for as many seconds."""
    controls = experiment.controls
    assert controls is not None
    experiment.run_block(0, flights)  # wrecks are learnt

    def plain() -> Tally:
        return Tally.of(experiment.run_block(0, flights))

    def sharper() -> Tally:
        return Tally.of(columns_of(experiment, 0, flights), controls)

    corrected = sharper().sharpened(controls.law).subjects[0]["credits"].sharper
    ratio = 1.0 if corrected is None else corrected.worth
    before, after = fewest_in_turn(partial(seconds, plain), partial(seconds, sharper), rounds=rounds)
    return ratio, ratio * before / after


def ships_table(scale: Scale) -> Table:
    columns = "alone", "alone, a second", "in the field", "in the field, a second"
    table = Table("variance of the mean credits, plain / corrected", *columns)
    flights, rows = scale.trials(1 << 14), []
    for name in SHIPS[: scale.times(len(SHIPS))]:
        ship = analyzer.load_ship(measure.ROOT / "ships" / f"{name}.yaml")
        settings = [plan_ship(ship, rivals=rivals) for rivals in ("alone", "field")]
        rows.append([each for one in settings for each in ratios(one, flights, scale.times(2))])
        table.add_row(f"{ship.name} ({name.rpartition('/')[0]})", *(f"{ratio:.2f}" for ratio in rows[-1]))
    table.add_row("median", *(f"{median(column):.2f}" for column in zip(*rows, strict=True)))
    return table


def turns_table(scale: Scale) -> Table:
    """Turns of Starship Catan; games of it and of Cosmic Lorry have no corrected means (docs/performance.md)."""
    table = Table("variance of a turn's mean worth, plain / corrected", "turns", "a second")
    turns, rows = scale.trials(1 << 16), []
    for name in TURNS[: scale.times(len(TURNS))]:
        experiment = turn_experiment(measure.ROOT / "ships" / "starship" / f"{name}.yaml")
        rows.append(ratios_of_turns(experiment, turns, scale.times(3)))
        table.add_row(experiment.position.own.name, *(f"{ratio:.2f}" for ratio in rows[-1]))
    table.add_row("median", *(f"{median(column):.2f}" for column in zip(*rows, strict=True)))
    return table


def ratios_of_turns(experiment: TurnExperiment, turns: int, rounds: int) -> tuple[float, float]:
    """As `ratios`, of the worth of a turn."""
    controls = experiment.controls
    assert controls is not None

    def plain() -> Tally:
        return Tally.of(experiment.run_block(0, turns))

    def sharper() -> Tally:
        return experiment.count(columns_of(experiment, 0, turns))

    corrected = sharper().sharpened(controls.law).subjects[0]["worth"].sharper
    ratio = 1.0 if corrected is None else corrected.worth
    before, after = fewest_in_turn(partial(seconds, plain), partial(seconds, sharper), rounds=rounds)
    return ratio, ratio * before / after


TABLES = (ships_table, turns_table)


if __name__ == "__main__":
    measure.on_one_processor()
    measure.print_tables(*TABLES)
