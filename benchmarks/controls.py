"""Benchmark of control variates: `python -m benchmarks.controls`. Printed, never asserted.

Known chances of the cards make variances smaller: of the mean credits, of the effect of a card, and of the worth of a
turn of Starship Catan. Ratios are measured for equal numbers of flights or turns and for equal seconds, on one
processor.
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
from analyzer.trucker.questions.cards import DealtExperiment, SortedByCard
from benchmarks import measure
from benchmarks.measure import Scale, fewest_in_turn, seconds

SHIPS = (
    *("2007/I/first-mile", "2007/I/paper-arrow", "2007/II/steady-hauler", "2007/II/tin-kite", "2007/II/hot-delivery"),
    *("2007/III/night-mail", "2007/IIIa/needle-post", "2021/I/pepper-mill", "2021/II/porcupine-deal"),
    "2021/III/loud-comet",
)
TURNS = ("moon-start", "sun-start", "trader", "racer", "gunboat", "midgame", "late", "known")
EFFECTS = (
    *(("2007/I/first-mile", "alone"), ("2007/II/steady-hauler", "alone"), ("2007/III/night-mail", "alone")),
    *(("2007/II/steady-hauler", "field"), ("2007/II/tin-kite", "field")),
)
Corrected = Experiment | TurnExperiment | DealtExperiment
Ratios = tuple[float, float]


def gained(ratio: float, experiment: Corrected, plain: type[Tally | SortedByCard], trials: int, rounds: int) -> Ratios:
    """Return a ratio of variances, and what it would be if counting with and without correction took equal seconds.

    The trials were run before, so wrecks are learnt.

    Args:
        ratio: plain variance over corrected variance for equal trials.
        experiment: experiment to run.
        plain: class of tally that counts without correction.
        trials: number of trials.
        rounds: number of rounds of measuring.
    """

    def plainly() -> object:
        return plain.of(experiment.run_block(0, trials))

    def corrected() -> object:
        return experiment.count(columns_of(experiment, 0, trials))

    before, after = fewest_in_turn(partial(seconds, plainly), partial(seconds, corrected), rounds=rounds)
    return ratio, ratio * before / after


def ratios(experiment: Experiment | TurnExperiment, metric: str, trials: int, rounds: int) -> Ratios:
    """Return the plain variance of a mean over the corrected one, for equal trials and for equal seconds."""
    counted, controls = experiment.count(columns_of(experiment, 0, trials)), experiment.controls
    assert isinstance(counted, Tally)
    assert controls is not None
    corrected = counted.sharpened(controls.law).subjects[0][metric].sharper
    return gained(1.0 if corrected is None else corrected.worth, experiment, Tally, trials, rounds)


def ships_table(scale: Scale) -> Table:
    """Measure the ratios of variances of ships' mean credits, alone and in the field."""
    columns = "alone", "alone, a second", "in the field", "in the field, a second"
    table = Table("variance of the mean credits, plain / corrected", *columns)
    flights, rows = scale.trials(1 << 14), []
    for name in SHIPS[: scale.times(len(SHIPS))]:
        ship = analyzer.load_ship(measure.ROOT / "ships" / f"{name}.yaml")
        settings = [plan_ship(ship, rivals=rivals) for rivals in ("alone", "field")]
        rows.append([each for one in settings for each in ratios(one, "credits", flights, scale.times(2))])
        table.add_row(f"{ship.name} ({name.rpartition('/')[0]})", *(f"{ratio:.2f}" for ratio in rows[-1]))
    table.add_row("median", *(f"{median(column):.2f}" for column in zip(*rows, strict=True)))
    return table


def effects_table(scale: Scale) -> Table:
    """Measure the effects of meeting a card (`cards`): the median ratio of variances over all cards."""
    table = Table("variance of a card's effect on credits, plain / corrected", "median card", "a second")
    flights = scale.trials(1 << 16)
    for name, rivals in EFFECTS[: scale.times(len(EFFECTS))]:
        ship = analyzer.load_ship(measure.ROOT / "ships" / f"{name}.yaml")
        both = ratios_of_effects(DealtExperiment(plan_ship(ship, rivals=rivals)), flights, scale.times(2))
        table.add_row(f"{ship.name}, {rivals}", *(f"{ratio:.2f}" for ratio in both))
    return table


def ratios_of_effects(experiment: DealtExperiment, flights: int, rounds: int) -> Ratios:
    """Return the ratios of variances of the median card's effect on credits, for equal flights and equal seconds."""
    counted, controls = experiment.count(columns_of(experiment, 0, flights)), experiment.controls
    assert controls is not None
    both = [experiment.result(sums).ships[0].cards for sums in (counted, counted.sharpened(controls.law))]
    pairs = ((before.credits, after.credits) for before, after in zip(*both, strict=True))
    widths = [(one.high - one.low) / (other.high - other.low) for one, other in pairs if one and other]
    return gained(median(widths) ** 2, experiment, SortedByCard, flights, rounds)


def turns_table(scale: Scale) -> Table:
    """Measure turns of Starship Catan.

    Games of it and of Cosmic Lorry have no corrected means (docs/performance.md).
    """
    table = Table("variance of a turn's mean worth, plain / corrected", "turns", "a second")
    turns, rows = scale.trials(1 << 16), []
    for name in TURNS[: scale.times(len(TURNS))]:
        experiment = turn_experiment(measure.ROOT / "ships" / "starship" / f"{name}.yaml")
        rows.append(ratios(experiment, "worth", turns, scale.times(3)))
        table.add_row(experiment.position.own.name, *(f"{ratio:.2f}" for ratio in rows[-1]))
    table.add_row("median", *(f"{median(column):.2f}" for column in zip(*rows, strict=True)))
    return table


TABLES = (ships_table, effects_table, turns_table)


if __name__ == "__main__":
    measure.on_one_processor()
    measure.print_tables(*TABLES)
