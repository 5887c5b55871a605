"""Captains, who choose for traders by prices, and their files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, model_validator

from analyzer.errors import all_or_faults
from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.lorry.world import CAPTAINS

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
"""Names of the prices of a captain, which hold whole tenths of a point."""
GOALS = ("margin", "won", "total")
"""Goals that a thinker may maximise: total above the best rival's, chance to win, or total."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The settings of a thinker, a captain who imagines games: how many draws are examined, and by how many games.

    Attributes:
        candidates: number of draws that are examined, the best by prices.
        games: number of games imagined after each examined draw.
        rounds: number of further rounds in each imagined game; 0 to play it to the end.
        goal: one of GOALS; alone it is always `total`.
    """

    candidates: int = 10
    games: int = 8
    rounds: int = 0
    goal: str = "margin"


@dataclass(frozen=True, slots=True)
class BoardWorths:
    """Weights by which a captain takes the state of the game into account, all in tenths.

    docs/lorry-rulings.md defines them. The game ends after a number of routes (`end_after`), and each of these routes
    is a slot. Patience is the smallest number of boxes that a route should have.

    Attributes:
        left: patience added for each slot left after the next route, in tenths of a box.
        behind: patience added for each point behind the best rival, in tenths of a box.
        loose: cost of a track that meets no open end of the trader's own tracks, in tenths of a point.
        loose_left: further cost of such a track for each slot left after the next route, in tenths of a point.
        cut: worth of each point that a draw takes from the value of a rival's best open end, in tenths of a point.
        reach: factor, in tenths, of the table of worths of planets within reach: 10 counts them in full, 0 not at all.
        room: upper limit of patience, in tenths of a box for each empty box of the galaxy; 0 for no limit.
    """

    left: int = 0
    behind: int = 0
    loose: int = 0
    loose_left: int = 0
    cut: int = 0
    reach: int = 0
    room: int = 0


@dataclass(frozen=True, slots=True)
class Captain:
    """A captain, who chooses for a trader by prices.

    Prices are whole tenths of a point, except `patience`, which is in whole boxes. docs/lorry-rulings.md tells how a
    captain chooses by them.

    Attributes:
        name: name of the captain.
        point: worth of a point now.
        near: worth of coming one box nearer to the next planet.
        growth: worth of each box of the longest way that leads from a planet to an open end.
        arm: worth of each free end of a drawn track from which a planet still wanted can be reached.
        slot: cost of scoring a route, because a game ends after a fixed number of routes (slots).
        finish: worth of ending the game when ahead, and of not ending it when behind.
        star: worth of a track on a star.
        rocket: worth of a track on a rocket.
        asteroid: worth of a track on an asteroid.
        hole: worth of a track on a black hole.
        deny: worth of taking the type that the next trader could score with.
        block: worth of a box that a rival could use.
        patience: smallest number of boxes that a route should bring.
        plays: `prices`, or `random` for any legal choice at random.
        thinks: settings of a thinker, a captain who imagines games played by these prices; None for other captains.
        board: worths of the state of the game; None for a captain of constant patience.
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
    board: BoardWorths | None = None

    def as_prices(self) -> dict[str, Any]:
        """Return the captain as in a captain file, with prices in points."""
        prices = {key: value / 10 if key in PRICES else value for key, value in asdict(self).items()}
        for field in ("thinks", "board"):
            if prices[field] is None:
                del prices[field]
        if self.board is not None:
            prices["board"] = {name: worth / 10 for name, worth in asdict(self.board).items()}
        return prices

    def in_words(self) -> str:
        """Return a sentence on how a thinker chooses; "" for other captains."""
        if self.thinks is None:
            return ""
        how = self.thinks
        goal = {"margin": "largest margin", "won": "best chance to win", "total": "largest total"}[how.goal]
        far = "to the end" if not how.rounds else f"for {how.rounds} more round{'s' * (how.rounds != 1)}"
        return (
            f"After each of up to {how.candidates} draws, {self.name} simulates {how.games} games {far}, in which all "
            f"play by {self.name}'s prices, and then takes the draw with the {goal} (alone: largest total)."
        )

    @property
    def behind(self) -> Captain:
        """Captain with the same prices who does not think, and who plays the imagined games of this thinker."""
        return replace(self, thinks=None)


NAMED = CAPTAINS
"""Names of the captains who choose at once, by prices or at random."""
THINKER = "thinker"
"""Name of the captain who imagines games."""
DEAREST = 20
LONGEST_PATIENCE = 30
MOST_CANDIDATES, MOST_GAMES, MOST_ROUNDS = 100, 1_000, 1_000
Price = Annotated[float, BeforeValidator(price_in("points")), Field(ge=0, le=DEAREST, strict=True)]


class ThinkingFile(BaseModel):
    """Schema of the field `thinks`, which makes a captain a thinker; every entry may be left out."""

    model_config = ConfigDict(extra="forbid")

    candidates: Annotated[StrictInt, Field(ge=1, le=MOST_CANDIDATES)] = Thinking().candidates
    """Number of draws that are looked at, the best by prices."""
    games: Annotated[StrictInt, Field(ge=1, le=MOST_GAMES)] = Thinking().games
    """Number of games that are imagined after each."""
    rounds: Annotated[StrictInt, Field(ge=0, le=MOST_ROUNDS)] = Thinking().rounds
    """Number of further rounds of each game; 0: to its end."""
    goal: Literal["margin", "won", "total"] = "margin"
    """Goal of the imagined games: lead over the best rival, games won, or own total."""


class BoardFile(BaseModel):
    """Schema of the field `board`, by which a captain weighs the state of the game; every entry may be left out."""

    model_config = ConfigDict(extra="forbid")

    left: Price = 0
    """Patience, in boxes, that is added for each slot left after the next route."""
    behind: Price = 0
    """Patience, in boxes, that is added for each point behind the best rival."""
    loose: Price = 0
    """Cost of a track that meets no own open end."""
    loose_left: Price = 0
    """Further cost of such a track for each slot left after the next route."""
    cut: Price = 0
    """Worth of each point by which a draw lowers a rival's best lead."""
    reach: Price = 0
    """Share that counts of the fitted worths of planets within reach; 1 for all."""
    room: Price = 0
    """Limit of patience, in boxes for each empty box of the galaxy; 0 for no limit."""


class CaptainFile(CaptainSchema):
    """Schema of a captain file; every price is needed."""

    game: Literal["lorry"] = "lorry"
    """Game of the file."""
    point: Price
    """A point now."""
    near: Price
    """A box nearer to the next planet."""
    growth: Price
    """A box of the captain's longest way."""
    arm: Price
    """A free end that leads to a planet still wanted."""
    slot: Price
    """Cost of using up one of the routes."""
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
    """Smallest number of boxes that a route should bring."""
    plays: Literal["prices", "random"] = "prices"
    """How draws are chosen: by these prices, or at random."""
    thinks: ThinkingFile | None = None
    """How games are imagined before a draw; `{}` for the usual numbers."""
    board: BoardFile | None = None
    """Worths of the state of the game. If they are given, `finish` has no effect. `{}` sets them all to 0."""

    @model_validator(mode="after")
    def _refuse_random_thinker(self) -> CaptainFile:
        """Raise ValueError for a captain who thinks and plays at random; return all others unchanged."""
        if self.plays == "random" and self.thinks is not None:
            raise ValueError(
                "plays random and thinks: a captain who plays at random has no prices to think with; leave one out"
            )
        return self


def captain_of(prices: dict[str, Any]) -> Captain:
    """Return the captain with the given fields (prices in points), in the form that `Captain.as_prices` returns."""
    fields = {key: round(value * 10) if key in PRICES else value for key, value in prices.items()}
    thinks, board = fields.pop("thinks", None), fields.pop("board", None)
    return Captain(
        **fields,
        thinks=None if thinks is None else Thinking(**thinks),
        board=None if board is None else BoardWorths(**{name: round(10 * worth) for name, worth in board.items()}),
    )


FILES = CaptainFiles("analyzer.lorry", (*NAMED, THINKER), Captain, CaptainFile, captain_of, "lorry")
named_captain, parse_captain, write_captain = FILES.named, FILES.parse, FILES.write


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """Return a named captain, or the one in a YAML file of prices in points.

    Args:
        name_or_path: name such as `steady`, path of a captain file, or a captain, which is returned as it is.

    Raises:
        AnalyzerError: there is no such captain, or the file has faults; lists every fault.

    >>> from analyzer import lorry
    >>> lorry.load_captain("trunk").name
    'trunk'
    """
    return FILES.load(name_or_path)


def load_captains(captains: str | Path | Captain | Sequence[str | Path | Captain]) -> list[Captain]:
    """Return one captain or several as a list, each as `load_captain` does.

    Raises:
        AnalyzerError: captains cannot be loaded; lists the faults of all.
    """
    return all_or_faults(load_captain, [captains] if isinstance(captains, str | Path | Captain) else captains)


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file with prices in points.

    Args:
        captain: the captain.
        path: file to write.

    Raises:
        AnalyzerError: the file cannot be written.

    >>> from analyzer import lorry
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> lorry.save_captain(lorry.load_captain("trunk"), path)
    >>> lorry.load_captain(path) == lorry.load_captain("trunk")
    True
    """
    FILES.save(captain, path)
