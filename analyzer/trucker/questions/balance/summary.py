"""First screen of a balance report: one verdict for each part, and the targets that some of them are held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyzer.answers.balance.tiles import Tile, held_tile, judged_tile, read_targets
from analyzer.answers.description import Table
from analyzer.trucker.questions.balance.sample import NOVICE
from analyzer.trucker.questions.balance.tables import IN_FIELD, Contents
from analyzer.trucker.world import DEFAULT_CAPTAIN

DEFAULT_TARGETS = {
    "arrive": "at least 80%",
    "first_place": "at most 5",
    "skill": "at least 10%",
    "captain": "at most 1",
}
"""Targets of an edition that names none.

In order: share of flights in which good ships arrive; credits that the first place is worth; share of ship and captain
in the variance of credits; credits by which a captain is better than the default one.
"""


def tiles_of(balance: Contents, tables: Mapping[str, Table]) -> Iterator[Tile]:
    """Yield the verdict on each part that was measured."""
    rows = {name: [row.values for row in table.rows] for name, table in tables.items()}
    targets = read_targets(dict(balance.targets), DEFAULT_TARGETS)
    if "cards" in rows:
        met = [row for row in rows["cards"] if row["setting"] == IN_FIELD]
        yield judged_tile("cards", "cards", met, "credits", "name")
    if "components" in rows:
        yield judged_tile("components", "components", rows["components"], "worth", "kind", "no good ship has one")
    good = [row for row in rows["levels"] if row["setting"] == IN_FIELD and row["group"] != NOVICE]
    yield held_tile(
        "levels", "levels", targets["arrive"], [(f"level {row['level']}", row["arrived"]) for row in good], "arrive"
    )
    if "places" in rows:
        first = [(f"level {row['level']}", row["worth"]) for row in rows["places"] if row["place"] == 1]
        yield held_tile("places", "first place", targets["first_place"], first, "credits for starting first")
    if balance.luck:
        shares = [(f"level {level}", luck.skill()) for level, luck in balance.luck.items()]
        yield held_tile("luck", "skill and luck", targets["skill"], shares, "of the variance is skill")
        more = [(f"{row['captain']}, {row['level']}", row["more"]) for row in rows["captains"]]
        yield held_tile("captains", "captains", targets["captain"], more, f"credits above {DEFAULT_CAPTAIN}")
