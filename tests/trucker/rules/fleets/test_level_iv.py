"""Cards at level IV (class IV with level III cards: "Der Flug"), each as the text says and flown as it is met."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doors.printed import load_edition
from tests.trucker.rules.fleets.flown import alone, as_met, build, fly
from tests.trucker.scripted import planets, printed, smugglers, station

CARDS = load_edition("2007").cards


def numbers(*kinds: str) -> list[int]:
    """The cards of those kinds."""
    return [card.id for card in CARDS if card.kind in kinds]


@pytest.mark.parametrize("number", numbers("slavers", "smugglers", "pirates"))
def test_enemies_are_stronger_by_one(number: int) -> None:
    """ "Alle Feinde sind um 1 stärker"; "verliert 1 mehr"; "Belohnungen von Flugkarten sind um 1 Credit höher"."""
    met, card = as_met(number), printed(number)
    assert met.strength == card.strength + 1
    assert (met.crew_lost, met.goods_lost) == (
        card.crew_lost + bool(card.crew_lost),
        card.goods_lost + bool(card.goods_lost),
    )
    assert met.credits == card.credits + bool(card.credits)
    assert (met.days, met.goods, met.hits[1:]) == (card.days, card.goods, card.hits)


@pytest.mark.parametrize("number", numbers("abandoned_ship", "abandoned_station"))
def test_abandoned_cards_ask_one_more(number: int) -> None:
    met, card = as_met(number), printed(number)
    assert met.crew_required == card.crew_required + 1
    assert (met.crew_lost, met.credits) == (card.crew_lost + bool(card.crew_lost), card.credits + bool(card.credits))
    assert (met.days, met.goods) == (card.days, card.goods)


@pytest.mark.parametrize("number", numbers("meteor_swarm"))
def test_first_meteor_comes_twice(number: int) -> None:
    met, card = as_met(number), printed(number)
    assert met.hits == (card.hits[0], *card.hits)


@pytest.mark.parametrize("number", numbers("combat_zone"))
def test_zone_doubles_first_shot(number: int) -> None:
    """The first shot of a combat zone comes twice, and losses rise by one."""
    met, card = as_met(number), printed(number)
    first = next(line for line in card.lines if line.shots)
    for now, before in zip(met.lines, card.lines, strict=True):
        assert (now.criterion, now.penalty) == (before.criterion, before.penalty)
        assert now.amount == before.amount + (before.penalty in ("crew", "goods"))
        assert now.shots == (before.shots[:1] if before is first else ()) + before.shots


@pytest.mark.parametrize("number", numbers("open_space", "stardust", "epidemic", "sabotage"))
def test_special_cards_stay_as_printed(number: int) -> None:
    """ "Insbesondere für die Sonderflugkarten und den Freien Weltraum gelten die üblichen Regeln"."""
    assert replace(as_met(number), goods_step=0) == printed(number)


def test_extra_attack_has_own_roll() -> None:
    """Card 48: from the right, large; 6 and 8 meet two rows."""
    card = as_met(48)
    rolls = [8, 7, *[2] * (len(card.hits) - 2)]
    end = alone(build("7/6 CA . CA; 8/6 EN . EN"), (card, rolls))
    assert end.lost == {(8, 8), (7, 8)}


# Goods steps


@pytest.mark.parametrize(
    ("holds", "offered", "cubes", "value"),
    [
        ("H3", "Y", "YB", 4),  # blue more, where there is room
        ("H2", "YY", "YY", 6),  # no room for another, and red needs a special container
        ("S2", "YY", "RY", 7),  # red for yellow
        ("H2", "BB", "GB", 3),  # green for blue
        ("H2", "GB", "GG", 4),  # the blue one before the green one, of equal worth
        ("H2", "GG", "YG", 5),  # yellow for green
        ("S1", "Y", "R", 4),
        ("S1", "G", "Y", 3),
        ("S1", "B", "G", 2),
        ("S2", "R", "RB", 5),  # nothing is better than red
        ("H2", "R", "B", 1),  # the red one has no room, the blue one more has
        ("H3", "BB", "BBB", 3),  # of equal worth: the blue one more
    ],
)
def test_loading_upgrades_one_cube(holds: str, offered: str, cubes: str, value: int) -> None:
    """ "eine Ware verbessert ... oder eine zusätzliche blaue aufgenommen": what gains most in these holds."""
    end = alone(build(f"7/5 {holds} CA . CA"), planets(offered))
    assert (end.cubes_at, end.goods_sold) == ({(7, 5): cubes}, value)


@pytest.mark.parametrize("made", [station(4, "Y"), smugglers(0, reward="Y", days=0)])
def test_stations_and_smugglers_upgrade_too(made: object) -> None:
    end = alone(build("6/6 CN^; 7/5 S1 CA . CA"), made)  # type: ignore[arg-type]
    assert end.cubes_at == {(7, 5): "R"}


def test_upgrade_comes_once_per_card() -> None:
    end = alone(build("7/5 S1 CA . CA S1"), planets("YY"))
    assert sorted(end.cubes_at.values()) == ["R", "Y"]


def test_upgrade_counts_when_landing() -> None:
    """A blue cube is worth 100, an upgrade 200: three days of 50 are worth less, four as much."""
    assert alone(build("7/5 S1 CA . CA"), planets("B", days=3)).days == -3
    assert alone(build("7/5 S1 CA . CA"), planets("B", days=4)).days == 0


def test_bank_limits_the_upgrade() -> None:
    """All twelve red ones are aboard the first: the second cannot have red for yellow, and takes a blue one more."""
    rich = build("5/4 S2 . . . . . S2; 6/4 S2 S2 CA . CA S2 S2")
    ends = fly([rich, build("7/5 S2 CA . CA")], planets("R" * 12), planets("Y"))
    assert ends[0].goods == 12
    assert ends[1].cubes_at == {(7, 5): "YB"}
