"""Every kind of card by itself: hardly anything else lies in the sectors, so all sorts of captains meet it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.conftest import ALL
from tests.doors.starship import plain
from tests.starship.engine.against_twin import faults
from tests.starship.shipyard import any_captain, any_position, any_switches
from tests.starship.twin.box import CARDS, PLANETS, RESERVE, Card
from tests.starship.twin.referee import play_position

PAIRS, POSITIONS = 5 if ALL else 2, 12
OWNED = ("colonies", "stations", "pirates")


def kind_of(card: Card) -> str:
    if card.kind == "trade_planet":
        return "trade_planet with H" if card.h else "trade_planet"
    if card.kind == "pirate":
        return f"pirate who takes {card.loss or 'nothing'}"
    return "target_planet" if card.kind in PLANETS else card.kind


KINDS: dict[str, list[str]] = {}
for _card in CARDS:
    if _card.stack != "START":
        KINDS.setdefault(kind_of(_card), []).append(_card.id)


def stack_of(card: str) -> int:
    """Return the number of the reserve stack of a card, from 1; 0 for any other card."""
    return next((number for number, stack in enumerate(RESERVE, start=1) if card in [one.id for one in stack]), 0)


def among_few(number: int, cards: list[str]) -> dict[str, Any]:
    """Some of these cards lie in sector 1, and at most two others come from the reserve; all else is owned or gone."""
    position = any_position(number)
    rng = random.Random(number)
    row = rng.sample(cards, min(len(cards), rng.choice((1, 1, 2, 3))))
    owned = set()
    for crest in ("moon", "sun"):
        ship = position[crest]
        ship |= {kind: [card for card in ship[kind] if card not in row] for kind in OWNED if kind in ship}
        owned |= {card for kind in OWNED for card in ship.get(kind, ())}
    come = max(stack_of(card) for card in (*row, *owned))
    left = [card for card in position.get("reserve", ()) if card not in row and stack_of(card) >= come]
    reserve = left[: rng.choice((0, 1, 2))]
    gone = [card.id for card in CARDS if card.stack != "START" and card.id not in {*row, *reserve, *owned}]
    seen = {1: [card for card in row if rng.random() < 0.5]}
    lying = {"sectors": {1: row}, "reserve": reserve, "gone": gone, "seen": seen}
    return {**position, **lying, "phase": "sector", "roll": rng.randint(1, 3)}


@pytest.mark.parametrize("kind", KINDS)
def test_each_card_kind_equals_twin(kind: str) -> None:
    ends = []
    for pair in range(PAIRS):
        rng = random.Random(f"{kind} {pair}")
        positions = [among_few(100 * pair + number, KINDS[kind]) for number in range(POSITIONS)]
        captains, switches = (any_captain(rng), any_captain(rng)), any_switches(rng)
        engine = plain.turns(positions, captains, pair, 0, switches)
        twin = [play_position(one, captains, pair, number, switches) for number, one in enumerate(positions)]
        assert faults(engine, twin)[:5] == []
        ends += engine
    did = "met" if kind.startswith("pirate") else "cards_flown" if kind == "lost_planet" else "actions"
    assert sum(end[did] for end in ends) > PAIRS
