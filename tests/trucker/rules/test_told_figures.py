"""What is told of a card in JSON: counts are whole numbers and answers are true or false, worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence

import analyzer
from analyzer import Captain, Layout
from tests.trucker.scripted import PLAIN, captain, ship


def told(ships: Sequence[Layout], card: int, event: str, *facts: str, who: Captain = PLAIN) -> list[str]:
    """Facts of the first such line of that card, as JSON writes them."""
    story = analyzer.explain(ships[:1], flight=0, rivals=ships[1:], cards=[card], start=1, captain=who)
    line = next(line for line in story.cards[0].lines if line.event == event)
    return [json.dumps(line.facts[fact]) for fact in facts]


def test_planet_gains_and_free_planets() -> None:
    """Printed card 12: RR, RBB or Y; without special containers nothing, two blue cubes, one yellow one."""
    assert told([ship("7/7 SC H3")], 12, "planets", "gains", "free", "planet") == [
        "[0, 2, 3]",
        "[true, true, true]",
        "3",
    ]


def test_open_space_speed_is_told() -> None:
    """Printed card 4; two days are not worth more than a charge."""
    spared = captain(battery=100)
    assert told([ship("7/6 B2 SC; 8/7 ED EN")], 4, "speed", "charges", "strength", who=spared) == ["0", "1"]


def test_zone_crews_are_told() -> None:
    """Printed card 15: the smallest crew first."""
    ships = [ship("7/7 SC CA"), ship("7/7 SC")]
    assert told(ships, 15, "weakest", "shown", "victim") == ['{"0": 4, "1": 2}', "1"]


def test_battle_charges_are_told() -> None:
    """Printed card 0: slavers of strength 6, against 3, or 7 with two charges."""
    armed = ship("6/5 CN^ CD^ CN^ CD^ CN^; 7/7 SC B2")
    assert told([armed], 0, "charges", "spent", "left") == ["2", "0"]
