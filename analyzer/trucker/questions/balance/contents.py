"""What a balance report measured: its ships, and by level, card and kind of component what came of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.trucker.questions.balance.cards import CardOnShips
from analyzer.trucker.questions.balance.kinds import KindWorth
from analyzer.trucker.questions.balance.luck import Luck
from analyzer.trucker.questions.balance.pay import Pay, Places
from analyzer.trucker.questions.balance.sample import LevelShips


@dataclass(frozen=True, repr=False)
class Contents:
    """What was measured of an edition.

    key: the edition as it is known in here; ships: those of each level; pay: by level and whether in the field; cards:
    what each does, in the field and alone; kinds: what components are worth; places and luck by level; left_out: why
    levels are missing; other: the same of another edition, for comparison; command: what was typed, "" in Python;
    meetings: how often each ship met each card; without: how many flights it flew without each component; top: how many
    rows of long tables people see first.
    """

    key: str
    flights: int
    seed: int
    ships: tuple[LevelShips, ...]
    pay: dict[tuple[str, bool], Pay]
    cards: tuple[CardOnShips, ...]
    kinds: tuple[KindWorth, ...]
    places: dict[str, Places]
    luck: dict[str, Luck]
    left_out: tuple[str, ...] = ()
    other: Contents | None = None
    command: str = ""
    meetings: int = field(default=0, kw_only=True)
    without: int = field(default=0, kw_only=True)
    top: int = field(default=10, kw_only=True)

    @property
    def edition(self) -> str:
        """What the edition is called."""
        return f"{self.key}"

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that were flown."""
        return tuple(one.level for one in self.ships)

    @property
    def ship_count(self) -> int:
        """How many ships there are in all."""
        return sum(len(one.ships) for one in self.ships)
