"""Captain files: a name, prices in Astro with at most one decimal, and how a captain remembers and meets pirates."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, StrictInt, model_validator

from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.starship.captains.captain import PRICES, Captain
from analyzer.starship.tables import MODULES

NAMED = ("sensible", "cautious", "bold", "trader", "settler", "passenger-fights", "passenger-pays")
DEAREST = 200


def _yes_or_no(value: object) -> object:
    """YAML of today reads yes and no as words."""
    words = {"yes": True, "no": False}
    answer = words.get(value, value) if isinstance(value, str) else value
    if not isinstance(answer, bool):
        raise ValueError("write yes or no")
    return answer


Price = Annotated[float, BeforeValidator(price_in("Astro")), Field(ge=0, le=DEAREST, strict=True)]
Module = Literal["logistics", "command", "sensor", "trade", "science", "production"]


class CaptainFile(CaptainSchema):
    """The schema: every price is needed; modules, memory and pirates are as usual if not given."""

    game: Literal["starship"] = "starship"
    point: Price
    medal: Price
    friendship: Price
    good_wanted: Price
    good_spare: Price
    science: Price
    colony_ship: Price
    trade_ship: Price
    booster: Price
    booster_2: Price
    cannon: Price
    cannon_2: Price
    module_1: Price
    module_2: Price
    action: Price
    card: Price
    held: Annotated[StrictInt, Field(ge=0, le=100)]
    colony_ships: Annotated[StrictInt, Field(ge=1, le=2)] = 1
    plans: Annotated[StrictInt, Field(ge=1, le=8)]
    modules: list[Module] = Field(default_factory=lambda: list(get_args(Module)), min_length=6, max_length=6)
    remembers: Literal["all", "none", "peek"] = "all"
    pirates: Literal["judge", "fight", "pay"] = "judge"
    acts: Annotated[bool, BeforeValidator(_yes_or_no)] = True

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
    return Captain(**fields | {"modules": tuple(fields["modules"])})


FILES = CaptainFiles("analyzer.starship", NAMED, Captain, CaptainFile, captain_of, "starship")
named_captain, parse_captain, write_captain = FILES.named, FILES.parse, FILES.write


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in Astro.

    >>> from analyzer import starship
    >>> starship.load_captain("bold").name
    'bold'
    """
    return FILES.load(name_or_path)


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file; raises AnalyzerError where none can be written."""
    FILES.save(captain, path)
