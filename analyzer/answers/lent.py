"""What experiments take from another one that stands for them."""

from __future__ import annotations

from typing import Any

from analyzer.world import Experiment, OneByOne


class Lent(OneByOne):
    """World, seed and title, what trials and subjects are called, who else takes part: all as of the `lender`."""

    @property
    def lender(self) -> Experiment:
        """The experiment that stands for this one."""
        raise NotImplementedError

    @property
    def WORLD(self) -> str:
        """The world of the experiment."""
        return self.lender.WORLD

    @property
    def TRIAL(self) -> tuple[str, str]:
        """What one and several trials are called."""
        return self.lender.TRIAL

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """What one and several subjects are called."""
        return self.lender.SUBJECT

    @property
    def UNPAIRED(self) -> str:
        """Why trials of two experiments are no pairs."""
        return self.lender.UNPAIRED

    @property
    def seed(self) -> int:
        """What fixes all chance."""
        return self.lender.seed

    @property
    def title(self) -> str:
        """What is played, in a few words."""
        return self.lender.title

    @property
    def where(self) -> str:
        """What is played, so that it can stand alone."""
        return self.lender.where

    @property
    def others(self) -> tuple[str, ...]:
        """Who takes part beside the subjects."""
        return self.lender.others

    @property
    def setting(self) -> str:
        """In what company they are."""
        return self.lender.setting

    def facts(self) -> dict[str, Any]:
        """Where and with whom, in plain types."""
        return self.lender.facts()
