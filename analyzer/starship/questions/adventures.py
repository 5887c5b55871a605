"""Forecast of open adventures: which are fulfilled within some turns, and what prevents the others."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Unpack

import numpy as np

from analyzer.answers.description import INTERVAL, PERCENT, WORD, Column, Description, Row, Table
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.result import Result
from analyzer.errors import whole_number
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch, run_each
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import Captain, captain_of, load_captain
from analyzer.starship.experiment import Player, at_table, in_lanes, notes_of, position_of
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.tables import (
    USUAL,
    OwnEdition,
    Switches,
    adventure_by_id,
    load_switches,
    of_its_edition,
    played_as_described,
)
from analyzer.starship.tables import adventures as all_adventures
from analyzer.starship.turn.setup import lay_out
from analyzer.statistics.tally import Columns, Tally
from analyzer.world import OneByOne, Subject

OTHER_ENDS = {
    "other_was_first": "other first",
    "not_reached": "not reached",
    "lacking": "lacking",
    "passed": "passed",
}
"""How an adventure may end that is not fulfilled, by metric."""


@dataclass(frozen=True, repr=False)
class Adventures(Result):
    """What became of open adventures; index it by an adventure's name."""

    def reach(self, subject: int) -> Mapping[str, tuple[float, float]]:
        """By column of a mean the least and the most that a game can bring: no turn later than those asked for."""
        return {**super().reach(subject), "turn": (0.0, float(self.experiment.turns))}

    def description(self) -> Description:
        """A row an adventure: the chance of each of its ends."""
        metrics = self.experiment.metrics
        columns = (
            Column("name", "", WORD),
            Column("fulfilled", "fulfilled", PERCENT, interval=INTERVAL),
            *(Column(name, heading, PERCENT, metrics[name].meaning) for name, heading in OTHER_ENDS.items()),
        )
        names = ("fulfilled", *OTHER_ENDS)
        rows = [Row({"name": one.name} | {name: one.measured(name) for name in names}) for one in self.subjects]
        return Description(self.conditions, "", parts=(Table("", columns, rows),), notes=self.notes())


GAMES = 20_000
ENDS = ("fulfilled", "other_was_first", "not_reached", "lacking", "passed")
"""What becomes of an adventure, by code."""


def _end(name: str, meaning: str) -> Metric:
    return Metric(name, meaning, "end", (ENDS.index(name),) * 2)


METRICS = Metrics(
    listed=(
        _end("fulfilled", "fulfilled within those turns"),
        _end("other_was_first", "the other player fulfilled it"),
        _end("not_reached", "its planet was never met while it was open"),
        _end("lacking", "its planet was met, but something was lacking"),
        _end("passed", "it could have been fulfilled, but the captain chose otherwise or had no action left"),
        Metric("turn", "own turn in which it was fulfilled, 0 if it was not", unit="turn"),
    ),
    score="turn",
    unit="turns",
    words={"end": ENDS},
    below_zero=(),
    bounds={"turn": "the number of turns that you ask for bounds it, and each result knows it"},
)


@of_its_edition
@dataclass(frozen=True)
class AdventureExperiment(OneByOne):
    """So many own turns from a position, and what became of every adventure that was open."""

    position: Position
    captain: Captain
    other: Captain
    seed: int
    turns: int
    switches: Switches = USUAL

    WORLD: ClassVar[str] = "starship"
    QUESTION: ClassVar[str] = "adventures"
    TRIAL: ClassVar[tuple[str, str]] = ("game", "games")
    SUBJECT: ClassVar[tuple[str, str]] = ("adventure", "adventures")
    BLOCK: ClassVar[int] = 1 << 15
    COUNTED: ClassVar[type[Tally]] = Tally
    UNPAIRED: ClassVar[str] = "the positions differ: compare adventures of one position"

    @property
    def edition(self) -> str:
        """By whose tables it is played."""
        return self.position.edition

    @property
    def open_numbers(self) -> list[int]:
        """The adventures that are open, by number."""
        opened = int(lay_out(self.position, self.seed, 0, 1).open[0])
        return [number for number in range(len(all_adventures())) if opened >> number & 1]

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (adventures, trials)."""
        return in_lanes(self._some, first, trials)

    def _some(self, first: int, trials: int) -> Columns:
        table, both, roll = at_table(self, first, trials)
        me, numbers = table.me, self.open_numbers
        when = np.zeros((len(numbers), trials), np.int64)
        bits = np.array([1 << number for number in numbers], np.uint16)[:, None]
        stage, flight = self.position.stage, self.position.flight
        for turn in range(1, 2 * self.turns):
            both.play_turn(table, stage, roll, flight)
            stage, roll, flight = "production", None, None
            when[(when == 0) & (table.done[me] & bits != 0)] = (turn + 1) // 2
            table.turn += 1
        end = np.full(when.shape, ENDS.index("not_reached"), np.int64)
        end[table.reached[me] & bits != 0] = ENDS.index("lacking")
        end[table.able[me] & bits != 0] = ENDS.index("passed")
        end[table.done[1 - me] & bits != 0] = ENDS.index("other_was_first")
        end[when > 0] = ENDS.index("fulfilled")
        return {"end": end, "turn": when}

    def count(self, columns: Columns) -> Tally:
        """A histogram of every column."""
        return Tally.of(columns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Adventures:
        """What became of them."""
        return Adventures(self, counted, stretches)

    @property
    def metrics(self) -> Metrics:
        """The metrics of an adventure."""
        return METRICS

    @property
    def title(self) -> str:
        """What is played."""
        return f"{self.turns} turns of {self.position.own.name}"

    @property
    def where(self) -> str:
        """The title with the game's name, for use outside a heading."""
        return f"Starship Catan, {self.title}"

    @property
    def pairing(self) -> Hashable:
        """Games of one number meet the same dice."""
        return self.position.turn, self.switches

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Every open adventure."""
        printed = all_adventures()
        return tuple(
            Player(printed[number].name, self.captain.name, captain=self.captain) for number in self.open_numbers
        )

    @property
    def others(self) -> tuple[str, ...]:
        """Nobody."""
        return ()

    @property
    def setting(self) -> str:
        """Against whom."""
        return f"against {self.position.ships[1 - self.position.me].name}"

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        names = [subject.name for subject in self.subjects]
        opened = (one for one in adventure_by_id().values() if one.name in names)
        weak = (f"{one.name}: {one.confidence}" for one in opened if "medium" in one.confidence)
        return [*weak, *notes_of(self.position, self.switches)]

    def facts(self) -> dict[str, Any]:
        """The position and how it is played, in plain types."""
        return {"position": self.position.to_dict(), "own_turns": self.turns, "switches": dict(vars(self.switches))}

    def describe(self) -> dict[str, Any]:
        """All that fixes its numbers, in plain types."""
        players = {"captain": self.captain.as_prices(), "other": self.other.as_prices()}
        return {
            "world": self.WORLD,
            "question": self.QUESTION,
            "seed": self.seed,
            **players,
            **self.facts(),
        } | OwnEdition.in_plain([self.edition])

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> AdventureExperiment:
        """The experiment that was described."""
        with played_as_described(described):
            position = position_of(described["position"])
        return cls(
            position,
            captain_of(described["captain"]),
            captain_of(described["other"]),
            described["seed"],
            described["own_turns"],
            Switches(**described["switches"]),
        )


def adventures(
    position: PositionLike,
    games: int | None = None,
    seed: int = 1,
    *,
    turns: int = 6,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Adventures:
    """The chance to fulfil each open adventure within the next `turns` own turns, and why it fails.

    >>> from analyzer import starship
    >>> starship.adventures("ships/starship/midgame.yaml", 50, turns=2)["Merchant gift"].fulfilled.n
    50
    """
    experiment = AdventureExperiment(
        load_position(position),
        load_captain(captain),
        load_captain(other),
        seed,
        whole_number(turns, "turns", 1, 100),
        load_switches(switches),
    )
    result: Adventures = run_each([experiment], games, GAMES, **how_much)[0]
    return result
