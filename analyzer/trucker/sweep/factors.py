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
        "edition": str(route.edition),
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


def condition_in_words(experiment: Experiment) -> str:
    """What was set beside ship, captain, rivals and level, e.g. "start 1, cards 8 9"; "as usual" for nothing."""
    route = experiment.route
    parts = [
        *[f"start {route.start}"] * (route.start is not None),
        *["learning"] * route.learning,
        *["prognostic"] * route.prognostic,
        *["repair"] * any(experiment.removed),
        *[f"cards {' '.join(map(str, route.cards))}"] * bool(route.cards),
        *[f"forecast {route.forecast}"] * (route.forecast is not None),
        *["own cards"] * bool(route.replaced),
        *[f"joined {' or '.join(route.joined)}"] * bool(route.joined),
        *["own tables"] * bool(route.tables),
    ]
    return ", ".join(parts) or "as usual"


def conditions_of(experiments: Sequence[Experiment]) -> list[str]:
    """The condition of each in words; others that read alike, as two files of cards do, are numbered."""
    alike: dict[str, list[Any]] = {}
    names = []
    for experiment in experiments:
        route, words = experiment.route, condition_in_words(experiment)
        settled = (route.replaced, route.tables)
        known = alike.setdefault(words, [])
        if settled not in known:
            known.append(settled)
        number = known.index(settled) + 1
        names.append(words if number == 1 else f"{words} ({number})")
    return names


def company(experiment: Experiment) -> str:
    """Against whom: alone, the field, or the rivals by name."""
    if not experiment.others:
        return ALONE if experiment.asked == 1 else "each other"
    return FIELD if experiment.rivals_are_field(experiment.asked) else ", ".join(experiment.others)


def tidy(results: Sequence[Any], labels: Sequence[dict[str, Any]] = ()) -> pd.DataFrame:
    """All results in one table, a row a ship, setting and metric; `labels` replace what is read off the experiments."""
    import pandas as pd

    rows = []
    names = [{"condition": name} for name in conditions_of([result.experiment for result in results])]
    for result, own in zip(results, labels or names, strict=True):
        run = {"flights": result.flights, "seed": " ".join(map(str, result.seeds))}
        for place, ship in enumerate(result.ships):
            settings = factors(result.experiment, place) | own | run
            rows += [settings | {key: value for key, value in row.items() if key != "ship"} for row in ship.rows()]
    table = pd.DataFrame(rows)
    quantiles = [column for column in table if str(column).startswith("q")]
    return table.astype(dict.fromkeys(quantiles, "Int64"))
