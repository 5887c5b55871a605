"""What a record says besides the position with which it begins: the schema."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from analyzer.trucker.position.schema import MOST_CARDS, CardNumber, CrewFields, GoodsFields, Number, Sum

Square = tuple[Number, Number]
Many = Annotated[StrictInt, Field(ge=0, le=20)]
WORDS = {"yes": True, "no": False}


def _yes_or_no(value: object) -> object:
    """`yes` and `no`, which YAML reads as words."""
    if isinstance(value, list):
        return [_yes_or_no(one) for one in value]
    return WORDS.get(value, value) if isinstance(value, str) else value


YesOrNo = Annotated[StrictBool, BeforeValidator(_yes_or_no)]


class DecisionFields(BaseModel):
    """What one trucker decided at a card; what is not said their captain decides as in all flights."""

    model_config = ConfigDict(extra="forbid")

    ship: StrictInt | StrictStr = 1
    """Whose decisions: the ship by name or by number, 1 for yours."""
    gives_up: YesOrNo | None = None
    """Whether they gave up before the card was revealed; without the field, they flew on."""
    land: Many | None = None
    """The planet they landed on, from the top; 0 if they flew on."""
    takes: YesOrNo | None = None
    """Whether they took the offer of an abandoned ship or station, or the reward of the enemy they beat."""
    charges: Many | list[Many] | None = None
    """Charges spent on cannons or engines; a list where a card asks several times."""
    defends: YesOrNo | list[YesOrNo] | None = None
    """Whether a charge was spent against a meteor or shot, for each that one could stop, in order."""
    gives: CrewFields | list[CrewFields] | None = None
    """Who of the crew went."""
    goods: GoodsFields | None = None
    """The cubes aboard after loading; without the field, the dearest that there is room for."""
    keeps: Square | list[Square] | None = None
    """Where the ship broke, a square of the piece that flew on."""


class CardFields(BaseModel):
    """A card that was met."""

    model_config = ConfigDict(extra="forbid")

    card: CardNumber
    """Its number."""
    rolls: Annotated[list[Sum], Field(max_length=10)] = Field(default_factory=list)
    """The sums of two dice that were rolled at it, in order."""
    decisions: Annotated[list[DecisionFields], Field(max_length=4)] = Field(default_factory=list)
    """What the truckers decided."""


class RecordFields(BaseModel):
    """What a record says besides its position."""

    model_config = ConfigDict(extra="forbid")

    cards: Annotated[list[CardFields], Field(max_length=MOST_CARDS)]
    """The cards, one after the other."""
