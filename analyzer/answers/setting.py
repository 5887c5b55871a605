"""The setting, which is who else takes part, in words: a number that is true alone may be false in the field."""

from __future__ import annotations

from collections.abc import Sequence

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
