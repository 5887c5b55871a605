"""What was set in an experiment of flights, as columns of a table: by these, saved runs are compared and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.trucker.experiment import Experiment
from analyzer.trucker.rivals import ALONE, FIELD

if TYPE_CHECKING:
    import pandas as pd


def factors(experiment: Experiment, ship: int = 0) -> dict[str, Any]:
    """What was set for one of its ships, by column; text and numbers only."""
    route = experiment.route
    start = "drawn" if route.start is None else str(route.start)
    removed = any(experiment.removed)
    return {
        "ship": experiment.names[ship],
        "edition": route.edition,
        "level": route.level_name,
        "captain": experiment.captains[ship].name,
        "rivals": company(experiment),
        "start": start,
        "learning": "yes" if route.learning else "no",
        "prognostic": "yes" if route.prognostic else "no",
        "cards": " ".join(map(str, route.cards)) or "dealt",
        "forecast": "none" if route.forecast is None else str(route.forecast),
        "cards_file": "yes" if route.replaced else "no",
        "repaired": "yes" if removed else "no",
        **experiment.ship_class.settings(experiment.ships[ship], route),
    }


def company(experiment: Experiment) -> str:
    """Against whom: alone, the field, or the rivals by name."""
    if not experiment.others:
        return ALONE if experiment.asked == 1 else "each other"
    return FIELD if experiment.rivals_are_field(experiment.asked) else ", ".join(experiment.others)


def tidy(results: Sequence[Any], labels: Sequence[dict[str, Any]] = ()) -> pd.DataFrame:
    """All results in one table, a row a ship, setting and metric; `labels` replace what is read off the experiments."""
    import pandas as pd

    rows = []
    for number, result in enumerate(results):
        own = labels[number] if labels else {}
        run = {"flights": result.flights, "seed": " ".join(map(str, result.seeds))}
        for place, ship in enumerate(result.ships):
            settings = factors(result.experiment, place) | own | run
            rows += [settings | {key: value for key, value in row.items() if key != "ship"} for row in ship.rows()]
    table = pd.DataFrame(rows)
    quantiles = [column for column in table if str(column).startswith("q")]
    return table.astype(dict.fromkeys(quantiles, "Int64"))
