"""Experiments derived from others: they forward everything that they do not change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from analyzer.montecarlo.blocks import Slow, slow_of
from analyzer.world import Experiment, OneByOne, Subject, rebuild


class Delegating(OneByOne):
    """World, seed and title, what trials and subjects are called, who else takes part: all as of the `delegate`."""

    @property
    def delegate(self) -> Experiment:
        """The experiment that stands for this one."""
        raise NotImplementedError

    @property
    def WORLD(self) -> str:
        """The world of the experiment."""
        return self.delegate.WORLD

    @property
    def TRIAL(self) -> tuple[str, str]:
        """What one and several trials are called."""
        return self.delegate.TRIAL

    @property
    def SLOW(self) -> Slow | None:
        """How its trials are run if they take seconds each."""
        return slow_of(self.delegate)

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """What one and several subjects are called."""
        return self.delegate.SUBJECT

    @property
    def UNPAIRED(self) -> str:
        """Why trials of two experiments are no pairs."""
        return self.delegate.UNPAIRED

    @property
    def seed(self) -> int:
        """What fixes all chance."""
        return self.delegate.seed

    @property
    def title(self) -> str:
        """What is played, in a few words."""
        return self.delegate.title

    @property
    def where(self) -> str:
        """What is played, so that it can stand alone."""
        return self.delegate.where

    @property
    def others(self) -> tuple[str, ...]:
        """Who takes part beside the subjects."""
        return self.delegate.others

    @property
    def setting(self) -> str:
        """The setting: who else takes part."""
        return self.delegate.setting

    def facts(self) -> dict[str, Any]:
        """Where and with whom, in plain types."""
        return self.delegate.facts()


Asked = TypeVar("Asked", bound=Experiment)


@dataclass(frozen=True)
class Derived(Delegating, Generic[Asked]):
    """What is told of an experiment stays as it is; a subclass says what is counted of its trials, and as what."""

    experiment: Asked

    QUESTION: ClassVar[str]
    AT_ONCE: ClassVar[int]
    """The most trials held in memory at once, as far as the experiment itself can hold them."""

    @property
    def BLOCK(self) -> int:
        """The most trials that are held in memory at once."""
        return min(self.AT_ONCE, self.experiment.BLOCK)

    @property
    def variants(self) -> int:
        """How many are flown in each trial, the experiment as it is among them."""
        return 1

    @property
    def SLOW(self) -> Slow | None:
        """How its trials are run if they take seconds each; all variants share the usual number."""
        slow = super().SLOW
        return None if slow is None else replace(slow, subjects=slow.subjects * self.variants)

    @property
    def delegate(self) -> Asked:
        """The experiment."""
        return self.experiment

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Who is asked about."""
        return self.experiment.subjects

    @property
    def pairing(self) -> Any:
        """Trials of one number are pairs where this is equal."""
        return self.QUESTION, self.experiment.pairing

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        return self.experiment.notes()

    def describe(self) -> dict[str, Any]:
        """The experiment, and what is asked of it."""
        described = self.experiment.describe()
        return described | {"question": self.QUESTION, "of": described["question"]}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Self:
        """The same again."""
        return cls(rebuild(described | {"question": described["of"]}, cls.QUESTION))  # type: ignore[arg-type]
