"""The plain twin itself, checked by hand against sentences of the rule text and of docs/rulings.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.edition import Card, CombatLine, Hit, load_edition
from analyzer.trucker.ship.component import side_named
from analyzer.trucker.ship.layout import Layout
from tests.trucker.twin import (
    Outcome,
    cannon_plain,
    engine_plain,
    exposed_plain,
    flaws_plain,
    fly_one,
    pieces_plain,
    risk_plain,
    strike_plain,
)
from tests.trucker.twin.adventures import abandoned_station
from tests.trucker.twin.convoy import Convoy, Trucker
from tests.trucker.twin.crew import cost_of, crew_to_give
from tests.trucker.twin.fleet import launch
from tests.trucker.twin.goods import after_loading, gain, load, lose_goods
from tests.trucker.twin.rulebook import RULEBOOKS

SENSIBLE = Captain("sensible", 50, 100, 200, 250, 50, 200, 1000, 0, 1)
MISER = replace(SENSIBLE, battery=9900, reserve=0)

START = "7 7 starting_cabin 3333"
DART = [START, "6 7 single_cannon 0010 front", "8 7 single_engine 1000"]
"""Cannon strength 1, engine strength 1, two humans, two exposed connectors (left and right of the cabin)."""
BATTERY = "7 6 battery_2 0300"
HOLD = "7 8 cargo_2 0003"
DOUBLE_ENGINE = "8 7 double_engine 1000"
FULL_DART = [*DART, BATTERY, HOLD]
"""The dart with two charges and two containers; nothing exposed."""
BRISK = [START, "8 7 single_engine 1000", "7 6 structural 0310", "7 8 structural 0013"]
BRISK += ["8 6 single_engine 1000", "8 8 single_engine 1000"]
"""Three single engines."""
SAUCER = [START, "6 7 single_cannon 0010 front", "7 8 cabin 0103", "7 9 life_support_purple 0001"]
"""A second cabin joined to purple life support."""
NEVER = 2
"""A roll that meets no column or row of board I."""


def ship(*parts: str, board: str = "2007-I", aliens: dict[str, tuple[int, int]] | None = None) -> Layout:
    """A layout from lines `row column kind connectors [facing ...]`."""
    entries = []
    for part in parts:
        row, column, kind, connectors, *facing = part.split()
        entry = {"square": [int(row), int(column)], "kind": kind, "connectors": [int(digit) for digit in connectors]}
        entries.append(entry | ({"facing": facing} if facing else {}))
    layout = Layout.from_components(board, entries)
    object.__setattr__(layout, "aliens", aliens or {})
    return layout


def card(kind: str, **printed: object) -> Card:
    return Card(id=0, level=1, learning=False, kind=kind, **printed)  # type: ignore[arg-type]


def hits(text: str) -> tuple[Hit, ...]:
    return tuple(Hit(word.startswith("large"), side_named(word.split("-")[1])) for word in text.split())


def dice(*cards: Sequence[int]) -> Callable[[int, int], int]:
    """Scripted rolls, card by card; an unscripted roll is an error of the twin."""
    return lambda card_slot, roll_slot: cards[card_slot][roll_slot]


def fly(
    ships: Sequence[Layout],
    *cards: Card,
    rolls: Callable[[int, int], int] = lambda card_slot, roll_slot: NEVER,
    captains: Sequence[Captain] | None = None,
    level: str = "I",
    **rest: object,
) -> list[Outcome]:
    """A flight of sensible captains on level I that start in the order given."""
    order = rest.pop("start_order", list(range(len(ships))))
    chosen = load_edition("2007").level(level)
    chosen = replace(chosen, **rest.pop("printed", {}))  # type: ignore[arg-type]
    return fly_one(list(ships), list(captains or [SENSIBLE] * len(ships)), chosen, list(cards), rolls, order, **rest)  # type: ignore[arg-type]


# The ship on paper


def test_single_on_double_is_a_mismatch_and_joins_nothing() -> None:
    """ "Es ist nicht möglich, einen einfachen Anschluss an einen doppelten anzuschließen"."""
    layout = ship(START, "7 8 structural 0103", "7 9 structural 0002")
    assert flaws_plain(layout) == {("connector_mismatch", (7, 8), (7, 9)), ("disconnected", (7, 9), None)}


def test_connector_on_smooth_side_is_a_mismatch() -> None:
    """ "zwei Teile nebeneinander zu legen, von denen eines ... einen Anschluss hat und das andere nicht"."""
    assert ("connector_mismatch", (6, 7), (7, 7)) in flaws_plain(ship(START, "6 7 structural 3000"))


def test_smooth_on_smooth_is_legal_but_joins_nothing() -> None:
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
def test_flaws(parts: list[str], flaw: tuple[object, ...]) -> None:
    """ "Ein Fehler kann sein: ...", one after the other."""
    assert flaw in flaws_plain(ship(START, *parts))


def test_without_starting_cabin_the_largest_piece_is_the_ship() -> None:
    """The starting cabin must lie on the marked square; else the largest piece counts, of equals the earliest."""
    layout = ship("6 7 structural 0000", "8 7 structural 0100", "8 8 structural 0001")
    missing = ("starting_cabin", (7, 7), None)
    assert flaws_plain(layout) == {missing, ("disconnected", (6, 7), None)}
    equal = ship("6 7 structural 0000", "8 7 structural 0000")
    assert flaws_plain(equal) == {missing, ("disconnected", (8, 7), None)}


def test_exposed_connectors_count_inner_holes_but_not_bad_neighbours() -> None:
    """ "jeder Anschluss, an den kein weiteres Teil angeschlossen ist"; "Stören offene Teile im Inneren?": yes."""
    assert exposed_plain(ship(START)) == 4
    assert exposed_plain(ship(*DART)) == 2
    assert exposed_plain(ship(*FULL_DART)) == 0
    ring = ["6 7 structural 0303", "6 8 structural 0033", "7 8 structural 3030", "8 8 structural 3003"]
    ring += ["8 7 structural 0303", "8 6 structural 3300", "7 6 structural 3030", "6 6 structural 0330"]
    assert exposed_plain(ship(*ring)) == 0
    assert exposed_plain(ship("6 7 structural 0323", *ring[1:])) == 1


def test_cannon_strength_of_the_red_player() -> None:
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


def test_aliens_add_nothing_to_strength_zero() -> None:
    """ "wenn Ihre Gesamtstärke 0 ist, bleibt sie auch mit einem Alien 0"."""
    assert cannon_plain(ship(START, "8 7 double_cannon 3000 rear"), 0, purple=True) == 0
    double = ship(START, "8 7 double_engine 1000")
    assert [engine_plain(double, charges, brown=True) for charges in (0, 1, 2)] == [0, 4, 4]
    assert engine_plain(ship(*BRISK), 0, brown=True) == 5


def test_pieces_in_reading_order() -> None:
    assert pieces_plain(ship(*DART), without=[(7, 7)]) == [{(6, 7)}, {(8, 7)}]


def test_risk_of_one_and_of_two_components() -> None:
    """A line is met by 1 to 6 throws: row or column 7 by six, row 6 by five."""
    assert risk_plain(ship(START)) == {(7, 7): 24}
    assert risk_plain(ship(*DART[:2])) == {(6, 7): 6 + 5 + 5, (7, 7): 6 + 6 + 6}


def test_risk_counts_what_falls_off_the_largest_piece() -> None:
    """Hit in the middle a chain of three leaves two equal pieces: the one with the earliest square remains."""
    chain = ship(START, "6 7 structural 3030", "5 7 single_cannon 0030 front")
    assert risk_plain(chain) == {(5, 7): 6 + 4 + 4, (6, 7): 5 + 5, (7, 7): 6 + 6 + 6 + 5 + 5}


def test_iiia_counts_rows_from_the_rear() -> None:
    """On board IIIa the front-most row has the highest number."""
    layout = ship(START, "8 7 single_cannon 0010 front", board="2007-IIIa")
    assert flaws_plain(layout) == set()
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "front", 7, 0)[1] == (8, 7)
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "rear", 7, 0)[1] == (7, 7)


# One hazard


def test_a_hazard_outside_the_ship_misses() -> None:
    """ "Es kann passieren, dass der Meteorit an einem Schiff vorbeifliegt, dann ist alles bestens"."""
    assert strike_plain(ship(*DART), SENSIBLE, "heavy_fire", "front", 8, 0) == ("miss", None, 0, frozenset())


def test_small_meteor_bounces_off_a_smooth_side() -> None:
    """ "Ein kleiner Meteorit prallt von einem richtig gebauten Schiff ab"."""
    assert strike_plain(ship(*DART), SENSIBLE, "small_meteor", "front", 7, 2)[:3] == ("bounced", (6, 7), 0)


def test_small_meteor_destroys_an_open_component_unless_shielded() -> None:
    """ "Schild in der angegebenen Richtung besitzt und einen Energiestein zahlt"."""
    shielded = ship(*DART, "7 6 shield 0300 front left")
    assert strike_plain(shielded, SENSIBLE, "small_meteor", "right", 7, 1)[0] == "destroyed"
    shielded = ship(*DART, "7 6 shield 0300 front right")
    assert strike_plain(shielded, SENSIBLE, "small_meteor", "right", 7, 1)[:3] == ("shielded", (7, 7), 1)
    assert strike_plain(shielded, SENSIBLE, "small_meteor", "right", 7, 0)[0] == "destroyed"
    assert strike_plain(shielded, MISER, "small_meteor", "right", 7, 1)[0] == "destroyed"


def test_fire_never_bounces_and_heavy_fire_ignores_shields() -> None:
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


def test_large_meteor_from_the_front_needs_a_cannon_in_that_column() -> None:
    """ "nur abschießen, wenn man eine Kanone genau in der Spalte besitzt"."""
    layout = ship(*DART, "7 6 structural 0300")
    assert strike_plain(layout, SENSIBLE, "large_meteor", "front", 7, 0)[:3] == ("shot_down", (6, 7), 0)
    assert strike_plain(layout, SENSIBLE, "large_meteor", "front", 6, 0)[:3] == ("destroyed", (7, 6), 0)


def test_large_meteor_from_a_side_also_by_a_neighbouring_row() -> None:
    """ "in der gleichen oder in einer benachbarten Reihe ..., die in die Richtung des Meteoriten zielt"."""
    layout = ship(START, "6 7 single_cannon 0010 right", "8 7 structural 3030", "9 7 structural 3000")
    rows = {roll: strike_plain(layout, SENSIBLE, "large_meteor", "right", roll, 0)[0] for roll in (6, 7, 8)}
    assert rows == {6: "shot_down", 7: "shot_down", 8: "destroyed"}
    assert strike_plain(layout, SENSIBLE, "large_meteor", "left", 7, 0)[0] == "destroyed"


def test_large_meteor_from_the_rear_by_a_neighbouring_column() -> None:
    """Open questions: "a cannon facing the rear in the same or a neighbouring column shoots them down"."""
    layout = ship(START, "8 7 single_cannon 1000 rear", "7 6 structural 0303", "7 5 structural 0300")
    columns = {roll: strike_plain(layout, SENSIBLE, "large_meteor", "rear", roll, 0)[0] for roll in (5, 6, 7)}
    assert columns == {5: "destroyed", 6: "shot_down", 7: "shot_down"}


def test_double_cannon_needs_a_charge_and_a_single_fires_first() -> None:
    """ "Wenn es eine doppelte Kanone ist, muss der Spieler zusätzlich noch einen Energiestein zahlen"."""
    double = ship(START, "6 7 double_cannon 0010 right")
    assert strike_plain(double, SENSIBLE, "large_meteor", "right", 7, 1)[:3] == ("shot_down", (7, 7), 1)
    assert strike_plain(double, SENSIBLE, "large_meteor", "right", 7, 0)[0] == "destroyed"
    assert strike_plain(double, MISER, "large_meteor", "right", 7, 1)[0] == "destroyed"
    both = ship(START, "6 7 double_cannon 0010 right", "8 7 single_cannon 1000 right")
    assert strike_plain(both, SENSIBLE, "large_meteor", "right", 7, 1)[:3] == ("shot_down", (7, 7), 0)


def test_a_cannon_in_mid_ship_shoots_too() -> None:
    """FAQ: "es reicht, wenn die Kanone in die richtige Richtung zielt und in der gleichen Spalte steht"."""
    parts = [START, "6 7 structural 0330", "6 8 structural 0003", "8 7 structural 3300"]
    layout = ship(*parts, "8 8 single_cannon 0003 front")
    assert flaws_plain(layout) == set()
    assert strike_plain(layout, SENSIBLE, "large_meteor", "front", 8, 0)[:2] == ("shot_down", (6, 8))
    assert strike_plain(layout, SENSIBLE, "large_meteor", "front", 7, 0)[:2] == ("destroyed", (6, 7))


def test_of_equal_pieces_the_earliest_flies_on() -> None:
    """ "in dem Fall dürfen Sie selbst wählen, welches Stück weiterfliegen wird"; tie: earliest square."""
    layout = ship(START, "7 8 structural 0303", "7 9 cabin 0003")
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "front", 8, 0)[3] == {(7, 8), (7, 9)}


def test_the_piece_of_highest_worth_flies_on() -> None:
    """Worth: components 200 each, humans 100, charges 50: 700 against 400."""
    layout = ship(START, "7 8 structural 0303", "7 9 cabin 0013", "8 9 battery_2 1000")
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "front", 8, 0)[3] == {(7, 8), (7, 7)}


def test_a_piece_with_humans_goes_before_a_larger_one() -> None:
    """ "of the pieces with humans aboard (of all, if none has)"; aliens alone cannot fly."""
    layout = ship(START, "7 8 structural 0303", "7 9 structural 0033", "8 9 structural 3030", "9 9 structural 3000")
    assert strike_plain(layout, SENSIBLE, "heavy_fire", "front", 8, 0)[3] == {(7, 8), (7, 9), (8, 9), (9, 9)}


def test_aliens_alone_cannot_fly() -> None:
    """A piece with an alien but no human is not chosen, whatever the alien is worth."""
    parts = [START, "7 8 structural 0103", "7 9 cabin 0031", "8 9 life_support_purple 3000"]
    alien = ship(*parts, aliens={"purple": (7, 9)})
    lost = strike_plain(alien, replace(SENSIBLE, purple=9900), "heavy_fire", "front", 8, 0)[3]
    assert lost == {(7, 8), (7, 9), (8, 9)}


def test_an_alien_counts_only_with_its_life_support() -> None:
    """The only life support was hit: 800 against 600 for a piece whose alien leaves, 10700 where a second one is."""
    dear = replace(SENSIBLE, purple=9900)
    parts = [START, "8 7 cabin 1000", "7 8 life_support_purple 0303", "8 9 cabin 3000"]
    leaves = ship(*parts, "7 9 cabin 0013", board="2007-II", aliens={"purple": (7, 9)})
    assert strike_plain(leaves, dear, "heavy_fire", "front", 8, 0)[3] == {(7, 8), (7, 9), (8, 9)}
    stays = [*parts, "7 9 cabin 3013", "6 9 life_support_purple 0030"]
    stays_aboard = ship(*stays, board="2007-II", aliens={"purple": (7, 9)})
    assert strike_plain(stays_aboard, dear, "heavy_fire", "front", 8, 0)[3] == {(7, 7), (7, 8), (8, 7)}


# Tokens


def test_tokens_are_given_up_in_the_order_of_risk() -> None:
    """All tokens of one component before those of the next, the component at most risk first."""
    # (7, 6) is hit from front, rear, left; (7, 8) from front, rear; (7, 9) from front, rear, right or with (7, 8).
    layout = ship(*DART, "7 6 battery_2 0300", "7 8 battery_2 0303", "7 9 battery_2 0003")
    risks = risk_plain(layout)
    assert (risks[7, 6], risks[7, 8], risks[7, 9]) == (5 + 5 + 6, 5 + 5, 4 + 4 + 6 + 5 + 5)
    in_flight = launch(layout)
    in_flight.spend([3])
    assert in_flight.ships[0].charges == {(7, 9): 0, (7, 6): 1, (7, 8): 2}


def test_crew_goes_cheapest_first_but_the_last_human_last() -> None:
    """ "keeps one human back; if crew is still asked for after that, the last human goes too"."""
    flying = launch(ship(*SAUCER, aliens={"purple": (7, 8)}))
    assert flying.crew == 3
    assert crew_to_give(flying, SENSIBLE, 2) == {"human": 1, "brown": 0, "purple": 1}
    assert crew_to_give(flying, SENSIBLE, 3) == {"human": 2, "brown": 0, "purple": 1}
    assert crew_to_give(flying, replace(SENSIBLE, purple=50), 1) == {"human": 0, "brown": 0, "purple": 1}
    assert cost_of({"human": 1, "brown": 0, "purple": 1}, SENSIBLE) == 350


def test_red_goods_need_special_containers_others_fit_anywhere() -> None:
    """ "Gefährliche Waren ... spezielle Container"; "sogar in die speziellen Container"."""
    hold = launch(ship(*DART, BATTERY, "7 8 special_cargo_2 0003"))
    load(hold, (1, 0, 0, 1), (9, 9, 9, 9))
    assert hold.goods == (1, 0, 0, 1)
    load(hold, (3, 1, 0, 0), (9, 9, 9, 9))
    assert hold.goods == (2, 0, 0, 0)
    assert gain(launch(ship(*FULL_DART)), (5, 0, 0, 0), (9, 9, 9, 9)) == 0
    assert gain(hold, (0, 5, 5, 5), (9, 9, 9, 9)) == 0


def test_the_dearest_goods_lie_where_the_risk_is_least() -> None:
    """ "yellow into the free containers with the least risk, then green, then blue"."""
    hold = launch(ship(*DART, "7 6 cargo_2 0300", "7 8 cargo_2 0303", "7 9 cargo_2 0003"))
    stow = after_loading(hold, (0, 2, 1, 2), (9, 9, 9, 9))
    assert stow == {(7, 8): [0, 2, 0, 0], (7, 6): [0, 0, 1, 1], (7, 9): [0, 0, 0, 1]}


def test_the_bank_gives_no_more_than_it_has() -> None:
    """ "In dem Fall hat der Spieler, für den keine Warenwürfel mehr übrig geblieben sind, Pech"."""
    first, second = (Trucker(launch(ship(*FULL_DART)), SENSIBLE, 0, 0) for _ in range(2))
    first.fleet.ships[0].cubes[7, 8] = [0, 1, 0, 0]
    first.flying = False
    convoy = Convoy([first, second], 40, (0, 2, 0, 0), RULEBOOKS["2007"])
    abandoned_station(convoy, card("abandoned_station", goods=(0, 2, 1, 0), days=1), lambda roll: 7)
    assert (second.fleet.goods, convoy.bank) == ((0, 1, 0, 0), (0, 0, 0, 0))


def test_lost_goods_the_dearest_first_then_charges() -> None:
    """ "Falls Sie nicht genug Warenwürfel haben, müssen Sie stattdessen Energiesteine abgeben"."""
    flying = launch(ship(*FULL_DART))
    flying.ships[0].cubes[7, 8] = [0, 1, 0, 1]
    lose_goods(flying, 1)
    assert (flying.goods, flying.charge_count) == ((0, 0, 0, 1), 2)
    lose_goods(flying, 2)
    assert (flying.goods, flying.charge_count) == ((0, 0, 0, 0), 1)
    lose_goods(flying, 5)
    assert flying.charge_count == 0


def test_an_alien_leaves_with_its_last_life_support() -> None:
    """ "müssen Sie den Alien, der das System benutzt hat, sofort in die Bank abgeben"."""
    one = launch(ship(*SAUCER, aliens={"purple": (7, 8)}))
    one.destroy((7, 9), SENSIBLE)
    assert (one.crew, one.aliens) == (2, [])
    parts = [*SAUCER[:2], "7 8 cabin 0113", SAUCER[3], "8 8 life_support_purple 1000"]
    two = launch(ship(*parts, aliens={"purple": (7, 8)}))
    two.destroy((7, 9), SENSIBLE)
    assert two.crew == 3


# The flight board


def test_the_figure_that_catches_up_lands_before_the_leader() -> None:
    """ "Sollte er den führenden Spieler genau einholen, landet er auf dem Feld vor ihm"."""
    leader, second = fly([ship(*DART), ship(*BRISK)], card("open_space"))
    assert (leader.days, second.days) == (1, 4)
    assert (leader.place, second.place) == (2, 1)
    assert (leader.order_reward, second.order_reward) == (3, 4)


def test_start_order_decides_who_leads() -> None:
    """ "der Spieler mit Spielmarke Nr. 2 stellt seine Figur zwei Felder hinter den ersten"."""
    first, second = fly([ship(*DART), ship(*DART)], start_order=[1, 0])
    assert (first.place, second.place) == (2, 1)


def test_stardust_from_the_last_to_the_first() -> None:
    """ "Beginnend mit dem letzten Spieler ... gehen um diese Zahl freier Felder zurück"."""
    ahead, behind = fly([ship(*DART), ship(*FULL_DART)], card("stardust"))
    assert (ahead.days, behind.days) == (-3, 0)
    ahead, behind = fly([ship(*DART), ship(*DART)], card("stardust"))
    assert (ahead.days, behind.days) == (-2, -2)


def test_open_space_uses_charges_worth_less_than_two_days() -> None:
    """Rulings: all usable doubles if 2 x day > battery; the reserve stays."""
    layout = ship(
        *DART, "7 6 battery_3 0310", "8 6 double_engine 1000", "7 8 structural 0013", "8 8 double_engine 1000"
    )
    (flown,) = fly([layout], card("open_space"))
    assert (flown.days, flown.batteries) == (5, 1)
    (flown,) = fly([layout], card("open_space"), captains=[replace(SENSIBLE, reserve=2)])
    assert (flown.days, flown.batteries) == (3, 2)
    (flown,) = fly([layout], card("open_space"), captains=[replace(SENSIBLE, day=25)])
    assert (flown.days, flown.batteries) == (1, 3)


def test_who_cannot_move_in_open_space_gives_up() -> None:
    """ "Wenn Sie ... nicht mindestens um ein Feld nach vorne fliegen können, ... müssen Sie den Flug abbrechen"."""
    (flown,) = fly([ship(*DART[:2])], card("stardust"), card("open_space"), card("open_space"))
    assert (flown.ending, flown.cards_flown, flown.days, flown.place, flown.order_reward) == (2, 2, -3, 0, 0)


def test_double_engines_without_energy_move_nobody() -> None:
    """ "sei es, weil Sie keine Motoren haben oder weil Sie nur doppelte Motoren ohne Energie haben"."""
    (flown,) = fly([ship(START, DOUBLE_ENGINE)], card("open_space"))
    assert (flown.ending, flown.days) == (2, 0)


@pytest.mark.parametrize(("battery", "days", "left"), [(50, 2, 1), (99, 2, 1), (100, 0, 2), (9900, 0, 2)])
def test_who_could_move_but_spares_his_charges_flies_on(battery: int, days: int, left: int) -> None:
    """ "fliegen können": both charges are the captain's reserve; one is worth the days it gains, 2 x 50, not more."""
    spares = replace(SENSIBLE, battery=battery, reserve=2)
    (flown,) = fly([ship(START, DOUBLE_ENGINE, BATTERY)], card("open_space"), card("open_space"), captains=[spares])
    assert (flown.ending, flown.cards_flown) == (0, 2)
    (flown,) = fly([ship(START, DOUBLE_ENGINE, BATTERY)], card("open_space"), captains=[spares])
    assert (flown.ending, flown.days, flown.batteries) == (0, days, left)


def test_who_moves_with_his_last_charge_is_not_stuck() -> None:
    """ "nicht mindestens um ein Feld nach vorne fliegen können": he could, and did; on the next card he cannot."""
    spends = [replace(SENSIBLE, reserve=0)]
    wings = ["7 6 battery_2 0310", "8 6 double_engine 1000", "7 8 structural 0013", "8 8 double_engine 1000"]
    (flown,) = fly([ship(START, *wings)], card("open_space"), captains=spends)
    assert (flown.ending, flown.days, flown.batteries) == (0, 4, 0)
    (flown,) = fly([ship(START, *wings)], card("open_space"), card("open_space"), captains=spends)
    assert (flown.ending, flown.days, flown.cards_flown) == (2, 4, 2)


# Opportunities


def test_planets_the_best_free_one_days_last_ship_first() -> None:
    """ "Zuerst zieht der Spieler seine Figur, der am weitesten hinten liegt"."""
    reds, mixed, yellow = (2, 0, 0, 0), (1, 0, 0, 2), (0, 1, 0, 0)
    first, second = fly([ship(*FULL_DART)] * 2, card("planets", planets=(reds, mixed, yellow), days=2))
    assert (first.goods_sold, second.goods_sold) == (3, 2)
    assert (first.days, second.days) == (-2, -2)


def test_planets_of_equal_gain_the_upper_and_no_equal_bargain() -> None:
    """ "tie: the upper one"; "a gain that only equals its cost is declined"."""
    equal = card("planets", planets=((0, 0, 1, 0), (0, 0, 0, 2)), days=1)
    assert fly([ship(*FULL_DART)], equal)[0].goods == 1
    assert fly([ship(*FULL_DART)], replace(equal, days=4))[0].goods == 0


def test_abandoned_ship_is_bought_for_crew_and_days() -> None:
    """ "die abgebildete Zahl Besatzungsmitglieder in die Bank zurückstellen"; 400 > 50 + 300."""
    found = card("abandoned_ship", crew_required=3, crew_lost=3, credits=4, days=1)
    crewed = ship(*DART, "7 8 cabin 0003")
    small, large = fly([ship(*DART), crewed], found)
    assert (small.bounty, large.bounty, large.crew, large.days) == (0, 4, 1, -1)
    assert fly([crewed], found, captains=[replace(SENSIBLE, day=100)])[0].bounty == 0


def test_abandoned_ship_only_if_a_human_stays() -> None:
    """Rulings: "a human remains aboard"; the first who takes it ends the card."""
    found = card("abandoned_ship", crew_required=2, crew_lost=2, credits=9, days=1)
    alien = ship(*SAUCER, aliens={"purple": (7, 8)})
    none, bought, late = fly([ship(*DART), alien, alien], found)
    assert (none.bounty, bought.bounty, bought.crew, late.bounty) == (0, 9, 1, 0)


def test_abandoned_station_costs_no_crew() -> None:
    """ "verliert der Spieler keine Mannschaft"; only a crew as large as printed may land."""
    station = card("abandoned_station", crew_required=2, goods=(0, 1, 1, 0), days=1)
    (landed,) = fly([ship(*FULL_DART)], station)
    assert (landed.crew, landed.goods, landed.goods_sold, landed.days) == (2, 2, 5, -1)
    assert fly([ship(*FULL_DART)], replace(station, crew_required=3))[0].goods == 0


# Enemies


def test_the_winner_ends_the_attack() -> None:
    """ "die Spieler, die hinter dem Gewinner fliegen, betrifft die Karte nicht"."""
    slavers = card("slavers", strength=1, crew_lost=1, credits=5, days=1)
    strong = ship(*DART, "7 6 structural 3300", "6 6 single_cannon 0010 front")
    weak, tied, winner, spared = fly([ship(START), ship(*DART), strong, ship(START)], slavers)
    assert [flown.crew for flown in (weak, tied, winner, spared)] == [1, 2, 2, 2]
    assert [flown.bounty for flown in (weak, tied, winner, spared)] == [0, 0, 5, 0]
    assert [flown.days for flown in (weak, tied, winner, spared)] == [0, 0, -1, 0]


def test_a_reward_may_be_declined() -> None:
    """ "Falls er keine Tage verlieren will, kann er die Belohnung ablehnen - ... der nächste erhält sie auch nicht"."""
    slavers = card("slavers", strength=0, crew_lost=1, credits=5, days=10)
    first, second = fly([ship(*DART)] * 2, slavers)
    assert (first.bounty, first.days, second.bounty) == (0, 0, 0)


def test_charges_are_spent_to_win_to_tie_or_not_at_all() -> None:
    """Rulings "Enemies": no charge, the fewest that avoid defeat, the fewest that win."""
    slavers = card("slavers", strength=1, crew_lost=1, credits=5, days=1)
    double = ship(START, "6 7 double_cannon 0010 front", BATTERY)
    (won,) = fly([double], slavers)
    assert (won.bounty, won.batteries) == (5, 1)
    (tied,) = fly([double], replace(slavers, strength=2))
    assert (tied.bounty, tied.batteries, tied.crew) == (0, 1, 2)
    (beaten,) = fly([double], replace(slavers, strength=3))
    assert (beaten.batteries, beaten.crew) == (2, 1)
    (mean,) = fly([double], slavers, captains=[MISER])
    assert (mean.batteries, mean.crew) == (2, 1)


def test_of_equal_options_the_one_with_fewest_charges() -> None:
    """A tie for nothing is worth as much as a prize of 450 for a charge of 450."""
    parts = [*DART, BATTERY, "7 8 structural 3003", "6 8 double_cannon 0010 front"]
    slavers = card("slavers", strength=1, crew_lost=1, credits=5, days=1)
    assert fly([ship(*parts)], slavers, captains=[replace(SENSIBLE, battery=450)])[0].batteries == 2
    assert fly([ship(*parts)], slavers, captains=[replace(SENSIBLE, battery=449)])[0].batteries == 1


def test_smugglers_take_goods_and_give_goods() -> None:
    """ "in diesem Fall Warenverlust"; for missing cubes charges go."""
    goods = card("abandoned_station", goods=(0, 1, 0, 0), days=1)
    (beaten,) = fly([ship(*FULL_DART)], goods, card("smugglers", strength=9, goods_lost=2))
    assert (beaten.goods, beaten.batteries) == (0, 1)
    (winner,) = fly([ship(*FULL_DART)], card("smugglers", strength=0, goods=(0, 1, 1, 1), days=1))
    assert (winner.goods_sold, winner.days) == (5, -1)


def test_pirates_shoot_the_same_at_all_defeated() -> None:
    """ "Warten Sie, bis sich herausstellt, wer alles besiegt wurde"; a winner does not save those before him."""
    pirates = card("pirates", strength=1, credits=4, days=1, hits=hits("small-front large-rear"))
    strong = ship(*DART, "7 6 structural 3300", "6 6 single_cannon 0010 front")
    unarmed = ship(START, "8 7 single_engine 1000")
    first, second, winner = fly([unarmed, unarmed, strong], pirates, rolls=dice([NEVER, 7]))
    assert [flown.components_lost for flown in (first, second, winner)] == [1, 1, 0]
    assert winner.bounty == 4


def test_slavers_may_take_the_last_human() -> None:
    """ "keinen Menschen an Bord": the flight ends after the card; goods fetch half, rounded up."""
    goods = card("abandoned_station", goods=(0, 1, 0, 0), days=1)
    (flown,) = fly([ship(*FULL_DART)], goods, card("slavers", strength=9, crew_lost=3), card("stardust"))
    assert (flown.ending, flown.cards_flown, flown.crew, flown.goods_sold, flown.goods) == (1, 2, 0, 2, 1)
    assert (flown.order_reward, flown.looks_reward, flown.credits) == (0, 0, 2)


# Combat zone


def test_combat_zone_example_of_yellow_and_green() -> None:
    """ "genügt es dem grünen Spieler, nur einen Energiestein zu zahlen": a tie punishes the front-most."""
    green = ship(
        START,
        "8 7 single_engine 1000",
        "7 6 battery_2 0310",
        "7 8 battery_2 0013",
        "8 6 double_engine 1000",
        "8 8 double_engine 1000",
    )
    zone = card("combat_zone", lines=(CombatLine("engines", "crew", 2),))
    yellow_out, green_out = fly([ship(*BRISK), green], zone)
    assert (yellow_out.crew, yellow_out.ending) == (0, 1)
    assert (green_out.crew, green_out.batteries) == (2, 3)


def test_no_charge_where_none_can_save_or_none_is_needed() -> None:
    """Rulings "Combat zone": safe without charges none; if no usable number makes it safe none."""
    double = ship(START, "6 7 double_cannon 0010 front", BATTERY)
    strong = ship(*DART, "7 6 structural 3300", "6 6 single_cannon 0010 front")
    zone = card("combat_zone", lines=(CombatLine("cannons", "days", 4),))
    first, second = fly([double, strong], zone)
    assert (first.batteries, first.days) == (2, -5)
    assert second.days == 0
    weak, safe = fly([ship(START), double], zone)
    assert (weak.days, safe.batteries) == (-5, 2)


def test_combat_lines_follow_the_order_of_the_moment_and_number_their_shots() -> None:
    """The leader falls back by the first line; the second line's tie then hits the new leader with roll 1."""
    zone = card(
        "combat_zone",
        lines=(
            CombatLine("crew", "days", 3),
            CombatLine("crew", "shots", 0, hits("small-rear")),
            CombatLine("cannons", "shots", 0, hits("large-rear")),
        ),
    )
    first, second = fly([ship(*DART), ship(*DART)], zone, rolls=dice([NEVER, 7]))
    assert (first.days, first.components_lost, second.components_lost) == (-4, 0, 1)


def test_who_flies_alone_ignores_combat_zone_and_sabotage() -> None:
    """ "kann dieser weiterspielen und die Karten Kampfzone und Sabotage ... ignorieren"."""
    zone = card("combat_zone", lines=(CombatLine("crew", "days", 3),))
    (flown,) = fly([ship(*DART)], zone, card("sabotage"), rolls=dice())
    assert (flown.days, flown.components_lost, flown.cards_flown) == (0, 0, 2)


# Special events and meteors


def test_meteors_come_one_after_the_other() -> None:
    """ "Einzelne Meteoriten werden nacheinander gewertet": the second meets what the first has laid bare."""
    swarm = card("meteor_swarm", hits=hits("large-rear small-rear"))
    (flown,) = fly([ship(*DART)], swarm, rolls=dice([7, 7]))
    assert (flown.components_lost, flown.ending, flown.crew) == (2, 1, 0)


def test_a_ship_can_lose_everything() -> None:
    """Its penalty is insured; it shows no exposed connector and flies no further card."""
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    (flown,) = fly([ship(START)], swarm, swarm, rolls=dice([7]))
    assert (flown.ending, flown.cards_flown, flown.components_lost, flown.exposed) == (1, 1, 1, 0)
    assert (flown.credits, flown.purse) == (-1, 0)


def test_epidemic_strikes_joined_cabins_only() -> None:
    """ "Jede besetzte Kabine, die direkt an eine andere besetzte Kabine angrenzt": smooth on smooth does not."""
    layout = ship(START, "7 6 structural 0330", "8 6 cabin 3000", "8 7 cabin 3000")
    flown = fly([layout], card("epidemic"))[0]
    assert flown.crew == 4
    alien = fly([ship(*SAUCER, aliens={"purple": (7, 8)})], card("epidemic"), card("epidemic"))[0]
    assert alien.crew == 1


def test_sabotage_rolls_column_then_row_three_times() -> None:
    """ "der erste Wurf bestimmt die Spalte, der zweite die Reihe ... auch zum dritten Mal kein Teil"."""
    crewed = ship(*DART, "7 8 cabin 0003")
    _, victim = fly([crewed, ship(*DART)], card("sabotage"), rolls=dice([2, 2, 8, 7, 7, 8]))
    assert victim.components_lost == 1
    _, lucky = fly([crewed, ship(*DART)], card("sabotage"), rolls=dice([2, 2, 8, 7, 9, 9]))
    assert lucky.components_lost == 0


def test_sabotage_tie_strikes_the_leader() -> None:
    """ "bei Gleichstand ... derjenige im Nachteil, der vorne fliegt"."""
    first, second = fly([ship(*DART)] * 2, card("sabotage"), rolls=dice([7, 6]))
    assert (first.components_lost, second.components_lost) == (1, 0)


# Giving up and accounts


def test_lapped_and_figures_passed_over_on_the_circle() -> None:
    """ "eine ganze Runde hinter dem ersten Spieler"; a figure a lap behind still occupies its space."""
    ahead, behind = fly([ship(*BRISK), ship(*DART)], *[card("open_space")] * 5, printed={"lap": 10})
    assert (behind.ending, behind.cards_flown, behind.days) == (3, 4, 4)
    assert (ahead.days, ahead.place) == (13 + 3, 1)


def test_giving_up_of_ones_own_will() -> None:
    """Rulings: dread x cards left x lost > launched x 100 x order reward; here 200 x cards left > 3 x 400."""
    captains = [replace(SENSIBLE, dread=200)]
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    rolls = dice([7], *[[NEVER]] * 7)
    (stays,) = fly([ship(*DART)], *[swarm] * 7, captains=captains, rolls=rolls)
    assert (stays.ending, stays.cards_flown) == (0, 7)
    (leaves,) = fly([ship(*DART)], *[swarm] * 8, captains=captains, rolls=rolls)
    assert (leaves.ending, leaves.cards_flown, leaves.penalty, leaves.credits) == (4, 1, 1, -1)


def test_accounts_of_an_uneventful_flight() -> None:
    """ "4-3-2-1 [+2]": the first takes 4, the best-looking 2; of equals all."""
    first, second, third = fly([ship(*DART), ship(*FULL_DART), ship(*FULL_DART)])
    assert [flown.credits for flown in (first, second, third)] == [4, 3 + 2, 2 + 2]
    assert first == Outcome(0, 0, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 2, 1, 4, 4, 0)
    assert [flown.wealth for flown in (first, second, third)] == [0, 2, 0]


def test_losses_are_insured_but_not_on_iiia() -> None:
    """ "MAX -5"; "Alle verlorenen Teile müssen Sie voll bezahlen"."""
    (insured,) = fly([ship(*DART)], removed=[7])
    assert (insured.components_lost, insured.penalty, insured.credits) == (7, 5, 4 + 2 - 5)
    (full,) = fly([ship(START, board="2007-IIIa")], level="IIIa", removed=[70])
    assert (full.penalty, full.credits, full.purse) == (70, 12 + 6 - 70, 0)


# The learning flight of 2007


def first_flight(ships: Sequence[Layout], *cards: Card, **rest: object) -> list[Outcome]:
    """The learning flight by the basic rules."""
    return fly(ships, *cards, learning=True, **rest)  # type: ignore[arg-type]


def test_learning_without_engines_he_stays_where_he_is() -> None:
    """That one must give up in open space is told in the full rules; in the basic ones he moves by his strength, 0."""
    (flown,) = first_flight([ship(*DART[:2])], card("stardust"), card("open_space"), card("open_space"))
    assert (flown.ending, flown.cards_flown, flown.days, flown.place, flown.order_reward) == (0, 3, -3, 1, 4)


def test_learning_without_humans_he_flies_on_and_is_paid_in_full() -> None:
    """ "alle vorhandenen Figuren abgeben (im vollständigen Spiel würde das aber große Probleme bedeuten)"."""
    goods = card("abandoned_station", goods=(0, 1, 0, 0), days=1)
    (flown,) = first_flight([ship(*FULL_DART)], goods, card("slavers", strength=9, crew_lost=3), card("stardust"))
    assert (flown.ending, flown.cards_flown, flown.crew, flown.goods_sold) == (0, 3, 0, 3)
    assert (flown.order_reward, flown.looks_reward, flown.credits) == (4, 2, 3 + 4 + 2)


def test_learning_a_lap_behind_he_flies_on() -> None:
    """As far as in the full rules up to the fourth card; on the fifth he gains a fifth day and is paid as second."""
    ahead, behind = first_flight([ship(*BRISK), ship(*DART)], *[card("open_space")] * 5, printed={"lap": 10})
    assert (behind.ending, behind.cards_flown, behind.days) == (0, 5, 5)
    assert (behind.place, behind.order_reward, ahead.days) == (2, 3, 13 + 3)


def test_learning_nobody_leaves_of_his_own_will() -> None:
    """ "Freiwilliger Abbruch" is told in the full rules: the captain who leaves there after one card flies all."""
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    rolls = dice([7], *[[NEVER]] * 7)
    (flown,) = first_flight([ship(*DART)], *[swarm] * 8, captains=[replace(SENSIBLE, dread=200)], rolls=rolls)
    assert (flown.ending, flown.cards_flown, flown.components_lost, flown.order_reward) == (0, 8, 1, 4)


def test_learning_a_ship_that_lost_everything_arrives() -> None:
    """Nobody gives up: it takes part in all cards, is paid for its place, and shows no exposed connector."""
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    empty, fair = first_flight([ship(START), ship(*DART)], swarm, swarm, card("stardust"), rolls=dice([7], [7]))
    assert (empty.ending, empty.cards_flown, empty.components_lost, empty.crew, empty.days) == (0, 3, 1, 0, 0)
    assert (empty.place, empty.order_reward, empty.looks_reward, empty.credits) == (1, 4, 2, 4 + 2 - 1)
    assert (fair.components_lost, fair.exposed, fair.looks_reward) == (2, 1, 0)


@pytest.mark.parametrize(("learning", "crew", "left"), [(False, 2, 1), (True, 0, 2)])
def test_learning_the_last_human_is_defended_by_his_price_alone(learning: bool, crew: int, left: int) -> None:
    """A tie for a charge of 250; defeat costs two humans of 100 each, and staying, 1000, where he has to leave."""
    slavers = card("slavers", strength=2, crew_lost=2, credits=5, days=1)
    double = ship(START, "6 7 double_cannon 0010 front", BATTERY)
    (flown,) = fly([double], slavers, captains=[replace(SENSIBLE, battery=250)], learning=learning)
    assert (flown.crew, flown.batteries) == (crew, left)


def test_learning_the_last_human_may_be_sold() -> None:
    """300 > 50 for the day + 200 for two humans; 200 is not enough."""
    found = card("abandoned_ship", crew_required=2, crew_lost=2, credits=3, days=1)
    (flown,) = first_flight([ship(*DART)], found)
    assert (flown.bounty, flown.crew, flown.days, flown.ending) == (3, 0, -1, 0)
    assert first_flight([ship(*DART)], replace(found, credits=2))[0].bounty == 0
    assert fly([ship(*DART)], found)[0].bounty == 0


@pytest.mark.parametrize(("learning", "lost", "crew"), [(False, 4, 2), (True, 2, 0)])
def test_learning_the_piece_of_highest_worth_flies_on(learning: bool, lost: int, crew: int) -> None:
    """ "in dem Fall dürfen Sie selbst wählen": 600 for three components, 400 for the cabin and its two humans."""
    tail = ["7 8 structural 0303", "7 9 structural 0033", "8 9 structural 3030", "9 9 structural 3000"]
    swarm = card("meteor_swarm", hits=hits("large-front"))
    (flown,) = fly([ship(START, *tail)], swarm, rolls=dice([8]), learning=learning)
    assert (flown.components_lost, flown.crew, flown.ending) == (lost, crew, 0)


def test_learning_a_reward_cannot_be_declined() -> None:
    """ "besiegt er sie und erhält die Belohnung. Es kostet ihn aber einige Flugtage": ten free ones, past a figure."""
    slavers = card("slavers", strength=0, crew_lost=1, credits=5, days=10)
    first, second = first_flight([ship(*DART)] * 2, slavers)
    assert (first.bounty, first.days, first.place, second.bounty) == (5, -11, 2, 0)
    smugglers = card("smugglers", strength=0, goods_lost=1, goods=(0, 1, 1, 1), days=1)
    (no_hold,) = first_flight([ship(*DART)], smugglers)
    assert (no_hold.goods, no_hold.days) == (0, -1)


@pytest.mark.parametrize(("learning", "days", "end"), [
    (False, 12, (0, 0, 2, 1)), (True, 12, (0, 0, 1, 2)), (True, 11, (5, -11, 2, 1)),
])  # fmt: skip
def test_learning_winning_may_be_worth_less_than_nothing(learning: bool, days: int, end: tuple[int, ...]) -> None:
    """A charge of 20 wins; defeat costs a human, 100. Winning: 500 - 12 x 50 - 20 = -120, with eleven days -70; where
    the reward may be declined, -20.
    """
    slavers = card("slavers", strength=1, crew_lost=1, credits=5, days=days)
    double = ship(START, "6 7 double_cannon 0010 front", BATTERY)
    (flown,) = fly([double], slavers, captains=[replace(SENSIBLE, battery=20)], learning=learning)
    assert (flown.bounty, flown.days, flown.crew, flown.batteries) == end


def test_learning_only_what_was_lost_on_the_way_is_charged() -> None:
    """ "nehmen Sie das Teil einfach weg"; nothing is laid aside. "Für jedes unterwegs verlorene Teil": one."""
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    laid_aside = replace(ship(*DART), reserve=2)
    (flown,) = first_flight([laid_aside], swarm, rolls=dice([7]), removed=[1])
    assert (flown.components_lost, flown.penalty) == (1, 1)
    (flown,) = fly([laid_aside], swarm, rolls=dice([7]), removed=[1])
    assert (flown.components_lost, flown.penalty) == (4, 4)


def test_learning_no_aliens_fly() -> None:
    """ "Die farbigen Aliens beachten Sie erstmal nicht": two humans in either cabin."""
    alien = ship(*SAUCER, aliens={"purple": (7, 8)})
    assert (first_flight([alien])[0].crew, fly([alien])[0].crew) == (4, 3)
    (hit,) = first_flight([alien], card("meteor_swarm", hits=hits("large-right")), rolls=dice([7]))
    assert (hit.components_lost, hit.crew) == (1, 4)


def test_learning_alone_he_ignores_the_combat_zone() -> None:
    """Rulings: "All else is as in the full rules"."""
    zone = card("combat_zone", lines=(CombatLine("crew", "days", 3),))
    assert first_flight([ship(*DART)], zone)[0].days == 0


# The edition of 2021


def ship_2021(*parts: str, board: str = "II", reserve: int = 0) -> Layout:
    return replace(ship(*parts, board=f"2021-{board}"), reserve=reserve)


def fly_2021(
    ships: Sequence[Layout], *cards: Card, captains: Sequence[Captain] | None = None, level: str = "II", **rest: object
) -> list[Outcome]:
    """A flight in the order given, past whatever is rolled."""
    who = list(captains or [MISER] * len(ships))
    board = load_edition("2021").level(level)
    order = list(range(len(ships)))
    return fly_one(list(ships), who, board, list(cards), lambda card_slot, roll_slot: NEVER, order, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(("edition", "spaces", "lapped"), [
    ("2007", 9, False), ("2007", 10, True), ("2007", 11, True),
    ("2021", 9, False), ("2021", 10, False), ("2021", 11, True),
])  # fmt: skip
def test_a_whole_lap_or_more_than_a_lap(edition: str, spaces: int, lapped: bool) -> None:
    """ "eine ganze Runde" in 2007, "mehr als eine Runde" in 2021; here a lap has ten spaces."""
    first, second = (Trucker(launch(ship(*DART)), SENSIBLE, 0, position) for position in (0, -spaces))
    assert Convoy([first, second], 10, (0, 0, 0, 0), RULEBOOKS[edition]).lapped(second) == lapped


def test_in_2021_all_choose_before_anybody_loads() -> None:
    """All 13 yellow cubes go to the leader; the second landed for two of them, and the third for what is left."""
    hold = [START, "7 8 special_cargo_2 0103", *(f"7 {column} cargo_3 0103" for column in (9, 10))]
    hold += ["7 6 cargo_3 0301", "7 5 cargo_3 0301", "7 4 cargo_3 0100"]
    small = ship_2021(START, HOLD)
    card_ = card("planets", days=1, planets=((0, 13, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0)))
    ends = fly_2021([ship_2021(*hold), small, small], card_)
    assert [(end.goods, end.days) for end in ends] == [(13, -1), (0, -1), (2, -1)]
    assert [end.goods_sold for end in ends] == [39, 0, 4]


def test_in_2021_losses_and_reserve_are_charged_in_full() -> None:
    (end,) = fly_one([ship_2021(*DART, reserve=2)], [SENSIBLE], load_edition("2021").level("II"), [], dice(), [0], [20])
    assert (end.components_lost, end.penalty, end.credits, end.purse) == (22, 22, 8 + 4 - 22, 0)


def test_in_2021_start_spaces_are_those_of_the_board() -> None:
    """0, -3, -5, -6. If all fall by four, the last first, nobody is in the way; if only the first does, it passes over
    three figures to -7.
    """
    ends = fly_2021([ship_2021(START)] * 4, card("stardust"))
    assert [end.days for end in ends] == [-4, -4, -4, -4]
    ends = fly_2021([ship_2021(START), *[ship_2021(*FULL_DART)] * 3], card("stardust"))
    assert [end.days for end in ends] == [-7, 0, 0, 0]


@pytest.mark.parametrize(("battery", "ending", "days", "left"), [(1099, 0, 2, 1), (1100, 2, 0, 2)])
def test_in_2021_who_announces_nothing_gives_up(battery: int, ending: int, days: int, left: int) -> None:
    """ "jeder Trucker, der keine Antriebsstärke über null angesagt hat": a charge is worth 1000 + 2 x 50 to him."""
    layout = ship_2021(START, DOUBLE_ENGINE, BATTERY)
    (end,) = fly_2021([layout], card("open_space"), captains=[replace(SENSIBLE, battery=battery, reserve=2)])
    assert (end.ending, end.days, end.batteries) == (ending, days, left)


def test_in_2021_the_learning_flight_is_flown_by_the_full_rules() -> None:
    """But for aliens: who spares his charges is stuck, a reward may be declined, repair and reserve are charged."""
    learner = ship_2021(START, DOUBLE_ENGINE, BATTERY, board="L", reserve=1)
    (end,) = fly_2021([learner], card("open_space"), level="L", learning=True, removed=[2])
    assert (end.ending, end.components_lost) == (2, 3)
    slavers = card("slavers", strength=0, crew_lost=1, credits=5, days=10)
    (end,) = fly_2021([ship_2021(*DART, board="L")], slavers, level="L", learning=True)
    assert (end.bounty, end.days) == (0, 0)
    home = [START, "7 8 cabin 0103", "7 9 life_support_purple 0001"]
    alien = replace(ship_2021(*home, board="L"), aliens={"purple": (7, 8)})
    flights = [fly_2021([alien], level="L", learning=learning)[0] for learning in (True, False)]
    assert [end.crew for end in flights] == [4, 3]
