"""Settings in words, and the origin of numbers as captions tell it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from analyzer.montecarlo.stretch import Stretch, in_words, some_trials
from analyzer.world import Experiment


def setting_with_rivals(experiment: Experiment) -> str:
    """The setting with the names of those it does not name: `in the field (Hot Delivery, Iron Parcel)`."""
    unnamed = [name for name in experiment.others if name not in experiment.setting]
    between = "; " if any("," in name for name in experiment.others) else ", "
    return f"{experiment.setting} ({between.join(experiment.others)})" if unnamed else experiment.setting


def setting_of_all(experiments: Sequence[Experiment]) -> str:
    """The same of several: with the names of those who take part beside them where these are the same for all."""
    if len({experiment.setting for experiment in experiments}) > 1:
        return "each in a setting of its own"
    if len({experiment.others for experiment in experiments}) > 1:
        return f"{experiments[0].setting}, each against rivals of its own"
    return setting_with_rivals(experiments[0])


def in_setting(setting: str, sentence: str) -> str:
    """The sentence, as it goes on behind a comma, with the setting in which it is true; as it was where that is "".

    >>> in_setting("in the field", "it is open which is better.")
    'In the field, it is open which is better.'
    """
    return f"{sentence_begins(setting)}, {sentence}" if setting else sentence


def sentence_begins(setting: str) -> str:
    """It as the first word of a sentence."""
    return f"{setting[:1].upper()}{setting[1:]}"


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
