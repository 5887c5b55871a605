"""What is different in another edition: levels, kinds of cards and kinds of components, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.description import NUMBER, WORD, Column, Form, Row, Table
from analyzer.answers.description import in_words as words
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE, each_of
from analyzer.trucker.questions.balance.cards import cautious_mean
from analyzer.trucker.questions.balance.columns import IN_FIELD, effect, setting
from analyzer.trucker.questions.balance.contents import Contents
from analyzer.trucker.questions.balance.sample import FIELD

LEVEL, CARD, COMPONENT, PLACE, PART = "level pays", "card", "component", "first place", "part of variance"


@dataclass(frozen=True)
class Measured:
    """A number of an edition, and what it is the mean of: flights, meetings, ships or batches.

    keys: what the values belong to; those of two editions are pairs where the keys are the same.
    """

    estimate: Estimate
    values: npt.NDArray[np.float64]
    keys: tuple[Any, ...] = ()

    def less(self, other: Measured, confidence: float) -> Estimate:
        """This less another one; pair by pair, so that what the decks and dice of both have in common is not in it."""
        if self.keys != other.keys or self.values.shape != other.values.shape:
            return self.estimate.less(other.estimate)
        middle, low, high = cautious_mean(self.values - other.values, confidence)
        mean = self.estimate.mean - other.estimate.mean
        return Estimate(mean, mean - (middle - low), mean + (high - middle))


def changes(balance: Contents, other: Contents) -> Table:
    """A row for all that both editions have: what it is here, there, and how much more here."""
    number = sum(1 for _ in _pairs(balance, other, CONFIDENCE))
    confidence = each_of(number)
    rows = []
    for what, name, here, there in _pairs(balance, other, confidence):
        values = {"what": what, "name": name, "here": here.estimate.mean, "there": there.estimate.mean}
        rows.append(Row({**values, "difference": here.less(there, confidence)}))
    rows.sort(key=lambda row: (row.values["what"], -abs(row.values["difference"].mean)))
    columns = (
        Column("what", "what", WORD),
        Column("name", "which", Form(words, is_number=False)),
        Column("here", balance.edition, NUMBER),
        Column("there", other.edition, NUMBER),
        effect("difference", "difference", "in credits; of parts of the variance in percentage points; intervals hold "
               f"for all {len(rows)} rows at once", more_is=""),
    )  # fmt: skip
    return Table("changes", columns, rows, f"what differs from {other.edition}", labels=2)


def _pairs(balance: Contents, other: Contents, confidence: float) -> Iterator[tuple[str, str, Measured, Measured]]:
    """What is measured in both editions, with each interval."""
    both = [_measured(one, confidence) for one in (balance, other)]
    for key, here in both[0].items():
        if key in both[1]:
            yield *key, here, both[1][key]


def _measured(balance: Contents, confidence: float) -> dict[tuple[str, str], Measured]:
    """All that another edition may have too."""
    values: dict[tuple[str, str], Measured] = {}
    for (level, in_field), pay in balance.pay.items():
        if FIELD in pay.groups:
            estimate = pay.group(FIELD, "credits", confidence)
            values[LEVEL, f"{level}, {setting(in_field)}"] = Measured(estimate, pay.flight_by_flight(FIELD))
    for one in balance.cards:
        if one.in_field:
            numbers = ", ".join(str(card.id) for card in one.cards)
            name = f"{words(one.cards[0].kind)} no. {numbers}, level {one.level}"
            values[CARD, name] = Measured(one.credits(confidence), one.by_meeting / len(one.good))
    for kind in balance.kinds:
        worth, ships = kind.worth(confidence), kind.by_origin
        if worth is not None:
            values[COMPONENT, kind.kind] = Measured(worth, np.array([*ships.values()]), tuple(ships))
    for level, places in balance.places.items():
        values[PLACE, f"level {level}"] = Measured(places.worth(1, confidence), places.flight_by_flight(1))
    for level, luck in balance.luck.items():
        by_batch = luck.batch_by_batch()
        for part, share in luck.shares(confidence).items():
            percent = Estimate(*(100 * value for value in share))
            values[PART, f"{part}, level {level}"] = Measured(percent, 100 * by_batch[part])
    return values


def sentences_on_changes(table: Table, one: str, other: str) -> Iterator[str]:
    """How many rows clearly differ, and the largest differences."""
    rows = [row.values for row in table.rows]
    clear: list[Any] = [row for row in rows if not row["difference"].low <= 0 <= row["difference"].high]
    yield (
        f"Of {len(rows)} things that {one} and {other} both have, {len(clear)} clearly differ "
        f"(levels and cards {IN_FIELD} are compared by what they bring)."
    )
    in_credits = sorted(
        (row for row in clear if row["what"] != PART), key=lambda row: -abs(float(row["difference"].mean))
    )
    for row in in_credits[:3]:
        here, there, more = row["here"], row["there"], row["difference"]
        yield (
            f"{row['what']}, {words(row['name'])}: {here:.2f} in {one}, {there:.2f} in {other}, "
            f"{more.mean:+.2f} ({more.low:+.2f} to {more.high:+.2f})."
        )
