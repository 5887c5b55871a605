"""What a record says besides the position with which it begins: the schema."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from analyzer.trucker.position.schema import MOST_CARDS, CardNumber, DecisionFields, Sum


class CardFields(BaseModel):
    """A card that was met."""

    model_config = ConfigDict(extra="forbid")

    card: CardNumber
    """Its number, or words that name it alone in its edition, e.g. `pirates 6`."""
    rolls: Annotated[list[Sum], Field(max_length=10)] = Field(default_factory=list)
    """The sums of two dice that were rolled at it, in order."""
    decisions: Annotated[list[DecisionFields], Field(max_length=4)] = Field(default_factory=list)
    """What the truckers decided."""


class RecordFields(BaseModel):
    """What a record says besides its position."""

    model_config = ConfigDict(extra="forbid")

    cards: Annotated[list[CardFields], Field(max_length=MOST_CARDS)]
    """The cards, one after the other."""
