"""What captains decide, all in whole hundredths of a credit (docs/rulings.md "What captains decide")."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.edition import Card
from tests.twin.convoy import Trucker
from tests.twin.crew import cost_of, crew_to_give
from tests.twin.fear import Prospect, fear
from tests.twin.goods import goods_to_give
from tests.twin.ship import Ship


def usable(ship: Ship, captain: Captain, doubles: int) -> int:
    """The doubles aboard, or the charges beyond the captain's reserve if these are fewer."""
    return min(doubles, max(0, ship.charge_count - captain.reserve))


def harm(ship: Ship, captain: Captain, penalty: str, amount: int) -> int:
    """What a penalty is feared to cost."""
    if penalty == "crew":
        return _harm_of_lost_crew(ship, captain, amount)
    if penalty == "goods":
        cubes, charges = goods_to_give(ship, amount)
        return 100 * ship.value_of(cubes) + captain.battery * charges
    return amount * {"shots": captain.component, "days": captain.day}[penalty]


def _harm_of_lost_crew(ship: Ship, captain: Captain, amount: int) -> int:
    given = crew_to_give(ship, captain, amount)
    must_leave = given["human"] == ship.human_count and not ship.rulebook.basic
    return cost_of(given, captain) + (captain.stay if must_leave else 0)


def takes_abandoned_ship(trucker: Trucker, card: Card, prospect: Prospect) -> bool:
    """Enough crew, a human stays aboard (by the basic rules none need), and the credits outweigh what it costs.

    That is days, crew, and what is feared for those who remain.
    """
    ship, captain = trucker.ship, trucker.captain
    given = crew_to_give(ship, captain, card.crew_lost)
    may_stay = given["human"] < ship.human_count or ship.rulebook.basic
    if ship.crew < card.crew_required or not may_stay:
        return False
    price = (
        card.days * captain.day + cost_of(given, captain) + _fear_of_selling(ship, captain, card.crew_lost, prospect)
    )
    return 100 * card.credits > price


def _fear_of_selling(ship: Ship, captain: Captain, sold: int, prospect: Prospect) -> int:
    if ship.rulebook.basic:
        return 0
    halves = ship.cannon_halves(usable(ship, captain, ship.double_cannons))
    return fear(captain, ship.crew - sold, halves, prospect) - fear(captain, ship.crew, halves, prospect)


def worth_the_days(captain: Captain, credits: int, days: int) -> bool:
    """Whether a gain in credits outweighs the days it costs."""
    return 100 * credits > days * captain.day


def charges_in_open_space(ship: Ship, captain: Captain) -> int:
    """All usable doubles if two days outweigh a charge; one charge at least rather than not move, if that is worth it.

    To stay in the flight is worth something only where who announces nothing has to leave.
    """
    charges = usable(ship, captain, ship.double_engines) if 2 * captain.day > captain.battery else 0
    could_start = ship.double_engines > 0 and ship.charge_count > 0
    if ship.engine_power(charges) == 0 and could_start:
        days_gained = ship.engine_power(1)
        stay = captain.stay if ship.rulebook.stuck_if_announced and not ship.rulebook.basic else 0
        return 1 if stay + days_gained * captain.day > captain.battery else 0
    return charges


def charges_against_enemy(ship: Ship, captain: Captain, strength: int, prize: int, defeat: int) -> int:
    """The best of: no charge, the fewest that avoid defeat, the fewest that win. `prize` and `defeat` in hundredths."""
    enemy = 2 * strength

    def value(charges: int) -> int:
        own = ship.cannon_halves(charges)
        fight = prize if own > enemy else 0 if own == enemy else -defeat
        return fight - charges * captain.battery

    counts = range(usable(ship, captain, ship.double_cannons) + 1)
    options = {0}
    options |= _fewest(charges for charges in counts if ship.cannon_halves(charges) >= enemy)
    options |= _fewest(charges for charges in counts if ship.cannon_halves(charges) > enemy)
    return min(options, key=lambda charges: (-value(charges), charges))


def _fewest(counts: Iterable[int]) -> set[int]:
    return set(sorted(counts)[:1])


def charges_in_combat_zone(
    *, strength: Callable[[int], int], most: int, before: list[int], behind: list[int], feared: int, battery: int
) -> int:
    """None if safe without; else the fewest that make safe, if the harm outweighs them; else none.

    `before` are the strengths announced by the ships before, `behind` those without charges of the ships behind.
    """

    def safe(charges: int) -> bool:
        own = strength(charges)
        return any(own >= other for other in before) or any(own > other for other in behind)

    enough = [charges for charges in range(most + 1) if safe(charges)]
    return enough[0] if enough and feared > enough[0] * battery else 0


def gives_up(trucker: Trucker, cards_left: int, order_reward: int) -> bool:
    """Whether the dread of the coming cards outweighs what giving up would cost."""
    forgone = 100 * (trucker.ship.goods_value - trucker.ship.goods_at_half) + 100 * order_reward
    return trucker.captain.dread * cards_left * trucker.lost_in_flight > trucker.launched * forgone
