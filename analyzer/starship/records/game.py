"""A game at the table as a record changes it, and the schema of its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr

from analyzer.starship.position.position import Position
from analyzer.starship.ship.schema import CardId, StationId, id_or_word
from analyzer.starship.tables import CRESTS, GOODS, LOST_PLANET, Card, Rules, Switches
from analyzer.starship.turn.allowed import has_action, has_way, room
from analyzer.starship.turn.bits import BIT, adventures_of, ids_of
from analyzer.starship.turn.setup import lay_out

HERE = np.array([0])
"""The one lane."""


class Refused(Exception):
    """Why a step is not allowed."""


class Game:
    """One game as it goes on."""

    def __init__(self, position: Position, seed: int, switches: Switches) -> None:
        self.table = lay_out(position, seed, 0, 1, switches)
        self.phase = position.phase
        self.table.roll[0] = position.roll or 0
        self.sectors = {number: self._lying(position, number) for number in range(1, 5)}
        self.reserve = self._reserve(position)
        self._name_lost_planets()
        self.row: list[str] = []
        self.pile: list[str] = []
        """The cards of the flight that were turned up, and those still to come."""
        self.number = 0
        """Of the sector that is flown."""
        self.facing = ""
        """The card that was turned up last, "" where none can be acted on."""
        self.acted = False
        self.waiting = ""
        """Why other steps are refused while the card waits for an answer, "" if it does not."""
        self.may_fulfil: set[str] = set()
        self.ended_by_itself = False
        self.used: set[str] = set(position.used)
        """Stations of this phase."""

    def _lying(self, position: Position, number: int) -> list[str]:
        """The cards of a sector, those that were listed first, then those that were dealt."""
        known = list(position.lying(number))
        others = [card for card in ids_of(self.table.sectors[number - 1, 0]) if card not in known]
        return known + others + [""] * (int(self.table.size[number - 1, 0]) - len(known) - len(others))

    def _reserve(self, position: Position) -> list[str]:
        """The cards of the reserve, top first; lost planets that were dealt have no names."""
        if position.reserve is not None:
            return list(position.reserve)
        left = int(self.table.left[0])
        by_bit = {number: card for card, number in BIT.items()}
        reserve = self.table.reserve[:, 0]
        return [by_bit.get(int(card), "") for card in reserve[len(reserve) - left :]]

    def _name_lost_planets(self) -> None:
        """Lost planets that were dealt get names that nothing else has."""
        heaps = [*self.sectors.values(), self.reserve]
        named = {card for heap in heaps for card in heap}
        free = [card.id for card in self.rules.card_by_id.values() if card.kind == LOST_PLANET and card.id not in named]
        for heap in heaps:
            for number, card in enumerate(heap):
                if not card and free:
                    heap[number] = free.pop(0)

    # Who has what

    @property
    def rules(self) -> Rules:
        """Tables by which it is played."""
        return self.table.rules

    @property
    def me(self) -> int:
        """Who is at turn."""
        return self.table.me

    @property
    def crest(self) -> str:
        """The crest of the player at turn."""
        return CRESTS[self.me]

    @property
    def open(self) -> list[str]:
        """The adventures that are open."""
        return adventures_of(int(self.table.open[0]))

    def have(self, kind: int, player: int | None = None) -> int:
        """How many goods of a kind, or science, are aboard."""
        return int(self.table.stored[self.me if player is None else player, kind, 0])

    def astro(self, player: int | None = None) -> int:
        """What is in the purse."""
        return int(self.table.astro[self.me if player is None else player, 0])

    def room(self, kind: int, player: int | None = None) -> int:
        """How many more fit."""
        return int(room(self.table, self.me if player is None else player, kind, HERE)[0])

    # The state of the turn

    def needs(self, *phases: str) -> None:
        """See that this is one of those phases; a flight that cannot go on is over for trade and build."""
        if self.phase == "flight" and "trade" in phases and self.cannot_go_on():
            self.finish()
        if self.phase not in phases:
            raise Refused(f"not now: this is the {self.phase} phase, that is for {' or '.join(phases)}")

    def needs_flight(self) -> None:
        """See that a flight is on, and that no card waits for an answer."""
        if self.phase != "flight":
            raise Refused(f"no flight is on: this is the {self.phase} phase")
        if self.waiting:
            raise Refused(self.waiting)

    def needs_action(self) -> Card:
        """See that the card that was turned up may be acted on; that card."""
        self.needs_flight()
        if not self.facing:
            raise Refused("no card lies open to act on")
        if not has_action(self.table)[0]:
            raise Refused("no action is left in this flight")
        if self.acted:
            raise Refused("the action of this card is used already")
        return self.rules.card_by_id[self.facing]

    def cannot_go_on(self) -> bool:
        """Whether the last card was turned up, and nothing waits for an answer."""
        return not has_way(self.table)[0] and not self.waiting

    def after_action(self) -> None:
        """An action was done on this card."""
        self.acted = True
        if not has_action(self.table)[0]:
            self.finish()
        else:
            self.end_at_last_card()

    def end_at_last_card(self) -> None:
        """The flight ends where it can go no further, and nothing more may be done here."""
        if not (self.may_fulfil and has_action(self.table)[0]) and self.cannot_go_on():
            self.finish()

    def finish(self, by_itself: bool = True) -> None:
        """The flight is over."""
        self.phase, self.facing, self.waiting, self.ended_by_itself = "trade", "", "", by_itself
        self.table.flying[0] = False

    # The effects of cards

    def turn_up(self, card: str, waiting: str) -> None:
        """The next card lies open; `waiting`: why other steps are refused until it is answered, if it has to be."""
        self.row.append(card)
        self.facing, self.acted, self.waiting = card, False, waiting
        name = self.rules.card_by_id[card].name
        self.may_fulfil = {one for one in self.open if self.rules.adventure_by_id[one].planet == name}

    def replaced(self) -> None:
        """The card that was taken is replaced in the row, as it was on the table; without a reserve it is gone."""
        self.row[-1:] = [self.reserve.pop(0)] if self.reserve else []
        self.sectors[self.number] = self.row + self.pile
        self.facing = ""

    def answered(self) -> None:
        """The card that waited was answered."""
        self.waiting, self.facing, self.may_fulfil = "", "", set()
        self.end_at_last_card()

    def check_gain(self, gain: Sequence[str], many: int, paid: Sequence[int] = (0,) * len(GOODS)) -> None:
        """See that `gain` names exactly as many goods as fit, once what is paid is gone."""
        free = [self.room(good) + paid[good] for good in range(len(GOODS))]
        fits = min(many, sum(max(places, 0) for places in free))
        if len(gain) != fits:
            raise Refused(f"gain: name {fits} good{'s' * (fits != 1)}, as many as are gained and fit")
        for name in set(gain):
            if gain.count(name) > free[GOODS.index(name)]:
                raise Refused(f"gain: {name} does not fit")

    def gain(self, gain: Sequence[str]) -> None:
        """Those goods come aboard."""
        for name in gain:
            self.table.stored[self.me, GOODS.index(name), 0] += 1


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
