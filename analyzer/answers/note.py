"""Notes under answers, and texts on means that were corrected by control variates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from analyzer.errors import named_setting
from analyzer.statistics.controls import Controls, CorrectedMean
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.moments import Moments
from analyzer.world import Experiment


class Note(str):
    """A note: a string with a kind, by which code finds it or leaves it out.

    Attributes:
        kind: What the note is about, in a word.
        of: The names of the subjects that it concerns.

    >>> note = Note("alike", "bold and timid came out alike", of=("bold", "timid"))
    >>> print(note, is_about(note, "alike"), is_about("came out alike", "alike"))
    bold and timid came out alike True False
    """

    __slots__ = ("kind", "of")

    kind: str
    of: tuple[str, ...]

    def __new__(cls, kind: str, text: str, of: tuple[str, ...] = ()) -> Note:
        """Create a note; apart from its attributes it behaves like its text."""
        note = super().__new__(cls, text)
        note.kind, note.of = kind, of
        return note

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.kind, str(self), self.of


def is_about(note: str, *kinds: str) -> bool:
    """Return whether a note is of one of the kinds; plain strings are of none."""
    return isinstance(note, Note) and note.kind in kinds


SHARPER = "sharper"
"""The kind of notes that say how much more certain control variates made a mean."""
DIGITS = 3
"""The number of significant digits in a number of plain trials."""
Answer = TypeVar("Answer", bound=Any)
"""Protocol of a dataclass that has tallies among its fields."""


def note_on_sharper(
    experiment: Experiment, scores: Iterable[Histogram | Moments], trials: int, what: str = "", score: str = ""
) -> Iterator[Note]:
    """Yield a note on how many plain trials would make the corrected means as certain; nothing if no mean is corrected.

    Args:
        experiment: The experiment, whose controls name what was drawn.
        scores: The scores that may be corrected.
        trials: The number of trials that were run.
        what: What of the score is estimated, e.g. `differences`; "" for its mean.
        score: The name of the score; "" for that of its metric.
    """
    controls: Controls | None = getattr(experiment, "controls", None)
    many = sorted(plain_trials(one.sharper, trials) for one in scores if one.sharper is not None)
    if controls is None or not many:
        return
    least, most = (f"{rounded(number):,}" for number in (many[0], many[-1]))
    as_many = least if least == most else f"{least} to {most}"
    what = f"{what} in " if what else ""
    score = score or experiment.metrics.paired.score.replace("_", " ")
    yield Note(
        SHARPER,
        f"Means use the known chances of the {controls.words}: {what}{score} as certain as after {as_many} plain "
        f"{experiment.TRIAL[1]}.",
    )


def corrected_in_words(one: Histogram | Moments, what: str, scale: int = 1) -> str:
    """Return a table's remark on a corrected mean, naming the plain one; "" if the mean is not corrected.

    Args:
        one: The estimate's histogram or moments.
        what: The estimate in words, e.g. `mean of credits`.
        scale: The number of the column's units in one unit that the table shows.
    """
    if one.sharper is None:
        return ""
    return (
        f"corrected by the known chances of what was drawn; the plain {what} is {one.plain.mean / scale:.3f} "
        f"({named_setting('plain', True)}, in Python .plain)"
    )


def without_correction(result: Answer) -> Answer:
    """Return a copy of the answer with plain means, not corrected by control variates."""
    held = {each.name: getattr(result, each.name) for each in fields(result)}
    changed = {name: value.unsharpened() for name, value in held.items() if hasattr(value, "unsharpened")}
    return replace(result, **changed)


def plain_trials(sharper: CorrectedMean, trials: int) -> int:
    """Return the number of trials after which an uncorrected mean would be as certain as the corrected one.

    Args:
        sharper: The correction of the mean.
        trials: The number of trials that were run.
    """
    return round(trials * sharper.worth)


def rounded(number: int) -> int:
    """Return a number rounded to three significant digits.

    >>> rounded(451_876), rounded(12)
    (452000, 12)
    """
    return round(number, min(0, DIGITS - len(str(number))))


def plain_beside(one: Histogram | Moments) -> dict[str, Any]:
    """Return the uncorrected mean, its interval, and the number of trials that would make it as certain.

    The dict is empty if the mean is not corrected.
    """
    if one.sharper is None:
        return {}
    trials = one.n if isinstance(one, Histogram) else one.trials
    return {"plain": one.plain.estimate()._asdict(), "plain_trials": plain_trials(one.sharper, trials)}
