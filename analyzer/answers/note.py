"""Notes under answers, and the note on sharper estimates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from analyzer.errors import named_setting
from analyzer.statistics.controls import Controls, Sharper
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.moments import Moments
from analyzer.world import Experiment


class Note(str):
    """A note; kind: what it is about, by which it is left out or told elsewhere; of: the names that it concerns.

    >>> note = Note("alike", "bold and timid came out alike", of=("bold", "timid"))
    >>> print(note, is_about(note, "alike"), is_about("came out alike", "alike"))
    bold and timid came out alike True False
    """

    __slots__ = ("kind", "of")

    kind: str
    of: tuple[str, ...]

    def __new__(cls, kind: str, text: str, of: tuple[str, ...] = ()) -> Note:
        """The words are those of a string, so that programs can go on with them as with any."""
        note = super().__new__(cls, text)
        note.kind, note.of = kind, of
        return note

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.kind, str(self), self.of


def is_about(note: str, *kinds: str) -> bool:
    """Whether it is a note of one of those kinds; plain strings are of none."""
    return isinstance(note, Note) and note.kind in kinds


SHARPER = "sharper"
"""Notes on how certain means are because the chances of what was drawn are known."""
DIGITS = 3
"""Of a number of plain trials that is told."""
Answer = TypeVar("Answer", bound=Any)
"""A dataclass with tallies among its fields."""


def note_on_sharper(
    experiment: Experiment, scores: Iterable[Histogram | Moments], trials: int, what: str = "", score: str = ""
) -> Iterator[Note]:
    """How many plain trials would make means of the score, or `what` in it, as certain; nothing of plain ones.

    score: what it is called, as its metric if "".
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
    """What a table says of corrected means: the plain one of the score, and where all plain ones are; "" for others.

    scale: how many units of the column make one that the table shows.
    """
    if one.sharper is None:
        return ""
    return (
        f"corrected by the known chances of what was drawn; the plain {what} is {one.plain.mean / scale:.3f} "
        f"({named_setting('plain', True)}, in Python .plain)"
    )


def without_correction(result: Answer) -> Answer:
    """The same answer with the means of the trials, not corrected: every tally in it as it was counted."""
    held = {each.name: getattr(result, each.name) for each in fields(result)}
    changed = {name: value.unsharpened() for name, value in held.items() if hasattr(value, "unsharpened")}
    return replace(result, **changed)


def plain_trials(sharper: Sharper, trials: int) -> int:
    """After about how many plain trials a mean would be as certain."""
    return round(trials * sharper.worth)


def rounded(number: int) -> int:
    """To as many digits as are told.

    >>> rounded(451_876), rounded(12)
    (452000, 12)
    """
    return round(number, min(0, DIGITS - len(str(number))))


def plain_beside(one: Histogram | Moments) -> dict[str, Any]:
    """The plain mean with its interval, and the trials after which it would be as certain; {} where it is plain."""
    if one.sharper is None:
        return {}
    trials = one.n if isinstance(one, Histogram) else one.trials
    return {"plain": one.plain.estimate()._asdict(), "plain_trials": plain_trials(one.sharper, trials)}
