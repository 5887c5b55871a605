"""Combat zones (rules: "Kampfzone", "Abbruch des Fluges"; rulings: "Combat zone", "Rolls")."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from analyzer import Captain, Layout
from tests.trucker.engine.against_twin import differences
from tests.trucker.engine.convoys import any_captain, convoy_2007, convoy_2021
from tests.trucker.rules.ships import gunner, runner
from tests.trucker.scripted import OPEN, PLAIN, alone, captain, fly, planets, ship, slavers, zone

TWO, FOUR, SIX = ship("7/7 SC"), ship("7/7 SC CA"), ship("7/6 CA SC CA")


def crewed(engines: int) -> Layout:
    """Four humans and that many single engines."""
    return ship(f"7/7 SC CA; 8/{7 - (engines - 1) // 2} {'EN ' * engines}")


# Who suffers


def test_smallest_crew_loses_days() -> None:
    ends = fly([FOUR, TWO, SIX], zone("crew>days:2"))
    assert [end.days for end in ends] == [0, -2, 0]


def test_crew_tie_hits_front_most() -> None:
    ends = fly([TWO, TWO, FOUR], zone("crew>days:2"))
    assert [end.days for end in ends] == [-2, 0, 0]


def test_front_most_follows_flight_order() -> None:
    ends = fly([TWO, TWO], zone("crew>days:2"), order=[1, 0])
    assert [end.days for end in ends] == [0, -2]


def test_alien_counts_as_crew() -> None:
    """Three with the alien against two: without it the front-most of equals would suffer."""
    ends = fly([ship("7/7 SC CA LP", purple=(7, 8)), TWO], zone("crew>days:2"))
    assert [end.days for end in ends] == [0, -2]


def test_alien_counts_once_as_crew() -> None:
    ends = fly([FOUR, ship("7/7 SC CA LP", purple=(7, 8))], zone("crew>days:2"))
    assert [end.days for end in ends] == [0, -2]


def test_weakest_engines_lose_crew() -> None:
    ends = fly([crewed(2), crewed(1), crewed(3)], zone("engines>crew:2"))
    assert [end.crew for end in ends] == [4, 2, 4]


def test_engine_tie_hits_front_most() -> None:
    ends = fly([crewed(2), crewed(2)], zone("engines>crew:2"))
    assert [end.crew for end in ends] == [2, 4]


def test_weakest_cannons_are_shot_at() -> None:
    ends = fly([gunner(2), gunner(1)], (zone("cannons>shots:large-front"), [7]))
    assert [end.lost for end in ends] == [set(), {(6, 7)}]


def test_half_cannon_strengths_decide() -> None:
    ends = fly([ship("6/7 CN^; 7/6 CN< SC"), ship("6/7 CN^; 7/6 H2 SC")], zone("cannons>days:1"))
    assert [end.days for end in ends] == [0, -1]


def test_brown_alien_adds_two() -> None:
    ends = fly([ship("7/7 SC CA LB; 8/7 EN", brown=(7, 8)), crewed(2)], zone("engines>days:1"))
    assert [end.days for end in ends] == [0, -1]


def test_purple_alien_adds_two() -> None:
    ends = fly([ship("6/7 CN^; 7/7 SC CA LP", purple=(7, 8)), gunner(2)], zone("cannons>days:1"))
    assert [end.days for end in ends] == [0, -1]


@pytest.mark.parametrize(("criterion", "colour"), [("cannons", "purple"), ("engines", "brown")])
def test_alien_adds_nothing_to_zero(criterion: str, colour: str) -> None:
    alien = ship(f"7/7 SC CA {'LP' if colour == 'purple' else 'LB'}", **{colour: (7, 8)})
    ends = fly([ship("7/6 CN< SC; 8/7 EN"), alien], zone(f"{criterion}>days:1"))
    assert [end.days for end in ends] == [0, -1]


def test_one_ship_suffers_each_line() -> None:
    ends = fly([TWO, TWO, TWO, TWO], zone("crew>days:1"))
    assert [end.days for end in ends] == [-1, 0, 0, 0]


# Penalties


def test_goods_lost_dearest_then_batteries() -> None:
    ends = fly([ship("7/6 H2 SC B2"), runner(1)], planets("YB"), zone("engines>goods:3"))
    assert (ends[0].cargo, ends[0].batteries) == ("", 1)


def test_days_lost_skip_occupied_spaces() -> None:
    ends = fly([TWO, FOUR], zone("crew>days:4"))
    assert [end.position for end in ends] == [-5, -3]


def test_captain_chooses_crew_to_lose() -> None:
    drawn = ship("7/7 SC CA LP", purple=(7, 8))
    ends = fly([drawn, runner(1)], zone("engines>crew:1"), captains=captain(human=300))
    assert (ends[0].humans, ends[0].aliens) == (2, set())


def test_shield_stops_small_shots_only() -> None:
    """Printed: small and large from the rear."""
    drawn = ship("7/6 CA SC CA; 8/6 B2 ST SHv<")
    ends = fly([drawn, gunner(1)], (zone("cannons>shots:small-rear large-rear"), [7, 7]))
    assert (ends[0].lost, ends[0].batteries) == ({(8, 7)}, 1)


# Line after line


def test_lost_days_reorder_next_line() -> None:
    """The leader falls behind; in the tie of the second line the other is the front-most now."""
    ends = fly([ship("7/7 SC; 8/7 EN"), crewed(1)], zone("crew>days:5", "engines>crew:1"))
    assert [end.position for end in ends] == [-6, -3]
    assert [end.crew for end in ends] == [2, 3]


def test_lost_crew_counts_next_line() -> None:
    """Three left against four."""
    ends = fly([crewed(2), crewed(1)], zone("engines>crew:1", "crew>days:1"))
    assert [(end.crew, end.days) for end in ends] == [(4, 0), (3, -1)]


def test_lost_components_count_next_line() -> None:
    """The only cannon of the second is shot away; the leader has none either and is in front."""
    ends = fly([FOUR, ship("6/7 CN^; 7/6 H2 SC")], (zone("crew>shots:large-front", "cannons>days:1"), [7]))
    assert ends[1].lost == {(6, 7)}
    assert [end.days for end in ends] == [-1, 0]


def test_shots_numbered_through_card() -> None:
    """The first two rolls belong to the first line, the third to the last."""
    armed, manned = ship("6/7 CN^; 7/6 H2 SC; 8/7 ST"), ship("7/7 SC CA; 8/7 ST ST")
    card = zone("crew>shots:large-left large-left", "engines>days:1", "cannons>shots:large-right")
    ends = fly([armed, manned], (card, [7, 2, 8]))
    assert [end.lost for end in ends] == [{(7, 6)}, {(8, 8)}]


def test_printed_card_15_all_lines() -> None:
    """Printed card 15: crew, 3 days; engines, 2 crew; cannons, small and large from the rear.

    The second gives the two humans of its right cabin, and the large shot takes the left one with two more.
    """
    first = ship("6/7 CN^; 7/6 H2 SC; 8/7 EN")
    second = ship("7/6 CA SC CA; 8/7 ST")
    ends = fly([first, second], (15, [7, 6]))
    assert [end.days for end in ends] == [-4, 0]
    assert [end.crew for end in ends] == [2, 2]
    assert [end.lost for end in ends] == [set(), {(8, 7), (7, 6)}]


def test_ship_without_humans_finishes_card() -> None:
    """Rules, "Verlust der menschlichen Besatzung": first the rest of the card, and only then they give up."""
    weak = ship("7/6 H2 SC")
    strong = ship("6/7 CN^; 7/7 SC; 8/7 EN")
    ends = fly([weak, strong], (zone("engines>crew:2", "cannons>shots:large-left", "crew>days:2"), [7]))
    assert (ends[0].ending, ends[0].lost, ends[0].days, ends[0].penalty) == ("no_humans", {(7, 6)}, -2, 1)
    assert (ends[1].ending, ends[1].days) == ("arrived", 0)


def test_ship_without_humans_gives_asked_crew() -> None:
    """The starting cabin is shot away with both humans; one of two aliens goes, the cheaper."""
    aliens = ship("7/5 LB CA SC CA LP; 8/6 ST ST ST", brown=(7, 6), purple=(7, 8))
    strong = ship("6/7 CN^; 7/7 SC; 8/7 EN")
    ends = fly([aliens, strong], (zone("cannons>shots:large-front", "engines>crew:1"), [7]))
    assert (ends[0].lost, ends[0].humans, ends[0].aliens) == ({(7, 7)}, 0, {"purple"})


def test_ship_without_humans_blocks_until_end() -> None:
    """The second has lost its crew on -3; the leader falls back over it."""
    ends = fly([ship("7/7 SC; 8/7 EN"), ship("6/7 CN^; 7/7 SC")], zone("engines>crew:2", "cannons>days:3"))
    assert [end.ending for end in ends] == ["arrived", "no_humans"]
    assert [end.position for end in ends] == [-4, -3]


# One ship


def test_lone_ship_skips_zone() -> None:
    end = alone(ship("7/6 H2 SC"), zone("crew>days:3", "engines>crew:2", "cannons>shots:large-front"))
    assert (end.days, end.crew, end.lost, end.cards_flown) == (0, 2, set(), 1)


def test_last_ship_left_skips_zone() -> None:
    ends = fly([ship("7/7 SC H2"), crewed(1)], OPEN, zone("crew>days:3", "cannons>shots:large-front"))
    assert [end.ending for end in ends] == ["no_engines", "arrived"]
    assert (ends[1].days, ends[1].lost) == (1, set())


def test_departed_ships_are_not_compared() -> None:
    """The ship without engines is gone; of the two others the one with fewer crew suffers."""
    ends = fly([ship("7/7 SC H2"), crewed(1), runner(1)], OPEN, zone("crew>days:1"))
    assert [end.days for end in ends] == [0, 1, 0]


def test_departed_ship_protects_nobody() -> None:
    """The leader has gone; the second, 1 against 1 behind, pays a battery for 3 (one went in open space)."""
    ends = fly([ship("7/7 SC H2"), ship("7/6 B3 SC CA; 8/7 EN ED"), crewed(1)], OPEN, zone("engines>crew:2"))
    assert [end.crew for end in ends] == [2, 4, 2]
    assert ends[1].batteries == 1


def test_ships_count_when_card_is_revealed() -> None:
    """The second loses its humans in the first line: it still flies in the second, as the weakest."""
    ends = fly([crewed(1), TWO], zone("engines>crew:2", "cannons>days:1"), order=[1, 0])
    assert [end.days for end in ends] == [0, -1]


# What captains spend


def test_rulebook_example_of_zone() -> None:
    """Yellow in front has 3 and no choice. Green behind has 1 and pays one battery for 3: enough in a tie."""
    yellow = crewed(3)
    green = ship("7/6 B2 SC CA; 8/6 ED EN ED")
    ends = fly([yellow, green], zone("engines>crew:2"))
    assert [end.crew for end in ends] == [2, 4]
    assert ends[1].batteries == 1


def test_leader_must_beat_ship_behind() -> None:
    """A tie of 1 against 1 would punish the leader, so the leader pays one charge for 3."""
    ends = fly([ship("7/6 B2 SC CA; 8/7 EN ED"), crewed(1)], zone("engines>crew:2"))
    assert [end.crew for end in ends] == [4, 2]
    assert ends[0].batteries == 1


def test_safe_ship_spends_no_charge() -> None:
    ends = fly([ship("7/6 B2 SC CA; 8/6 EN EN ED"), crewed(1)], zone("engines>crew:2"))
    assert ends[0].batteries == 2
    assert [end.crew for end in ends] == [4, 2]


def test_leader_may_misjudge_safety() -> None:
    """The leader shows 2 against 1 and keeps the battery; the ship behind pays one for 3."""
    ends = fly(
        [ship("7/6 B2 SC CA; 8/6 EN EN ED"), ship("7/6 B2 SC CA; 8/6 ED EN ED")], zone("engines>crew:2")
    )  # fmt: skip
    assert [end.crew for end in ends] == [2, 4]
    assert [end.batteries for end in ends] == [2, 1]


def test_hopeless_ship_spends_nothing() -> None:
    """1 or 3 against 5 behind and nobody before."""
    ends = fly([ship("7/6 B2 SC CA; 8/7 EN ED"), crewed(5)], zone("engines>crew:2"))
    assert (ends[0].batteries, ends[0].crew) == (2, 2)


def test_worthless_charges_are_kept_too() -> None:
    """A captain spends no charge in vain, even at a price of nothing."""
    drawn = ship("7/6 B2 SC CA; 8/7 EN ED")
    ends = fly([drawn, crewed(5)], zone("engines>crew:2"), captains=captain(battery=0))
    assert (ends[0].batteries, ends[0].crew) == (2, 2)


def test_tie_saves_the_ship_behind() -> None:
    """A charge makes 2: no help for the leader, who meets 2 behind; enough for the second with 2 before."""
    double = ship("7/6 B2 SC CA; 8/7 ED")
    ends = fly([double, crewed(2)], zone("engines>crew:1"))
    assert (ends[0].batteries, ends[0].crew) == (2, 3)
    ends = fly([crewed(2), double], zone("engines>crew:1"))
    assert (ends[1].batteries, ends[1].crew) == (1, 4)


def test_beating_the_worst_is_enough() -> None:
    """The leader has 3, the last 1: the second needs no more than to beat the last, 2 for a battery."""
    ends = fly([crewed(3), ship("7/6 B2 SC CA; 8/7 ED"), crewed(1)], zone("engines>crew:1"))
    assert [end.crew for end in ends] == [4, 4, 3]
    assert ends[1].batteries == 1


def test_beating_worst_in_any_order() -> None:
    """Like the case of three ships above, but with the ships named the other way round."""
    ends = fly([crewed(1), ship("7/6 B2 SC CA; 8/7 ED"), crewed(3)], zone("engines>crew:1"), order=[2, 1, 0])
    assert [end.crew for end in ends] == [3, 4, 4]
    assert ends[1].batteries == 1


def test_announced_charges_count_for_later() -> None:
    """The leader pays for 2; the second must reach 2 or be above the 1 behind: 2 single engines are enough."""
    ends = fly([ship("7/6 B2 SC CA; 8/7 ED"), crewed(2), crewed(1)], zone("engines>crew:1"))
    assert [end.crew for end in ends] == [4, 4, 3]
    assert ends[0].batteries == 1


@pytest.mark.parametrize(("battery", "batteries", "days"), [(49, 1, 0), (50, 2, -1)])
def test_charge_must_cost_less_than_harm(battery: int, batteries: int, days: int) -> None:
    """A day, half a credit."""
    ends = fly(
        [ship("6/7 CD^; 7/6 B2 SC"), gunner(1)], zone("cannons>days:1"), captains=[captain(battery=battery), PLAIN]
    )
    assert (ends[0].batteries, ends[0].days) == (batteries, days)


@pytest.mark.parametrize(("reserve", "batteries"), [(1, 1), (2, 2)])
def test_zone_does_not_touch_reserve(reserve: int, batteries: int) -> None:
    ends = fly([ship("6/7 CD^; 7/6 B2 SC"), gunner(1)], zone("cannons>days:3"), captains=captain(reserve=reserve))
    assert ends[0].batteries == batteries


@pytest.mark.parametrize(("battery", "batteries"), [(199, 1), (200, 2)])
def test_lost_crew_weighed_by_price(battery: int, batteries: int) -> None:
    """Two of four humans: 2 credits."""
    ends = fly(
        [ship("7/6 B2 SC CA; 8/7 ED"), crewed(1)], zone("engines>crew:2"), captains=[captain(battery=battery), PLAIN]
    )
    assert ends[0].batteries == batteries


@pytest.mark.parametrize(("battery", "batteries"), [(299, 1), (300, 2)])
def test_lost_goods_weighed_by_value(battery: int, batteries: int) -> None:
    """One yellow cube: 3 credits."""
    ends = fly(
        [ship("6/7 CD^; 7/6 B2 SC H3"), gunner(1)],
        planets("Y"),
        zone("cannons>goods:1"),
        captains=[captain(battery=battery), PLAIN],
    )
    assert ends[0].batteries == batteries


@pytest.mark.parametrize(("battery", "batteries"), [(399, 1), (400, 2)])
def test_shots_weighed_per_component(battery: int, batteries: int) -> None:
    ends = fly(
        [ship("6/7 CD^; 7/6 B2 SC"), gunner(1)],
        (zone("cannons>shots:large-front large-front"), [12, 12]),
        captains=[captain(battery=battery), PLAIN],
    )
    assert ends[0].batteries == batteries


def test_charges_do_not_help_crew() -> None:
    """Slavers leave both one human; no charge saves the leader in the tie."""
    ends = fly([ship("7/6 B2 SC CA; 8/7 ED"), FOUR], slavers(9, lost=3), zone("crew>days:1"))
    assert (ends[0].batteries, ends[0].days) == (2, -1)


# Captains who foresee the charges of ships behind

FORESEES = captain(foresees=True)
TWO_OR_FOUR = ship("7/6 B2 SC CA; 8/6 EN EN ED")
"""Engine strength 2, or 4 for a charge; two charges, four humans at 100 hundredths each."""
ONE_OR_THREE = ship("7/6 B2 SC CA; 8/6 EN ED")


def spent(leader: Captain, *ships: Layout) -> list[tuple[int, int]]:
    """Charges and crew left after a line on engines that costs two of the crew, all others under the plain captain."""
    ends = fly(ships, zone("engines>crew:2"), captains=[leader] + [PLAIN] * (len(ships) - 1))
    return [(end.batteries, end.crew) for end in ends]


def test_foresight_outbids_charge_behind() -> None:
    """A charge behind makes 3 of 1. The plain leader trusts in their 2; with a charge, 4 is out of reach behind."""
    assert spent(PLAIN, TWO_OR_FOUR, ONE_OR_THREE) == [(2, 2), (1, 4)]
    assert spent(FORESEES, TWO_OR_FOUR, ONE_OR_THREE) == [(1, 4), (2, 2)]


def test_foresight_spends_nothing_in_vain() -> None:
    """The plain leader buys 3 to beat the 2 behind, which answers with 4."""
    assert spent(PLAIN, ONE_OR_THREE, TWO_OR_FOUR) == [(1, 2), (1, 4)]
    assert spent(FORESEES, ONE_OR_THREE, TWO_OR_FOUR) == [(2, 2), (2, 4)]


def test_foresight_knows_prices_behind() -> None:
    """A charge at 200 is no cheaper than two of the crew: the ship behind spends none, so the leader needs none."""
    ends = fly([TWO_OR_FOUR, ONE_OR_THREE], zone("engines>crew:2"), captains=[FORESEES, captain(battery=200)])
    assert [(end.batteries, end.crew) for end in ends] == [(2, 4), (2, 2)]


@pytest.mark.parametrize(("battery", "left"), [(199, 1), (200, 2)])
def test_foresight_declines_what_only_breaks_even(battery: int, left: int) -> None:
    """Two of the crew are worth 200."""
    assert spent(captain(foresees=True, battery=battery), TWO_OR_FOUR, ONE_OR_THREE)[0][0] == left


def test_foresight_trusts_weaker_ship_ahead() -> None:
    """On a tie the ship ahead suffers."""
    ends = fly([crewed(2), TWO_OR_FOUR, ONE_OR_THREE], zone("engines>crew:2"), captains=[PLAIN, FORESEES, PLAIN])
    assert [(end.batteries, end.crew) for end in ends] == [(0, 2), (2, 4), (1, 4)]


def test_foresight_spends_the_reserve() -> None:
    assert spent(captain(foresees=True, reserve=2), TWO_OR_FOUR, ONE_OR_THREE)[0] == (1, 4)


def test_foresight_foresees_foresight_behind() -> None:
    """The leader has 3, or 5 for a charge. A second who foresees buys 4, and the third's 3 ties with the leader's.

    A plain second trusts in 2, which the third's 3 beats; so the leader needs no charge.
    """
    ships = [ship("7/6 B2 SC CA; 8/5 EN EN EN ED"), TWO_OR_FOUR, ONE_OR_THREE]
    ends = fly(ships, zone("engines>crew:2"), captains=[FORESEES, FORESEES, PLAIN])
    assert [(end.batteries, end.crew) for end in ends] == [(1, 4), (1, 4), (2, 2)]
    assert spent(FORESEES, *ships) == [(2, 4), (2, 2), (1, 4)]


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", range(16))
def test_foresight_equals_twin(number: int) -> None:
    """Convoys of two to four ships of both editions under captains who mostly foresee, on combat zones alone."""
    rng = random.Random(number)
    convoy = (convoy_2007, convoy_2021)[number % 2](4 * number + 1 + number % 3)
    zones = [card.id for card in convoy.route.rules.cards if card.kind == "combat_zone"]
    captains = tuple(replace(any_captain(rng), foresees=rng.random() < 0.7) for _ in convoy.ships)
    route = replace(convoy.route, learning=False, replaced=(), cards=tuple(rng.choices(zones, k=6)))
    assert differences(replace(convoy, captains=captains, route=route), 10)[:5] == []
