"""What is different in another edition: levels, kinds of cards and kinds of components, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.answers.description import NUMBER, WORD, Column, Form, Row, Table
from analyzer.answers.description import in_words as words
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import each_of
from analyzer.trucker.questions.balance.columns import IN_FIELD, effect, setting
from analyzer.trucker.questions.balance.contents import Contents
from analyzer.trucker.questions.balance.sample import FIELD

LEVEL, CARD, COMPONENT, PLACE, PART = "level pays", "card", "component", "first place", "part of variance"


def changes(balance: Contents, other: Contents) -> Table:
    """A row for all that both editions have: what it is here, there, and how much more here."""
    rows_number = sum(1 for _ in _pairs(balance, other, 0.95))
    confidence = each_of(rows_number)
    rows = []
    for what, name, here, there in _pairs(balance, other, confidence):
        values = {"what": what, "name": name, "here": here.mean, "there": there.mean, "difference": here.less(there)}
        rows.append(Row(values))
    rows.sort(key=lambda row: (row.values["what"], -abs(row.values["difference"].mean)))
    columns = (
        Column("what", "what", WORD),
        Column("name", "which", Form(words, is_number=False)),
        Column("here", balance.edition, NUMBER),
        Column("there", other.edition, NUMBER),
        effect("difference", "difference", f"in credits; of parts of the variance in percentage points; intervals hold "
               f"for all {len(rows)} rows at once, and are wider than needed", more_is=""),
    )  # fmt: skip
    return Table("changes", columns, rows, f"what differs from {other.edition}", labels=2)


def _pairs(balance: Contents, other: Contents, confidence: float) -> Iterator[tuple[str, str, Estimate, Estimate]]:
    """What is measured in both editions, with each interval."""
    both = [_measured(one, confidence) for one in (balance, other)]
    for key, here in both[0].items():
        if key in both[1]:
            yield *key, here, both[1][key]


def _measured(balance: Contents, confidence: float) -> dict[tuple[str, str], Estimate]:
    """All that another edition may have too."""
    values: dict[tuple[str, str], Estimate] = {}
    for (level, in_field), pay in balance.pay.items():
        if FIELD in pay.groups:
            values[LEVEL, f"{level}, {setting(in_field)}"] = pay.group(FIELD, "credits", confidence)
    for one in balance.cards:
        if one.in_field:
            numbers = ", ".join(str(card.id) for card in one.cards)
            name = f"{words(one.cards[0].kind)} no. {numbers}, level {one.level}"
            values[CARD, name] = one.average("credits", confidence)
    for kind in balance.kinds:
        worth = kind.worth(confidence)
        if worth is not None:
            values[COMPONENT, kind.kind] = worth
    for level, places in balance.places.items():
        values[PLACE, f"level {level}"] = places.worth(1, confidence)
    for level, luck in balance.luck.items():
        for part, share in luck.shares().items():
            values[PART, f"{part}, level {level}"] = Estimate(*(100 * value for value in share))
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
