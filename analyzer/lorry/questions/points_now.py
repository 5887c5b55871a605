"""This turn, exactly: every die and box, the points each draw scores at once, before and after the roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import AnalyzerError
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.draws import Draw, best_by_type, draws, expectation
from analyzer.lorry.questions.shown import colours, shown
from analyzer.lorry.turn.draft import dice_of
from analyzer.results.shown import Shown

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class PointsNow(Shown):
    """A trader at his turn. Points are those of the route that a draw closes; a star's count at the end."""

    position: Position
    trader: int
    dice: tuple[str, ...]

    @cached_property
    def draws(self) -> list[Draw]:
        """All legal draws, by track, then box."""
        return draws(self.position, self.trader)

    @cached_property
    def by_type(self) -> dict[str, int]:
        """The most points that a track of each type scores at once."""
        return best_by_type(self.draws)

    @property
    def expected(self) -> Fraction:
        """The mean of the best of it before the roll, for who picks first."""
        return expectation(self.by_type, shown(self.dice, self.position.galaxy.dice))

    @property
    def table_dice(self) -> tuple[tuple[str, str], ...]:
        """Colour and type of the dice on the table, none before the roll."""
        turn = self.position.turn
        return tuple((colour, kind) for colour, kind in turn.dice if kind) if turn else ()

    def extra(self, draw: Draw, colour: str | None = None) -> Fraction | None:
        """The mean points of the best extra track that a draw on a rocket or an asteroid brings at once.

        colour: of the drafted die, which an asteroid rolls again; None for draws elsewhere, and without that colour.
        What an extra track sets off itself is not followed.
        """
        if draw.special not in ("rocket", "asteroid") or (draw.special == "asteroid" and colour is None):
            return None
        after = self.position.draw(self.trader, draw.box, draw.ends).position
        best = best_by_type(draws(after, self.trader))
        if draw.special == "rocket":
            return Fraction(max(best.values()))
        return expectation(best, shown([str(colour)], self.position.galaxy.dice))

    def asteroids(self) -> dict[str, dict[str, Fraction]]:
        """By colour of die the chance of each type that an asteroid's roll shows."""
        galaxy = self.position.galaxy
        return {
            colour: {kinds[0]: chance for kinds, chance in shown([colour], galaxy.dice).items()}
            for colour in dict.fromkeys(self.dice)
        }

    def ranked(self, kind: str, most: int = 3) -> list[Draw]:
        """The draws of a type that bring most at once, stars of the way included; of equals the first."""
        found = [one for one in self.draws if one.type == kind]
        return sorted(found, key=lambda one: (-one.points, -one.stars))[:most]

    def rows(self) -> list[dict[str, Any]]:
        """One row a draw."""
        return [
            {
                "type": one.type,
                "column": one.box[0],
                "row": one.box[1],
                "ends": one.ends,
                "points": one.points,
                "pairs": ", ".join(f"{a}-{b} ({boxes})" for (a, b), boxes in one.pairs),
                "special": one.special or "",
            }
            for one in self.draws
        ]

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        columns = ["type", "column", "row", "ends", "points", "pairs", "special"]
        return pd.DataFrame(self.rows(), columns=columns)

    def heading(self) -> str:
        """Who is at his turn, and how the game stands."""
        return f"{self.position.heading()}; {self.position.names[self.trader - 1]} picks"

    def notes(self) -> list[str]:
        """What the numbers take for granted."""
        said = "points are those of the route that a draw closes at once, the longest if there are several"
        return [f"{said}; a star's 3 count at the end", *self.position.galaxy.notes()]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        asteroids = {
            colour: {kind: str(chance) for kind, chance in chances.items()}
            for colour, chances in self.asteroids().items()
        }
        return {
            "trader": self.trader,
            "dice": list(self.dice),
            "shown": [{"colour": colour, "type": kind} for colour, kind in self.table_dice],
            "by_type": self.by_type,
            "expected": str(self.expected),
            "expected_points": float(self.expected),
            "asteroid": asteroids,
            "draws": self.rows(),
            "notes": self.notes(),
        }


def points_now(
    position: Position | Galaxy | Mapping[str, Any] | str | Path,
    trader: int | None = None,
    dice: Sequence[str] | None = None,
) -> PointsNow:
    """What a trader can score at once: `.by_type` by type of track, `.expected` before the roll if he picks first.

    trader: who the position says picks, if not given; dice: colours, those on the table or usual for so many traders if
    not given. Nothing is sampled. Raises AnalyzerError for a position that is over.

    >>> from analyzer import lorry
    >>> lorry.points_now(lorry.Position(lorry.default_galaxy()), trader=1).expected
    Fraction(0, 1)
    """
    position = load_position(position)
    turn = position.turn
    picks = trader if trader is not None else turn.picks if turn else 1
    if position.over:
        raise AnalyzerError(f"{position.name}: the game is over: {position.slots} routes are scored")
    if dice is None:
        dice = tuple(colour for colour, _ in turn.dice) if turn and turn.dice else dice_of(position.traders)
    return PointsNow(position, position.seat(picks) + 1, colours(dice, position.galaxy.dice))
