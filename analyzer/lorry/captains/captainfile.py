"""Captain files: a name, prices in points with at most one decimal, and patience in boxes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, model_validator

from analyzer.files.atomic import write_whole
from analyzer.files.named import as_text, by_name_or_file, price_in, text_of
from analyzer.files.names import ShortName
from analyzer.files.yamlfile import check, parse_mapping
from analyzer.lorry.captains.captain import PRICES, Captain, Thinking

NAMED = ("steady", "sprinter", "trunk", "stargazer", "spoiler", "random")
THINKER, BEHIND = "thinker", "steady"
"""A captain who plays games in his mind, and whose prices choose there."""
DEAREST = 20
LONGEST_PATIENCE = 30
MOST_CANDIDATES, MOST_GAMES, MOST_ROUNDS = 100, 1_000, 1_000


Price = Annotated[float, BeforeValidator(price_in("points")), Field(ge=0, le=DEAREST, strict=True)]


class ThinkingFile(BaseModel):
    """What makes a captain a thinker; all of it may be left out."""

    model_config = ConfigDict(extra="forbid")

    candidates: Annotated[StrictInt, Field(ge=1, le=MOST_CANDIDATES)] = Thinking().candidates
    games: Annotated[StrictInt, Field(ge=1, le=MOST_GAMES)] = Thinking().games
    rounds: Annotated[StrictInt, Field(ge=0, le=MOST_ROUNDS)] = Thinking().rounds
    goal: Literal["margin", "won", "total"] = "margin"


class CaptainFile(BaseModel):
    """The schema: every price is needed."""

    model_config = ConfigDict(extra="forbid")

    game: Literal["lorry"] = "lorry"
    name: ShortName
    point: Price
    near: Price
    growth: Price
    arm: Price
    slot: Price
    finish: Price
    star: Price
    rocket: Price
    asteroid: Price
    hole: Price
    deny: Price
    block: Price
    patience: Annotated[StrictInt, Field(ge=0, le=LONGEST_PATIENCE)]
    plays: Literal["prices", "random"] = "prices"
    thinks: ThinkingFile | None = None

    @model_validator(mode="after")
    def _a_thinker_weighs(self) -> CaptainFile:
        if self.plays == "random" and self.thinks is not None:
            raise ValueError("plays random and thinks: who plays at random weighs nothing; leave one of them out")
        return self


def parse_captain(text: str, where: str) -> Captain:
    """The captain in the text of a file; raises AnalyzerError with every fault and its line."""
    file = check(CaptainFile, parse_mapping(text, where, "lorry"), where)
    return captain_of(file.model_dump(exclude={"game"}))


def captain_of(prices: dict[str, Any]) -> Captain:
    """The captain of prices in points, as `as_prices` tells them."""
    told = {key: round(value * 10) if key in PRICES else value for key, value in prices.items()}
    thinks = told.pop("thinks", None)
    return Captain(**told, thinks=None if thinks is None else Thinking(**thinks))


@cache
def named_captain(name: str) -> Captain:
    """One of the captains that come with the product; raises AnalyzerError for another name."""
    if name == THINKER:
        return replace(named_captain(BEHIND), name=THINKER, thinks=Thinking())
    text = text_of("analyzer.lorry", "captain", name, (*NAMED, THINKER))
    return parse_captain(text, f"{name}.yaml")


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in points.

    >>> from analyzer import lorry
    >>> lorry.load_captain("trunk").name
    'trunk'
    """
    return by_name_or_file(name_or_path, Captain, named_captain, parse_captain)


def write_captain(captain: Captain) -> str:
    """The captain as the text of a captain file."""
    return as_text(captain.as_prices(), "lorry")


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file; raises AnalyzerError where none can be written."""
    write_whole(path, write_captain(captain))
