"""What experiments take from another one that stands for them."""

from __future__ import annotations

from typing import Any

from analyzer.montecarlo.blocks import Slow, slow_of
from analyzer.world import Experiment, OneByOne


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
