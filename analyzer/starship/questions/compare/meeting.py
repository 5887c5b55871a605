"""Games of a ship against others that are compared with it, in both seats: what fixes them, and how they are played."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from analyzer.starship.captains.captain import Captain
from analyzer.starship.columns import game_columns
from analyzer.starship.edition import of_its_edition, played_as_described
from analyzer.starship.experiment import LANES
from analyzer.starship.games import LONGEST_GAMES, GameExperiment
from analyzer.starship.questions.compare.seats import seated
from analyzer.starship.ship.ship import Ship
from analyzer.starship.switches import Switches
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.games import judges_of, play_on
from analyzer.starship.turn.setup import lay_side_by_side
from analyzer.statistics.tally import Columns

SEATS = (
    "Every ship has games of its own: as Moon, who begins, in those of even number, as Sun in the others. Game n has "
    "the same deal and dice for all. So the shares won need not add up to 100%, and two ships can both win, or both "
    "lose, game n."
)
"""Why shares of games won do not add up."""


@of_its_edition
@dataclass(frozen=True)
class Meeting(GameExperiment):
    """A ship against its rivals in turn: as Moon, who begins, in games of even number, as Sun in the others.

    captains: the ship's own, then that of the rivals; position: the ship as Moon against the first rival; game n is
    played against rival (n // 2) mod (number of rivals).
    """

    rivals: tuple[Ship, ...] = ()

    QUESTION: ClassVar[str] = "meetings"

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (2, trials), those of the ship first, then its rivals'."""
        columns: Columns = {}
        at_once = max(1, LANES // len(self.rivals))
        for begin in range(first, first + trials, at_once):
            for seat in range(2):
                self._play(columns, seat, first, trials, range(begin, min(begin + at_once, first + trials)))
        return columns

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[GameExperiment], first: int, trials: int) -> list[Columns]:
        """`run_block` of each."""
        return [one.run_block(first, trials) for one in experiments]

    def _play(self, columns: Columns, seat: int, first: int, trials: int, games: range) -> None:
        """Write the columns of those games in which the ship has that seat (0: Moon)."""
        assert self.position is not None
        ship = self.position.moon
        positions = [seated(rival, ship) if seat else seated(ship, rival) for rival in self.rivals]
        table = lay_side_by_side(positions, self.seed, games.start, len(games), self.switches)
        own = (table.game % 2 == seat) & (table.game // 2 % len(self.rivals) == table.which)
        table.take(np.flatnonzero(own))
        dice = Sampled(self.seed, games.start, len(games), once=False)
        judges = judges_of(self.captains if seat == 0 else self.captains[::-1], self.switches)
        for ended in play_on(table, judges, dice, LONGEST_GAMES):
            for name, rows in game_columns(ended).items():
                place = columns.setdefault(name, np.zeros((2, trials), np.int64))
                place[:, ended.game - first] = rows if seat == 0 else rows[::-1]

    @property
    def setting(self) -> str:
        """The setting: whom it meets, and in which seats."""
        return "against each other in both seats" if len(self.rivals) == 1 else "each against all others, in both seats"

    @property
    def pairing(self) -> Hashable:
        """Games of one number have the same deal, dice and seat."""
        return self.QUESTION, self.switches, len(self.rivals)

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        return [*super().notes(), SEATS]

    def notes_on(self, compared: Any) -> list[str]:
        """Nothing: they play each other."""
        return []

    def facts(self) -> dict[str, Any]:
        """The ships besides, in plain types."""
        return super().facts() | {"meets": [rival.to_dict() for rival in self.rivals]}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Meeting:
        """The experiment that was described."""
        with played_as_described(described):
            meeting = super().rebuilt(described)
            rivals = tuple(Ship.from_dict(one) for one in described["meets"])
        assert isinstance(meeting, cls)
        return replace(meeting, rivals=rivals)


def meetings(
    ships: Mapping[str, Ship], captains: tuple[Captain, Captain], seed: int, switches: Switches
) -> dict[str, GameExperiment]:
    """By name every ship against all others; captains: of the ship, and of whom it meets."""
    return {
        name: Meeting(
            captains,
            seed,
            switches,
            position=seated(ship, rivals[0]),
            called=(name, " or ".join(other for other in ships if other != name)),
            rivals=rivals,
        )
        for name, ship in ships.items()
        if (rivals := tuple(rival for other, rival in ships.items() if other != name))
    }
