"""Captain files: a name, prices in Astro with at most one decimal, and how a captain remembers and meets pirates."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, model_validator

from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.files.yesno import YesOrNo
from analyzer.starship.captains.captain import PRICES, Captain, Thinking
from analyzer.starship.tables import MODULES

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
