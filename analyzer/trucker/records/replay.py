"""Check of a record: every card is flown or refused; the answer shows the ships at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from analyzer.answers.description import Column, Description, Row, StoryStep, Table
from analyzer.answers.note import warning
from analyzer.answers.story import CheckedRecord, RecordStep
from analyzer.trucker.captains import CREW_TYPES
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.cards.caveats import caveats
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.edition import GOODS
from analyzer.trucker.position.experiment import as_plain
from analyzer.trucker.position.position import Position, ShipInFlight
from analyzer.trucker.position.values import in_words
from analyzer.trucker.records.flight_record import Record, load_record
from analyzer.trucker.records.referee import Referee, Step, assumed_in_words, superfluous_at
from analyzer.trucker.sayings.phrases import crew, listed, many
from analyzer.trucker.world import DEFAULT_CAPTAIN

COLUMNS = (
    Column("number"),
    Column("card"),
    Column("kind"),
    Column("rolls"),
    Column("accepted"),
    Column("reason"),
    Column("decisions"),
    Column("assumed"),
    Column("is_left_out"),
    Column("replaced"),
    Column("superfluous"),
)
"""Columns of the table of a record, which has a row per card."""
RecordLike = str | Path | Mapping[str, Any] | Record


@dataclass(frozen=True, repr=False)
class Replayed(CheckedRecord):
    """A record that was checked: its cards as flown, and the ships at the end.

    Attributes:
        record: the record.
        steps: the cards as flown or refused.
        position: the position after the last card.
        outcomes: result of each ship by metric, as in `fly`; {} while the flight goes on.
    """

    PAGE: ClassVar[str] = "analyzer.trucker.pages:replay_page"

    record: Record
    steps: tuple[Step, ...]
    position: Position
    outcomes: Mapping[str, Mapping[str, int]]

    @property
    def refused(self) -> tuple[Step, ...]:
        """Cards that the rules refuse, entirely or in part."""
        return tuple(step for step in self.steps if step.reason is not None)

    @property
    def reasons(self) -> list[str | None]:
        """For each card, the reason why it or one of its entries was refused; None if nothing was."""
        return [step.reason for step in self.steps]

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each card of the record."""
        return [
            {
                "number": number,
                "card": step.recorded.card,
                "kind": "" if step.card is None else step.card.kind.replace("_", " "),
                "rolls": " ".join(map(str, step.recorded.rolls)),
                "accepted": step.reason is None,
                "reason": step.reason or "",
                "decisions": "; ".join(self._decisions(step)),
                "assumed": "; ".join(step.assumed),
                "is_left_out": step.is_left_out,
                "replaced": "; ".join(step.replaced),
                "superfluous": "; ".join(step.superfluous),
            }
            for number, step in enumerate(self.steps, start=1)
        ]

    def record_steps(self) -> list[RecordStep]:
        """Return the rolls and decisions at each card, and the ships after it, in words."""
        return [self._in_words(step) for step in self.steps]

    def _in_words(self, step: Step) -> RecordStep:
        """Return one card in words: rolls and decisions, refusals, and the ships after it."""
        heading = f"card {step.recorded.card}" if step.card is None else card_in_words(step.card)
        rolls = [f"rolled {' '.join(map(str, step.recorded.rolls))}"] if step.recorded.rolls else []
        replaced = (
            [f"decided by captain {DEFAULT_CAPTAIN} instead: {'; '.join(step.replaced)}"] if step.replaced else []
        )
        assumed = [f"assumed, because the record does not say: {'; '.join(step.assumed)}"] if step.assumed else []
        superfluous = [f"correct but not needed: {'; '.join(step.superfluous)}"] if step.superfluous else []
        return RecordStep(
            heading,
            "; ".join([*rolls, *self._decisions(step)]),
            step.reason,
            [*replaced, *superfluous, *assumed, *states(step.after, self.record.names)],
            is_left_out=step.is_left_out,
        )

    def _decisions(self, step: Step) -> Iterator[str]:
        for number, decided in step.recorded.decisions.items():
            each = (
                f"{what} {', '.join(in_words(what, value) for value in values)}" for what, values in decided.items()
            )
            yield f"{self.record.names[number]}: {', '.join(each)}".replace("_", " ")

    def conclusions(self) -> list[str]:
        """Return a line per ship on its state at the end, or on its result if the flight is over."""
        if not self.outcomes:
            return states(self.position, self.record.names)
        return results_in_words(self.outcomes)

    def notes(self) -> list[str]:
        """Return notes on decisions that the record leaves open, and on uncertain rules."""
        return [
            *notes_of(self.steps, lambda step: step.assumed),
            *caveats(self.record.start.route),
            *self.record.start.route.notes(),
        ]

    def description(self) -> Description:
        """Describe the record: a row per card, and the ships."""
        facts = {
            "refused": len(self.refused),
            "over": bool(self.outcomes),
            "position": as_plain(self.position),
            "outcomes": {name: dict(outcome) for name, outcome in self.outcomes.items()},
        }
        title = f": {many(len(self.steps), 'card')}, {len(self.refused)} refused"
        cards = Table("cards", COLUMNS, [Row(row) for row in self.rows()], labels=3)
        steps = [self._story(number, step) for number, step in enumerate(self.record_steps(), start=1)]
        return Description(self.record.start.name, title, facts, (cards, *steps, *self.conclusions()), self.notes())

    def _story(self, number: int, step: RecordStep) -> StoryStep:
        """Return a card of the record as a step of a story: a title, and lines with their roles."""
        title = f"{number}. {step.heading}{step.mark}"
        done = [(f"refused: {step.reason}", "loss")] if step.reason else []
        lines = [*([(step.what, "line")] if step.what else []), *done, *((line, "state") for line in step.state)]
        return StoryStep(title, [words for words, _ in lines], [role for _, role in lines])


def notes_of(steps: Iterable[Step], assumed: Callable[[Step], Sequence[str]]) -> list[str]:
    """Return the notes on cards: refusals, superfluous entries, and decisions that the record leaves out.

    Args:
        steps: the cards.
        assumed: returns the decisions at a card that the notes name, because the record leaves them to the captains.
    """
    refused = [step.caveat for step in steps if step.reason is not None]
    superfluous = [superfluous_at(step.recorded.card, step.superfluous) for step in steps if step.superfluous]
    left_out = [(step.recorded.card, assumed(step)) for step in steps if assumed(step)]
    return [*map(warning, refused), *superfluous, *([warning(assumed_in_words(left_out))] if left_out else [])]


def results_in_words(outcomes: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return a line on the result of each ship."""
    return [
        f"{name}: {ENDINGS[outcome['ending']].replace('_', ' ')}"
        + (f" at place {outcome['place']}" if outcome["place"] else "")
        + f", {many(outcome['components_lost'], 'component')} lost: {many(outcome['credits'], 'credit')}"
        for name, outcome in outcomes.items()
    ]


def states(position: Position, names: tuple[str, ...]) -> list[str]:
    """Return a line on the state of each ship of a position."""
    return [f"{name}: {state_of(ship)}" for name, ship in zip(names, position.ships, strict=True)]


def state_of(ship: ShipInFlight) -> str:
    """Describe a ship in flight in one line: its space and all that is aboard, or the reason why it left."""
    if ship.left:
        return ship.left.replace("_", " ")
    people = [who for _, there in ship.crew for who in there]
    cubes = [cube for _, there in ship.goods for cube in there]
    parts = [
        f"space {ship.space}",
        many(ship.remaining.bit_count(), "component"),
        crew({who: people.count(who) for who in CREW_TYPES}),
        many(sum(number for _, number in ship.charges), "charge"),
        f"goods: {listed({colour: cubes.count(colour) for colour in GOODS})}",
        *([f"paid {ship.credits}"] if ship.credits else []),
    ]
    return ", ".join(parts)


def replay(source: RecordLike) -> Replayed:
    """Check the record of a flight card by card: an entry that a rule forbids is refused, and the rule is named.

    A card that cannot be flown is left out. The default captain decides in place of a refused entry. An entry that is
    true although there was nothing to decide is accepted with a remark.

    Args:
        source: a record, its fields, or the path of its file.

    Returns:
        The checked record: every card, and the ships at the end.

    Raises:
        AnalyzerError: for a record that cannot be read.

    >>> import analyzer
    >>> [step.recorded.card for step in analyzer.replay("ships/2007/example-record.yaml").refused]
    [11]
    """
    record = load_record(source)
    referee = Referee(record)
    steps = tuple(referee.fly())
    return Replayed(record, steps, referee.position, referee.results())
