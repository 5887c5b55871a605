"""Referee of a record, who flies the recorded flight again by the rules and refuses entries that they forbid.

A card that cannot be flown changes nothing. If the rules refuse an entry, the rest of its card is flown, and a captain
decides in place of the entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.trucker.captains import Captain, named_captain
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import ScriptedDice
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.flight.giving_up import check_before_card
from analyzer.trucker.flight.settlement import Outcome, settle
from analyzer.trucker.position.experiment import with_captains
from analyzer.trucker.position.flaws import position_flaws
from analyzer.trucker.position.position import Position
from analyzer.trucker.position.scripted import OWN, Choice, RecordedDecisions, ShipDecision
from analyzer.trucker.position.states import position_of_convoy
from analyzer.trucker.records.flight_record import Record, RecordedCard
from analyzer.trucker.records.recording import Refused
from analyzer.trucker.world import DEFAULT_CAPTAIN


@dataclass(frozen=True)
class Step:
    """A card of a record as the referee flew it, with refused and assumed entries.

    Attributes:
        recorded: the card as recorded.
        card: the card of the edition; None if the recorded number does not exist.
        after: the position after the card.
        reason: reason why the card or an entry was refused, None if nothing was.
        assumed: decisions that captains took because the record leaves them out, each in words.
        assumed_of_rivals: those entries of `assumed` that are about ships other than yours.
        is_left_out: whether the card was not flown.
        replaced: captains' decisions in place of refused entries, in words.
        superfluous: entries that are true but unnecessary, because the rules allowed one value only.
        at_card: position when the card was revealed, without the ships that gave up before it; None if the card was
            not flown.
        decided: decisions at the card for which the rules left a choice, by index of the ship and name of the decision.
    """

    recorded: RecordedCard
    card: Card | None
    after: Position
    reason: str | None
    assumed: tuple[str, ...] = ()
    assumed_of_rivals: tuple[str, ...] = ()
    is_left_out: bool = False
    replaced: tuple[str, ...] = ()
    superfluous: tuple[str, ...] = ()
    at_card: Position | None = None
    decided: Mapping[int, Mapping[str, Sequence[Choice]]] = field(default_factory=dict)

    @property
    def caveat(self) -> str:
        """Sentence on the assumptions made because the card or an entry was refused; "" if none was."""
        number = self.recorded.card
        if self.reason is None:
            return ""
        if self.is_left_out:
            return (
                f"Card {number} was left out, because the rules refuse it: {self.reason}. "
                "What follows rests on the assumption that it changed nothing."
            )
        instead = f" Captain {DEFAULT_CAPTAIN} decided instead: {'; '.join(self.replaced)}." if self.replaced else ""
        return (
            f"Card {number} was flown without an entry that the rules refuse: {self.reason}.{instead} "
            "What follows rests on this assumption."
        )


class Referee:
    """Referee that flies a record card by card and checks its entries by the rules.

    Captains take the decisions that the record leaves out, and those that the rules forbid.
    """

    def __init__(self, record: Record, captain: Captain | None = None) -> None:
        self.record, self.names = record, record.names
        start = record.start
        captains = (captain or named_captain(DEFAULT_CAPTAIN),) * len(start.ships)
        self.experiment = with_captains(start, captains, 0)
        self.convoy = self.experiment.on_the_start_line(0, 1)
        self.places = self.experiment.places(0, 1)
        self.met = list(start.met)
        self.cards = {card.id: card for card in start.edition.cards}
        self.has_left_out = False

    def fly(self) -> list[Step]:
        """Fly all cards of the record and return what happened at each."""
        return [self._step(recorded) for recorded in self.record.cards]

    def outcome(self) -> Outcome | None:
        """Return the outcome of the recorded flight, or None if it is not over."""
        length = self.experiment.route.length
        if len(self.met) < length and self.convoy.state.flying.any():
            return None
        self.convoy.slot = max(0, len(self.met) - 1)
        return settle(self.convoy, self.places, np.zeros((len(self.names), 1), np.int64))

    def results(self) -> dict[str, dict[str, int]]:
        """Return the result of each ship by metric, as in `fly`; {} while the flight goes on."""
        outcome = self.outcome()
        if outcome is None:
            return {}
        columns = outcome.columns()
        return {
            name: {metric: int(row[number, 0]) for metric, row in columns.items()}
            for number, name in enumerate(self.names)
        }

    @property
    def position(self) -> Position:
        """Position after the cards that were flown so far."""
        now = position_of_convoy(self.convoy, self.experiment, self.places, self.met)
        return replace(now, name=self.record.start.name)

    def _step(self, recorded: RecordedCard) -> Step:
        """Fly one card and return the step; a card that cannot be flown is left out, with the reason in the step."""
        before, card = self._saved(), self.cards.get(recorded.card)
        try:
            self._check_card(recorded.card)
            written, at_card = self._flown(recorded, before)
        except Refused as refused:
            self._restore(before)
            self.has_left_out = True
            return Step(recorded, card, self.position, str(refused), is_left_out=True)
        self.met.append(recorded.card)

        def in_words(entries: Iterable[ShipDecision]) -> tuple[str, ...]:
            return tuple(one.in_words(self.names) for one in entries)

        return Step(
            recorded,
            card,
            self.position,
            "; ".join(written.refusals()) or None,
            in_words(written.assumed),
            in_words(one for one in written.assumed if one.ship != OWN),
            replaced=in_words(written.replaced),
            superfluous=in_words(written.superfluous),
            at_card=replace(at_card, card=recorded.card, rolls=recorded.rolls),
            decided=written.decided,
        )

    def _flown(self, recorded: RecordedCard, before: Mapping[str, Any]) -> tuple[RecordedDecisions, Position]:
        """Fly a recorded card, and return its decisions and the position when it was revealed.

        First, entries are read only at decisions with a choice. If an entry is refused or the card cannot be flown so,
        the card is flown again with entries read at every decision. The second reading is kept if it refuses nothing,
        or if the first could not be flown; else the first is kept.

        Args:
            recorded: the card as recorded.
            before: state of the convoy before the card, from `_saved`.

        Raises:
            Refused: if the card cannot be flown.
        """
        best: tuple[RecordedDecisions, Position, Mapping[str, Any]] | None = None
        why = ""
        for reads_forced in (False, True):
            self._restore(before)
            try:
                written, at_card = self._resolve(recorded, reads_forced=reads_forced)
            except Refused as refused:
                why = why or str(refused)
                continue
            is_refused = bool(written.refusals())
            if best is None or not is_refused:
                best = written, at_card, self._saved()
            if not is_refused:
                break
        if best is None:
            raise Refused(why)
        self._restore(best[-1])
        return best[:2]

    def _saved(self) -> dict[str, Any]:
        """Return a copy of the convoy's state, for `_restore`."""
        return {name: array.copy() for name, array in self.convoy.state.arrays().items()}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        """Restore the convoy from a copy of its state."""
        # Copied again, because one saved state may be restored several times.
        self.convoy.state.__dict__.update({name: array.copy() for name, array in saved.items()})
        self.convoy.forget_rows()

    def _resolve(self, recorded: RecordedCard, *, reads_forced: bool) -> tuple[RecordedDecisions, Position]:
        """Resolve one card; return its decisions, and the position when it was revealed.

        Args:
            recorded: the card as recorded.
            reads_forced: whether entries are also read at decisions without a choice.

        Raises:
            Refused: if the rolls do not fit, so the card cannot be flown.
        """
        written = RecordedDecisions(recorded.decisions, self.names, reads_forced=reads_forced)
        convoy, slot = self.convoy, len(self.met)
        length = self.experiment.route.length
        convoy.slot, convoy.cards_left, convoy.decisions = slot, length - slot - 1, written
        convoy.in_bank = None
        before = self.position
        check_before_card(convoy, length - slot)
        at_card = self.position
        # One flight, with rolls for the slot of this card alone.
        dice = ScriptedDice([[()] * slot + [recorded.rolls]])
        if convoy.state.flying.any():
            try:
                resolve(convoy, self.cards[recorded.card], dice)
            except AnalyzerError:
                rolls = f"{len(recorded.rolls)} rolls" if recorded.rolls else "no rolls"
                raise self._not_flown(
                    written, f"rolls: {rolls}: the card asks for more: write down what was rolled, in order"
                ) from None
        written.sort_unread(before.ships, self.position.ships)
        if left := dice.left_over():
            number = left[0][-1]
            raise self._not_flown(
                written, f"rolls: roll {number + 1} ({recorded.rolls[number]}): the card asks for {number} rolls"
            )
        return written, at_card

    @staticmethod
    def _not_flown(written: RecordedDecisions, reason: str) -> Refused:
        """Return the exception for a card that cannot be flown; it names the refused entries, then the reason."""
        return Refused("; ".join([*written.refusals(), reason]))

    def _check_card(self, number: int) -> None:
        """Raise Refused if the card with the given number cannot be revealed now."""
        if not self.convoy.state.flying.any():
            raise Refused("the flight is over: nobody flies any more")
        if len(self.met) >= self.experiment.route.length:
            raise Refused(f"the flight is over: it has {self.experiment.route.length} cards")
        start = self.record.start
        # Only flaws of the cards are wanted here, so one ship stands in for all.
        alone = (replace(start.ships[0], space=0, start=None),)
        flaws = [*position_flaws(replace(start, ships=alone, met=(*self.met, number)), [()])]
        if flaws and start.deck and self.has_left_out:
            raise Refused("an earlier card of the deck was left out: mend that one first")
        if flaws:
            raise Refused("; ".join(flaw.text for flaw in flaws))


def superfluous_at(card: int, entries: Sequence[str]) -> str:
    """Return a remark on entries of a card that are true but unnecessary, because there was nothing to decide."""
    return f"Card {card}: the rules left no choice, so these entries are correct but not needed: {'; '.join(entries)}."


def assumed_in_words(assumed: Sequence[tuple[int, Sequence[str]]]) -> str:
    """Return a remark on decisions that captains took because the record leaves them out.

    Args:
        assumed: cards, each with the decisions at it.
    """
    decided = "; ".join(f"card {card}: {'; '.join(decisions)}" for card, decisions in assumed)
    return f"The record leaves out decisions, so captain {DEFAULT_CAPTAIN} decided: {decided}."


def words_of(card: Card | None, number: int) -> str:
    """Describe a card by its number and its text."""
    return f"card {number}" if card is None else f"{card_in_words(card)} (card {number})"
