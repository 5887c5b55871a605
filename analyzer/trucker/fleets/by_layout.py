"""What fleets come to layout by layout, and what becomes of every ship of them, as tables of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from analyzer.answers.description import INTERVAL, NUMBER, PERCENT, TEXT, WORD, Column, Form, Row, Table
from analyzer.trucker.metrics import WHY_LEFT

if TYPE_CHECKING:
    from analyzer.answers.result import SubjectResult
    from analyzer.answers.sort import Sort
    from analyzer.trucker.fleets.fleet import Fleet

NARROW = "  "
QUARTERS = {"front_left": "fl", "front_right": "fr", "rear_left": "rl", "rear_right": "rr"}
"""Quarters as columns name them."""
NONE = ("", "")
LAYOUTS = (
    Column("layout", "layout", WORD),
    Column("chance", "chance", Form(str), "how often the dice make this layout, exactly"),
    Column("share", "came", PERCENT, "share of these flights that had it", INTERVAL),
    Column("arrived", "arrived", PERCENT, interval=INTERVAL, missing=NONE),
    Column("credits", "credits", NUMBER, interval=INTERVAL, missing=NONE),
    Column("ships_started", "start", NUMBER, "ships of the fleet that flew the first card", missing=NONE),
    Column("ships", "end", NUMBER, "ships of the fleet that still flew at the end", missing=NONE),
    Column("components_lost", "lost", NUMBER, "components lost, on average", INTERVAL, missing=NONE),
    *(
        Column(
            quarter,
            brief,
            PERCENT,
            f"how often the ship with the quarter {quarter.replace('_', ' ')} comes home",
            missing=NONE,
        )
        for quarter, brief in QUARTERS.items()
    ),
    Column("order_reward", "order", NUMBER, "reward for the order of arrival, in credits", missing=NONE),
    Column("looks_reward", "looks", NUMBER, "reward for the best-looking ship, in credits", missing=NONE),
)
SHIPS = (
    Column("joined", "joined", WORD, "borders that grew together: F front, B behind, L left, R right"),
    Column("ship", "ship", WORD, "its number in the fleet and its quarters"),
    Column("flies", "comes home", PERCENT, interval=INTERVAL),
    Column("lost", "lost", NUMBER, "components lost, on average"),
    Column("cards", "cards", Form("{:.1f}".format), "cards flown, on average"),
    Column("why", "left because", TEXT, "why the ship left the fleet, and in what share of flights"),
)


def by_layout(build: SubjectResult, fleets: Iterable[Fleet]) -> Iterator[Table]:
    """A table of layouts, and one of the ships of each of the fleets that the dice make of a build."""
    yield Table(
        "",
        LAYOUTS,
        [_layout(build, one) for one in build.sorts],
        "by layout, and by which borders grew together (F front, B behind, L left, R right)",
    )
    title = "ship by ship"
    yield Table("", SHIPS, list(_ships(build, {fleet.joined: fleet for fleet in fleets})), title, labels=2)


def _layout(build: SubjectResult, one: Sort) -> Row:
    """A layout; below one of several ways those, indented."""
    assert build.metrics.sorting is not None
    one_of_several = one.code and len(build.metrics.sorting.possible[one.group]) > 1
    name = f"{NARROW}{one.code}" if one_of_several else one.group.replace("_", " ")
    values: dict[str, Any] = {"layout": name, "chance": one.chance, "share": one.share}
    if one.trials:
        metrics = [column.name for column in LAYOUTS if column.name not in values]
        values |= {metric: build.metrics.measured(metric, one.histograms) for metric in metrics}
    return Row(values)


def _ships(build: SubjectResult, fleets: Mapping[str, Fleet]) -> Iterator[Row]:
    for one in build.sorts:
        if not one.code or not one.trials:
            continue
        for number, quarters in enumerate(fleets[one.code].quarters, start=1):
            lost, cards = (one.histograms[f"ship_{number}_{what}"].mean for what in ("lost", "cards"))
            yield Row(
                {
                    "joined": one.code,
                    "ship": f"{number}: {' '.join(QUARTERS[quarter] for quarter in quarters)}",
                    "flies": build.metrics.measured(f"ship_{number}_flies", one.histograms),
                    "lost": lost,
                    "cards": cards,
                    "why": why_left(build, one, number),
                }
            )


def why_left(build: SubjectResult, one: Sort, number: int) -> str:
    """Why a ship of a fleet left, the most frequent reason first."""
    shares = {
        why: build.metrics.measured(f"ship_{number}_{why}", one.histograms).mean for why in WHY_LEFT if why != "flies"
    }
    by_share = sorted(((share, why) for why, share in shares.items() if share), reverse=True)
    return ", ".join(
        f"{why.replace('_', ' ')} {f'{share:.1%}' if share >= 0.0005 else '<0.1%'}" for share, why in by_share
    )
