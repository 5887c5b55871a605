"""Whole games: what fixes their numbers, how they are played, and what is told of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from analyzer.montecarlo.stretch import Stretch
from analyzer.results.metrics import Metrics
from analyzer.results.names import distinct
from analyzer.starship.captains.captain import Captain
from analyzer.starship.captains.captainfile import captain_of
from analyzer.starship.experiment import LANES, Player, notes_of, position_of
from analyzer.starship.measured import game_columns
from analyzer.starship.metrics import OF_GAMES, OF_PAIRS
from analyzer.starship.position.position import Position
from analyzer.starship.result import Games
from analyzer.starship.switches import USUAL, Switches
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.games import games, judges_of, play_on
from analyzer.starship.turn.laid import laid
from analyzer.statistics.tally import Columns, Tally
from analyzer.world import OneByOne

LONGEST_GAMES = 200


@dataclass(frozen=True)
class GameExperiment(OneByOne):
    """Whole games of two captains under one seed, Moon's first.

    swap: each trial is two games on the same deal and dice, the second with seats exchanged; position: where they
    begin, at the start if None.
    """

    captains: tuple[Captain, Captain]
    seed: int
    switches: Switches = USUAL
    swap: bool = False
    position: Position | None = None
    asked: int = 0
    called: tuple[str, ...] = ()

    WORLD: ClassVar[str] = "starship"
    QUESTION: ClassVar[str] = "games"
    BLOCK: ClassVar[int] = 1 << 15
    COUNTED: ClassVar[type[Tally]] = Tally
    UNPAIRED: ClassVar[str] = "games are played under other switches, or from another turn, or with seats exchanged"

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """What one and several subjects are called."""
        return ("ship", "ships") if self.position is not None else ("captain", "captains")

    @property
    def TRIAL(self) -> tuple[str, str]:
        """What one and several trials are called."""
        return ("pair of games", "pairs of games") if self.swap else ("game", "games")

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (2, trials), those of the captain who is asked about first."""
        columns = self._seated(self.captains, first, trials)
        if self.swap:
            other = self._seated((self.captains[1], self.captains[0]), first, trials)
            columns = _both(columns, {name: rows[::-1] for name, rows in other.items()})
        if self.asked:
            columns = {name: rows[::-1] for name, rows in columns.items()}
        return {name: np.ascontiguousarray(columns[name]) for name in self.metrics.columns}

    def _seated(self, captains: tuple[Captain, Captain], first: int, trials: int) -> Columns:
        """Columns (Moon and Sun, trials)."""
        told: Columns = {}
        for begin in range(first, first + trials, LANES):
            many = min(LANES, first + trials - begin)
            for table in self._tables(captains, begin, many):
                where = table.game - first
                for name, rows in game_columns(table).items():
                    told.setdefault(name, np.zeros((2, trials), np.int64))[:, where] = rows
        return told

    def _tables(self, captains: tuple[Captain, Captain], first: int, many: int) -> Any:
        if self.position is None:
            return games(captains, self.seed, first, many, self.switches)
        judges = judges_of(captains, self.switches)
        table = laid(self.position, self.seed, first, many, self.switches)
        return play_on(table, judges, Sampled(self.seed, first, many), turns=LONGEST_GAMES + self.position.turn - 1)

    def count(self, columns: Columns) -> Tally:
        """A histogram of every column."""
        return Tally.of(columns)

    def result(self, counted: Tally, flown: tuple[Stretch, ...] = ()) -> Games:
        """What the games came to."""
        return Games(self, counted, flown)

    @property
    def metrics(self) -> Metrics:
        """What is told of a game, or of a pair."""
        return OF_PAIRS if self.swap else OF_GAMES

    @property
    def title(self) -> str:
        """What is played, in a few words."""
        return "both seatings of whole games" if self.swap else "whole games"

    @property
    def where(self) -> str:
        """The same, so that it can stand alone."""
        changed = ", ".join(f"{name} {value}" for name, value in self.switches.changed.items())
        return f"Starship Catan{', ' * bool(changed)}{changed}, {self.title}"

    @property
    def pairing(self) -> Hashable:
        """Games of one number have the same deal and dice."""
        return self.switches, self.swap, None if self.position is None else self.position.turn

    @property
    def subjects(self) -> tuple[Player, ...]:
        """Both captains, the one who is asked about first."""
        names = self.called or self._names()
        players = [Player(name, him.name, captain=him) for name, him in zip(names, self.captains, strict=True)]
        return tuple(players[::-1] if self.asked else players)

    def _names(self) -> tuple[str, ...]:
        """Captains by name; with the seat where it is fixed."""
        seats = ("", "") if self.swap else (", Moon", ", Sun")
        return tuple(distinct(him.name + seat for him, seat in zip(self.captains, seats, strict=True)))

    @property
    def others(self) -> tuple[str, ...]:
        """Nobody besides the two."""
        return ()

    @property
    def setting(self) -> str:
        """In what company they play."""
        return "each in both seats" if self.swap else "Moon begins" if self.position is None else "from a position"

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        return [
            *notes_of(self.position, self.switches),
            "captains play by fixed prices: they stand for no player, and what they answer is no proof of best play",
        ]

    def facts(self) -> dict[str, Any]:
        """How it is played, in plain types."""
        return {
            "captains": [him.as_prices() for him in self.captains],
            "swap": self.swap,
            "switches": dict(vars(self.switches)),
            "position": None if self.position is None else self.position.to_dict(),
        }

    def describe(self) -> dict[str, Any]:
        """All that fixes its numbers, in plain types."""
        named = {"asked": self.asked, "called": list(self.called)}
        return {"world": self.WORLD, "question": self.QUESTION, "seed": self.seed, **self.facts(), **named}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> GameExperiment:
        """The experiment that was described."""
        moon, sun = (captain_of(prices) for prices in described["captains"])
        position = described["position"]
        return cls(
            captains=(moon, sun),
            seed=described["seed"],
            switches=Switches(**described["switches"]),
            swap=described["swap"],
            position=None if position is None else position_of(position),
            asked=described["asked"],
            called=tuple(described["called"]),
        )


def _both(one: Columns, other: Columns) -> Columns:
    """Columns of pairs of games: rows are captains, who were Moon and Sun, then Sun and Moon."""
    added = ("unfinished", "turns", "points", *(name for name in one if name.startswith("from_")))
    columns = {name: one[name] + other[name] for name in added}
    columns["wins"] = one["won"] + other["won"]
    columns["won_as_moon"] = np.array([one["won"][0], other["won"][1]])
    columns["won_as_sun"] = np.array([other["won"][0], one["won"][1]])
    columns["moon_wins"] = np.repeat((one["won"][0] + other["won"][1])[None], 2, axis=0)
    return columns
