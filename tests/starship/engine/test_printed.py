"""Arrays and sets of printed card values in the engine, computed anew and compared with the twin's box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec, module_from_spec
from types import ModuleType

import numpy as np
import pytest

from tests.doors.starship import STANDARD_RULES, Table
from tests.starship.twin.box import ADVENTURES, CARDS, SCIENCE, Adventure, Card

START = [card for card in CARDS if card.stack == "START"]
BY_BIT = [*(card for card in CARDS if card.kind != "lost_planet" and card not in START), *START]
"""The cards that have a bit."""

PRINTED: dict[str, Callable[[Card], int]] = {
    "turn.bits.goods_traded": lambda card: card.good if card.good >= 0 else SCIENCE,
    "turn.bits.prices": lambda card: card.price,
    "turn.bits.friendships": lambda card: card.friendship,
    "encounters.fighting.strengths": lambda card: card.strength,
    "encounters.fighting.demands": lambda card: card.demand,
    "encounters.pirate.losses": lambda card: ("", "cannon", "module").index(card.loss),
    "encounters.target_planet.tasks": lambda card: sum(
        1 << number for number, one in enumerate(ADVENTURES) if one.planet == card.kind
    ),
}
HELD: dict[str, Callable[[Card], bool]] = {
    "COLONIES": lambda card: card.kind == "colony",
    "station_set": lambda card: card.h,
    "two_friend_set": lambda card: card.kind == "median",
    "PIRATES": lambda card: card.kind == "pirate",
}
ASKED: dict[str, Callable[[Adventure], int]] = {
    "by_astro": lambda one: one.pay_astro,
    "by_boosters": lambda one: one.boosters,
    "by_cannons": lambda one: one.cannons,
}


def worked_out_again(name: str) -> ModuleType:
    """A module of the engine, run once more beside the one that all others use."""
    spec = find_spec(f"analyzer.starship.{name}")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_amount(asked: Sequence[int]) -> list[int]:
    """By how much there is, the set of the adventures that ask for no more."""
    return [sum((many <= has) << number for number, many in enumerate(asked)) for has in range(max(asked) + 1)]


@pytest.mark.parametrize("name", PRINTED)
def test_arrays_by_bit_match_cards(name: str) -> None:
    module, _, array_name = name.rpartition(".")
    array = getattr(worked_out_again(module), array_name)(STANDARD_RULES)
    assert array.shape == (64,)
    assert np.issubdtype(array.dtype, np.integer)
    assert array.tolist() == [*map(PRINTED[name], BY_BIT), *[0] * (64 - len(BY_BIT))]


@pytest.mark.parametrize("name", HELD)
def test_card_sets_match_cards(name: str) -> None:
    held = getattr(worked_out_again("turn.bits"), name)
    assert int(held(STANDARD_RULES) if callable(held) else held) == sum(
        HELD[name](card) << n for n, card in enumerate(BY_BIT)
    )


@pytest.mark.parametrize("name", ASKED)
def test_adventure_sets_match_required_amounts(name: str) -> None:
    sets = getattr(worked_out_again("turn.acting").printed(STANDARD_RULES), name)
    assert sets.dtype == np.uint16
    assert sets.tolist() == by_amount([ASKED[name](one) for one in ADVENTURES])


def test_adventure_sets_match_paid_goods() -> None:
    sets = worked_out_again("turn.acting").printed(STANDARD_RULES).by_stored
    assert {thing: of_one.tolist() for thing, of_one in sets.items()} == {
        thing: by_amount([one.pay.get(thing, 0) for one in ADVENTURES]) for one in ADVENTURES for thing in one.pay
    }


def test_reserve_has_room_for_eighth_card() -> None:
    """A card more in stack II moves the stacks below it, and the table of games has a row for it."""
    rules = type(STANDARD_RULES)(STANDARD_RULES.edition)
    one = next(card for card in STANDARD_RULES.cards if card.stack == "II")
    rules.__dict__["cards"] = (*STANDARD_RULES.cards, one)
    places = {"I": range(7), "II": range(7, 15), "III": range(15, 22), "IV": range(22, 29)}
    assert rules.reserve == places
    assert Table(3, rules).reserve.shape == (29, 3)
