"""`analyzer editions`: what the rules of one edition change for a ship, against those of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.option_records import Only, Says, Without
from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.trucker.command.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    ShipFiles,
    TripOptions,
    load_ships,
)

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.trucker.editions.answer import TwoEditions
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.ship.layout import Layout


Both = Annotated[
    list[str] | None,
    typer.Option(
        "--edition",
        help="The two editions, each after its own --edition: 2007, 2021 or a folder of tables; a single folder "
        "is compared with the edition it is based on (default: 2007 and 2021).",
        metavar="NAME|FOLDER",
        show_default=False,
    ),
]


def editions(
    ships: ShipFiles,
    *,
    both: Both = None,
    trip: Annotated[TripOptions, Without("level", "edition")],
    deck: Annotated[DeckOptions, Only("prognostic")],
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Annotated[AmountOptions, Without("precision"), Says(flights="Number of flights under each set of rules.")],
    output: OutputOptions,
) -> None:
    """Fly each ship under the rules of two editions: what changes, and which rule changes it.

    The ship and its rivals are rebuilt on the other edition's board, which must have the same squares. With
    `--rivals field`, each edition has its own three reference ships.
    """
    output.check(amount)
    from analyzer.present.view import described
    from analyzer.trucker.editions.call import changed_by_edition, plan_editions

    against = rivals.load()
    layouts = load_ships(ships)
    names = editions_named(both)

    def planned(pair: tuple[Layout, str]) -> dict[str, Experiment]:
        ship, captain = pair
        return plan_editions(
            ship,
            trip.seed,
            rivals=against,
            captain=captain,
            learning=trip.learning,
            start=trip.start,
            repair=trip.repair,
            prognostic=deck.prognostic,
            editions=names,
        )

    experiments = all_or_faults(planned, zip(layouts, players.of(layouts), strict=True))
    with amount.progress(len(experiments)) as report_progress:
        answers = changed_by_edition(experiments, amount.flights, progress=report_progress, **amount.how())
    output.tell(replace(described(answers), table=partial(_table, answers)))


def editions_named(named: Sequence[str] | None) -> tuple[str, str]:
    """The two editions: 2007 and 2021 if none is named, and of one that of which it was made."""
    from analyzer.trucker.edition_key import base_of
    from analyzer.trucker.editions.answer import NEW, OLD
    from analyzer.trucker.tables.folder import named_edition

    keys = [named_edition(name) for name in named or (OLD, NEW)]
    if len(keys) == 1 and base_of(keys[0]) != keys[0]:
        keys = [base_of(keys[0]), *keys]
    if len(keys) != 2:
        raise AnalyzerError(f"--edition: given {len(keys)} times: name two editions, or one folder of your own")
    return keys[0], keys[1]


def _table(answers: Sequence[TwoEditions]) -> pd.DataFrame:
    """Every ship's differences in one table, with flights and seed."""
    import pandas as pd

    from analyzer.answers.names import distinct

    tables = [answer.table().assign(flights=answer.flights, seed=answer.seed) for answer in answers]
    for table, name in zip(tables, distinct(answer.ship for answer in answers), strict=True):
        table.insert(0, "ship", name)
    return pd.concat(tables, ignore_index=True)
