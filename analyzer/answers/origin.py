"""Setting and origin of numbers in words, for headings and captions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from analyzer.montecarlo.stretch import Stretch, in_words, some_trials
from analyzer.world import Experiment


def setting_with_rivals(experiment: Experiment) -> str:
    """Return the setting in words, followed by the names of the rivals unless it already contains them.

    For example, it is `in the field (Hot Delivery, Iron Parcel)`.
    """
    unnamed = [name for name in experiment.others if name not in experiment.setting]
    between = "; " if any("," in name for name in experiment.others) else ", "
    return f"{experiment.setting} ({between.join(experiment.others)})" if unnamed else experiment.setting


def setting_of_all(experiments: Sequence[Experiment]) -> str:
    """Return the setting and rivals that several experiments share, or a phrase saying that they differ."""
    if len({experiment.setting for experiment in experiments}) > 1:
        return "each in a setting of its own"
    if len({experiment.others for experiment in experiments}) > 1:
        return f"{experiments[0].setting}, each against rivals of its own"
    return setting_with_rivals(experiments[0])


def in_setting(setting: str, sentence: str) -> str:
    """Return the sentence with its setting put in front; unchanged if `setting` is "".

    Args:
        setting: The setting in words, e.g. `in the field`.
        sentence: A sentence that begins in lower case, because it continues behind a comma.

    >>> in_setting("in the field", "it is open which is better.")
    'In the field, it is open which is better.'
    """
    return f"{sentence_begins(setting)}, {sentence}" if setting else sentence


def sentence_begins(setting: str) -> str:
    """Return a setting with its first letter in upper case, to begin a sentence, e.g. `In the field`."""
    return f"{setting[:1].upper()}{setting[1:]}"


PLAYER = "captain"
"""The word for the player who decides for a subject."""


class Origin(NamedTuple):
    """The origin of one subject's numbers: edition, setting, player, trials and seeds, each in words.

    Attributes:
        where: Edition and route, e.g. `2007, level II`.
        setting: Who else takes part, e.g. `alone`.
        player: Who decides, e.g. `captain bold`.
        trials: How many trials were counted, with their noun, e.g. `100 games`.
        seeds: The seeds of those trials and the numbers of the trials.
        trial: The words for one trial and for several.
    """

    where: str
    setting: str
    player: str
    trials: str
    seeds: str
    trial: tuple[str, str]


TELLING = Origin._fields[:-1]
"""The fields of `Origin` that captions print; its field `trial` only supplies words."""


def origin(experiment: Experiment, player: str, stretches: Sequence[Stretch]) -> Origin:
    """Return the origin of a subject's numbers.

    Args:
        experiment: The experiment that was run.
        player: The name of the subject's captain.
        stretches: The trials that were counted.
    """
    one, several = experiment.TRIAL
    trials = some_trials(sum(stretch.trials for stretch in stretches), (one, several))
    seeds = in_words(stretches, several)
    return Origin(
        experiment.where, setting_with_rivals(experiment), f"{PLAYER} {player}", trials, seeds, experiment.TRIAL
    )


def in_a_line(origins: Iterable[tuple[str, Origin]]) -> str:
    """Join the origins of several subjects into one line; a part in which they differ names the subjects."""
    named = list(origins)
    fields = TELLING if named else ()
    return "; ".join(_part(field, [(name, getattr(parts, field)) for name, parts in named]) for field in fields)


def _part(field: str, named_words: Sequence[tuple[str, str]]) -> str:
    """Return one field of `Origin` for several subjects as text.

    If its values differ, each is followed by the names of its subjects.
    """
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
