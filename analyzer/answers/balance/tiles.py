"""Tiles of a balance report: a verdict on each part, and the targets of parts that have one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, NamedTuple

from analyzer.answers.balance.verdicts import BLANK, MEANINGS, NOT_KNOWN, STRONG, WEAK
from analyzer.answers.description import ends, in_percent
from analyzer.answers.numbers import join_names, signed
from analyzer.files.editions.targets import ranges_of
from analyzer.statistics.estimate import Estimate

MET, MISSED, OPEN = "met", "missed", "open"
"""Verdicts on a target."""
GOOD, BAD, UNKNOWN = "good", "bad", "unknown"
"""Tone of a tile: whether its part is in balance."""
TONES = {MET: GOOD, MISSED: BAD, OPEN: UNKNOWN, STRONG: BAD, WEAK: BAD, BLANK: BAD, NOT_KNOWN: UNKNOWN}
"""Tone of each verdict."""


class Target(NamedTuple):
    """Range in which a number of an edition should lie.

    Args:
        words: the target as it was written.
        low: smallest number that meets it.
        high: largest number that meets it.
    """

    words: str
    low: float
    high: float

    def verdict(self, number: Estimate) -> str:
        """Return `met` if the whole interval lies in the range, `missed` if all of it lies outside, else `open`.

        >>> target = read_targets({}, {"arrive": "80 to 95%"})["arrive"]
        >>> [target.verdict(Estimate(mean, mean - 0.1, mean + 0.1)) for mean in (0.6, 0.9)]
        ['missed', 'open']
        """
        if number.high < self.low or number.low > self.high:
            return MISSED
        return MET if self.low <= number.low and number.high <= self.high else OPEN


def read_targets(written: Mapping[str, str], usual: Mapping[str, str]) -> dict[str, Target]:
    """Return all targets by name.

    Args:
        written: targets that the edition names.
        usual: the default targets, for those that it does not name.

    Raises:
        AnalyzerError: as `ranges_of` does.
    """
    return {name: Target(*found) for name, found in ranges_of(written, usual).items()}


@dataclass(frozen=True)
class Tile:
    """Verdict on one part of a report.

    Attributes:
        name: name of the table that it sums up.
        title: title of the tile.
        verdict: the verdict in a word or two.
        tone: whether the part is in balance: `good`, `bad` or `unknown`.
        number: the number on which the verdict rests, with its interval.
        note: what the number is.
        marks: values drawn in the picture of the tile, each with its tone.
        target: range in which the values should lie; infinite ends if there is no target.
        is_judged: whether the verdict can be bad; printed things alone are in range by definition.
    """

    name: str
    title: str
    verdict: str
    tone: str
    number: str
    note: str
    marks: tuple[tuple[Estimate, str], ...] = ()
    target: tuple[float, float] = (-inf, inf)
    is_judged: bool = True

    def as_dict(self) -> dict[str, str]:
        """Return the tile's values for JSON."""
        return {"verdict": self.verdict, "tone": self.tone, "number": self.number, "note": self.note}


def judged_tile(
    name: str, title: str, rows: Sequence[Mapping[str, Any]], effect: str, called: str, missing: str = ""
) -> Tile:
    """Return the tile of a table with verdicts.

    If some things differ from every printed thing, only these count.

    Args:
        name: name of the table.
        title: title of the tile.
        rows: values of the table's rows.
        effect: name of the column of effects.
        called: name of the column of names.
        missing: text of the tile if no effect was measured.
    """
    own = [row for row in rows if row["is_own"]]
    some = own or rows
    # A thing of several rows counts once, with its most urgent verdict.
    urgent: dict[Any, str] = {}
    for row in sorted(some, key=lambda row: -[*MEANINGS].index(row["verdict"])):
        urgent |= dict.fromkeys(row.get("cards", (row[called],)), row["verdict"])
    number = Counter(urgent.values())
    wrong = number[STRONG] + number[WEAK] + (number[BLANK] if own else 0)
    tone = BAD if wrong else UNKNOWN if number[NOT_KNOWN] and own else GOOD
    worst = max((row for row in some if row[effect]), key=lambda row: _distance(row, effect), default=None)
    verdict = join_names([f"{number[verdict]} {verdict}" for verdict in MEANINGS if number[verdict]])
    verdict = f"{'own' if own else 'printed'}: {verdict}"
    if worst is None:
        return Tile(name, title, verdict, tone, "-", missing, is_judged=bool(own))
    shown = str(worst[called]).replace("_", " ")
    marks = tuple((row[effect], TONES.get(row["verdict"], "")) for row in rows if row[effect])
    note = f"{shown}: {worst['verdict']}"
    return Tile(name, title, verdict, tone, _with_interval(worst[effect]), note, marks, is_judged=bool(own))


def _distance(row: Mapping[str, Any], effect: str) -> tuple[bool, bool, float]:
    """Return the sort key of a row, so that the worst verdict comes last: strong or weak, before it blank.

    Rows with equal verdicts are sorted by how far the effect lies outside the range of the printed things.
    """
    least, most = row["printed_least"], row["printed_most"]
    outside = max(row[effect].mean - most.mean, least.mean - row[effect].mean) if least and most else 0.0
    return row["verdict"] in (STRONG, WEAK), row["verdict"] == BLANK, outside


def held_tile(name: str, title: str, target: Target, values: Sequence[tuple[str, Estimate]], note: str) -> Tile:
    """Return the tile of numbers with a target: the worst verdict, and the number furthest from the target.

    Args:
        name: name of the table.
        title: title of the tile.
        target: the target.
        values: the numbers, each with its name, e.g. a captain or a level.
        note: what the numbers are.
    """
    verdicts = [target.verdict(value) for _, value in values]
    verdict = next(one for one in (MISSED, OPEN, MET) if one in verdicts)
    worst, number = max(values, key=lambda pair: max(pair[1].mean - target.high, target.low - pair[1].mean))
    tone = TONES[verdict]
    marks = tuple((value, TONES[one]) for (_, value), one in zip(values, verdicts, strict=True))
    is_share = target.words.endswith("%")
    whole = partial(in_percent, places=0)
    shown = f"{whole(number.mean)} ({ends(number, whole)})" if is_share else _with_interval(number)
    return Tile(name, title, f"target {verdict}: {target.words}", tone, shown, f"{note}, {worst}", marks, target[1:])


def _with_interval(value: Estimate) -> str:
    """Format a number with its interval, to one decimal."""
    return f"{signed(value.mean, 1)} ({signed(value.low, 1)} to {signed(value.high, 1)})"


def overall(edition: str, tiles: Sequence[Tile]) -> tuple[str, str]:
    """Return the tone of a whole report (`good`, `bad` or `unknown`), and its verdict as a sentence."""
    bad, unknown = ([tile.title for tile in tiles if tile.tone == tone] for tone in (BAD, UNKNOWN))
    if bad:
        return BAD, f"The {edition} edition is not in balance: look at {join_names(bad)}."
    if unknown:
        return UNKNOWN, f"Nothing in the {edition} edition is clearly out of balance; open: {join_names(unknown)}."
    if not any(tile.is_judged for tile in tiles):
        return UNKNOWN, "Nothing was judged: everything measured here is printed, and printed things set the range."
    return GOOD, f"The {edition} edition is in balance in all that was measured."
