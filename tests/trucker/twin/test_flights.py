"""The twin in flight, checked by hand against sentences of the rule text and of docs/rulings.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doors.printed import CombatLine
from tests.trucker.twin import Outcome
from tests.trucker.twin.by_hand import (
    BATTERY,
    BRISK,
    DART,
    DOUBLE_ENGINE,
    FULL_DART,
    MISER,
    NEVER,
    SAUCER,
    SENSIBLE,
    START,
    card,
    dice,
    fly,
    hits,
    ship,
)

# The flight board


def test_catching_up_lands_before_leader() -> None:
    """ "Sollte er den führenden Spieler genau einholen, landet er auf dem Feld vor ihm"."""
    leader, second = fly([ship(*DART), ship(*BRISK)], card("open_space"))
    assert (leader.days, second.days) == (1, 4)
    assert (leader.place, second.place) == (2, 1)
    assert (leader.order_reward, second.order_reward) == (3, 4)


def test_start_order_decides_the_leader() -> None:
    """ "der Spieler mit Spielmarke Nr. 2 stellt seine Figur zwei Felder hinter den ersten"."""
    first, second = fly([ship(*DART), ship(*DART)], start_order=[1, 0])
    assert (first.place, second.place) == (2, 1)


def test_stardust_moves_last_ship_first() -> None:
    """ "Beginnend mit dem letzten Spieler ... gehen um diese Zahl freier Felder zurück"."""
    ahead, behind = fly([ship(*DART), ship(*FULL_DART)], card("stardust"))
    assert (ahead.days, behind.days) == (-3, 0)
    ahead, behind = fly([ship(*DART), ship(*DART)], card("stardust"))
    assert (ahead.days, behind.days) == (-2, -2)


def test_open_space_uses_cheap_charges() -> None:
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


def test_stuck_ship_gives_up() -> None:
    """ "Wenn Sie ... nicht mindestens um ein Feld nach vorne fliegen können, ... müssen Sie den Flug abbrechen"."""
    (flown,) = fly([ship(*DART[:2])], card("stardust"), card("open_space"), card("open_space"))
    assert (flown.ending, flown.cards_flown, flown.days, flown.place, flown.order_reward) == (2, 2, -3, 0, 0)


def test_uncharged_double_engines_move_nobody() -> None:
    """ "sei es, weil Sie keine Motoren haben oder weil Sie nur doppelte Motoren ohne Energie haben"."""
    (flown,) = fly([ship(START, DOUBLE_ENGINE)], card("open_space"))
    assert (flown.ending, flown.days) == (2, 0)


@pytest.mark.parametrize(("battery", "days", "left"), [(50, 2, 1), (99, 2, 1), (100, 0, 2), (9900, 0, 2)])
def test_able_ship_may_stay(battery: int, days: int, left: int) -> None:
    """ "fliegen können": both charges are the captain's reserve; one is worth the days it gains, 2 x 50, not more."""
    spares = replace(SENSIBLE, battery=battery, reserve=2)
    (flown,) = fly([ship(START, DOUBLE_ENGINE, BATTERY)], card("open_space"), card("open_space"), captains=[spares])
    assert (flown.ending, flown.cards_flown) == (0, 2)
    (flown,) = fly([ship(START, DOUBLE_ENGINE, BATTERY)], card("open_space"), captains=[spares])
    assert (flown.ending, flown.days, flown.batteries) == (0, days, left)


def test_last_charge_moves_the_ship() -> None:
    """ "nicht mindestens um ein Feld nach vorne fliegen können": they could, and did; on the next card they cannot."""
    spends = [replace(SENSIBLE, reserve=0)]
    wings = ["7 6 battery_2 0310", "8 6 double_engine 1000", "7 8 structural 0013", "8 8 double_engine 1000"]
    (flown,) = fly([ship(START, *wings)], card("open_space"), captains=spends)
    assert (flown.ending, flown.days, flown.batteries) == (0, 4, 0)
    (flown,) = fly([ship(START, *wings)], card("open_space"), card("open_space"), captains=spends)
    assert (flown.ending, flown.days, flown.cards_flown) == (2, 4, 2)


# Opportunities


def test_best_free_planet_is_chosen() -> None:
    """ "Zuerst zieht der Spieler seine Figur, der am weitesten hinten liegt"."""
    reds, mixed, yellow = (2, 0, 0, 0), (1, 0, 0, 2), (0, 1, 0, 0)
    first, second = fly([ship(*FULL_DART)] * 2, card("planets", planets=(reds, mixed, yellow), days=2))
    assert (first.goods_sold, second.goods_sold) == (3, 2)
    assert (first.days, second.days) == (-2, -2)


def test_equal_planets_choose_the_upper() -> None:
    """ "tie: the upper one"; "a gain that only equals its cost is declined"."""
    equal = card("planets", planets=((0, 0, 1, 0), (0, 0, 0, 2)), days=1)
    assert fly([ship(*FULL_DART)], equal)[0].goods == 1
    assert fly([ship(*FULL_DART)], replace(equal, days=4))[0].goods == 0


def test_abandoned_ship_costs_crew_and_days() -> None:
    """ "die abgebildete Zahl Besatzungsmitglieder in die Bank zurückstellen"; 400 > 50 + 300."""
    found = card("abandoned_ship", crew_required=3, crew_lost=3, credits=4, days=1)
    crewed = ship(*DART, "7 8 cabin 0003")
    small, large = fly([ship(*DART), crewed], found)
    assert (small.bounty, large.bounty, large.crew, large.days) == (0, 4, 1, -1)
    assert fly([crewed], found, captains=[replace(SENSIBLE, day=100)])[0].bounty == 0


def test_abandoned_ship_leaves_a_human() -> None:
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


def test_winner_ends_the_attack() -> None:
    """ "die Spieler, die hinter dem Gewinner fliegen, betrifft die Karte nicht"."""
    slavers = card("slavers", strength=1, crew_lost=1, credits=5, days=1)
    strong = ship(*DART, "7 6 structural 3300", "6 6 single_cannon 0010 front")
    weak, tied, winner, spared = fly([ship(START), ship(*DART), strong, ship(START)], slavers)
    assert [flown.crew for flown in (weak, tied, winner, spared)] == [1, 2, 2, 2]
    assert [flown.bounty for flown in (weak, tied, winner, spared)] == [0, 0, 5, 0]
    assert [flown.days for flown in (weak, tied, winner, spared)] == [0, 0, -1, 0]


def test_reward_may_be_declined() -> None:
    """ "Falls er keine Tage verlieren will, kann er die Belohnung ablehnen - ... der nächste erhält sie auch nicht"."""
    slavers = card("slavers", strength=0, crew_lost=1, credits=5, days=10)
    first, second = fly([ship(*DART)] * 2, slavers)
    assert (first.bounty, first.days, second.bounty) == (0, 0, 0)


def test_charges_win_tie_or_stay() -> None:
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


def test_equal_options_spend_fewest_charges() -> None:
    """A tie for nothing is worth as much as a prize of 450 for a charge of 450."""
    parts = [*DART, BATTERY, "7 8 structural 3003", "6 8 double_cannon 0010 front"]
    slavers = card("slavers", strength=1, crew_lost=1, credits=5, days=1)
    assert fly([ship(*parts)], slavers, captains=[replace(SENSIBLE, battery=450)])[0].batteries == 2
    assert fly([ship(*parts)], slavers, captains=[replace(SENSIBLE, battery=449)])[0].batteries == 1


def test_smugglers_take_and_give_goods() -> None:
    """ "in diesem Fall Warenverlust"; for missing cubes charges go."""
    goods = card("abandoned_station", goods=(0, 1, 0, 0), days=1)
    (beaten,) = fly([ship(*FULL_DART)], goods, card("smugglers", strength=9, goods_lost=2))
    assert (beaten.goods, beaten.batteries) == (0, 1)
    (winner,) = fly([ship(*FULL_DART)], card("smugglers", strength=0, goods=(0, 1, 1, 1), days=1))
    assert (winner.goods_sold, winner.days) == (5, -1)


def test_pirates_shoot_alike_at_defeated() -> None:
    """ "Warten Sie, bis sich herausstellt, wer alles besiegt wurde"; a winner does not save those before them."""
    pirates = card("pirates", strength=1, credits=4, days=1, hits=hits("small-front large-rear"))
    strong = ship(*DART, "7 6 structural 3300", "6 6 single_cannon 0010 front")
    unarmed = ship(START, "8 7 single_engine 1000")
    first, second, winner = fly([unarmed, unarmed, strong], pirates, rolls=dice([NEVER, 7]))
    assert [flown.components_lost for flown in (first, second, winner)] == [1, 1, 0]
    assert winner.bounty == 4


def test_slavers_may_take_last_human() -> None:
    """ "keinen Menschen an Bord": the flight ends after the card; goods fetch half, rounded up."""
    goods = card("abandoned_station", goods=(0, 1, 0, 0), days=1)
    (flown,) = fly([ship(*FULL_DART)], goods, card("slavers", strength=9, crew_lost=3), card("stardust"))
    assert (flown.ending, flown.cards_flown, flown.crew, flown.goods_sold, flown.goods) == (1, 2, 0, 2, 1)
    assert (flown.order_reward, flown.looks_reward, flown.credits) == (0, 0, 2)


# Combat zone


def test_rulebook_example_of_zone() -> None:
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


def test_zone_wastes_no_charge() -> None:
    """Rulings "Combat zone": safe without charges none; if no usable number makes it safe none."""
    double = ship(START, "6 7 double_cannon 0010 front", BATTERY)
    strong = ship(*DART, "7 6 structural 3300", "6 6 single_cannon 0010 front")
    zone = card("combat_zone", lines=(CombatLine("cannons", "days", 4),))
    first, second = fly([double, strong], zone)
    assert (first.batteries, first.days) == (2, -5)
    assert second.days == 0
    weak, safe = fly([ship(START), double], zone)
    assert (weak.days, safe.batteries) == (-5, 2)


def test_zone_lines_follow_current_order() -> None:
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


def test_lone_ship_skips_zone_and_sabotage() -> None:
    """ "kann dieser weiterspielen und die Karten Kampfzone und Sabotage ... ignorieren"."""
    zone = card("combat_zone", lines=(CombatLine("crew", "days", 3),))
    (flown,) = fly([ship(*DART)], zone, card("sabotage"), rolls=dice())
    assert (flown.days, flown.components_lost, flown.cards_flown) == (0, 0, 2)


# Special events and meteors


def test_meteors_come_one_by_one() -> None:
    """ "Einzelne Meteoriten werden nacheinander gewertet": the second meets what the first has laid bare."""
    swarm = card("meteor_swarm", hits=hits("large-rear small-rear"))
    (flown,) = fly([ship(*DART)], swarm, rolls=dice([7, 7]))
    assert (flown.components_lost, flown.ending, flown.crew) == (2, 1, 0)


def test_ship_can_lose_everything() -> None:
    """The penalty is insured; the ship shows no exposed connector and flies no further card."""
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    (flown,) = fly([ship(START)], swarm, swarm, rolls=dice([7]))
    assert (flown.ending, flown.cards_flown, flown.components_lost, flown.exposed) == (1, 1, 1, 0)
    assert (flown.credits, flown.purse) == (-1, 0)


def test_epidemic_strikes_joined_cabins() -> None:
    """ "Jede besetzte Kabine, die direkt an eine andere besetzte Kabine angrenzt": smooth on smooth does not."""
    layout = ship(START, "7 6 structural 0330", "8 6 cabin 3000", "8 7 cabin 3000")
    flown = fly([layout], card("epidemic"))[0]
    assert flown.crew == 4
    alien = fly([ship(*SAUCER, aliens={"purple": (7, 8)})], card("epidemic"), card("epidemic"))[0]
    assert alien.crew == 1


def test_sabotage_rolls_column_then_row() -> None:
    """ "der erste Wurf bestimmt die Spalte, der zweite die Reihe ... auch zum dritten Mal kein Teil"."""
    crewed = ship(*DART, "7 8 cabin 0003")
    _, victim = fly([crewed, ship(*DART)], card("sabotage"), rolls=dice([2, 2, 8, 7, 7, 8]))
    assert victim.components_lost == 1
    _, lucky = fly([crewed, ship(*DART)], card("sabotage"), rolls=dice([2, 2, 8, 7, 9, 9]))
    assert lucky.components_lost == 0


def test_sabotage_tie_hits_leader() -> None:
    """ "bei Gleichstand ... derjenige im Nachteil, der vorne fliegt"."""
    first, second = fly([ship(*DART)] * 2, card("sabotage"), rolls=dice([7, 6]))
    assert (first.components_lost, second.components_lost) == (1, 0)


# Giving up and accounts


def test_lapped_figures_still_block() -> None:
    """ "eine ganze Runde hinter dem ersten Spieler"; a figure a lap behind still occupies its space."""
    ahead, behind = fly([ship(*BRISK), ship(*DART)], *[card("open_space")] * 5, printed={"lap": 10})
    assert (behind.ending, behind.cards_flown, behind.days) == (3, 4, 4)
    assert (ahead.days, ahead.place) == (13 + 3, 1)


def test_captain_gives_up_by_dread() -> None:
    """Rulings: dread x cards left x lost > launched x 100 x order reward; here 200 x cards left > 3 x 400."""
    captains = [replace(SENSIBLE, dread=200)]
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    rolls = dice([7], *[[NEVER]] * 7)
    (stays,) = fly([ship(*DART)], *[swarm] * 7, captains=captains, rolls=rolls)
    assert (stays.ending, stays.cards_flown) == (0, 7)
    (leaves,) = fly([ship(*DART)], *[swarm] * 8, captains=captains, rolls=rolls)
    assert (leaves.ending, leaves.cards_flown, leaves.penalty, leaves.credits) == (4, 1, 1, -1)


def test_uneventful_flight_adds_up() -> None:
    """ "4-3-2-1 [+2]": the first takes 4, the best-looking 2; of equals all."""
    first, second, third = fly([ship(*DART), ship(*FULL_DART), ship(*FULL_DART)])
    assert [flown.credits for flown in (first, second, third)] == [4, 3 + 2, 2 + 2]
    assert first == Outcome(0, 0, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 2, 1, 4, 4, 0)
    assert [flown.wealth for flown in (first, second, third)] == [0, 2, 0]


def test_losses_insured_except_on_iiia() -> None:
    """ "MAX -5"; "Alle verlorenen Teile müssen Sie voll bezahlen"."""
    (insured,) = fly([ship(*DART)], removed=[7])
    assert (insured.components_lost, insured.penalty, insured.credits) == (7, 5, 4 + 2 - 5)
    (full,) = fly([ship(START, board="2007-IIIa")], level="IIIa", removed=[70])
    assert (full.penalty, full.credits, full.purse) == (70, 12 + 6 - 70, 0)
