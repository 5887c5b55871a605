"""First screen of a balance report: one verdict for each part, and the targets that some of them are held against."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from analyzer.answers.description import Table, ends, in_percent
from analyzer.answers.numbers import join_names, signed
from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.questions.balance.sample import NOVICE
from analyzer.trucker.questions.balance.tables import IN_FIELD, Contents
from analyzer.trucker.questions.balance.verdicts import BLANK, MEANINGS, NOT_KNOWN, STRONG, WEAK
from analyzer.trucker.world import DEFAULT_CAPTAIN

MET, MISSED, OPEN = "met", "missed", "open"
"""Verdicts on a target."""
GOOD, BAD, UNKNOWN = "good", "bad", "unknown"
"""Tone of a tile: whether its part is in balance."""
TONES = {MET: GOOD, MISSED: BAD, OPEN: UNKNOWN, STRONG: BAD, WEAK: BAD, BLANK: BAD, NOT_KNOWN: UNKNOWN}
"""Tone of each verdict."""
DEFAULT_TARGETS = {
    "arrive": "at least 80%",
    "first_place": "at most 5",
    "skill": "at least 10%",
    "captain": "at most 1",
}
"""Targets of an edition that names none.

In order: share of flights in which good ships arrive; credits that the first place is worth; share of ship and captain
in the variance of credits; credits by which a captain is better than the default one.
"""
TARGET = re.compile(r"(?:at (?P<bound>most|least) (?P<one>-?\d+(?:\.\d+)?)|(?P<low>-?\d+(?:\.\d+)?) to "
                    r"(?P<high>-?\d+(?:\.\d+)?))(?P<percent>%?)")  # fmt: skip
"""Form of a target in `edition.yaml`."""


class Target(NamedTuple):
    """Range that a number of an edition should keep to.

    Args:
        words: the target as it was written.
        low: least number that meets it.
        high: largest number that meets it.
    """

    words: str
    low: float
    high: float

    def verdict(self, number: Estimate) -> str:
        """Return whether an estimate clearly meets the target, clearly misses it, or leaves it open.

        >>> [read_targets({"arrive": "80 to 95%"})["arrive"].verdict(Estimate(m, m - 0.1, m + 0.1)) for m in (0.6, 0.9)]
        ['missed', 'open']
        """
        if number.high < self.low or number.low > self.high:
            return MISSED
        return MET if self.low <= number.low and number.high <= self.high else OPEN


def read_targets(written: Mapping[str, str]) -> dict[str, Target]:
    """Return all targets; those that are not written are the default ones.

    Raises:
        AnalyzerError: for a target that does not exist or cannot be read.
    """
    targets = {}
    for name, words in (DEFAULT_TARGETS | dict(written)).items():
        if name not in DEFAULT_TARGETS:
            raise AnalyzerError(f"targets: {name[:40]!r}: {one_of(name, DEFAULT_TARGETS)}")
        found = TARGET.fullmatch(words.strip())
        if not found:
            raise AnalyzerError(f"targets: {name}: {words[:40]!r}: write e.g. at most 5, at least 80% or 80 to 95%")
        scale = 100 if found["percent"] else 1
        low, high = (-inf if found["bound"] else float(found["low"]), inf if found["bound"] else float(found["high"]))
        if found["bound"]:
            low, high = (low, float(found["one"])) if found["bound"] == "most" else (float(found["one"]), high)
        targets[name] = Target(words.strip(), low / scale, high / scale)
    return targets


@dataclass(frozen=True)
class Tile:
    """Verdict on one part of a report.

    Attributes:
        name: name of the table that it sums up.
        title: its title.
        verdict: the verdict in a word or two.
        tone: whether that is good, bad or unknown.
        number: the number on which it rests, with its interval.
        note: what the number is.
        marks: values drawn in its picture, each with its tone.
        target: range in which the values should lie; infinite ends if there is no target.
    """

    name: str
    title: str
    verdict: str
    tone: str
    number: str
    note: str
    marks: tuple[tuple[Estimate, str], ...] = ()
    target: tuple[float, float] = (-inf, inf)

    def as_dict(self) -> dict[str, str]:
        """Return the tile's values for JSON."""
        return {"verdict": self.verdict, "tone": self.tone, "number": self.number, "note": self.note}


def tiles_of(balance: Contents, tables: Mapping[str, Table]) -> Iterator[Tile]:
    """Yield the verdict on each part that was measured."""
    rows = {name: [row.values for row in table.rows] for name, table in tables.items()}
    targets = read_targets(dict(balance.targets))
    if "cards" in rows:
        met = [row for row in rows["cards"] if row["setting"] == IN_FIELD]
        yield _judged("cards", "cards", met, "credits", "name")
    if "components" in rows:
        yield _judged("components", "components", rows["components"], "worth", "kind")
    good = [row for row in rows["levels"] if row["setting"] == IN_FIELD and row["group"] != NOVICE]
    yield _held("levels", "levels", targets["arrive"], [(row["level"], row["arrived"]) for row in good], "arrive")
    if "places" in rows:
        first = [(row["level"], row["worth"]) for row in rows["places"] if row["place"] == 1]
        yield _held("places", "first place", targets["first_place"], first, "credits for starting first")
    if balance.luck:
        shares = [(level, luck.skill()) for level, luck in balance.luck.items()]
        yield _held("luck", "skill and luck", targets["skill"], shares, "of the variance is skill")
        more = [(f"{row['captain']}, {row['level']}", row["more"]) for row in rows["captains"]]
        yield _held("captains", "captains", targets["captain"], more, f"credits above {DEFAULT_CAPTAIN}")


def _judged(name: str, title: str, rows: Sequence[Mapping[str, Any]], effect: str, called: str) -> Tile:
    """Return the tile of a table whose rows have verdicts; the edition's own rows count, if there are any."""
    own = [row for row in rows if row["is_own"]]
    some = own or rows
    # A card that several levels deal counts once, with its most urgent verdict.
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
        return Tile(name, title, verdict, tone, "-", "no good ship has one")
    shown = str(worst[called]).replace("_", " ")
    marks = tuple((row[effect], TONES.get(row["verdict"], "")) for row in rows if row[effect])
    return Tile(name, title, verdict, tone, _credits(worst[effect]), f"{shown}: {worst['verdict']}", marks)


def _distance(row: Mapping[str, Any], effect: str) -> tuple[bool, bool, float]:
    """Return a key that is largest for an effect clearly outside the printed range, and furthest from it."""
    least, most = row["printed_least"], row["printed_most"]
    outside = max(row[effect].mean - most.mean, least.mean - row[effect].mean) if least and most else 0.0
    return row["verdict"] in (STRONG, WEAK), row["verdict"] == BLANK, outside


def _held(name: str, title: str, target: Target, values: Sequence[tuple[str, Estimate]], note: str) -> Tile:
    """Return the tile of numbers that are held against a target: the number furthest from it, and all verdicts."""
    verdicts = [target.verdict(value) for _, value in values]
    verdict = next(one for one in (MISSED, OPEN, MET) if one in verdicts)
    worst, number = max(values, key=lambda pair: max(pair[1].mean - target.high, target.low - pair[1].mean))
    tone = TONES[verdict]
    marks = tuple((value, TONES[one]) for (_, value), one in zip(values, verdicts, strict=True))
    is_share = target.words.endswith("%")
    shown = f"{in_percent(number.mean, 0)} ({ends(number, _whole_percent)})" if is_share else _credits(number)
    return Tile(
        name, title, f"target {verdict}: {target.words}", tone, shown, f"{note}, {_where(worst)}", marks, target[1:]
    )


def _where(name: str) -> str:
    return name if ", " in name else f"level {name}"


def _whole_percent(share: float) -> str:
    return in_percent(share, 0)


def _credits(value: Estimate) -> str:
    """Format credits with their interval, to one decimal."""
    return f"{signed(value.mean, 1)} ({signed(value.low, 1)} to {signed(value.high, 1)})"


def overall(edition: str, tiles: Sequence[Tile]) -> tuple[str, str]:
    """Return the tone of a whole report, and its verdict as a sentence."""
    bad, unknown = ([tile.title for tile in tiles if tile.tone == tone] for tone in (BAD, UNKNOWN))
    if bad:
        return BAD, f"The {edition} edition is not in balance: look at {join_names(bad)}."
    if unknown:
        return UNKNOWN, f"Nothing in the {edition} edition is clearly out of balance; open: {join_names(unknown)}."
    return GOOD, f"The {edition} edition is in balance in all that was measured."
