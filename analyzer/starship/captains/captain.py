"""The decisions a player makes, as prices: a rule says what may be chosen, a captain chooses (starship-rulings.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.starship.tables import MODULES

PRICES = (
    "point",
    "medal",
    "friendship",
    "good_wanted",
    "good_spare",
    "science",
    "colony_ship",
    "trade_ship",
    "booster",
    "booster_2",
    "cannon",
    "cannon_2",
    "module_1",
    "module_2",
    "action",
    "card",
)
"""Fields that hold whole tenths of an Astro."""
BUILDS = PRICES[6:14]
REMEMBERS = ("all", "none", "peek")
PIRATES = ("judge", "fight", "pay")


@dataclass(frozen=True, slots=True)
class Thinking:
    """How far a thinker looks: games imagined after each way to go on, and for how many further turns of each."""

    games: int = 32
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Captain:
    """A player's prices, in whole tenths of an Astro, but `held`, whole Astro, and `colony_ships` and `plans`, numbers.

    thinks: for a thinker, who plays ways to go on in mind, by these prices; None: by prices alone. What each price is
    for: docs/starship-rulings.md.
    """

    name: str
    point: int
    medal: int
    friendship: int
    good_wanted: int
    good_spare: int
    science: int
    colony_ship: int
    trade_ship: int
    booster: int
    booster_2: int
    cannon: int
    cannon_2: int
    module_1: int
    module_2: int
    action: int
    card: int
    held: int
    colony_ships: int
    plans: int
    modules: tuple[str, ...] = MODULES
    remembers: str = "all"
    pirates: str = "judge"
    acts: bool = True
    new_numbers_first: bool = False
    thinks: Thinking | None = None

    def in_words(self) -> str:
        """How a thinker chooses; "" for others."""
        if self.thinks is None:
            return ""
        how = self.thinks
        far = f"{how.turns} further turn{'s' * (how.turns != 1)} of each"
        return (
            f"{self.name} imagines {how.games} games after each way to go on, for {far}, in which both play by prices, "
            "and takes the best chance to win."
        )

    @property
    def order_of_builds(self) -> tuple[str, ...]:
        """The builds the captain wants, the most valuable first."""
        wanted = [build for build in BUILDS if getattr(self, build) > 0]
        return tuple(sorted(wanted, key=lambda build: -int(getattr(self, build))))

    @property
    def order_of_modules(self) -> tuple[int, ...]:
        """Numbers of the modules, the most wanted first."""
        return tuple(MODULES.index(name) for name in self.modules)

    def as_prices(self) -> dict[str, Any]:
        """The captain as in a captain file: Astro with at most one decimal."""
        prices = {key: value / 10 if key in PRICES else value for key, value in asdict(self).items()}
        if self.thinks is None:
            del prices["thinks"]
        return prices | {"modules": list(self.modules)}


def refuse_thinkers(captains: Iterable[Captain]) -> None:
    """Raises AnalyzerError for captains who think, where no games are played: where outcomes are counted out."""
    for captain in captains:
        if captain.thinks is not None:
            raise AnalyzerError(
                f"captain {captain.name}: thinks while games and turns are played, and not here: name a captain who "
                "goes by prices"
            )
