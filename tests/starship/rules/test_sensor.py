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
def test_two_cards_go_below_or_stay_on_top_in_any_order(words: str, row: list[str]) -> None:
    assert arranged(1, words) == row


def test_level_two_shows_three() -> None:
    assert arranged(2, "top=BASE26,BASE22 bottom=BASE30") == ["BASE26", "BASE22", "BASE34", "BASE18"]


def test_level_one_shows_only_two() -> None:
    assert arranged(1, "top=BASE26,BASE22,BASE30") == ["refused"]


@pytest.mark.parametrize("words", ["top=BASE22", "bottom=BASE30", "top=BASE22,BASE22"])
def test_every_card_looked_at_goes_somewhere_once(words: str) -> None:
    assert arranged(1, words) == ["refused"]


def test_a_card_below_the_shown_ones_cannot_be_taken() -> None:
    assert arranged(1, "top=BASE22 bottom=BASE26") == ["refused"]


def test_nobody_looks_without_a_sensor() -> None:
    assert arranged(0, "top=BASE30,BASE22") == ["refused"]


def test_what_goes_below_is_the_last_of_the_sector() -> None:
    record = {"phase": "sector", "moon": {**EMPTY, "modules": {"sensor": 1}}, "sectors": {1: filled(ROW)}}
    end = starship.replay({**record, "steps": [step_of("fly 1 bottom=BASE30,BASE22")]})
    assert end.sectors[1][-2:] == ["BASE30", "BASE22"]
    assert len(end.sectors[1]) == 10


def test_not_even_one_card_without_a_sensor() -> None:
    assert arranged(0, "top=BASE22") == ["refused"]


def test_no_sensor_looks_at_nothing() -> None:
    """To write that no card went on top or below is right without a sensor, too; to write one is not."""
    start = {"phase": "sector", "roll": 3, "moon": dict(EMPTY), "sectors": {1: filled(ROW)}}
    for top, is_allowed in (([], True), (["BASE22"], False)):
        step = {"do": "fly", "sector": 1, "top": top, "bottom": []}
        assert starship.replay({**start, "steps": [step]}).accepted == [is_allowed]
