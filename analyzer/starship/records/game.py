"""One game that a record changes step by step, and the schemas of its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr

from analyzer.starship.position.position import Position
from analyzer.starship.ship.schema import CardId, StationId, id_or_word
from analyzer.starship.tables import CRESTS, GOODS, LOST_PLANET, Card, Rules, Switches
from analyzer.starship.turn.allowed import has_action, has_speed_left, room
from analyzer.starship.turn.bits import BIT, adventures_of, ids_of
from analyzer.starship.turn.setup import lay_out

HERE = np.array([0])
"""Rows of a table with a single game: lane 0."""


class Refused(Exception):
    """Error that says why the rules do not allow a step."""


class Game:
    """One game of a record, with named cards and the state that decides which steps are allowed.

    Args:
        position: The position to start from.
        seed: Seed that deals what the position does not say.
        switches: Switches of the rules.

    Attributes:
        table: The game as a table with a single lane.
        phase: Phase of the turn: production, sector, flight or trade.
        sectors: Cards of each sector by its number, 1 to 4, top first.
        reserve: Cards of the reserve, top first.
        row: Cards turned up in the last flight, as they lie.
        may_fulfil: Open adventures that can be fulfilled on the card at hand.
        ended_by_itself: Whether the flight ended without a step that says so.
    """

    def __init__(self, position: Position, seed: int, switches: Switches) -> None:
        self.table = lay_out(position, seed, 0, 1, switches)
        self.phase = position.phase
        self.table.roll[0] = position.roll or 0
        self.sectors = {number: self._lying(position, number) for number in range(1, 5)}
        self.reserve = self._reserve(position)
        self._name_lost_planets()
        self.row: list[str] = []
        self.pile: list[str] = []
        """Cards of the flight that are still to come, top first; `row` has those that were turned up."""
        self.number = 0
        """Number of the sector that is flown, 1 to 4; 0 before any flight."""
        self.facing = ""
        """The card turned up last; "" if none can be acted on."""
        self.acted = False
        self.waiting = ""
        """Reason to refuse other steps while the card waits for an answer; "" if it does not."""
        self.may_fulfil: set[str] = set()
        self.ended_by_itself = False
        self.used: set[str] = set(position.used)
        """Stations already used in this trade and build phase."""

    def _lying(self, position: Position, number: int) -> list[str]:
        """Return the cards of a sector: first those that the position lists, then those that were dealt.

        A lost planet that was dealt has no id yet and is written "".
        """
        known = list(position.lying(number))
        others = [card for card in ids_of(self.table.sectors[number - 1, 0]) if card not in known]
        return known + others + [""] * (int(self.table.size[number - 1, 0]) - len(known) - len(others))

    def _reserve(self, position: Position) -> list[str]:
        """Return the cards of the reserve, top first, "" for lost planets that were dealt."""
        if position.reserve is not None:
            return list(position.reserve)
        left = int(self.table.left[0])
        by_bit = {number: card for card, number in BIT.items()}
        reserve = self.table.reserve[:, 0]
        return [by_bit.get(int(card), "") for card in reserve[len(reserve) - left :]]

    def _name_lost_planets(self) -> None:
        """Give every lost planet that was dealt the id of a lost planet that lies nowhere yet."""
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
        """Tables by which the game is played."""
        return self.table.rules

    @property
    def me(self) -> int:
        """Number of the active player, 0 for Moon."""
        return self.table.me

    @property
    def crest(self) -> str:
        """Crest of the active player."""
        return CRESTS[self.me]

    @property
    def open(self) -> list[str]:
        """Identifiers of the open adventures."""
        return adventures_of(int(self.table.open[0]))

    def have(self, kind: int, player: int | None = None) -> int:
        """Return the units of a good or of science aboard.

        Args:
            kind: Number of the good, in the order of STORED.
            player: Number of the player; None for the active player.
        """
        return int(self.table.stored[self.me if player is None else player, kind, 0])

    def astro(self, player: int | None = None) -> int:
        """Return the Astro of a player; None stands for the active player."""
        return int(self.table.astro[self.me if player is None else player, 0])

    def room(self, kind: int, player: int | None = None) -> int:
        """Return the number of further units of a good or of science that fit aboard.

        Args:
            kind: Number of the good, in the order of STORED.
            player: Number of the player; None for the active player.
        """
        return int(room(self.table, self.me if player is None else player, kind, HERE)[0])

    # The state of the turn

    def needs(self, *phases: str) -> None:
        """Check that the turn is in one of the given phases.

        If `trade` is among them, a flight that cannot go on is ended first.

        Raises:
            Refused: If it is in another phase.
        """
        if self.phase == "flight" and "trade" in phases and self.cannot_go_on():
            self.finish()
        if self.phase not in phases:
            raise Refused(f"not now: this is the {self.phase} phase, and the step belongs to {' or '.join(phases)}")

    def needs_flight(self) -> None:
        """Check that a flight is in progress and no card waits for an answer.

        Raises:
            Refused: If not.
        """
        if self.phase != "flight":
            raise Refused(f"there is no flight now: this is the {self.phase} phase")
        if self.waiting:
            raise Refused(self.waiting)

    def needs_action(self) -> Card:
        """Return the card that was turned up, after checking that it may be acted on.

        Raises:
            Refused: If no flight is in progress, no card lies open, no action is left, or the card was acted on before.
        """
        self.needs_flight()
        if not self.facing:
            raise Refused("no card is turned up to act on")
        if not has_action(self.table)[0]:
            raise Refused("no action is left in this flight")
        if self.acted:
            raise Refused("the action on this card has been taken already")
        return self.rules.card_by_id[self.facing]

    def cannot_go_on(self) -> bool:
        """Return whether no further card may be turned up and no card waits for an answer."""
        return not has_speed_left(self.table)[0] and not self.waiting

    def after_action(self) -> None:
        """Mark the card at hand as used for an action, and end the flight if no action is left."""
        self.acted = True
        if not has_action(self.table)[0]:
            self.finish()
        else:
            self.end_at_last_card()

    def end_at_last_card(self) -> None:
        """End the flight if it can go no further and nothing more can be fulfilled on the card."""
        # At the last card an action may still fulfil an adventure.
        if not (self.may_fulfil and has_action(self.table)[0]) and self.cannot_go_on():
            self.finish()

    def finish(self, by_itself: bool = True) -> None:
        """End the flight; trade and build follows.

        Args:
            by_itself: Whether the rules end it, rather than a step of the player.
        """
        self.phase, self.facing, self.waiting, self.ended_by_itself = "trade", "", "", by_itself
        self.table.flying[0] = False

    # The effects of cards

    def turn_up(self, card: str, waiting: str) -> None:
        """Lay the next card open.

        Args:
            card: Identifier of the card.
            waiting: Reason to refuse other steps until the card is answered; "" if it needs no answer.
        """
        self.row.append(card)
        self.facing, self.acted, self.waiting = card, False, waiting
        name = self.rules.card_by_id[card].name
        self.may_fulfil = {one for one in self.open if self.rules.adventure_by_id[one].planet == name}

    def replaced(self) -> None:
        """Replace the last card of the row, which a player took, by the top card of the reserve, if there is one."""
        self.row[-1:] = [self.reserve.pop(0)] if self.reserve else []
        self.sectors[self.number] = self.row + self.pile
        self.facing = ""

    def answered(self) -> None:
        """Mark the waiting card as answered, and end the flight if it can go no further."""
        self.waiting, self.facing, self.may_fulfil = "", "", set()
        self.end_at_last_card()

    def check_gain(self, gain: Sequence[str], many: int, paid: Sequence[int] = (0,) * len(GOODS)) -> None:
        """Check that a player names exactly as many goods as they gain and can store.

        Args:
            gain: The goods that the player names.
            many: Number of goods that are gained if all fit.
            paid: Units of each good that are paid before the gain and make room.

        Raises:
            Refused: If more or fewer are named, or one does not fit.
        """
        free = [self.room(good) + paid[good] for good in range(len(GOODS))]
        fits = min(many, sum(max(places, 0) for places in free))
        if len(gain) != fits:
            raise Refused(f"gain: name {fits} good{'s' * (fits != 1)}: so many are gained and fit aboard")
        for name in set(gain):
            if gain.count(name) > free[GOODS.index(name)]:
                raise Refused(f"gain: there is no room for so much {name.replace('_', ' ')}")

    def gain(self, gain: Sequence[str]) -> None:
        """Take goods aboard, one unit for each name."""
        for name in gain:
            self.table.stored[self.me, GOODS.index(name), 0] += 1


Good = Literal["ore", "fuel", "food", "carbon", "trade_good"]
Stored = Literal["ore", "fuel", "food", "carbon", "trade_good", "science"]
Paid = Literal["ore", "fuel", "food", "carbon", "trade_good", "science", "astro"]
Some = Annotated[StrictInt, Field(ge=0, le=1000)]
Module = Literal["logistics", "command", "sensor", "trade", "science", "production"]
Cards = list[CardId]
Made = Annotated[StrictStr, AfterValidator(id_or_word), Field(description="good or colony")]
"""Field type: a good, or the colony that produces it."""


class Step(BaseModel):
    """Base of all steps of a record; by itself the schema of steps that have no further fields."""

    model_config = ConfigDict(extra="forbid")

    do: StrictStr
    """Name of the step."""


class Produce(Step):
    """The production step: the roll, and the players' choices."""

    roll: Annotated[StrictInt, Field(ge=1, le=3)]
    """Face of the yellow die."""
    moon: Made | None = None
    """Good that Moon chose to produce, or its colony; needed only if there is a choice."""
    sun: Made | None = None
    """Good that Sun chose to produce, or its colony; needed only if there is a choice."""


class Fly(Step):
    """The step that flies to a sector: the order of its cards, and the work of the sensor."""

    sector: Annotated[StrictInt, Field(ge=1, le=4)]
    """Number of the sector."""
    order: Cards | None = None
    """Cards in their order after the shuffle, top first; cards left out lie below."""
    top: Cards | None = None
    """Cards that the sensor put back on top, the upper one first."""
    bottom: Cards | None = None
    """Cards that the sensor put below the sector."""


class Exchange(Step):
    """A step that buys or sells goods, at a card or at a station."""

    goods: dict[Stored, Some]
    """Number of units of each good."""
    station: StationId | None = None
    """Own station where the goods are traded, in trade and build."""


class Build(Step):
    """A step that builds a ship, a part or a module."""

    what: StrictStr
    """colony_ship, trade_ship, booster, cannon, or a module by name."""
    level: Annotated[StrictInt, Field(ge=1, le=2)] | None = None
    """Level of a module, to be checked."""


class Upgrade(Step):
    """A step that raises a booster or cannon to level II."""

    what: Literal["booster", "cannon"]
    """Part that is raised to level II."""


class Take(Step):
    """A step that buys a good from the other player by force."""

    good: Good
    """Good that is bought."""


class Trade(Step):
    """A step that swaps goods, science and Astro with the other player."""

    give: dict[Paid, Some] = Field(default_factory=dict)
    """Units that go to the other player."""
    get: dict[Paid, Some] = Field(default_factory=dict)
    """Units that come from the other player."""


class RecordStep(NamedTuple):
    """A kind of step.

    Attributes:
        schema: The schema of its fields.
        do: The function that carries out the step in a game. It raises Refused if the rules do not allow the step.
    """

    schema: type[Step]
    do: Callable[[Game, Any], None]
