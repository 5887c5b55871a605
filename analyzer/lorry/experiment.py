"""Experiments of whole games: what fixes their numbers, how they are played, and what is measured."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.answers.note import Importance, Note
from analyzer.answers.numbers import distinct
from analyzer.errors import AnalyzerError, whole_number
from analyzer.files.editions.shelf import STANDARD
from analyzer.lorry.captains.captain import Captain, captain_of
from analyzer.lorry.captains.thinker import FIXED_PRICES, THINKER_NOTE
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import ending_notes
from analyzer.lorry.metrics import ALONE, BY_BOX, BY_TOTAL, OF_RACES, boxes_of, columns_of
from analyzer.lorry.result import Races
from analyzer.lorry.tables import MOST_TRADERS, USUAL, OwnEdition, Switches
from analyzer.lorry.turn.board import Board
from analyzer.lorry.turn.games import games
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import TURNS_ALONE
from analyzer.montecarlo.blocks import SlowTrials
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, MappedTally, Tally
from analyzer.world import OneByOne, Subject

GAMES_AT_ONCE = 1 << 13
"""Number of games played side by side: more are no faster, fewer are slower (measured)."""


GAMES_OF_THINKERS, USUAL_OF_THINKERS = 1 << 6, 12
"""Number of games held at once if captains think, and default number of games then."""
OF_CAPTAINS = "captains"
"""Kind of notes on who plays, and how."""


@dataclass(frozen=True)
class Trader(Subject):
    """A seat and the captain who plays it."""

    captain: Captain = field(kw_only=True)

    def facts(self) -> dict[str, Any]:
        """Return the captain's prices."""
        return {"captain": self.captain.as_prices()}


@dataclass(frozen=True)
class GameExperiment(OneByOne):
    """Games of one to four captains under one seed.

    Attributes:
        galaxy: galaxy of the games.
        captains: captains in seating order; one plays alone.
        dice: colours of the dice that are rolled.
        seed: seed of all games.
        switches: rule switches.
        turns: number of turns after which a game alone ends.
        called: names of the traders in comparisons of the first one; the captains' names if empty.
        by_total: whether comparisons judge by the total instead of the margin; games alone always do.
    """

    galaxy: Galaxy
    captains: tuple[Captain, ...]
    dice: tuple[str, ...]
    seed: int
    switches: Switches = USUAL
    turns: int = TURNS_ALONE
    called: tuple[str, ...] = ()
    by_total: bool = False

    WORLD: ClassVar[str] = "lorry"
    QUESTION: ClassVar[str] = "games"
    TRIAL: ClassVar[tuple[str, str]] = ("game", "games")
    SUBJECT: ClassVar[tuple[str, str]] = ("trader", "traders")
    COUNTED: ClassVar[type[MappedTally]] = MappedTally
    PILOT: ClassVar[int] = 1 << 8
    has_begun: ClassVar[bool] = False
    """Whether games go on from a position."""
    UNPAIRED: ClassVar[str] = "the games differ in their traders or dice: compare games that agree in both"

    def __post_init__(self) -> None:
        if not 1 <= len(self.captains) <= MOST_TRADERS:
            raise AnalyzerError(f"{len(self.captains)} captains: give 1 to {MOST_TRADERS}, one a trader")
        whole_number(self.turns, "turns", 1)
        # Compiled at once, so that a galaxy that cannot be played is refused here.
        _ = self.board

    @property
    def edition(self) -> str:
        """Edition of the galaxy, by whose tables the games are played."""
        return self.galaxy.edition

    @cached_property
    def board(self) -> Board:
        """Compiled galaxy."""
        return compiled_board(self.galaxy, len(self.captains), self.switches)

    @property
    def alone(self) -> bool:
        """Whether there is one trader only."""
        return len(self.captains) == 1

    @property
    def BLOCK(self) -> int:
        """Number of games whose columns are held at once; few if captains think."""
        return GAMES_OF_THINKERS if self.SLOW else GAMES_AT_ONCE

    @property
    def FIRST_BLOCK(self) -> int:
        """Number of games in the first block. In one of a quarter that size, each game takes about twice as long."""
        return self.PILOT

    @property
    def SLOW(self) -> SlowTrials | None:
        """Settings for games that take seconds each, because captains think; None without thinkers."""
        thinkers = sum(captain.thinks is not None for captain in self.captains)
        return SlowTrials(soon=1, check_step=8, usual=max(4, USUAL_OF_THINKERS // thinkers)) if thinkers else None

    def run_block(self, first: int, trials: int) -> Columns:
        """Return the columns of games `first` to `first + trials - 1`.

        Columns of metrics have the shape (traders, trials), those of boxes (traders, trials, rows, columns).
        """
        columns: dict[str, Any] = {}
        for begin in range(first, first + trials, GAMES_AT_ONCE):
            many = min(GAMES_AT_ONCE, first + trials - begin)
            for table in self.played(begin, many):
                where = table.game - first
                for name, rows in (columns_of(table) | boxes_of(table)).items():
                    shape = (len(self.captains), trials, *rows.shape[2:])
                    columns.setdefault(name, np.zeros(shape, rows.dtype))[:, where] = rows
        return {name: columns[name] for name in (*self.metrics.columns, *BY_BOX)}

    def played(self, first: int, many: int) -> Iterator[Table]:
        """Play `many` games from number `first` on, and yield tables of those that ended, in no fixed order."""
        return games(self.board, self.captains, self.dice, self.seed, first, many, self.turns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Races:
        """Return the result of the games."""
        return Races(self, counted, stretches)

    @property
    def metrics(self) -> Metrics:
        """Metrics of a game."""
        return ALONE if self.alone else BY_TOTAL if self.by_total else OF_RACES

    @property
    def title(self) -> str:
        """Galaxy and dice in a few words."""
        dice = ", ".join(self.dice)
        return f"{self.galaxy.name}, dice {dice}"

    @property
    def where(self) -> str:
        """Title with the game's name and changed rules, for places without a heading above it."""
        changed = ", ".join(f"{name} {value}" for name, value in self.switches.changed.items())
        return f"Cosmic Lorry{', ' * bool(changed)}{changed}, {self.title}{', alone' * self.alone}"

    @property
    def pairing(self) -> Hashable:
        """Pairing key: in experiments with equal keys, games of one number roll the same dice in the same rounds."""
        faces = tuple(self.galaxy.faces_of(colour) for colour in self.dice)
        return len(self.captains), faces, self.switches.first_player

    @cached_property
    def subjects(self) -> tuple[Trader, ...]:
        """Traders in seating order."""
        names = self.called or tuple(distinct(captain.name for captain in self.captains))
        return tuple(
            Trader(name, captain.name, captain=captain) for name, captain in zip(names, self.captains, strict=True)
        )

    @property
    def setting(self) -> str:
        """Rivals of trader 1 in words, by name if trader 1 alone is the subject."""
        if self.alone:
            return "alone"
        if not self.called:
            return f"{len(self.captains)} traders"
        return "against " + ", ".join(captain.name for captain in self.captains[1:])

    def notes(self) -> list[str]:
        """Return notes for a reader of the numbers."""
        alone = (
            f"The rules have no game for one trader. Here {' and '.join(self.dice)} are rolled each turn, one is taken "
            f"and the game ends with the last route or after {self.turns} turns."
        )
        by_prices = all(captain.thinks is None for captain in self.captains)
        play = FIXED_PRICES if self.alone else THINKER_NOTE
        return [
            *ending_notes(self.galaxy, len(self.captains), self.switches),
            *self.galaxy.notes(),
            *[Note(OF_CAPTAINS, alone)] * self.alone,
            *[f"Changed rule: {name}={value}." for name, value in self.switches.changed.items()],
            *(Note(OF_CAPTAINS, how) for how in dict.fromkeys(captain.in_words() for captain in self.captains) if how),
            *[Note(OF_CAPTAINS, play, importance=Importance.METHOD)] * by_prices,
        ]

    def facts(self) -> dict[str, Any]:
        """Return galaxy, captains, dice, turns and switches in plain types."""
        return {
            "galaxy": self.galaxy.to_dict(),
            "captains": [captain.as_prices() for captain in self.captains],
            "dice": list(self.dice),
            "turns": self.turns,
            "switches": dict(vars(self.switches)),
        }

    def describe(self) -> dict[str, Any]:
        """Return all that fixes the numbers, in plain types."""
        named = {"called": list(self.called)} | ({"by_total": True} if self.by_total else {})
        return {"world": self.WORLD, "question": self.QUESTION, "seed": self.seed, **self.facts(), **named} | (
            OwnEdition.in_plain([self.edition])
        )

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> GameExperiment:
        """Return an experiment equal to the described one."""
        own = OwnEdition.read_plain(described)
        fields_of_galaxy = {name: value for name, value in described["galaxy"].items() if name != "edition"}
        return cls(
            galaxy=Galaxy.from_dict(fields_of_galaxy, own[0] if own else STANDARD),
            captains=tuple(captain_of(prices) for prices in described["captains"]),
            dice=tuple(described["dice"]),
            seed=described["seed"],
            switches=Switches(**described["switches"]),
            turns=described["turns"],
            called=tuple(described["called"]),
            by_total=described.get("by_total", False),
        )

    def but(self, **changed: Any) -> GameExperiment:
        """Return a copy with some fields changed."""
        return replace(self, **changed)


@lru_cache(64)
def compiled_board(galaxy: Galaxy, traders: int, switches: Switches) -> Board:
    """Return the board of a galaxy, compiled once for all blocks."""
    return Board(galaxy, traders, switches)
