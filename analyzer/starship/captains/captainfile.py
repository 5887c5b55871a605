"""Captain files: a name, prices in Astro with at most one decimal, and how a captain remembers and meets pirates."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, model_validator

from analyzer.files.atomic import write_whole
from analyzer.files.named import as_text, by_name_or_file, price_in, text_of
from analyzer.files.names import ShortName
from analyzer.files.yamlfile import check, parse_mapping
from analyzer.starship.captains.captain import PRICES, Captain
from analyzer.starship.tables import MODULES

NAMED = ("sensible", "cautious", "bold", "trader", "settler", "passenger-fights", "passenger-pays")
DEAREST = 200


def _yes_or_no(value: object) -> object:
    """YAML of today reads yes and no as words."""
    words = {"yes": True, "no": False}
    told = words.get(value, value) if isinstance(value, str) else value
    if not isinstance(told, bool):
        raise ValueError("say yes or no")
    return told


Price = Annotated[float, BeforeValidator(price_in("Astro")), Field(ge=0, le=DEAREST, strict=True)]
Module = Literal["logistics", "command", "sensor", "trade", "science", "production"]


class CaptainFile(BaseModel):
    """The schema: every price is needed; modules, memory and pirates are as usual if not given."""

    model_config = ConfigDict(extra="forbid")

    game: Literal["starship"] = "starship"
    name: ShortName
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
            raise ValueError("modules names one twice: name each of the six once, the dearest first")
        if self.good_wanted < self.good_spare:
            raise ValueError("good_wanted is below good_spare: a good that is missing is worth at least as much")
        return self


def parse_captain(text: str, where: str) -> Captain:
    """The captain in the text of a file; raises AnalyzerError with every fault and its line."""
    file = check(CaptainFile, parse_mapping(text, where, "starship"), where)
    return captain_of(file.model_dump(exclude={"game"}))


def captain_of(prices: dict[str, Any]) -> Captain:
    """The captain of prices in Astro, as `as_prices` tells them."""
    fields = {key: round(value * 10) if key in PRICES else value for key, value in prices.items()}
    return Captain(**fields | {"modules": tuple(fields["modules"])})


@cache
def named_captain(name: str) -> Captain:
    """One of the captains that come with the product; raises AnalyzerError for another name."""
    text = text_of("analyzer.starship", "captain", name, NAMED)
    return parse_captain(text, f"{name}.yaml")


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in Astro.

    >>> from analyzer import starship
    >>> starship.load_captain("bold").name
    'bold'
    """
    return by_name_or_file(name_or_path, Captain, named_captain, parse_captain)


def write_captain(captain: Captain) -> str:
    """The captain as the text of a captain file."""
    return as_text(captain.as_prices(), "starship")


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file; raises AnalyzerError where none can be written."""
    write_whole(path, write_captain(captain))
