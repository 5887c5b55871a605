"""Forecast of open adventures: the chance to fulfil each within some turns, and what prevents it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, Unpack

import numpy as np

from analyzer.answers.description import INTERVAL, PERCENT, WORD, Column, Description, Row, Table
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.result import Result
from analyzer.errors import whole_number
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch, run_each
from analyzer.starship.api import SURE, CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.experiment import FromPosition, Player, at_table, in_lanes, notes_of
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.tables import load_switches
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.world import DEFAULT_CAPTAIN
from analyzer.statistics.tally import Columns, Tally
from analyzer.world import Subject

TURNS = 6
"""Usual number of own turns that are played."""
OTHER_ENDS = {
    "other_was_first": "by the other",
    "not_reached": "not reached",
    "lacking": "lacking",
    "passed": "passed",
}
"""Column headings of the reasons why an adventure was not fulfilled, by metric."""


@dataclass(frozen=True, repr=False)
class Adventures(Result):
    """The outcomes of open adventures; index the object by an adventure's name."""

    def reach(self, subject: int) -> Mapping[str, tuple[float, float]]:
        """Return the smallest and largest possible value of each column; `turn` is at most the number of own turns."""
        return {**super().reach(subject), "turn": (0.0, float(self.experiment.turns))}

    def description(self) -> Description:
        """Return the table of adventures with the chance of each end."""
        metrics = self.experiment.metrics
        columns = (
            Column("name", "", WORD),
            Column("fulfilled", "fulfilled", PERCENT, interval=INTERVAL),
            *(Column(name, heading, PERCENT, metrics[name].meaning) for name, heading in OTHER_ENDS.items()),
        )
        names = ("fulfilled", *OTHER_ENDS)
        rows = [Row({"name": one.name} | {name: one.measured(name) for name in names}) for one in self.subjects]
        table = Table("", columns, rows)
        return Description(self.conditions, "", self.facts(), (table,), self.notes(), flat=self.flat_rows)


GAMES = 20_000
ENDS = ("fulfilled", "other_was_first", "not_reached", "lacking", "passed")
"""Possible ends of an adventure in a game; the index in this tuple is the code in the column `end`."""


def _end(name: str, meaning: str) -> Metric:
    """Return the metric of the chance that an adventure ends in the way `name`."""
    return Metric(name, meaning, "end", (ENDS.index(name),) * 2)


METRICS = Metrics(
    listed=(
        _end("fulfilled", "fulfilled within those turns"),
        _end("other_was_first", "the other player fulfilled it before you"),
        _end("not_reached", "its planet was not turned up in any of your flights while it was open"),
        _end("lacking", "its planet was turned up, but the ship lacked what it asks for"),
        _end("passed", "the ship had all that it asks for, but no action was left or the captain chose otherwise"),
        Metric("turn", "number of your turn, from now on, in which it was fulfilled; 0 if it was not", unit="turn"),
    ),
    score="turn",
    unit="turns",
    words={"end": ENDS},
    below_zero=(),
    bounds={"turn": "the number of turns that you ask for bounds it, and each result knows it"},
)


@dataclass(frozen=True)
class AdventureExperiment(FromPosition):
    """Games of some turns from a position that count how every open adventure ends."""

    turns: int = TURNS

    QUESTION: ClassVar[str] = "adventures"
    metrics: ClassVar[Metrics] = METRICS
    TRIAL: ClassVar[tuple[str, str]] = ("game", "games")
    SUBJECT: ClassVar[tuple[str, str]] = ("adventure", "adventures")
    BLOCK: ClassVar[int] = 1 << 15
    UNPAIRED: ClassVar[str] = "the positions differ: compare adventures of one position"

    @property
    def open_numbers(self) -> list[int]:
        """Numbers of the adventures that are open in the position."""
        opened = int(lay_out(self.position, self.seed, 0, 1).open[0])
        return [number for number in range(len(self.rules.adventures)) if opened >> number & 1]

    def run_block(self, first: int, trials: int) -> Columns:
        """Play the games `first` to `first + trials - 1` and return their columns.

        Returns:
            `end`, a code of ENDS, and `turn`, the own turn (from 1) in which the player fulfilled the adventure, or 0.
            Shape (adventures, trials) each.
        """
        return in_lanes(self._some, first, trials)

    def _some(self, first: int, trials: int) -> Columns:
        """Play games side by side and return how and when each adventure ends."""
        table, both, roll = at_table(self, first, trials)
        me, numbers = table.me, self.open_numbers
        when = np.zeros((len(numbers), trials), np.int64)
        bits = np.array([1 << number for number in numbers], np.uint16)[:, None]
        stage, flight = self.position.stage, self.position.flight
        # Own turns are the odd ones, so the last one is turn 2 * turns - 1.
        for turn in range(1, 2 * self.turns):
            both.play_turn(table, stage, roll, flight)
            stage, roll, flight = "production", None, None
            when[(when == 0) & (table.done[me] & bits != 0)] = (turn + 1) // 2
            table.turn += 1
        # Later lines overwrite earlier ones: the strongest reason for the end comes last.
        end = np.full(when.shape, ENDS.index("not_reached"), np.int64)
        end[table.reached[me] & bits != 0] = ENDS.index("lacking")
        end[table.able[me] & bits != 0] = ENDS.index("passed")
        end[table.done[1 - me] & bits != 0] = ENDS.index("other_was_first")
        end[when > 0] = ENDS.index("fulfilled")
        return {"end": end, "turn": when}

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Adventures:
        """Return the outcomes of the counted games."""
        return Adventures(self, counted, stretches)

    @property
    def title(self) -> str:
        """Title of the experiment, e.g. `6 turns of Midgame`."""
        return f"{self.turns} turns of {self.position.own.name}"

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The open adventures."""
        printed = self.rules.adventures
        return tuple(
            Player(printed[number].name, self.captain.name, captain=self.captain) for number in self.open_numbers
        )

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        names = [subject.name for subject in self.subjects]
        opened = (one for one in self.rules.adventure_by_id.values() if one.name in names)
        weak = (f"{one.name}: {one.confidence}" for one in opened if "medium" in one.confidence)
        return [*weak, *notes_of(self.edition, self.position, self.switches)]

    def facts(self) -> dict[str, Any]:
        """Return the position, the number of own turns and the switches of the rules, in plain types."""
        return {"position": self.position.to_dict(), "own_turns": self.turns, "switches": dict(vars(self.switches))}

    @classmethod
    def rebuilt(cls, described: dict[str, Any], **own: Any) -> Self:
        """Return an equal experiment from what `describe` returned."""
        return super().rebuilt(described, turns=described["own_turns"], **own)


def adventures(
    position: PositionLike,
    games: int | None = None,
    seed: int = 1,
    *,
    turns: int = TURNS,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Adventures:
    """Return the chance to fulfil each open adventure within the next own turns, and of each reason for failing.

    Args:
        position: A ship or position: its file, its fields, or an object.
        games: Number of games. If None, at most 20,000, until chances are known to about one percentage point.
        seed: Seed of all cards and dice.
        turns: Number of own turns to play, 1 to 100.
        captain: The captain of the active player: a name, a file or a `Captain`.
        other: The other player's captain.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        **how_much: How much is run and what is kept (`HowMuch`): precision, first, workers, save, plain, progress.

    Returns:
        The chance of each end of each adventure; index it by an adventure's name.

    Raises:
        AnalyzerError: If the position or another argument has faults.

    >>> from analyzer import starship
    >>> starship.adventures("ships/starship/midgame.yaml", 50, turns=2)["Merchant gift"].fulfilled.n
    50
    """
    experiment = AdventureExperiment(
        load_position(position),
        load_captain(captain),
        load_captain(other),
        seed,
        load_switches(switches),
        whole_number(turns, "turns", 1, 100),
    )
    result: Adventures = run_each([experiment], games, GAMES, enough={"fulfilled": SURE}, **how_much)[0]
    return result
