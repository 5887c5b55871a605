"""Experiments that ask something else of the trials of another one: it lends its name, its notes and its identity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from analyzer.world import Experiment, Subject, rebuild

Asked = TypeVar("Asked", bound=Experiment)


@dataclass(frozen=True)
class Derived(Generic[Asked]):
    """What is told of an experiment stays as it is; a subclass says what is counted of its trials, and as what."""

    experiment: Asked

    QUESTION: ClassVar[str]

    @property
    def WORLD(self) -> str:
        """The world of the experiment."""
        return self.experiment.WORLD

    @property
    def TRIAL(self) -> tuple[str, str]:
        """What one and several trials are called."""
        return self.experiment.TRIAL

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """What one and several subjects are called."""
        return self.experiment.SUBJECT

    @property
    def UNPAIRED(self) -> str:
        """Why trials of two experiments are no pairs."""
        return self.experiment.UNPAIRED

    @property
    def seed(self) -> int:
        """What fixes all chance."""
        return self.experiment.seed

    @property
    def title(self) -> str:
        """What is played, in a few words."""
        return self.experiment.title

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Who is asked about."""
        return self.experiment.subjects

    @property
    def others(self) -> tuple[str, ...]:
        """Who takes part beside them."""
        return self.experiment.others

    @property
    def pairing(self) -> Any:
        """Trials of one number are pairs where this is equal."""
        return self.QUESTION, self.experiment.pairing

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        return self.experiment.notes()

    def facts(self) -> dict[str, Any]:
        """Where and with whom, in plain types."""
        return self.experiment.facts()

    def describe(self) -> dict[str, Any]:
        """The experiment, and what is asked of it."""
        described = self.experiment.describe()
        return described | {"question": self.QUESTION, "of": described["question"]}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Self:
        """The same again."""
        return cls(rebuild(described | {"question": described["of"]}, cls.QUESTION))  # type: ignore[arg-type]
