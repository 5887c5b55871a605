"""What captains decide, all in whole hundredths of a credit (docs/rulings.md "What captains decide")."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer import Captain
from tests.doors.printed import Card
from tests.trucker.twin.convoy import Trucker, half_rounded_up
from tests.trucker.twin.crew import cost_of, crew_to_give
from tests.trucker.twin.fear import Prospect, fear
from tests.trucker.twin.fleet import Fleet
from tests.trucker.twin.goods import goods_to_give
from tests.trucker.twin.ship import TAKEN_OUT
from tests.trucker.twin.spending import Spending, a_charge_each, cannons, engines


def harm(fleet: Fleet, captain: Captain, penalty: str, amount: int) -> int:
    """What a penalty is feared to cost."""
    if penalty == "crew":
        return _harm_of_lost_crew(fleet, captain, amount)
    if penalty == "goods":
        cubes, charges = goods_to_give(fleet, amount)
        return 100 * fleet.value_of(cubes) + captain.battery * charges
    return amount * {"shots": captain.component, "days": captain.day}[penalty]


def _harm_of_lost_crew(fleet: Fleet, captain: Captain, amount: int) -> int:
    given = crew_to_give(fleet, captain, amount)
    must_leave = given["human"] == fleet.human_count and not fleet.rulebook.basic
    return cost_of(given, captain, fleet.ships_emptied(given["human"])) + (captain.stay if must_leave else 0)


def takes_abandoned_ship(trucker: Trucker, card: Card, prospect: Prospect) -> bool:
    """Enough crew, a human stays aboard (by the basic rules none need), and the credits outweigh what it costs.

    That is days, crew, and what is feared for those who remain.
    """
    fleet, captain = trucker.fleet, trucker.captain
    fear = _fear_of_selling(fleet, captain, card.crew_lost, prospect)
    return may_sell(trucker, card) and 100 * card.credits > card.days * captain.day + _cost(trucker, card) + fear


def wants_abandoned_ship(trucker: Trucker, card: Card) -> bool:
    """What is foreseen of others: that it may sell, and that the credits outweigh days and crew."""
    return may_sell(trucker, card) and 100 * card.credits > card.days * trucker.captain.day + _cost(trucker, card)


def may_sell(trucker: Trucker, card: Card) -> bool:
    """Enough crew, and a human stays aboard (by the basic rules none need)."""
    fleet = trucker.fleet
    given = crew_to_give(fleet, trucker.captain, card.crew_lost)
    return fleet.crew >= card.crew_required and (given["human"] < fleet.human_count or fleet.rulebook.basic)


def _cost(trucker: Trucker, card: Card) -> int:
    given = crew_to_give(trucker.fleet, trucker.captain, card.crew_lost)
    return cost_of(given, trucker.captain, trucker.fleet.ships_emptied(given["human"]))


def _fear_of_selling(fleet: Fleet, captain: Captain, sold: int, prospect: Prospect) -> int:
    if fleet.rulebook.basic:
        return 0
    halves = cannons(fleet, captain)[-1].strength
    return fear(captain, fleet.crew - sold, halves, prospect) - fear(captain, fleet.crew, halves, prospect)


def worth_the_days(captain: Captain, credits: int, days: int) -> bool:
    """Whether a gain in credits outweighs the days it costs."""
    return 100 * credits > days * captain.day


def charges_in_open_space(fleet: Fleet, captain: Captain) -> Spending:
    """The best of all numbers of charges, days against charges; then, rather than not move, one for each that stands.

    To stay in the flight is worth something only where who announces nothing has to leave.
    """
    best = min(
        engines(fleet, captain), key=lambda k: (k.charges * captain.battery - k.strength * captain.day, k.charges)
    )
    if best.strength > 0 or not all(ship.could_move for ship in fleet.flying):
        return best
    stay = captain.stay if fleet.rulebook.stuck_if_announced and not fleet.rulebook.basic else 0
    start = a_charge_each(fleet)
    return start if stay + start.strength * captain.day > start.charges * captain.battery else best


def charges_against_enemy(fleet: Fleet, captain: Captain, strength: int, prize: int, defeat: int) -> Spending:
    """The best of: no charge, the fewest that avoid defeat, the fewest that win. `prize` and `defeat` in hundredths."""
    enemy = 2 * strength

    def value(spending: Spending) -> int:
        own = spending.strength
        fight = prize if own > enemy else 0 if own == enemy else -defeat
        return fight - spending.charges * captain.battery

    every = cannons(fleet, captain)
    options = [
        every[0],
        *[spending for spending in every if spending.strength >= enemy][:1],
        *[spending for spending in every if spending.strength > enemy][:1],
    ]
    return min(options, key=lambda spending: (-value(spending), spending.charges))


def charges_in_combat_zone(
    options: list[Spending], *, before: list[int], behind: list[int], feared: int, prices: list[int]
) -> Spending:
    """None if safe without; else the fewest that make safe, if the harm outweighs them; else none.

    `before` are the strengths announced by those before, `behind` those without charges of those behind.
    """

    def safe(own: int) -> bool:
        return any(own >= other for other in before) or any(own > other for other in behind)

    enough = [spending for spending in options if safe(spending.strength)]
    return enough[0] if enough and feared > prices[enough[0].charges] else options[0]


@dataclass(frozen=True)
class Announcing:
    """What a trucker may announce at a line of a combat zone, and by what its captain chooses."""

    options: list[Spending]
    feared: int
    prices: list[int]
    foresees: bool


def announces(order: list[Announcing], announced: list[int]) -> Spending:
    """What the next in flight order spends; those before have announced.

    Who foresees plays every option on with those behind and takes the cheapest, of equals the one with fewest charges.
    Cost is what is feared if one is then the worst, of equals the front-most, and the price of the charges.
    """
    place = len(announced)
    own, *behind = order[place:]
    if not own.foresees:
        unspent = [other.options[0].strength for other in behind]
        return charges_in_combat_zone(
            own.options, before=announced, behind=unspent, feared=own.feared, prices=own.prices
        )

    def cost(spending: Spending) -> int:
        strengths = [*announced, spending.strength]
        while len(strengths) < len(order):
            strengths.append(announces(order, strengths).strength)
        is_worst = strengths.index(min(strengths)) == place
        return is_worst * own.feared + own.prices[spending.charges]

    return min(own.options, key=lambda spending: (cost(spending), spending.charges))


def gives_up(trucker: Trucker, cards_left: int, order_reward: int) -> bool:
    """Whether the dread of the coming cards outweighs what giving up would cost."""
    fleet = trucker.fleet
    if not trucker.captain.dread or not fleet.lost:
        return False
    goods = fleet.goods_value
    forgone = 100 * (goods - half_rounded_up(goods)) + 100 * order_reward
    return trucker.captain.dread * cards_left * fleet.lost > fleet.built * forgone


def take_out_ships(fleet: Fleet, captain: Captain, cards_left: int) -> None:
    """Before a card, from the first: ships whose doom and dread outweigh what they are worth, while another flies."""
    if not captain.doom and not captain.dread:
        return
    for ship in fleet.flying:
        doom = 0 if ship.could_move else captain.doom * ship.built
        worth = captain.ship + 50 * fleet.value_of(ship.goods)
        if len(fleet.flying) > 1 and cards_left * (doom + captain.dread * ship.lost) > ship.built * worth:
            ship.left = TAKEN_OUT
