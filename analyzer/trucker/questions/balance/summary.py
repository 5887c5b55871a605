"""First screen of a balance report: one verdict for each part, and the targets that some of them are held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyzer.answers.balance.tiles import Tile, held_tile, judged_tile, read_targets
from analyzer.answers.description import Table
from analyzer.trucker.editions import DEFAULT_TARGETS
from analyzer.trucker.questions.balance.sample import NOVICE
from analyzer.trucker.questions.balance.tables import IN_FIELD, Contents
from analyzer.trucker.world import DEFAULT_CAPTAIN


def tiles_of(balance: Contents, tables: Mapping[str, Table]) -> Iterator[Tile]:
    """Yield a tile for each section of the report that was measured, with the verdict on it."""
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
