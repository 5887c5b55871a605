"""Result of checking a record: every step, done or refused by the rules, and the position at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from analyzer.answers.description import COUNT, WORD, Column, Description, Form, Lines, Row, Table
from analyzer.answers.story import CheckedRecord, RecordStep
from analyzer.lorry.position.position import Position
from analyzer.lorry.records.game_record import Record, load_record
from analyzer.lorry.records.referee import Referee, Step

COLUMNS = (
    Column("round", "round", COUNT),
    Column("trader", "trader", WORD),
    Column("what", "takes and draws", WORD),
    Column("route", "scores", flat=None, in_json=False),
    Column("accepted", "", Form(lambda done: "done" if done else "refused", is_number=False)),
    Column("scored"),
    Column("points"),
    Column("reason", "why not", WORD),
    Column("assumed"),
)


@dataclass(frozen=True, repr=False)
class Replayed(CheckedRecord):
    """A record that was checked.

    Attributes:
        record: the record.
        steps: every roll, draw and fill of the record, done or refused.
        position: position after all steps that were done.
    """

    PAGE: ClassVar[str] = "analyzer.lorry.pages:replay_page"

    record: Record
    steps: tuple[Step, ...]
    position: Position
    ended: str = ""
    """Reason why the game is over, "" if it goes on."""

    @property
    def refused(self) -> tuple[Step, ...]:
        """Steps that the rules do not allow."""
        return tuple(step for step in self.steps if step.reason is not None)

    @property
    def reasons(self) -> list[str | None]:
        """Reason for the refusal of each step, None for steps that were done."""
        return [step.reason for step in self.steps]

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per step, as plain dicts."""
        names = self.record.start.names
        return [
            {
                "round": step.round,
                "trader": names[step.trader - 1] if step.trader and step.trader <= len(names) else "",
                "what": step.what,
                "accepted": step.reason is None,
                "scored": f"{step.scored[0]}-{step.scored[1]}" if step.scored else "",
                "points": step.points,
                "reason": step.reason or "",
                "assumed": step.assumed,
            }
            for step in self.steps
        ]

    def record_steps(self) -> list[RecordStep]:
        """Return the steps in words, each with the totals after it."""
        return [_in_words(row, step) for row, step in zip(self.rows(), self.steps, strict=True)]

    def conclusions(self) -> list[str]:
        """Return a sentence on the totals, the routes scored, and the end of the game if it is over."""
        now = self.position
        of_a_star = now.galaxy.rules.scoring["star_points"]
        stand = ", ".join(
            f"{name} {points} + {of_a_star * stars} for stars = {total}"
            for name, points, stars, total in zip(now.names, now.points, now.stars, now.totals, strict=True)
        )
        ended = self.ended or f"{now.slots} of {now.galaxy.end_after} routes scored"
        winners = [name for name, total in zip(now.names, now.totals, strict=True) if total == max(now.totals)]
        won = f"; {' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'}" if self.ended else ""
        return [f"{stand}; {ended}{won}"]

    def notes(self) -> list[str]:
        """Return notes on choices assumed because the record leaves them out, and notes on the galaxy."""
        names = self.record.start.names
        assumed = [
            f"Round {one.round}, {names[one.trader - 1]}: {one.assumed}"
            for one in self.steps
            if one.assumed and one.trader
        ]
        return [*assumed, *self.record.start.galaxy.notes()]

    def description(self) -> Description:
        """Describe the check: a row per step, and the state of the game after the last one."""
        now = self.position
        facts = {
            "refused": len(self.refused),
            "points": now.points,
            "stars": now.stars,
            "totals": now.totals,
            "scored": [list(route) for route in now.scored],
            "over": bool(self.ended),
        }
        rows = [Row(row | {"route": f"{row['scored']}: {row['points']}" * bool(row["scored"])}) for row in self.rows()]
        title = f": {len(self.steps)} steps, {len(self.refused)} refused"
        steps = Table("steps", COLUMNS, rows, labels=2)
        return Description(
            self.record.start.name, title, facts, (steps, Lines(now.drawing()), *self.conclusions()), self.notes()
        )


def _in_words(row: dict[str, Any], step: Step) -> RecordStep:
    """Return a step in words: heading, what was done, the reason if it was refused, and totals after it."""
    now = step.after
    scored = f"; scores {row['scored']}: {row['points']}" * bool(row["scored"])
    totals = ", ".join(f"{name} {total}" for name, total in zip(now.names, now.totals, strict=True))
    heading = ", ".join(filter(None, (f"Round {step.round}", row["trader"])))
    lines = [*[step.assumed] * bool(step.assumed), f"{totals}; routes scored: {now.slots}"]
    return RecordStep(heading, f"{step.what}{scored}", step.reason, lines)


def replay(source: str | Path | Mapping[str, Any] | Record) -> Replayed:
    """Check a recorded game draw by draw; a draw against the rules is left out, and the check goes on without it.

    Args:
        source: path of a record file, its fields, or a record.

    Returns:
        The steps, each done or refused with its reason, and the position at the end.

    Raises:
        AnalyzerError: the record cannot be read.

    >>> from analyzer import lorry
    >>> [step.reason for step in lorry.replay("ships/lorry/example-record.yaml").refused]
    ['track 1NEW in column 7, row 6: planet 5 was flown to by trader 1: each trader flies to a planet once']
    """
    record = load_record(source)
    referee = Referee(record)
    steps = tuple(referee.play())
    return Replayed(record, steps, referee.now, referee.over)
