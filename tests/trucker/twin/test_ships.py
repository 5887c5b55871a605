"""The twin's ships on paper, under a hazard, and what they carry, by hand against rule text and docs/rulings.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.trucker.twin import (
    cannon_plain,
    engine_plain,
    exposed_plain,
    flaws_plain,
    pieces_plain,
    risk_plain,
    strike_plain,
)
from tests.trucker.twin.adventures import abandoned_station
from tests.trucker.twin.by_hand import BATTERY, BRISK, DART, FULL_DART, MISER, SAUCER, SENSIBLE, START, card, ship
from tests.trucker.twin.convoy import Convoy, Trucker
from tests.trucker.twin.crew import cost_of, crew_to_give
from tests.trucker.twin.fleet import launch
from tests.trucker.twin.goods import after_loading, gain, load, lose_goods
from tests.trucker.twin.rulebook import RULEBOOKS

# The ship on paper


def test_single_on_double_connector_mismatches() -> None:
    """ "Es ist nicht möglich, einen einfachen Anschluss an einen doppelten anzuschließen"."""
    layout = ship(START, "7 8 structural 0103", "7 9 structural 0002")
    assert flaws_plain(layout) == {("connector_mismatch", (7, 8), (7, 9)), ("disconnected", (7, 9), None)}


def test_connector_on_smooth_side_mismatches() -> None:
    """ "zwei Teile nebeneinander zu legen, von denen eines ... einen Anschluss hat und das andere nicht"."""
    assert ("connector_mismatch", (6, 7), (7, 7)) in flaws_plain(ship(START, "6 7 structural 3000"))


def test_smooth_sides_join_nothing() -> None:
    """ "Teile, die in der gegebenen Richtung keine Anschlüsse haben, können zwar nebeneinander liegen"."""
    layout = ship(START, "7 6 structural 0310", "8 6 battery_2 1000", "8 7 battery_2 1000")
    assert flaws_plain(layout) == set()
    apart = ship(START, "7 8 structural 0003", "6 8 structural 3000")
    assert flaws_plain(apart) == {("disconnected", (6, 8), None)}


@pytest.mark.parametrize(
    ("parts", "flaw"),
    [
        (["6 7 single_cannon 0010 front", "5 7 structural 0000"], ("cannon_blocked", (6, 7), (5, 7))),
        (["8 7 single_engine 1000", "9 7 structural 0000"], ("engine_blocked", (8, 7), (9, 7))),
        (["6 7 single_engine 0010 front"], ("engine_direction", (6, 7), None)),
        (["9 7 structural 3000"], ("outside_board", (9, 7), None)),
        (["7 8 starting_cabin 3333"], ("starting_cabin", (7, 8), None)),
        (["9 9 structural 3333"], ("disconnected", (9, 9), None)),
    ],
)
def test_each_flaw_is_found(parts: list[str], flaw: tuple[object, ...]) -> None:
    """ "Ein Fehler kann sein: ...", one after the other."""
    assert flaw in flaws_plain(ship(START, *parts))


def test_largest_piece_replaces_starting_cabin() -> None:
    """The starting cabin must lie on the marked square; else the largest piece counts, of equals the earliest."""
    layout = ship("6 7 structural 0000", "8 7 structural 0100", "8 8 structural 0001")
    missing = ("starting_cabin", (7, 7), None)
    assert flaws_plain(layout) == {missing, ("disconnected", (6, 7), None)}
    equal = ship("6 7 structural 0000", "8 7 structural 0000")
    assert flaws_plain(equal) == {missing, ("disconnected", (8, 7), None)}


def test_exposed_connectors_count_inner_holes() -> None:
    """ "jeder Anschluss, an den kein weiteres Teil angeschlossen ist"; "Stören offene Teile im Inneren?": yes."""
    assert exposed_plain(ship(START)) == 4
    assert exposed_plain(ship(*DART)) == 2
    assert exposed_plain(ship(*FULL_DART)) == 0
    ring = ["6 7 structural 0303", "6 8 structural 0033", "7 8 structural 3030", "8 8 structural 3003"]
    ring += ["8 7 structural 0303", "8 6 structural 3300", "7 6 structural 3030", "6 6 structural 0330"]
    assert exposed_plain(ship(*ring)) == 0
    assert exposed_plain(ship("6 7 structural 0323", *ring[1:])) == 1


def test_rulebook_example_of_cannons() -> None:
    """ "Er kann maximal Stärke 5 haben ... Weil er nur einen Energiestein hat, ... nur Stärke 4"."""
    red = ship(
        START,
        "7 6 structural 3310",
        "7 8 structural 3013",
        "6 6 single_cannon 0030 front",
        "6 8 single_cannon 0030 front",
        "6 7 double_cannon 0030 front",
        "8 6 double_cannon 1000 left",
    )
    assert [cannon_plain(red, charges) for charges in range(4)] == [2, 4, 5, 5]
    assert cannon_plain(red, 1, purple=True) == 6


def test_sideways_cannons_count_half() -> None:
    """ "eine einfache Kanone ½, eine doppelte 1"."""
    assert cannon_plain(ship(START, "7 6 single_cannon 0300 left")) == 0.5
    assert cannon_plain(ship(START, "8 7 double_cannon 3000 rear"), 1) == 1


def test_aliens_add_nothing_to_zero() -> None:
    """ "wenn Ihre Gesamtstärke 0 ist, bleibt sie auch mit einem Alien 0"."""
    assert cannon_plain(ship(START, "8 7 double_cannon 3000 rear"), 0, purple=True) == 0
    double = ship(START, "8 7 double_engine 1000")
    assert [engine_plain(double, charges, brown=True) for charges in (0, 1, 2)] == [0, 4, 4]
    assert engine_plain(ship(*BRISK), 0, brown=True) == 5


def test_pieces_come_in_reading_order() -> None:
    assert pieces_plain(ship(*DART), without=[(7, 7)]) == [{(6, 7)}, {(8, 7)}]


def test_risk_of_one_and_two_components() -> None:
    """A line is met by 1 to 6 throws: row or column 7 by six, row 6 by five."""
    assert risk_plain(ship(START)) == {(7, 7): 24}
    assert risk_plain(ship(*DART[:2])) == {(6, 7): 6 + 5 + 5, (7, 7): 6 + 6 + 6}


def test_risk_counts_what_falls_off() -> None:
    """Hit in the middle a chain of three leaves two equal pieces: the one with the earliest square remains."""
    chain = ship(START, "6 7 structural 3030", "5 7 single_cannon 0030 front")
    assert risk_plain(chain) == {(5, 7): 6 + 4 + 4, (6, 7): 5 + 5, (7, 7): 6 + 6 + 6 + 5 + 5}


def test_iiia_counts_rows_from_rear() -> None:
    """On board IIIa the front-most row has the highest number."""
    layout = ship(START, "8 7 single_cannon 0010 front", board="2007-IIIa")
    assert flaws_plain(layout) == set()
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "front", 7, 0)[1] == (8, 7)
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "rear", 7, 0)[1] == (7, 7)


# One hazard


def test_hazard_beside_the_ship_misses() -> None:
    """ "Es kann passieren, dass der Meteorit an einem Schiff vorbeifliegt, dann ist alles bestens"."""
    assert strike_plain(ship(*DART), SENSIBLE, "heavy_fire", "front", 8, 0) == ("miss", None, 0, frozenset())


def test_small_meteor_bounces_off_smooth() -> None:
    """ "Ein kleiner Meteorit prallt von einem richtig gebauten Schiff ab"."""
    assert strike_plain(ship(*DART), SENSIBLE, "small_meteor", "front", 7, 2)[:3] == ("bounced", (6, 7), 0)


def test_small_meteor_destroys_unless_shielded() -> None:
    """ "Schild in der angegebenen Richtung besitzt und einen Energiestein zahlt"."""
    shielded = ship(*DART, "7 6 shield 0300 front left")
    assert strike_plain(shielded, SENSIBLE, "small_meteor", "right", 7, 1)[0] == "destroyed"
    shielded = ship(*DART, "7 6 shield 0300 front right")
    assert strike_plain(shielded, SENSIBLE, "small_meteor", "right", 7, 1)[:3] == ("shielded", (7, 7), 1)
    assert strike_plain(shielded, SENSIBLE, "small_meteor", "right", 7, 0)[0] == "destroyed"
    assert strike_plain(shielded, MISER, "small_meteor", "right", 7, 1)[0] == "destroyed"


def test_fire_never_bounces_off() -> None:
    """ "prallt ein Schuss auch von einem richtig gut gebauten Schiff nicht harmlos ab"; "Vor großen ... nichts"."""
    shielded = ship(*DART, "7 6 shield 0300 front right")
    assert strike_plain(shielded, SENSIBLE, "light_fire", "front", 7, 1) == ("shielded", (6, 7), 1, frozenset())
    assert strike_plain(ship(*DART), SENSIBLE, "light_fire", "front", 7, 1) == (
        "destroyed",
        (6, 7),
        0,
        frozenset({(6, 7)}),
    )
    assert strike_plain(shielded, SENSIBLE, "heavy_fire", "front", 7, 1) == (
        "destroyed",
        (6, 7),
        0,
        frozenset({(6, 7)}),
    )


def test_front_meteor_needs_column_cannon() -> None:
    """ "nur abschießen, wenn man eine Kanone genau in der Spalte besitzt"."""
    layout = ship(*DART, "7 6 structural 0300")
    assert strike_plain(layout, SENSIBLE, "large_meteor", "front", 7, 0)[:3] == ("shot_down", (6, 7), 0)
    assert strike_plain(layout, SENSIBLE, "large_meteor", "front", 6, 0)[:3] == ("destroyed", (7, 6), 0)


def test_side_meteor_met_by_adjacent_row() -> None:
    """ "in der gleichen oder in einer benachbarten Reihe ..., die in die Richtung des Meteoriten zielt"."""
    layout = ship(START, "6 7 single_cannon 0010 right", "8 7 structural 3030", "9 7 structural 3000")
    rows = {roll: strike_plain(layout, SENSIBLE, "large_meteor", "right", roll, 0)[0] for roll in (6, 7, 8)}
    assert rows == {6: "shot_down", 7: "shot_down", 8: "destroyed"}
    assert strike_plain(layout, SENSIBLE, "large_meteor", "left", 7, 0)[0] == "destroyed"


def test_rear_meteor_met_by_adjacent_column() -> None:
    """Open questions: "a cannon facing the rear in the same or a neighbouring column shoots them down"."""
    layout = ship(START, "8 7 single_cannon 1000 rear", "7 6 structural 0303", "7 5 structural 0300")
    columns = {roll: strike_plain(layout, SENSIBLE, "large_meteor", "rear", roll, 0)[0] for roll in (5, 6, 7)}
    assert columns == {5: "destroyed", 6: "shot_down", 7: "shot_down"}


def test_double_cannon_needs_charge() -> None:
    """ "Wenn es eine doppelte Kanone ist, muss der Spieler zusätzlich noch einen Energiestein zahlen"."""
    double = ship(START, "6 7 double_cannon 0010 right")
    assert strike_plain(double, SENSIBLE, "large_meteor", "right", 7, 1)[:3] == ("shot_down", (7, 7), 1)
    assert strike_plain(double, SENSIBLE, "large_meteor", "right", 7, 0)[0] == "destroyed"
    assert strike_plain(double, MISER, "large_meteor", "right", 7, 1)[0] == "destroyed"
    both = ship(START, "6 7 double_cannon 0010 right", "8 7 single_cannon 1000 right")
    assert strike_plain(both, SENSIBLE, "large_meteor", "right", 7, 1)[:3] == ("shot_down", (7, 7), 0)


def test_inner_cannon_shoots_too() -> None:
    """FAQ: "es reicht, wenn die Kanone in die richtige Richtung zielt und in der gleichen Spalte steht"."""
    parts = [START, "6 7 structural 0330", "6 8 structural 0003", "8 7 structural 3300"]
    layout = ship(*parts, "8 8 single_cannon 0003 front")
    assert flaws_plain(layout) == set()
    assert strike_plain(layout, SENSIBLE, "large_meteor", "front", 8, 0)[:2] == ("shot_down", (6, 8))
    assert strike_plain(layout, SENSIBLE, "large_meteor", "front", 7, 0)[:2] == ("destroyed", (6, 7))


def test_equal_pieces_keep_the_earliest() -> None:
    """ "in dem Fall dürfen Sie selbst wählen, welches Stück weiterfliegen wird"; tie: earliest square."""
    layout = ship(START, "7 8 structural 0303", "7 9 cabin 0003")
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "front", 8, 0)[3] == {(7, 8), (7, 9)}


def test_dearest_piece_flies_on() -> None:
    """Worth: components 200 each, humans 100, charges 50: 700 against 400."""
    layout = ship(START, "7 8 structural 0303", "7 9 cabin 0013", "8 9 battery_2 1000")
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "front", 8, 0)[3] == {(7, 8), (7, 7)}


def test_piece_with_humans_goes_first() -> None:
    """ "of the pieces with humans aboard (of all, if none has)"; aliens alone cannot fly."""
    layout = ship(START, "7 8 structural 0303", "7 9 structural 0033", "8 9 structural 3030", "9 9 structural 3000")
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "front", 8, 0)[3] == {(7, 8), (7, 9), (8, 9), (9, 9)}


def test_aliens_alone_cannot_fly() -> None:
    """A piece with an alien but no human is not chosen, whatever the alien is worth."""
    parts = [START, "7 8 structural 0103", "7 9 cabin 0031", "8 9 life_support_purple 3000"]
    alien = ship(*parts, aliens={"purple": (7, 9)})
    lost = strike_plain(alien, replace(SENSIBLE, purple=9900), "heavy_fire", "front", 8, 0)[3]
    assert lost == {(7, 8), (7, 9), (8, 9)}


def test_alien_counts_with_life_support() -> None:
    """The only life support was hit: 800 against 600 for a piece whose alien leaves, 10700 where a second one is."""
    dear = replace(SENSIBLE, purple=9900)
    parts = [START, "8 7 cabin 1000", "7 8 life_support_purple 0303", "8 9 cabin 3000"]
    leaves = ship(*parts, "7 9 cabin 0013", board="2007-II", aliens={"purple": (7, 9)})
    assert strike_plain(leaves, dear, "heavy_fire", "front", 8, 0)[3] == {(7, 8), (7, 9), (8, 9)}
    stays = [*parts, "7 9 cabin 3013", "6 9 life_support_purple 0030"]
    stays_aboard = ship(*stays, board="2007-II", aliens={"purple": (7, 9)})
    assert strike_plain(stays_aboard, dear, "heavy_fire", "front", 8, 0)[3] == {(7, 7), (7, 8), (8, 7)}


# Tokens


def test_riskiest_tokens_are_given_first() -> None:
    """All tokens of one component before those of the next, the component at most risk first."""
    # (7, 6) is hit from front, rear, left; (7, 8) from front, rear; (7, 9) from front, rear, right or with (7, 8).
    layout = ship(*DART, "7 6 battery_2 0300", "7 8 battery_2 0303", "7 9 battery_2 0003")
    risks = risk_plain(layout)
    assert (risks[7, 6], risks[7, 8], risks[7, 9]) == (5 + 5 + 6, 5 + 5, 4 + 4 + 6 + 5 + 5)
    in_flight = launch(layout)
    in_flight.spend([3])
    assert in_flight.ships[0].charges == {(7, 9): 0, (7, 6): 1, (7, 8): 2}


def test_last_human_is_given_last() -> None:
    """ "keeps one human back; if crew is still asked for after that, the last human goes too"."""
    flying = launch(ship(*SAUCER, aliens={"purple": (7, 8)}))
    assert flying.crew == 3
    assert crew_to_give(flying, SENSIBLE, 2) == {"human": 1, "brown": 0, "purple": 1}
    assert crew_to_give(flying, SENSIBLE, 3) == {"human": 2, "brown": 0, "purple": 1}
    assert crew_to_give(flying, replace(SENSIBLE, purple=50), 1) == {"human": 0, "brown": 0, "purple": 1}
    assert cost_of({"human": 1, "brown": 0, "purple": 1}, SENSIBLE) == 350


def test_red_goods_need_special_hold() -> None:
    """ "Gefährliche Waren ... spezielle Container"; "sogar in die speziellen Container"."""
    hold = launch(ship(*DART, BATTERY, "7 8 special_cargo_2 0003"))
    load(hold, (1, 0, 0, 1), (9, 9, 9, 9))
    assert hold.goods == (1, 0, 0, 1)
    load(hold, (3, 1, 0, 0), (9, 9, 9, 9))
    assert hold.goods == (2, 0, 0, 0)
    assert gain(launch(ship(*FULL_DART)), (5, 0, 0, 0), (9, 9, 9, 9)) == 0
    assert gain(hold, (0, 5, 5, 5), (9, 9, 9, 9)) == 0


def test_dearest_goods_lie_safest() -> None:
    """ "yellow into the free containers with the least risk, then green, then blue"."""
    hold = launch(ship(*DART, "7 6 cargo_2 0300", "7 8 cargo_2 0303", "7 9 cargo_2 0003"))
    stow = after_loading(hold, (0, 2, 1, 2), (9, 9, 9, 9))
    assert stow == {(7, 8): [0, 2, 0, 0], (7, 6): [0, 0, 1, 1], (7, 9): [0, 0, 0, 1]}


def test_bank_limits_loaded_goods() -> None:
    """ "In dem Fall hat der Spieler, für den keine Warenwürfel mehr übrig geblieben sind, Pech"."""
    first, second = (Trucker(launch(ship(*FULL_DART)), SENSIBLE, 0, 0) for _ in range(2))
    first.fleet.ships[0].cubes[7, 8] = [0, 1, 0, 0]
    first.flying = False
    convoy = Convoy([first, second], 40, (0, 2, 0, 0), RULEBOOKS["2007"])
    abandoned_station(convoy, card("abandoned_station", goods=(0, 2, 1, 0), days=1), lambda roll: 7)
    assert (second.fleet.goods, convoy.bank) == ((0, 1, 0, 0), (0, 0, 0, 0))


def test_goods_lost_dearest_then_charges() -> None:
    """ "Falls Sie nicht genug Warenwürfel haben, müssen Sie stattdessen Energiesteine abgeben"."""
    flying = launch(ship(*FULL_DART))
    flying.ships[0].cubes[7, 8] = [0, 1, 0, 1]
    lose_goods(flying, 1)
    assert (flying.goods, flying.charge_count) == ((0, 0, 0, 1), 2)
    lose_goods(flying, 2)
    assert (flying.goods, flying.charge_count) == ((0, 0, 0, 0), 1)
    lose_goods(flying, 5)
    assert flying.charge_count == 0


def test_alien_leaves_with_life_support() -> None:
    """ "müssen Sie den Alien, der das System benutzt hat, sofort in die Bank abgeben"."""
    one = launch(ship(*SAUCER, aliens={"purple": (7, 8)}))
    one.destroy((7, 9), SENSIBLE)
    assert (one.crew, one.aliens) == (2, [])
    parts = [*SAUCER[:2], "7 8 cabin 0113", SAUCER[3], "8 8 life_support_purple 1000"]
    two = launch(ship(*parts, aliens={"purple": (7, 8)}))
    two.destroy((7, 9), SENSIBLE)
    assert two.crew == 3
