"""The record of a simulated flight is flown again to the same end, whoever decides what it does not say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import load_captain
from analyzer.types import Record
from tests.conftest import ALL
from tests.doors.trucker_flights import (
    RULES,
    WHAT,
    Experiment,
    Referee,
    record_flight,
)
from tests.texts import round_trip
from tests.trucker.routes import ROUTES, planned


def ends_alike(experiment: Experiment, record: Record, flight: int) -> bool:
    """Whether a record comes to the same as the flight, ship by ship, under captains who decide otherwise."""
    referee = Referee(record, load_captain("miser"))
    steps = referee.fly()
    outcome, simulated = referee.outcome(), experiment.run(flight, 1).columns()
    assert outcome is not None
    assert [step.assumed for step in steps if step.reason is None and step.assumed] == []
    return all(np.array_equal(column, outcome.columns()[name]) for name, column in simulated.items())


@pytest.mark.parametrize(("path", "conditions"), ROUTES)
def test_replayed_flight_ends_alike(path: str, conditions: dict[str, object]) -> None:
    """Tested with thousands of flights at full size (tests/proofs), in plain text and back."""
    experiment = planned(path, **conditions)
    for flight in range(12 if ALL else 3):
        record = record_flight(experiment, flight)
        read = round_trip(analyzer.save_record, analyzer.load_record, record)
        assert read == record
        assert ends_alike(experiment, read, flight), flight


@pytest.mark.long
def test_refused_cards_change_nothing() -> None:
    """Cards that cannot come, rolls that are missing or too many: the rest ends as without them."""
    experiment = planned("2007/II/steady-hauler.yaml")
    for flight in range(6 if ALL else 2):
        record = record_flight(experiment, flight)
        cards = []
        for card in record.cards:
            wrong = (
                replace(card, card=59),
                replace(card, rolls=(*card.rolls, 7)),
                replace(card, rolls=card.rolls[:-1], decisions={})
                if card.rolls
                else replace(card, rolls=(2, 2), decisions={}),
            )
            cards += [*wrong, card, card]
        referee = Referee(replace(record, cards=tuple(cards)), load_captain("miser"))
        refused = [step for step in referee.fly() if step.reason is not None]
        assert len(refused) == 4 * len(record.cards)
        outcome, simulated = referee.outcome(), experiment.run(flight, 1).columns()
        assert outcome is not None
        assert all(np.array_equal(column, outcome.columns()[name]) for name, column in simulated.items())


@pytest.mark.long
def test_refused_decisions_keep_the_card() -> None:
    """Entries that nobody asks for, beside those of the flight: it ends as without them, and each card says so."""
    experiment = planned("2007/II/steady-hauler.yaml")
    for flight in range(6 if ALL else 2):
        record = record_flight(experiment, flight)
        wrong = [replace(card, decisions=card.decisions | {3: _wrong(card)}) for card in record.cards]
        steps = Referee(replace(record, cards=tuple(wrong)), load_captain("miser")).fly()
        assert all("keeps: [1, 1]" in str(step.reason) and not step.is_left_out for step in steps)
        assert ends_alike(experiment, replace(record, cards=tuple(wrong)), flight)


def _wrong(card: Any) -> dict[str, list[object]]:
    return dict(card.decisions.get(3, {})) | {"keeps": [*card.decisions.get(3, {}).get("keeps", []), (1, 1)]}


def test_every_decision_has_its_rule() -> None:
    """The sentence by which a record that breaks it is refused."""
    assert {*RULES} == {*WHAT}
