"""Where numbers come from, in a line: what was played, in which setting, by whom, how often, under which seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from analyzer.answers.setting import setting_with_rivals
from analyzer.montecarlo.stretch import Stretch, in_words, some_trials
from analyzer.world import Experiment

PLAYER = "captain"
"""What whoever plays is called."""


class Origin(NamedTuple):
    """What fixes the numbers of one subject, each part in words: `2007, level II`, `alone`, `captain bold`, ...

    trial: what one trial is called, and what several are.
    """

    where: str
    setting: str
    player: str
    trials: str
    seeds: str
    trial: tuple[str, str]


TELLING = Origin._fields[:-1]
"""The parts that stand in a line."""


def origin(experiment: Experiment, player: str, stretches: Sequence[Stretch]) -> Origin:
    """That of a subject of the experiment whom that player flew, through those trials."""
    one, several = experiment.TRIAL
    trials = some_trials(sum(stretch.trials for stretch in stretches), (one, several))
    seeds = in_words(stretches, several)
    return Origin(
        experiment.where, setting_with_rivals(experiment), f"{PLAYER} {player}", trials, seeds, experiment.TRIAL
    )


def in_a_line(origins: Iterable[tuple[str, Origin]]) -> str:
    """The origins of several by name: what they have in common once, the rest with the names of those it is true of."""
    named = list(origins)
    fields = TELLING if named else ()
    return "; ".join(_part(field, [(name, getattr(parts, field)) for name, parts in named]) for field in fields)


def _part(field: str, named_words: Sequence[tuple[str, str]]) -> str:
    by_words: dict[str, list[str]] = {}
    for name, words in named_words:
        by_words.setdefault(words, []).append(name)
    if len(by_words) == 1:
        return named_words[0][1]
    named = all(name in words for words, names in by_words.items() for name in names)
    if named and field == "player":
        return f"{PLAYER}s as named"
    if named:
        return " and ".join(by_words)
    each = ((words, ", ".join(dict.fromkeys(names))) for words, names in by_words.items())
    return " and ".join(f"{words} for {who}" if words.endswith(")") else f"{words} ({who})" for words, who in each)
