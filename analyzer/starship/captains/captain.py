"""Captains, their files, and judges, which hold a captain's prices as lookup tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, field_validator, model_validator

from analyzer.errors import AnalyzerError
from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.files.fields import YesOrNo
from analyzer.starship.tables import GOODS, MODULES, SCIENCE, STANDARD_RULES, STORED, Rules, Switches
from analyzer.starship.world import CAPTAINS

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
"""Fields of a captain that hold prices, in whole tenths of an Astro."""
BUILDS = PRICES[6:14]
REMEMBERS = ("all", "none", "peek")
PIRATES = ("judge", "fight", "pay")


@dataclass(frozen=True, slots=True)
class Thinking:
    """The effort of a thinker, who imagines games before every decision.

    Attributes:
        games: Number of games that are imagined after each option.
        turns: Number of further turns of each player in an imagined game.
    """

    games: int = 32
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Captain:
    """A model of a player who decides by prices.

    Prices are whole tenths of an Astro; docs/starship-rulings.md says how each is used. `held` is in whole Astro.

    Attributes:
        held: Number of Astro that the captain holds back in every purchase.
        colony_ships: Maximum number of colony ships that the captain wants in the hangar.
        plans: Number of builds for which the captain collects goods at the same time, the highest price first.
        goods: For each good, the worth of a unit that the captain wants and of a unit beyond that; None if all goods
            have the same two worths.
        astro: Pairs of a number of Astro and the worth of each further one; None if every Astro is worth 1.
        readiness: Whether a unit is worth more if fewer further units are missing for a wished build.
        raises_first: Whether the captain opens no further module while an open one can be raised to level II.
        weighs: Whether the captain tries several orders of builds in the trade and build phase, and takes the order
            that leaves the ship worth most.
        thinks: The effort of a thinker, who imagines games played by these prices; None for a captain by prices
            alone.

    >>> from analyzer import starship
    >>> starship.load_captain("bold").as_prices()["point"]
    40.0
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
    goods: tuple[tuple[int, int], ...] | None = None
    astro: Steps | None = None
    readiness: bool = False
    raises_first: bool = True
    weighs: bool = False
    thinks: Thinking | None = None

    def in_words(self) -> str:
        """Return a sentence on how a thinker chooses; "" for other captains."""
        if self.thinks is None:
            return ""
        how = self.thinks
        far = f"{how.turns} further turn{'s' * (how.turns != 1)} of each player"
        return (
            f"After each way to go on, {self.name} simulates {how.games} games for {far}, in which both play by "
            "prices. It takes the way with the best chance to win."
        )

    @property
    def order_of_builds(self) -> tuple[str, ...]:
        """Builds that the captain wants, the highest price first."""
        wanted = [build for build in BUILDS if getattr(self, build) > 0]
        return tuple(sorted(wanted, key=lambda build: -int(getattr(self, build))))

    @property
    def order_of_modules(self) -> tuple[int, ...]:
        """Numbers of the modules, the most wanted first."""
        return tuple(MODULES.index(name) for name in self.modules)

    def as_prices(self) -> dict[str, Any]:
        """Return the captain as in a captain file, with prices in Astro."""
        prices = {key: value / 10 if key in PRICES else value for key, value in asdict(self).items()}
        switches = {"readiness": False, "raises_first": True, "weighs": False}
        for field, value in (dict.fromkeys(("goods", "astro", "thinks")) | switches).items():
            if prices[field] is value:
                del prices[field]
        if self.goods is not None:
            prices["goods"] = {name: [one / 10 for one in pair] for name, pair in zip(GOODS, self.goods, strict=True)}
        if self.astro is not None:
            prices["astro"] = [[number, worth / 10] for number, worth in self.astro]
        return prices | {"modules": list(self.modules)}


def refuse_thinkers(captains: Iterable[Captain]) -> None:
    """Raise AnalyzerError if a captain is a thinker; for questions that allow none, e.g. `exact`."""
    for captain in captains:
        if captain.thinks is not None:
            raise AnalyzerError(
                f"captain {captain.name}: can think only where games and turns are played: name a captain who plays by "
                "prices"
            )


LAST_STEP = 40
"""Largest number of Astro in a step of the field `astro`; beyond it the worth of a further Astro is constant."""
RICH = LAST_STEP + 20
"""Number of Astro up to which purses have different values; a trade pays at most 20."""
ASTRO = 10
"""One Astro in the unit of prices, tenths of an Astro."""
NO_ADVENTURE = len(STANDARD_RULES.adventures)
"""Number that stands for no adventure: one more than the largest number of an adventure."""

Numbers = npt.NDArray[np.integer]
Steps = tuple[tuple[int, int], ...]
"""Field `astro` of a captain: pairs (number of Astro, worth of each further Astro in tenths of an Astro)."""


@lru_cache(maxsize=64)
def worth_of_purse(steps: Steps) -> npt.NDArray[np.int16]:
    """Return the worth in tenths of an Astro of a whole purse, by the Astro in it (0 to RICH). Shape (RICH + 1,).

    Args:
        steps: Field `astro` of a captain.
    """
    each = np.full(RICH, ASTRO, np.int16)
    # Steps rise, so each one overwrites the rest of the purse.
    for number, worth in steps:
        each[number:] = worth
    return np.concatenate([[0], each.cumsum()]).astype(np.int16)


def worth_of_astro(steps: Steps | None, purse: Numbers, astro: Numbers | int) -> Numbers:
    """Return the worth of the last `astro` Astro in a player's purse, in tenths of an Astro.

    Args:
        steps: Field `astro` of the player's captain.
        purse: Astro of the player, without the Astro that the captain holds back.
        astro: Number of Astro to value; the result is never above the worth of the whole purse.
    """
    if steps is None:
        return np.asarray(astro * np.int16(ASTRO))
    whole, full = worth_of_purse(steps), np.minimum(purse, RICH)
    return np.asarray(whole[full] - whole[np.maximum(full - astro, 0)])


@dataclass(frozen=True)
class Judge:
    """A captain's prices as lookup tables, for one edition and some switches of the rules."""

    captain: Captain
    switches: Switches
    rules: Rules

    def values(self, kind: int) -> tuple[int, int]:
        """Return the values of a wanted unit and of a spare unit of one kind, in tenths of an Astro.

        Args:
            kind: Number of a good, or SCIENCE.
        """
        if kind == SCIENCE:
            return self.captain.science, min(self.captain.science, self.captain.good_spare)
        if self.captain.goods is not None:
            return self.captain.goods[kind]
        return self.captain.good_wanted, self.captain.good_spare

    def worth_of_astro(self, purse: Numbers, astro: Numbers | int) -> Numbers:
        """Return the worth of the last `astro` Astro in a player's purse, in tenths of an Astro.

        Args:
            purse: Astro of the player, without the Astro that the captain holds back.
            astro: Number of Astro to value; the result is never above the worth of the whole purse.
        """
        return worth_of_astro(self.captain.astro, purse, astro)

    @cached_property
    def unit_values(self) -> npt.NDArray[np.int16]:
        """Values of a wanted and of a spare unit of each good and of science, in tenths of an Astro.

        The shape is (2, STORED, 1).
        """
        return np.array([self.values(kind) for kind in range(len(STORED))], np.int16).T[..., None]

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """Gain of each adventure in tenths of an Astro: its rewards less all that is paid for it."""
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
        """Number of the adventure with the largest gain in every possible set of adventures. Shape (sets,).

        A set is a number with a bit for each adventure. Of equal gains the lower number wins; the empty set has
        NO_ADVENTURE.
        """
        rules = self.rules
        table = np.full(1 << len(rules.adventures), NO_ADVENTURE, np.int8)
        sets = np.arange(1 << len(rules.adventures))
        # In rising order of gains, so the adventure with the largest gain in a set is written last.
        for number in sorted(range(len(rules.adventures)), key=lambda number: (self.gains[number], -number)):
            table[sets >> number & 1 == 1] = number
        return table

    @cached_property
    def gain_of(self) -> npt.NDArray[np.int32]:
        """Gain of each adventure in tenths of an Astro; the last entry, NO_ADVENTURE, is far below 0.

        Shape (adventures + 1,).
        """
        return np.array([*self.gains, -(1 << 20)], np.int32)

    @cached_property
    def goods_for_adventures(self) -> npt.NDArray[np.int8]:
        """Units of each good that all adventures of a set ask for together. Shape (goods, sets).

        Only adventures with a gain above 0 count.
        """
        rules = self.rules
        table = np.zeros((SCIENCE, 1 << len(rules.adventures)), np.int8)
        sets = np.arange(1 << len(rules.adventures))
        for number, (one, gain) in enumerate(zip(rules.adventures, self.gains, strict=True)):
            if gain > 0:
                table += ((sets >> number & 1) * np.array(one.pay[:SCIENCE])[:, None]).astype(np.int8)
        return table

    @cached_property
    def builds(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Builds that the captain wants, the most wanted first, each with its cost in units of the goods in STORED."""
        return tuple((build, self.rules.costs[build]) for build in self.captain.order_of_builds)

    def best_adventure(self, allowed: npt.NDArray[np.uint16]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
        """Return the adventure with the largest gain in each set, and its gain in tenths.

        Args:
            allowed: Sets of adventures, of shape (rows,).

        Returns:
            Numbers and gains, each of shape (rows,); an empty set has NO_ADVENTURE.
        """
        number = self.dearest[allowed]
        return number, self.gain_of[number]


THINKER = "thinker"
"""Name of the captain who imagines games."""
DEAREST = 200
"""Largest price in a captain file, in Astro."""
MOST_GAMES, MOST_TURNS = 1_000, 100
"""Largest effort of a thinker that a captain file may ask for (see `Thinking`)."""

Price = Annotated[float, BeforeValidator(price_in("Astro")), Field(ge=0, le=DEAREST, strict=True)]
Step = Annotated[StrictInt, Field(ge=0, le=LAST_STEP)]
EachAstro = Annotated[Price, Field(le=10)]
Good = Literal["ore", "fuel", "food", "carbon", "trade_good"]
Module = Literal["logistics", "command", "sensor", "trade", "science", "production"]


class ThinkingFile(BaseModel):
    """The schema of the fields that make a captain a thinker; all have defaults."""

    model_config = ConfigDict(extra="forbid")

    games: Annotated[StrictInt, Field(ge=2, le=MOST_GAMES)] = Thinking().games
    """Number of games imagined after each way to go on."""
    turns: Annotated[StrictInt, Field(ge=0, le=MOST_TURNS)] = Thinking().turns
    """Number of further turns of each player in an imagined game."""


class CaptainFile(CaptainSchema):
    """The schema of a captain file; every price is needed, other fields have defaults."""

    game: Literal["starship"] = "starship"
    """Game of the file."""
    point: Price
    """Worth of a point, in Astro like all prices."""
    medal: Price
    """Worth of a medal."""
    friendship: Price
    """Worth of a friendship point."""
    good_wanted: Price
    """Worth of a unit of a good that is missing for a wanted build or an open adventure."""
    good_spare: Price
    """Worth of any other unit of a good; at most `good_wanted`."""
    science: Price
    """Worth of each of the first two science points; more are worth `good_spare`."""
    colony_ship: Price
    """Worth of building a colony ship; with 0 it is never built, as with the next seven prices."""
    trade_ship: Price
    """Worth of building a trade ship."""
    booster: Price
    """Worth of building a booster."""
    booster_2: Price
    """Worth of raising a booster to level II."""
    cannon: Price
    """Worth of building a cannon."""
    cannon_2: Price
    """Worth of raising a cannon to level II."""
    module_1: Price
    """Worth of building a module of level I."""
    module_2: Price
    """Worth of raising a module to level II."""
    action: Price
    """Worth of keeping an action for a later card of the flight."""
    card: Price
    """Worth of an unknown card that is still to be flown."""
    held: Annotated[StrictInt, Field(ge=0, le=100)]
    """Whole Astro that no purchase may touch."""
    colony_ships: Annotated[StrictInt, Field(ge=1, le=2)] = 1
    """Number of colony ships to build for the hangar."""
    plans: Annotated[StrictInt, Field(ge=1, le=8)]
    """Number of wished builds for which goods are gathered at a time, the dearest first."""
    modules: list[Module] = Field(default_factory=lambda: list(get_args(Module)), min_length=6, max_length=6)
    """The six modules, the most wanted first; the first is the starting module."""
    remembers: Literal["all", "none", "peek"] = "all"
    """Use of the cards that were seen: all of them, none, or `peek` for those that really lie there."""
    pirates: Literal["judge", "fight", "pay"] = "judge"
    """Answer to pirates: weigh each one, always fight, or always pay."""
    acts: YesOrNo = True
    """Whether the captain does anything but fly."""
    new_numbers_first: YesOrNo = False
    """Whether to pass colonies on a number that the player already has while another number has none."""
    goods: dict[Good, Annotated[list[Price], Field(min_length=2, max_length=2)]] | None = None
    """Worth of a unit that is missing and of one that is not, for each of the five goods; in trades it stands in place
    of `good_wanted` and `good_spare`."""
    astro: Annotated[list[tuple[Step, EachAstro]], Field(min_length=1, max_length=10)] | None = None
    """Worth of an Astro by how many the player has: with `[[0, 1.4], [12, 0.8]]` each of the first 12 is worth 1.4,
    and each further one 0.8. Without it every Astro is worth 1."""
    readiness: YesOrNo = False
    """Whether goods are worth more the fewer units a wished build still lacks, by fitted worths in place of `goods`."""
    raises_first: YesOrNo = True
    """Whether no further module is opened while an open one can be raised to level II."""
    weighs: YesOrNo = False
    """Whether the captain tries several orders of builds in trade and build, and plays the one of highest worth."""
    thinks: ThinkingFile | None = None
    """Fields of a thinker, who imagines games before deciding; `{}` for the usual effort."""

    @field_validator("goods")
    @classmethod
    def _whole_goods(cls, goods: dict[str, list[float]] | None) -> dict[str, list[float]] | None:
        """Refuse `goods` if it does not name all five goods, or if a spare unit is worth more than a wanted one."""
        for name, (wanted, spare) in (goods or {}).items():
            if wanted < spare:
                raise ValueError(f"{name}: the first number, of a missing unit, must be at least the second one")
        missing = [name for name in GOODS if name not in (goods or GOODS)]
        if missing:
            raise ValueError(f"{missing[0]} is missing: name each of the five: {', '.join(GOODS)}")
        return goods

    @field_validator("astro")
    @classmethod
    def _rising_astro(cls, astro: list[tuple[int, float]] | None) -> list[tuple[int, float]] | None:
        """Refuse a field `astro` whose steps (a number of Astro, a worth) do not begin with 0 Astro and rise."""
        numbers = [number for number, _ in astro or [(0, 1)]]
        if numbers[0] != 0 or numbers != sorted(set(numbers)):
            raise ValueError("the numbers of Astro must begin with 0 and rise, as in [[0, 1.4], [12, 0.8]]")
        return astro

    @model_validator(mode="after")
    def _sound(self) -> CaptainFile:
        """Refuse a module that is named twice, and a wanted unit of a good that is worth less than a spare unit."""
        if len(set(self.modules)) < len(MODULES):
            raise ValueError("modules: one is named twice: name each of the six once, the most wanted first")
        if self.good_wanted < self.good_spare:
            raise ValueError(
                "good_wanted is below good_spare: a missing good must be worth at least as much as a spare one"
            )
        return self


def captain_of(prices: dict[str, Any]) -> Captain:
    """Return the captain with the given fields (prices in Astro), in the form that `Captain.as_prices` returns."""
    # Whole tenths in place of fractions: sums of worths are exact, and equal on every machine.
    fields = {key: round(value * 10) if key in PRICES else value for key, value in prices.items()}
    if "goods" in fields:
        fields["goods"] = tuple(tuple(round(10 * one) for one in fields["goods"][name]) for name in GOODS)
    if "astro" in fields:
        fields["astro"] = tuple((number, round(10 * worth)) for number, worth in fields["astro"])
    # Captains by prices alone lack the field (`as_prices`).
    thinks = fields.pop("thinks", None)
    fields |= {"modules": tuple(fields["modules"]), "thinks": None if thinks is None else Thinking(**thinks)}
    return Captain(**fields)


FILES = CaptainFiles("analyzer.starship", (*CAPTAINS, THINKER), Captain, CaptainFile, captain_of, "starship")
named_captain, parse_captain, write_captain = FILES.named, FILES.parse, FILES.write


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """Return a named captain, or the captain in a file of prices.

    Args:
        name_or_path: A name, the path of a YAML file with prices in Astro, or a `Captain`, which is returned as it
            is.

    Returns:
        The captain.

    Raises:
        AnalyzerError: If there is no such captain or file, or the file has faults.

    >>> from analyzer import starship
    >>> starship.load_captain("bold").name
    'bold'
    """
    return FILES.load(name_or_path)


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file.

    Args:
        captain: The captain to write.
        path: Path of the file.

    Raises:
        AnalyzerError: If the file cannot be written.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> starship.save_captain(starship.load_captain("bold"), path)
    >>> starship.load_captain(path) == starship.load_captain("bold")
    True
    """
    FILES.save(captain, path)
