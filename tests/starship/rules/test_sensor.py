"""The Sensor (rule text p.11): cards looked at after the sector was chosen."""

from __future__ import annotations

import pytest

from analyzer import starship
from tests.starship.rules.played import EMPTY, filled, step_of

ROW = ("BASE22", "BASE30", "BASE26", "BASE34")


def arranged(level: int, words: str, cards: int = 4) -> list[str]:
    modules = {"modules": {"sensor": level}} if level else {}
    record = {"phase": "sector", "roll": 3, "moon": {**EMPTY, **modules}, "sectors": {1: filled(ROW)}}
    end = starship.replay({**record, "steps": [step_of(f"fly 1 {words}"), *[step_of("next")] * cards]})
    return list(end.row) if end.accepted[0] else ["refused"]


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("top=BASE22,BASE30", ["BASE22", "BASE30", "BASE26", "BASE34"]),
        ("top=BASE30,BASE22", ["BASE30", "BASE22", "BASE26", "BASE34"]),
        ("top=BASE30 bottom=BASE22", ["BASE30", "BASE26", "BASE34", "BASE18"]),
        ("bottom=BASE22,BASE30", ["BASE26", "BASE34", "BASE18", "BASE19"]),
    ],
)
def test_sensor_arranges_two_cards(words: str, row: list[str]) -> None:
    assert arranged(1, words) == row


def test_level_two_shows_three_cards() -> None:
    assert arranged(2, "top=BASE26,BASE22 bottom=BASE30") == ["BASE26", "BASE22", "BASE34", "BASE18"]


def test_level_one_shows_two_cards() -> None:
    assert arranged(1, "top=BASE26,BASE22,BASE30") == ["refused"]


@pytest.mark.parametrize("words", ["top=BASE22", "bottom=BASE30", "top=BASE22,BASE22"])
def test_each_shown_card_is_placed_once(words: str) -> None:
    assert arranged(1, words) == ["refused"]


def test_sensor_cannot_move_hidden_card() -> None:
    assert arranged(1, "top=BASE22 bottom=BASE26") == ["refused"]


def test_ordering_cards_needs_a_sensor() -> None:
    assert arranged(0, "top=BASE30,BASE22") == ["refused"]


def test_bottom_cards_end_the_sector() -> None:
    record = {"phase": "sector", "moon": {**EMPTY, "modules": {"sensor": 1}}, "sectors": {1: filled(ROW)}}
    end = starship.replay({**record, "steps": [step_of("fly 1 bottom=BASE30,BASE22")]})
    assert end.sectors[1][-2:] == ["BASE30", "BASE22"]
    assert len(end.sectors[1]) == 10


def test_single_card_needs_a_sensor() -> None:
    assert arranged(0, "top=BASE22") == ["refused"]


def test_empty_lists_need_no_sensor() -> None:
    """Writing that no card went on top or below is allowed without a sensor; naming a card is not."""
    start = {"phase": "sector", "roll": 3, "moon": dict(EMPTY), "sectors": {1: filled(ROW)}}
    for top, is_allowed in (([], True), (["BASE22"], False)):
        step = {"do": "fly", "sector": 1, "top": top, "bottom": []}
        assert starship.replay({**start, "steps": [step]}).accepted == [is_allowed]
