"""Base classes of experiments that wrap another experiment and forward everything that they do not change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar, Generic, Self, TypeVar

from analyzer.montecarlo.blocks import SlowTrials, slow_of
from analyzer.world import Experiment, OneByOne, Subject, rebuild, setting_of_trials


def delegated_property(name: str) -> Any:
    """Return a property that reads the attribute of that name from the delegate."""
    return property(attrgetter(f"delegate.{name}"))


class Delegating(OneByOne):
    """An experiment that takes its game, seed, title, words, rivals and facts from another one, its `delegate`."""

    @property
    def delegate(self) -> Experiment:
        """The experiment to which all other properties are forwarded."""
        raise NotImplementedError

    WORLD = delegated_property("WORLD")
    TRIAL = delegated_property("TRIAL")
    SUBJECT = delegated_property("SUBJECT")
    UNPAIRED = delegated_property("UNPAIRED")
    seed = delegated_property("seed")
    title = delegated_property("title")
    where = delegated_property("where")
    others = delegated_property("others")
    setting = delegated_property("setting")

    @property
    def AMOUNT(self) -> str:
        """Name of the setting for the number of trials."""
        return setting_of_trials(self.delegate)

    @property
    def SLOW(self) -> SlowTrials | None:
        """Settings for trials that take seconds each, as those of the wrapped experiment; None if trials are fast."""
        return slow_of(self.delegate)

    def facts(self) -> dict[str, Any]:
        """Return route, rivals and other conditions of the delegate in plain types, for JSON."""
        return self.delegate.facts()


Wrapped = TypeVar("Wrapped", bound=Experiment)


@dataclass(frozen=True)
class Derived(Delegating, Generic[Wrapped]):
    """An experiment that runs the trials of another experiment, but counts something else about them.

    A subclass says what is counted, under which metrics, and sets `QUESTION` and `AT_ONCE`.

    Attributes:
        experiment: The wrapped experiment.
        QUESTION: The name of the question, by which save files find the class again.
        AT_ONCE: The most trials to hold in memory at once; the wrapped experiment may allow fewer.
    """

    experiment: Wrapped

    QUESTION: ClassVar[str]
    AT_ONCE: ClassVar[int]

    @property
    def BLOCK(self) -> int:
        """The most trials that are held in memory at once."""
        return min(self.AT_ONCE, self.experiment.BLOCK)

    @property
    def variants(self) -> int:
        """The number of variants of each subject that are run in each trial, the unchanged subject included."""
        return 1

    @property
    def SLOW(self) -> SlowTrials | None:
        """Settings for trials that take seconds each; None if trials are fast.

        The default number of trials is divided by the number of variants.
        """
        slow = super().SLOW
        return None if slow is None else replace(slow, subjects=slow.subjects * self.variants)

    @property
    def delegate(self) -> Wrapped:
        """The wrapped experiment."""
        return self.experiment

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The subjects of the wrapped experiment."""
        return self.experiment.subjects

    @property
    def pairing(self) -> Any:
        """The pairing key: in experiments with equal keys, trials of the same number meet the same cards and dice."""
        return self.QUESTION, self.experiment.pairing

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers."""
        return self.experiment.notes()

    def describe(self) -> dict[str, Any]:
        """Return the description of the wrapped experiment, with the question that is asked of it."""
        described = self.experiment.describe()
        return described | {"question": self.QUESTION, "of": described["question"]}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Self:
        """Return the experiment that `describe` described."""
        return cls(rebuild(described | {"question": described["of"]}, cls.QUESTION))  # type: ignore[arg-type]
