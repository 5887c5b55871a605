"""Notes under answers, and texts on means that were corrected by control variates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from enum import IntEnum
from typing import Any, TypeVar

from analyzer.errors import named_setting
from analyzer.statistics.controls import Controls, CorrectedMean
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.moments import Moments
from analyzer.world import Experiment


class Importance(IntEnum):
    """Order in which notes are shown; plain strings count as READING.

    Attributes:
        WARNING: Something in the input or the run limits what the numbers say.
        READING: How to read the numbers.
        METHOD: How the numbers were made, and how certain they are.
        SOURCE: A table of the rules rests on a weak source. This holds for every answer, and the docs list it too.
    """

    WARNING = 0
    READING = 1
    METHOD = 2
    SOURCE = 3


class Note(str):
    """A note: a string with a kind, by which code finds it or leaves it out.

    Attributes:
        kind: The topic of the note, in a word.
        of: The names of the subjects that it concerns.
        importance: The place in the order in which notes are shown.

    >>> note = Note("alike", "bold and timid came out alike", of=("bold", "timid"))
    >>> print(note, is_about(note, "alike"), is_about("came out alike", "alike"))
    bold and timid came out alike True False
    """

    __slots__ = ("importance", "kind", "of")

    kind: str
    of: tuple[str, ...]
    importance: Importance

    def __new__(
        cls, kind: str, text: str, of: tuple[str, ...] = (), importance: Importance = Importance.READING
    ) -> Note:
        """Create a note; without its attributes it is an ordinary string."""
        note = super().__new__(cls, text)
        note.kind, note.of, note.importance = kind, of, importance
        return note

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.kind, str(self), self.of, self.importance


def is_about(note: str, *kinds: str) -> bool:
    """Return whether a note is of one of the kinds; plain strings are of none."""
    return isinstance(note, Note) and note.kind in kinds


THINKER = "thinker"
"""Kind of the note on the best captain, whose gain each setting measures anew."""
MOST_NOTES = 3
"""The number of notes that stand below an answer; the others are folded."""


def importance_of(note: str) -> Importance:
    """Return the importance of a note; plain strings count as READING."""
    return note.importance if isinstance(note, Note) else Importance.READING


def fold_notes(notes: Iterable[str], most: int = MOST_NOTES) -> tuple[list[str], list[str]]:
    """Return the notes to show and those to fold, each once and the most important first.

    Notes on sources are always folded, because they hold for every answer.

    >>> fold_notes(["flown alone", Note("", "one source", importance=Importance.SOURCE), "flown alone"])
    (['flown alone'], ['one source'])
    """
    ordered = sorted(dict.fromkeys(notes), key=importance_of)
    shown = [note for note in ordered if importance_of(note) < Importance.SOURCE][:most]
    return shown, ordered[len(shown) :]


def folded_in_words(folded: Sequence[str], how: str) -> str:
    """Return a line that counts folded notes and says how to see them.

    >>> folded_in_words([Note("", "one source", importance=Importance.SOURCE)], "--verbose")
    '1 more note, on weak sources: --verbose shows all notes'
    """
    number, weak = len(folded), sum(importance_of(note) == Importance.SOURCE for note in folded)
    about = f", {'' if weak == number else f'{weak} of them '}on weak sources" if weak else ""
    return f"{number} more note{'s' * (number > 1)}{about}: {how} shows all notes"


def warning(text: str) -> Note:
    """Return a note on something in the input or the run that limits what the numbers say."""
    return Note("warning", text, importance=Importance.WARNING)


def in_front(words: str, note: str) -> str:
    """Return a note with text put before its own; its kind and importance stay."""
    return Note(note.kind, f"{words}{note}", note.of, note.importance) if isinstance(note, Note) else f"{words}{note}"


SHARPER = "sharper"
"""The kind of notes that say how much control variates reduced the uncertainty of a mean."""
DIGITS = 3
"""The number of significant digits that notes show of a number of uncorrected trials."""
Answer = TypeVar("Answer", bound=Any)
"""Type of an answer: a dataclass that has tallies among its fields."""


def note_on_correction(
    experiment: Experiment, scores: Iterable[Histogram | Moments], trials: int, what: str = "", score: str = ""
) -> Iterator[Note]:
    """Yield a note on how many uncorrected trials would give the same certainty; nothing if no mean is corrected.

    Args:
        experiment: The experiment, whose controls name the draws that correct means.
        scores: The histograms or moments of the scores, corrected or not.
        trials: The number of trials that were run.
        what: What is estimated of the score, e.g. `differences`; "" for its mean.
        score: The name of the score; "" for the name of the score's metric.
    """
    controls: Controls | None = getattr(experiment, "controls", None)
    many = sorted(plain_trials(one.sharper, trials) for one in scores if one.sharper is not None)
    if controls is None or not many:
        return
    least, most = (f"{to_three_digits(number):,}" for number in (many[0], many[-1]))
    as_many = least if least == most else f"{least} to {most}"
    what = f"{what} in " if what else ""
    score = score or experiment.metrics.paired.score.replace("_", " ")
    yield Note(
        SHARPER,
        f"Means are corrected with the known chances of the {controls.words}. Uncorrected, {what}{score} would need "
        f"{as_many} {experiment.TRIAL[1]} to be as certain.",
        importance=Importance.METHOD,
    )


def corrected_in_words(one: Histogram | Moments, what: str, scale: int = 1) -> str:
    """Return a table's remark on a corrected mean, naming the plain one; "" if the mean is not corrected.

    Args:
        one: The estimate's histogram or moments.
        what: The estimate in words, e.g. `mean of credits`.
        scale: The number of column units in one unit that the table shows, e.g. 10 for tenths of an Astro.
    """
    if one.sharper is None:
        return ""
    return (
        f"corrected with chances that are known exactly; uncorrected, the {what} is {one.plain.mean / scale:.3f} "
        f"({named_setting('plain', True)}, in Python .plain)"
    )


def without_correction(result: Answer) -> Answer:
    """Return a copy of the answer with plain means, not corrected by control variates."""
    held = {each.name: getattr(result, each.name) for each in fields(result)}
    changed = {name: value.unsharpened() for name, value in held.items() if hasattr(value, "unsharpened")}
    return replace(result, **changed)


def plain_trials(sharper: CorrectedMean, trials: int) -> int:
    """Return the number of trials after which an uncorrected mean would be as certain as the corrected one."""
    return round(trials * sharper.worth)


def to_three_digits(number: int) -> int:
    """Return a number rounded to three significant digits.

    >>> to_three_digits(451_876), to_three_digits(12)
    (452000, 12)
    """
    return round(number, min(0, DIGITS - len(str(number))))


def uncorrected_beside(one: Histogram | Moments) -> dict[str, Any]:
    """Return the uncorrected mean, its interval, and how many uncorrected trials would be as certain as the correction.

    The dict is empty if the mean is not corrected.
    """
    if one.sharper is None:
        return {}
    trials = one.n if isinstance(one, Histogram) else one.trials
    return {"plain": one.plain.estimate()._asdict(), "plain_trials": plain_trials(one.sharper, trials)}
