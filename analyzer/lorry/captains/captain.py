"""Captains and their files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, model_validator

from analyzer.errors import all_or_faults
from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in

PRICES = (
    "point",
    "near",
    "growth",
    "arm",
    "slot",
    "finish",
    "star",
    "rocket",
    "asteroid",
    "hole",
    "deny",
    "block",
)
"""Fields that hold whole tenths of a point."""
GOALS = ("margin", "won", "total")
"""What a thinker may maximise: the total above the best rival's, the chance to win, or the total."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How far a thinker looks: games imagined after each of the best candidates, for some rounds more.

    goal: one of GOALS, alone always `total`; rounds: 0 is to the end.
    """

    candidates: int = 10
    games: int = 8
    rounds: int = 0
    goal: str = "margin"


@dataclass(frozen=True, slots=True)
class Captain:
    """A trader's prices, in whole tenths of a point, but `patience`, whole boxes; plays: by prices, or at random.

    thinks: for a thinker, who imagines games in which these prices choose; None: by prices alone. What each price is
    for: docs/lorry-rulings.md.
    """

    name: str
    point: int
    near: int
    growth: int
    arm: int
    slot: int
    finish: int
    star: int
    rocket: int
    asteroid: int
    hole: int
    deny: int
    block: int
    patience: int
    plays: str = "prices"
    thinks: Thinking | None = None

    def as_prices(self) -> dict[str, Any]:
        """The captain as in a captain file: points with at most one decimal."""
        prices = {key: value / 10 if key in PRICES else value for key, value in asdict(self).items()}
        if self.thinks is None:
            del prices["thinks"]
        return prices

    def in_words(self) -> str:
        """How a thinker chooses; "" for others."""
        if self.thinks is None:
            return ""
        how = self.thinks
        goal = {"margin": "largest margin", "won": "best chance to win", "total": "largest total"}[how.goal]
        far = "to the end" if not how.rounds else f"for {how.rounds} more round{'s' * (how.rounds != 1)}"
        return (
            f"{self.name} imagines {how.games} games after each of up to {how.candidates} draws, {far}, in which all "
            f"play by {self.name}'s prices, and takes the {goal} (alone: total)."
        )

    @property
    def behind(self) -> Captain:
        """The captain by whose prices a thinker's imagined games are played; others: the captain itself."""
        return replace(self, thinks=None)


NAMED = ("steady", "sprinter", "trunk", "stargazer", "spoiler", "random")
"""Captains who choose by their prices at once, or at random."""
THINKER = "thinker"
"""A captain who plays games in their mind."""
DEAREST = 20
LONGEST_PATIENCE = 30
MOST_CANDIDATES, MOST_GAMES, MOST_ROUNDS = 100, 1_000, 1_000
Price = Annotated[float, BeforeValidator(price_in("points")), Field(ge=0, le=DEAREST, strict=True)]


class ThinkingFile(BaseModel):
    """What makes a captain a thinker; all of it may be left out."""

    model_config = ConfigDict(extra="forbid")

    candidates: Annotated[StrictInt, Field(ge=1, le=MOST_CANDIDATES)] = Thinking().candidates
    """How many draws they think about."""
    games: Annotated[StrictInt, Field(ge=1, le=MOST_GAMES)] = Thinking().games
    """How many games they imagine behind each."""
    rounds: Annotated[StrictInt, Field(ge=0, le=MOST_ROUNDS)] = Thinking().rounds
    """How many rounds of each game; 0: to its end."""
    goal: Literal["margin", "won", "total"] = "margin"
    """What they want most of: the lead over the best rival, games won, or the own total."""


class CaptainFile(CaptainSchema):
    """The schema: every price is needed."""

    game: Literal["lorry"] = "lorry"
    """Of which game the file is."""
    point: Price
    """A point now."""
    near: Price
    """A box nearer to the next planet."""
    growth: Price
    """A box of the longest way of their own."""
    arm: Price
    """A free end that leads to a planet still wanted."""
    slot: Price
    """What using up one of the routes costs."""
    finish: Price
    """Ending the game when ahead, and not ending it when behind."""
    star: Price
    """A track on a star."""
    rocket: Price
    """A track on a rocket."""
    asteroid: Price
    """A track on an asteroid."""
    hole: Price
    """A track on a black hole."""
    deny: Price
    """Taking the type that the next trader could score with."""
    block: Price
    """A box that a rival could use."""
    patience: Annotated[StrictInt, Field(ge=0, le=LONGEST_PATIENCE)]
    """The least boxes a route should bring."""
    plays: Literal["prices", "random"] = "prices"
    """By these prices, or any legal draw at random."""
    thinks: ThinkingFile | None = None
    """With this field they play games in their mind; `{}` for the usual ones."""

    @model_validator(mode="after")
    def _a_thinker_weighs(self) -> CaptainFile:
        if self.plays == "random" and self.thinks is not None:
            raise ValueError(
                "plays random and thinks: a captain who plays at random has no prices to think with; leave one out"
            )
        return self


def captain_of(prices: dict[str, Any]) -> Captain:
    """The captain of prices in points, as `as_prices` gives them."""
    fields = {key: round(value * 10) if key in PRICES else value for key, value in prices.items()}
    thinks = fields.pop("thinks", None)
    return Captain(**fields, thinks=None if thinks is None else Thinking(**thinks))


FILES = CaptainFiles("analyzer.lorry", (*NAMED, THINKER), Captain, CaptainFile, captain_of, "lorry")
named_captain, parse_captain, write_captain = FILES.named, FILES.parse, FILES.write


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in points.

    >>> from analyzer import lorry
    >>> lorry.load_captain("trunk").name
    'trunk'
    """
    return FILES.load(name_or_path)


def load_captains(captains: str | Path | Captain | Sequence[str | Path | Captain]) -> list[Captain]:
    """One captain or several, as `load_captain`; raises AnalyzerError with the faults of all."""
    return all_or_faults(load_captain, [captains] if isinstance(captains, str | Path | Captain) else captains)


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file; raises AnalyzerError where none can be written.

    >>> from analyzer import lorry
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> lorry.save_captain(lorry.load_captain("trunk"), path)
    >>> lorry.load_captain(path) == lorry.load_captain("trunk")
    True
    """
    FILES.save(captain, path)
