"""What a step of a record says, and what it does: fields of the steps that no kind of card has for itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr

from analyzer.starship.records.game import Game
from analyzer.starship.ship.names import CardId, StationId, id_or_word

Good = Literal["ore", "fuel", "food", "carbon", "trade_good"]
Stored = Literal["ore", "fuel", "food", "carbon", "trade_good", "science"]
Paid = Literal["ore", "fuel", "food", "carbon", "trade_good", "science", "astro"]
Some = Annotated[StrictInt, Field(ge=0, le=1000)]
Module = Literal["logistics", "command", "sensor", "trade", "science", "production"]
Cards = list[CardId]
Made = Annotated[StrictStr, AfterValidator(id_or_word), Field(description="good or colony")]
"""A good, or the colony that makes it."""


class Step(BaseModel):
    """A step without anything more to say."""

    model_config = ConfigDict(extra="forbid")

    do: StrictStr
    """Which step it is."""


class Produce(Step):
    """The roll, and what each chose."""

    roll: Annotated[StrictInt, Field(ge=1, le=3)]
    """What the yellow die showed."""
    moon: Made | None = None
    """The good that Moon chose, or the colony that makes it, where there is a choice."""
    sun: Made | None = None
    """The same of Sun."""


class Fly(Step):
    """Where, how the sector lies, and what the sensor did."""

    sector: Annotated[StrictInt, Field(ge=1, le=4)]
    """Where to."""
    order: Cards | None = None
    """The cards as they lay after the shuffle, top first; cards left out lie below."""
    top: Cards | None = None
    """With a sensor: the cards it put back on top, the upper one first."""
    bottom: Cards | None = None
    """With a sensor: the cards it put below the sector."""


class Exchange(Step):
    """How many of each, and at which station, if at one."""

    goods: dict[Stored, Some]
    """How many of each."""
    station: StationId | None = None
    """In trade and build: the own station where it is done."""


class Build(Step):
    """What is built."""

    what: StrictStr
    """colony_ship, trade_ship, booster, cannon, or a module by name."""
    level: Annotated[StrictInt, Field(ge=1, le=2)] | None = None
    """Of a module: its level, to be checked."""


class Upgrade(Step):
    """What goes to level II."""

    what: Literal["booster", "cannon"]
    """Which of them goes to level II."""


class Take(Step):
    """The good that is bought of the other."""

    good: Good
    """The good."""


class Trade(Step):
    """What goes to the other player, and what comes back."""

    give: dict[Paid, Some] = Field(default_factory=dict)
    """What goes to the other player."""
    get: dict[Paid, Some] = Field(default_factory=dict)
    """What comes from them."""


class RecordStep(NamedTuple):
    """A step: the schema of its fields, and what does it, or raises Refused where the rules do not allow it."""

    schema: type[Step]
    do: Callable[[Game, Any], None]
