"""Results of games, and maps of where tracks lie and where points come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from analyzer.answers.note import warning
from analyzer.answers.result import Result
from analyzer.errors import AnalyzerError, one_of
from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.metrics import BY_BOX, LONG, SHORT
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.tally import MappedTally

if TYPE_CHECKING:
    import pandas as pd


def reach_on(galaxy: Galaxy) -> dict[str, tuple[float, float]]:
    """Return the smallest and largest value that each column can have on a galaxy.

    The bounds rest on five facts. Every pair is scored at most once; a box counts once for a route. A short or middle
    route has a largest number of boxes. A box holds at most two tracks (switch `tracks_per_box`). A round without any
    track ends the game.
    """
    boxes, routes = galaxy.columns * galaxy.rows, len(galaxy.pairs)
    # Every round but the last draws a track, so there are at most tracks + 1 rounds, and turns of a trader.
    tracks = 2 * (boxes - len(galaxy.planet_at))
    kinds = Counter(galaxy.special_at.values())
    stars = galaxy.star_points * boxes
    most = dict.fromkeys(("points", "long_points", "again"), routes * boxes)
    most |= {"short_points": routes * min(SHORT, boxes), "middle_points": routes * min(LONG - 1, boxes)}
    most |= dict.fromkeys(("routes", "short_routes", "long_routes", "struck"), routes)
    most |= dict.fromkeys(("longest", "used_once", "used_twice", "used_more", "unused"), boxes)
    most |= dict.fromkeys(("turns", "passed", "forced", "rounds"), tracks + 1)
    most |= {"extra": 2 * (kinds["rocket"] + kinds["asteroid"]), "filled": 2 * kinds["black_hole"]}
    most |= {"star_points": stars, "total": routes * boxes + stars}
    return {column: (0.0, float(value)) for column, value in most.items()} | {"margin": (-most["total"], most["total"])}


@dataclass(frozen=True, repr=False)
class Races(Result):
    """Result of games of several traders, or of one alone; index it by a trader's name."""

    def notes(self) -> list[str]:
        """Return notes for a reader of the numbers."""
        return [*self.stuck_in_words(), *super().notes()]

    def reach(self, subject: int) -> Mapping[str, tuple[float, float]]:
        """Return the smallest and largest value that each column of a trader can have on this galaxy.

        Args:
            subject: number of the trader, from 0.
        """
        known = super().reach(subject)
        return {
            **known,
            **{column: ends for column, ends in reach_on(self.experiment.galaxy).items() if column in known},
        }

    def stuck_in_words(self) -> list[str]:
        """Return a sentence on the games that ended because nobody could draw; [] if there were none."""
        share, low, high = self.subjects[0].measured("stuck")
        if not share:
            return []
        never = "nobody drew a track for a whole round" if len(self.subjects) > 1 else "no track was drawn in a turn"
        told = f"Stuck: {share:.1%} of games ({low:.1%} to {high:.1%}) ended early, because {never}."
        if share == 1 and len(self.subjects) > 1:
            told += " No game got as far as end_after: give the galaxy a smaller end_after, or more room."
        return [warning(told)]

    def by_box(self, trader: str, what: str = "brings") -> dict[Box, Estimate]:
        """Return the mean of a quantity for each box that is no planet, with its 95% interval.

        Args:
            trader: name of the trader.
            what: `tracks`, the share of games that end with a track of the trader there, or `brings`, points a game. A
                box brings one point for every scored route if it lies on one of the route's shortest ways, and a star's
                points.

        Returns:
            The estimates by box (column, row).

        Raises:
            AnalyzerError: there is no such trader, or boxes were not counted, as in comparisons.
        """
        if what not in BY_BOX:
            raise AnalyzerError(f"no map {what!r} of boxes: {one_of(what, BY_BOX)}")
        if not isinstance(self.tally, MappedTally):
            raise AnalyzerError("boxes were not counted here: ask the result of `lorry.fly` or `lorry.race`")
        at = [one.name for one in self.subjects].index(self[trader].name)
        estimates = {}
        for column, row in self.experiment.galaxy.boxes():
            if (column, row) not in self.experiment.galaxy.planet_at:
                moments = self.tally.moments(what, at, (row - 1, column - 1))
                estimates[column, row] = (
                    Estimate.from_share(moments.total, moments.trials)
                    if what == "tracks"
                    else moments.estimate().clipped(0, inf)
                )
        return estimates

    def boxes(self) -> pd.DataFrame:
        """Return a table with a row per trader and box: `tracks` and `brings` with their 95% intervals."""
        import pandas as pd

        return pd.DataFrame(self._box_rows())

    def facts(self) -> dict[str, Any]:
        """Return the fields of the answer's JSON form, except the notes; `boxes` only if boxes were counted."""
        return super().facts() | ({"boxes": self._box_rows} if isinstance(self.tally, MappedTally) else {})

    def _box_rows(self) -> list[dict[str, Any]]:
        """Return a row for each trader and box, with the means of BY_BOX and the ends of their intervals."""
        rows = []
        for one in self.subjects:
            maps = {what: self.by_box(one.name, what) for what in BY_BOX}
            for box in next(iter(maps.values())):
                row: dict[str, Any] = {"trader": one.name, "column": box[0], "row": box[1]}
                for what, estimates in maps.items():
                    row |= dict(zip((what, f"{what}_low", f"{what}_high"), estimates[box], strict=True))
                rows.append(row)
        return rows
