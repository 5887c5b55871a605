"""Captains, their files, and the judge that looks up their prices."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, model_validator

from analyzer.errors import AnalyzerError
from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.files.fields import YesOrNo
from analyzer.starship.tables import MODULES, SCIENCE, STANDARD_RULES, STORED, Rules, Switches

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


ASTRO = 10
"""Prices are tenths of an Astro."""
NO_ADVENTURE = len(STANDARD_RULES.adventures)
"""In place of an adventure, for none."""


@dataclass(frozen=True)
class Judge:
    """A captain under some switches, by the tables of an edition."""

    captain: Captain
    switches: Switches
    rules: Rules

    @property
    def wanted(self) -> int:
        """The value of a unit that is missing."""
        return self.captain.good_wanted

    @property
    def spare(self) -> int:
        """The value of one that is not."""
        return self.captain.good_spare

    def values(self, kind: int) -> tuple[int, int]:
        """Both values of a good or of science."""
        if kind == SCIENCE:
            return self.captain.science, min(self.captain.science, self.captain.good_spare)
        return self.captain.good_wanted, self.captain.good_spare

    @cached_property
    def unit_values(self) -> npt.NDArray[np.int16]:
        """(2, STORED, 1) The values of a unit that is missing, and of one that is not."""
        return np.array([self.values(kind) for kind in range(len(STORED))], np.int16).T[..., None]

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """What each adventure is worth, its price taken off."""
        captain = self.captain
        return tuple(
            captain.medal * one.medals
            + captain.point * one.points
            + ASTRO * (one.astro - one.astro_paid)
            + captain.good_wanted * (one.goods - sum(one.pay[:SCIENCE]))
            - captain.science * one.pay[SCIENCE]
            for one in self.rules.adventures
        )

    @cached_property
    def dearest(self) -> npt.NDArray[np.int8]:
        """By set of adventures that of the largest gain, ties by order."""
        rules = self.rules
        table = np.full(1 << len(rules.adventures), NO_ADVENTURE, np.int8)
        sets = np.arange(1 << len(rules.adventures))
        for number in sorted(range(len(rules.adventures)), key=lambda number: (self.gains[number], -number)):
            table[sets >> number & 1 == 1] = number
        return table

    @cached_property
    def gain_of(self) -> npt.NDArray[np.int32]:
        """The gain of each adventure, and last that of NO_ADVENTURE."""
        return np.array([*self.gains, -(1 << 20)], np.int32)

    @cached_property
    def asked_for(self) -> npt.NDArray[np.int8]:
        """(goods, sets of adventures) How many of each good those of a set ask for that are worth their price."""
        rules = self.rules
        table = np.zeros((SCIENCE, 1 << len(rules.adventures)), np.int8)
        sets = np.arange(1 << len(rules.adventures))
        for number, (one, gain) in enumerate(zip(rules.adventures, self.gains, strict=True)):
            if gain > 0:
                table += ((sets >> number & 1) * np.array(one.pay[:SCIENCE])[:, None]).astype(np.int8)
        return table

    @cached_property
    def builds(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The builds the captain wants at all with their costs, the most wanted first."""
        return tuple((build, self.rules.costs[build]) for build in self.captain.order_of_builds)

    def best_adventure(self, allowed: npt.NDArray[np.uint16]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
        """(rows,) The most valuable adventure of each set, ties by order, and its gain; NO_ADVENTURE of empty ones."""
        number = self.dearest[allowed]
        return number, self.gain_of[number]


NAMED = ("sensible", "cautious", "bold", "trader", "settler", "passenger-fights", "passenger-pays")
"""Captains who choose by their prices at once."""
THINKER = "thinker"
"""A captain who plays games on in mind."""
DEAREST = 200
MOST_GAMES, MOST_TURNS = 1_000, 100

Price = Annotated[float, BeforeValidator(price_in("Astro")), Field(ge=0, le=DEAREST, strict=True)]
Module = Literal["logistics", "command", "sensor", "trade", "science", "production"]


class ThinkingFile(BaseModel):
    """What makes a captain a thinker; all of it may be left out."""

    model_config = ConfigDict(extra="forbid")

    games: Annotated[StrictInt, Field(ge=2, le=MOST_GAMES)] = Thinking().games
    """How many games they imagine after each way to go on."""
    turns: Annotated[StrictInt, Field(ge=0, le=MOST_TURNS)] = Thinking().turns
    """How many further turns of each player."""


class CaptainFile(CaptainSchema):
    """The schema: every price is needed; modules, memory and pirates are as usual if not given."""

    game: Literal["starship"] = "starship"
    """Of which game the file is."""
    point: Price
    """A point."""
    medal: Price
    """A medal."""
    friendship: Price
    """A friendship point."""
    good_wanted: Price
    """A unit of a good that is missing for what is wanted."""
    good_spare: Price
    """A unit of a good that is not; at most `good_wanted`."""
    science: Price
    """Each of the first two science points; more are worth `good_spare`."""
    colony_ship: Price
    """Building a colony ship; 0: never built. So for the next seven."""
    trade_ship: Price
    """Building a trade ship."""
    booster: Price
    """Building a booster."""
    booster_2: Price
    """Raising a booster to level II."""
    cannon: Price
    """Building a cannon."""
    cannon_2: Price
    """Raising a cannon to level II."""
    module_1: Price
    """Building a module of level I."""
    module_2: Price
    """Raising a module to level II."""
    action: Price
    """Keeping an action for a later card of the flight."""
    card: Price
    """A card still to be flown of which nothing is known."""
    held: Annotated[StrictInt, Field(ge=0, le=100)]
    """Astro that no purchase may touch."""
    colony_ships: Annotated[StrictInt, Field(ge=1, le=2)] = 1
    """How many colony ships they build for the hangar."""
    plans: Annotated[StrictInt, Field(ge=1, le=8)]
    """For how many builds they gather goods at a time, the dearest first."""
    modules: list[Module] = Field(default_factory=lambda: list(get_args(Module)), min_length=6, max_length=6)
    """The six modules, the dearest first; the first is the starting module."""
    remembers: Literal["all", "none", "peek"] = "all"
    """What they use of what was seen: all of it, nothing, or what really lies there."""
    pirates: Literal["judge", "fight", "pay"] = "judge"
    """Weigh each pirate, always fight, or always pay."""
    acts: YesOrNo = True
    """Whether they do anything but fly."""
    new_numbers_first: YesOrNo = False
    """Whether they pass colonies on a number that they have, while they have none on another."""
    thinks: ThinkingFile | None = None
    """With this field they play games on in mind before they decide; `{}` for the usual number."""

    @model_validator(mode="after")
    def _sound(self) -> CaptainFile:
        if len(set(self.modules)) < len(MODULES):
            raise ValueError("modules: one is named twice: name each of the six once, the most wanted first")
        if self.good_wanted < self.good_spare:
            raise ValueError(
                "good_wanted is below good_spare: a missing good must be worth at least as much as a spare one"
            )
        return self


def captain_of(prices: dict[str, Any]) -> Captain:
    """The captain of prices in Astro, as `as_prices` gives them."""
    fields = {key: round(value * 10) if key in PRICES else value for key, value in prices.items()}
    thinks = fields.pop("thinks", None)
    fields |= {"modules": tuple(fields["modules"]), "thinks": None if thinks is None else Thinking(**thinks)}
    return Captain(**fields)


FILES = CaptainFiles("analyzer.starship", (*NAMED, THINKER), Captain, CaptainFile, captain_of, "starship")
named_captain, parse_captain, write_captain = FILES.named, FILES.parse, FILES.write


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in Astro.

    >>> from analyzer import starship
    >>> starship.load_captain("bold").name
    'bold'
    """
    return FILES.load(name_or_path)


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file; raises AnalyzerError where none can be written.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> starship.save_captain(starship.load_captain("bold"), path)
    >>> starship.load_captain(path) == starship.load_captain("bold")
    True
    """
    FILES.save(captain, path)
