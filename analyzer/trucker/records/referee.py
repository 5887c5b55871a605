"""A record flown again by the rules that all flights are flown by: each card is resolved, or refused with the reason.

What is refused changes nothing, and the rest goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import named_captain
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import ScriptedDice
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.flight.giving_up import check_before_card
from analyzer.trucker.flight.settlement import Outcome, settle
from analyzer.trucker.position.experiment import under
from analyzer.trucker.position.flaws import position_flaws
from analyzer.trucker.position.position import Position
from analyzer.trucker.position.scripted import OWN
from analyzer.trucker.position.taken import position_of_convoy
from analyzer.trucker.records.decided import Refused, Written
from analyzer.trucker.records.flight_record import Record, RecordedCard


@dataclass(frozen=True)
class Step:
    """A card of a record: the position behind it, why it was refused (None if it was not), and what was assumed.

    assumed_of_rivals: the same of all ships but yours.
    """

    recorded: RecordedCard
    card: Card | None
    after: Position
    reason: str | None
    assumed: tuple[str, ...] = ()
    assumed_of_rivals: tuple[str, ...] = ()


class Referee:
    """A record from its first card on; captains decide what it does not say."""

    def __init__(self, record: Record, captain: Captain | None = None) -> None:
        self.record, self.names = record, record.names
        start = record.start
        captains = (captain or named_captain("sensible"),) * len(start.ships)
        self.experiment = under(start, captains, 0)
        self.convoy = self.experiment.on_the_start_line(0, 1)
        self.places = self.experiment.places(0, 1)
        self.met = list(start.met)
        self.cards = {card.id: card for card in start.edition.cards}

    def fly(self) -> list[Step]:
        """All cards; what became of each."""
        return [self._step(recorded) for recorded in self.record.cards]

    def outcome(self) -> Outcome | None:
        """What the flight comes to, if it is over."""
        length = self.experiment.route.length
        if len(self.met) < length and self.convoy.state.flying.any():
            return None
        self.convoy.slot = max(0, len(self.met) - 1)
        return settle(self.convoy, self.places, np.zeros((len(self.names), 1), np.int64))

    @property
    def position(self) -> Position:
        """The position as it is now."""
        now = position_of_convoy(self.convoy, self.experiment, self.places, self.met)
        return replace(now, name=self.record.start.name)

    def _step(self, recorded: RecordedCard) -> Step:
        before = {name: array.copy() for name, array in self.convoy.state.arrays().items()}
        written = Written(recorded.decisions, self.names)
        reason: str | None = None
        try:
            self._resolve(recorded, written)
            self.met.append(recorded.card)
        except Refused as refused:
            reason = str(refused)
            self.convoy.state.__dict__.update(before)
            self.convoy.in_bank = None
            written.assumed.clear()
        assumed = tuple(words for _, words in written.assumed)
        of_rivals = tuple(words for number, words in written.assumed if number != OWN)
        return Step(recorded, self.cards.get(recorded.card), self.position, reason, assumed, of_rivals)

    def _resolve(self, recorded: RecordedCard, written: Written) -> None:
        """Resolve one card; raises Refused where the rules do not allow what is written down."""
        self._check_card(recorded.card)
        convoy, slot = self.convoy, len(self.met)
        length = self.experiment.route.length
        convoy.slot, convoy.cards_left, convoy.decisions = slot, length - slot - 1, written
        convoy.in_bank = None
        check_before_card(convoy, length - slot)
        dice = ScriptedDice([[()] * slot + [recorded.rolls]])
        if convoy.state.flying.any():
            try:
                resolve(convoy, self.cards[recorded.card], dice)
            except AnalyzerError:
                rolls = f"{len(recorded.rolls)} rolls" if recorded.rolls else "no rolls"
                raise Refused(f"rolls: {rolls}: the card asks for more: write down what was rolled, in order") from None
        written.check_all_read()
        if left := dice.left_over():
            number = left[0][-1]
            raise Refused(f"rolls: roll {number + 1} ({recorded.rolls[number]}): the card asks for {number} rolls")

    def _check_card(self, number: int) -> None:
        """Raises Refused where that card cannot be revealed now."""
        if not self.convoy.state.flying.any():
            raise Refused("the flight is over: nobody flies any more")
        if len(self.met) >= self.experiment.route.length:
            raise Refused(f"the flight is over: it has {self.experiment.route.length} cards")
        start = self.record.start
        alone = (replace(start.ships[0], space=0, start=None),)
        flaws = [*position_flaws(replace(start, ships=alone, met=(*self.met, number)), [()])]
        if flaws:
            raise Refused("; ".join(flaw.text for flaw in flaws))


def assumed_at(card: int, assumed: Sequence[str]) -> str:
    """What captains decided at a card where the record does not say it."""
    return f"Card {card}: the record does not say, so a sensible captain decided: {'; '.join(assumed)}."


def words_of(card: Card | None, number: int) -> str:
    """A card in words."""
    return f"card {number}" if card is None else f"{card_in_words(card)} (card {number})"
