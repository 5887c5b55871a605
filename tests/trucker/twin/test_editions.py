"""The twin on the learning flight of 2007 and by the rules of 2021, by hand against sentences of the rule texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from analyzer import Captain, Layout
from tests.doors.printed import Card, CombatLine, load_edition
from tests.trucker.twin import Outcome, fly_one
from tests.trucker.twin.by_hand import (
    BATTERY,
    BRISK,
    DART,
    DOUBLE_ENGINE,
    FULL_DART,
    HOLD,
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
from tests.trucker.twin.convoy import Convoy, Trucker
from tests.trucker.twin.fleet import launch
from tests.trucker.twin.rulebook import RULEBOOKS

# The learning flight of 2007


def first_flight(ships: Sequence[Layout], *cards: Card, **rest: object) -> list[Outcome]:
    """The learning flight by the basic rules."""
    return fly(ships, *cards, learning=True, **rest)  # type: ignore[arg-type]


def test_learning_without_engines_stays_put() -> None:
    """The full rules make a ship without engines give up in open space; the basic rules move it by strength, 0."""
    (flown,) = first_flight([ship(*DART[:2])], card("stardust"), card("open_space"), card("open_space"))
    assert (flown.ending, flown.cards_flown, flown.days, flown.place, flown.order_reward) == (0, 3, -3, 1, 4)


def test_learning_without_humans_flies_on() -> None:
    """ "alle vorhandenen Figuren abgeben (im vollständigen Spiel würde das aber große Probleme bedeuten)"."""
    goods = card("abandoned_station", goods=(0, 1, 0, 0), days=1)
    (flown,) = first_flight([ship(*FULL_DART)], goods, card("slavers", strength=9, crew_lost=3), card("stardust"))
    assert (flown.ending, flown.cards_flown, flown.crew, flown.goods_sold) == (0, 3, 0, 3)
    assert (flown.order_reward, flown.looks_reward, flown.credits) == (4, 2, 3 + 4 + 2)


def test_learning_lapped_ship_flies_on() -> None:
    """Like the full rules up to the fourth card; on the fifth it gains a fifth day and is paid as second."""
    ahead, behind = first_flight([ship(*BRISK), ship(*DART)], *[card("open_space")] * 5, printed={"lap": 10})
    assert (behind.ending, behind.cards_flown, behind.days) == (0, 5, 5)
    assert (behind.place, behind.order_reward, ahead.days) == (2, 3, 13 + 3)


def test_learning_nobody_leaves_willingly() -> None:
    """ "Freiwilliger Abbruch" is told in the full rules: the captain who leaves there after one card flies all."""
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    rolls = dice([7], *[[NEVER]] * 7)
    (flown,) = first_flight([ship(*DART)], *[swarm] * 8, captains=[replace(SENSIBLE, dread=200)], rolls=rolls)
    assert (flown.ending, flown.cards_flown, flown.components_lost, flown.order_reward) == (0, 8, 1, 4)


def test_learning_destroyed_ship_arrives() -> None:
    """Nobody gives up: it takes part in all cards, is paid for its place, and shows no exposed connector."""
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    empty, fair = first_flight([ship(START), ship(*DART)], swarm, swarm, card("stardust"), rolls=dice([7], [7]))
    assert (empty.ending, empty.cards_flown, empty.components_lost, empty.crew, empty.days) == (0, 3, 1, 0, 0)
    assert (empty.place, empty.order_reward, empty.looks_reward, empty.credits) == (1, 4, 2, 4 + 2 - 1)
    assert (fair.components_lost, fair.exposed, fair.looks_reward) == (2, 1, 0)


@pytest.mark.parametrize(("learning", "crew", "left"), [(False, 2, 1), (True, 0, 2)])
def test_learning_last_human_has_own_price(learning: bool, crew: int, left: int) -> None:
    """A tie for a charge of 250; defeat costs two humans of 100 each, and staying, 1000, for whoever has to leave."""
    slavers = card("slavers", strength=2, crew_lost=2, credits=5, days=1)
    double = ship(START, "6 7 double_cannon 0010 front", BATTERY)
    (flown,) = fly([double], slavers, captains=[replace(SENSIBLE, battery=250)], learning=learning)
    assert (flown.crew, flown.batteries) == (crew, left)


def test_learning_last_human_is_sold() -> None:
    """300 > 50 for the day + 200 for two humans; 200 is not enough."""
    found = card("abandoned_ship", crew_required=2, crew_lost=2, credits=3, days=1)
    (flown,) = first_flight([ship(*DART)], found)
    assert (flown.bounty, flown.crew, flown.days, flown.ending) == (3, 0, -1, 0)
    assert first_flight([ship(*DART)], replace(found, credits=2))[0].bounty == 0
    assert fly([ship(*DART)], found)[0].bounty == 0


@pytest.mark.parametrize(("learning", "lost", "crew"), [(False, 4, 2), (True, 2, 0)])
def test_learning_dearest_piece_flies_on(learning: bool, lost: int, crew: int) -> None:
    """ "in dem Fall dürfen Sie selbst wählen": 600 for three components, 400 for the cabin and its two humans."""
    tail = ["7 8 structural 0303", "7 9 structural 0033", "8 9 structural 3030", "9 9 structural 3000"]
    swarm = card("meteor_swarm", hits=hits("large-front"))
    (flown,) = fly([ship(START, *tail)], swarm, rolls=dice([8]), learning=learning)
    assert (flown.components_lost, flown.crew, flown.ending) == (lost, crew, 0)


def test_learning_reward_cannot_be_declined() -> None:
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
def test_learning_victory_may_cost(learning: bool, days: int, end: tuple[int, ...]) -> None:
    """A charge of 20 wins; defeat costs a human, 100. Winning: 500 - 12 x 50 - 20 = -120, with eleven days -70; where
    the reward may be declined, -20.
    """
    slavers = card("slavers", strength=1, crew_lost=1, credits=5, days=days)
    double = ship(START, "6 7 double_cannon 0010 front", BATTERY)
    (flown,) = fly([double], slavers, captains=[replace(SENSIBLE, battery=20)], learning=learning)
    assert (flown.bounty, flown.days, flown.crew, flown.batteries) == end


def test_learning_charges_flight_losses_only() -> None:
    """ "nehmen Sie das Teil einfach weg"; nothing is laid aside. "Für jedes unterwegs verlorene Teil": one."""
    swarm = card("meteor_swarm", hits=hits("large-rear"))
    laid_aside = replace(ship(*DART), reserve=2)
    (flown,) = first_flight([laid_aside], swarm, rolls=dice([7]), removed=[1])
    assert (flown.components_lost, flown.penalty) == (1, 1)
    (flown,) = fly([laid_aside], swarm, rolls=dice([7]), removed=[1])
    assert (flown.components_lost, flown.penalty) == (4, 4)


def test_learning_flies_no_aliens() -> None:
    """ "Die farbigen Aliens beachten Sie erstmal nicht": two humans in either cabin."""
    alien = ship(*SAUCER, aliens={"purple": (7, 8)})
    assert (first_flight([alien])[0].crew, fly([alien])[0].crew) == (4, 3)
    (hit,) = first_flight([alien], card("meteor_swarm", hits=hits("large-right")), rolls=dice([7]))
    assert (hit.components_lost, hit.crew) == (1, 4)


def test_learning_lone_ship_skips_zone() -> None:
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
def test_lap_ends_flight_by_edition(edition: str, spaces: int, lapped: bool) -> None:
    """ "eine ganze Runde" in 2007, "mehr als eine Runde" in 2021; here a lap has ten spaces."""
    first, second = (Trucker(launch(ship(*DART)), SENSIBLE, 0, position) for position in (0, -spaces))
    assert Convoy([first, second], 10, (0, 0, 0, 0), RULEBOOKS[edition]).lapped(second) == lapped


def test_all_choose_before_loading_2021() -> None:
    """All 13 yellow cubes go to the leader; the second landed for two of them, and the third for what is left."""
    hold = [START, "7 8 special_cargo_2 0103", *(f"7 {column} cargo_3 0103" for column in (9, 10))]
    hold += ["7 6 cargo_3 0301", "7 5 cargo_3 0301", "7 4 cargo_3 0100"]
    small = ship_2021(START, HOLD)
    card_ = card("planets", days=1, planets=((0, 13, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0)))
    ends = fly_2021([ship_2021(*hold), small, small], card_)
    assert [(end.goods, end.days) for end in ends] == [(13, -1), (0, -1), (2, -1)]
    assert [end.goods_sold for end in ends] == [39, 0, 4]


def test_losses_2021_charged_in_full() -> None:
    (end,) = fly_one([ship_2021(*DART, reserve=2)], [SENSIBLE], load_edition("2021").level("II"), [], dice(), [0], [20])
    assert (end.components_lost, end.penalty, end.credits, end.purse) == (22, 22, 8 + 4 - 22, 0)


def test_start_spaces_2021_are_printed() -> None:
    """0, -3, -5, -6. If all fall by four, the last first, nobody is in the way; if only the first does, it passes over
    three figures to -7.
    """
    ends = fly_2021([ship_2021(START)] * 4, card("stardust"))
    assert [end.days for end in ends] == [-4, -4, -4, -4]
    ends = fly_2021([ship_2021(START), *[ship_2021(*FULL_DART)] * 3], card("stardust"))
    assert [end.days for end in ends] == [-7, 0, 0, 0]


@pytest.mark.parametrize(("battery", "ending", "days", "left"), [(1099, 0, 2, 1), (1100, 2, 0, 2)])
def test_unannounced_strength_2021_gives_up(battery: int, ending: int, days: int, left: int) -> None:
    """ "jeder Trucker, der keine Antriebsstärke über null angesagt hat": a charge is worth 1000 + 2 x 50 to them."""
    layout = ship_2021(START, DOUBLE_ENGINE, BATTERY)
    (end,) = fly_2021([layout], card("open_space"), captains=[replace(SENSIBLE, battery=battery, reserve=2)])
    assert (end.ending, end.days, end.batteries) == (ending, days, left)


def test_learning_2021_uses_full_rules() -> None:
    """Aliens excepted: sparing charges gets a ship stuck, a reward may be declined, repair and reserve are charged."""
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
