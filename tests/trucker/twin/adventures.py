"""The twelve kinds of adventure cards, each as the rule text tells it (rules: "Flugkarten" in both parts)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.doors.printed import Card, CombatLine, Hit
from tests.trucker.twin import ship as ships
from tests.trucker.twin.ahead import (
    charges_by_values,
    has_values,
    price_of_charges,
    price_of_crew,
    price_of_days,
    price_of_goods,
    price_of_landing,
    price_of_taking,
    worth_by_price,
    worth_of_loading,
)
from tests.trucker.twin.choices import (
    Announcing,
    announces,
    charges_against_enemy,
    charges_in_open_space,
    harm,
    may_sell,
    takes_abandoned_ship,
    wants_abandoned_ship,
    worth_the_days,
)
from tests.trucker.twin.convoy import Convoy, Trucker
from tests.trucker.twin.crew import lose_crew
from tests.trucker.twin.geometry import joined_to
from tests.trucker.twin.goods import gain, load, lose_goods
from tests.trucker.twin.hazards import meteor, shot, suffer
from tests.trucker.twin.ship import Cubes
from tests.trucker.twin.spending import cannons, engines

Dice = Callable[[int], int]
"""The sum of two dice for a running number of the roll within the card."""


def open_space(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Front to back each moves at once by the strength of their engines; who cannot move is stranded.

    Cannot is who would not move with every charge aboard, or, where the edition says so, who announces nothing. Of a
    fleet, ships that cannot leave at once; only if no ship can it is stranded.
    """
    for trucker in convoy.order:
        fleet = trucker.fleet
        can = [ship.could_move for ship in fleet.flying]
        if any(can):
            for ship, able in zip(fleet.flying, can, strict=True):
                ship.left = ship.left if able else ships.NO_ENGINES
        by_values = has_values(convoy, trucker)
        spending = charges_by_values(convoy, trucker) if by_values else charges_in_open_space(fleet, trucker.captain)
        trucker.stranded = spending.strength == 0 if convoy.rulebook.stuck_if_announced else not any(can)
        fleet.spend(spending.by_ship)
        convoy.move(trucker, spending.strength)


def planets(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Front to back each may land on a free planet; when all have decided the last loses their days first.

    A ship loads as it lands, or, where the edition says so, when all have chosen: front to back.
    """
    free = list(range(len(card.planets)))
    landed = []
    for trucker in convoy.order:
        by_values = has_values(convoy, trucker)
        worth = {
            planet: worth_of_loading(convoy, trucker, card.planets[planet], card.goods_step)
            if by_values
            else worth_by_price(convoy, trucker, card, planet)
            for planet in free
        }
        best = max(free, key=lambda planet: worth[planet], default=None)
        if best is None:
            continue
        price = card.days * trucker.captain.day
        if by_values:
            price = price_of_landing(convoy, trucker, card, free, [other for other, _ in landed], best)
        if worth[best] > price:
            free.remove(best)
            landed.append((trucker, card.planets[best]))
            if not convoy.rulebook.planets_chosen_first:
                _load(convoy, card, trucker, card.planets[best])
    if convoy.rulebook.planets_chosen_first:
        for trucker, goods in landed:
            _load(convoy, card, trucker, goods)
    for trucker, _ in reversed(landed):
        convoy.lose_days(trucker, card.days)


def abandoned_ship(convoy: Convoy, card: Card, dice: Dice) -> None:
    """The first who wants it gives up crew, takes the credits and loses the days."""
    wanting = [trucker for trucker in convoy.order if wants_abandoned_ship(trucker, card)]
    for trucker in convoy.order:
        takes = takes_abandoned_ship(trucker, card, convoy.prospect)
        if has_values(convoy, trucker):
            price = price_of_crew(convoy, trucker, card.crew_lost)
            price += price_of_taking(convoy, trucker, card.days, wanting)
            takes = may_sell(trucker, card) and 100 * card.credits > price
        if takes:
            lose_crew(trucker.fleet, trucker.captain, card.crew_lost)
            trucker.bounty += card.credits
            convoy.lose_days(trucker, card.days)
            return


def abandoned_station(convoy: Convoy, card: Card, dice: Dice) -> None:
    """The first with enough crew who wants it loads the goods and loses the days, but no crew."""
    wanting = [
        trucker
        for trucker in convoy.order
        if trucker.fleet.crew >= card.crew_required
        and worth_the_days(trucker.captain, _gain(convoy, card, trucker, card.goods), card.days)
    ]
    for trucker in convoy.order:
        takes = any(trucker is other for other in wanting)
        if has_values(convoy, trucker) and trucker.fleet.crew >= card.crew_required:
            worth = worth_of_loading(convoy, trucker, card.goods, card.goods_step)
            takes = worth > price_of_taking(convoy, trucker, card.days, wanting)
        if takes:
            _load(convoy, card, trucker, card.goods)
            convoy.lose_days(trucker, card.days)
            return


def _gain(convoy: Convoy, card: Card, trucker: Trucker, goods: Cubes) -> int:
    return gain(trucker.fleet, goods, convoy.bank, card.goods_step)


def _load(convoy: Convoy, card: Card, trucker: Trucker, goods: Cubes) -> None:
    load(trucker.fleet, goods, convoy.bank, card.goods_step)


def meteor_swarm(convoy: Convoy, card: Card, dice: Dice) -> None:
    """One meteor after the other, each on all ships at once."""
    for number, hit in enumerate(card.hits):
        for trucker in convoy.order:
            suffer(trucker.fleet, trucker.captain, meteor(hit), hit.side, dice(number))


def enemies(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Front to back until somebody wins; the defeated suffer, of pirates only after all were attacked."""
    defeated = []
    for trucker in convoy.order:
        strength = _fight(convoy, card, trucker)
        if strength > 2 * card.strength:
            _reward(convoy, card, trucker)
            break
        if strength < 2 * card.strength:
            defeated.append(trucker)
            if card.kind != "pirates":
                _lose(convoy, trucker, *_threat(card))
    if defeated and card.kind == "pirates":
        _shoot(defeated, card.hits, 0, dice)


def _fight(convoy: Convoy, card: Card, trucker: Trucker) -> int:
    """The strength that they announce, in halves, their charges spent."""
    fleet, captain = trucker.fleet, trucker.captain
    prize = 100 * _prize(convoy, card, trucker) - card.days * captain.day
    if not convoy.rulebook.basic:
        prize = max(0, prize)
    spending = charges_against_enemy(fleet, captain, card.strength, prize, harm(fleet, captain, *_threat(card)))
    fleet.spend(spending.by_ship)
    return spending.strength


def _threat(card: Card) -> tuple[str, int]:
    """What the defeated suffer: penalty and amount."""
    return {
        "slavers": ("crew", card.crew_lost),
        "smugglers": ("goods", card.goods_lost),
        "pirates": ("shots", len(card.hits)),
    }[card.kind]


def _prize(convoy: Convoy, card: Card, trucker: Trucker) -> int:
    """The reward in credits: what is printed, or the gain of the goods."""
    return _gain(convoy, card, trucker, card.goods) if card.kind == "smugglers" else card.credits


def _reward(convoy: Convoy, card: Card, trucker: Trucker) -> None:
    """The winner may decline, but not by the basic rules; then they lose no days."""
    wanted = worth_the_days(trucker.captain, _prize(convoy, card, trucker), card.days)
    if not wanted and not convoy.rulebook.basic:
        return
    if card.kind == "smugglers":
        _load(convoy, card, trucker, card.goods)
    else:
        trucker.bounty += card.credits
    convoy.lose_days(trucker, card.days)


def _lose(convoy: Convoy, trucker: Trucker, penalty: str, amount: int) -> None:
    """Lose days, crew or goods."""
    if penalty == "days":
        convoy.lose_days(trucker, amount)
    elif penalty == "crew":
        lose_crew(trucker.fleet, trucker.captain, amount)
    elif penalty == "goods":
        lose_goods(trucker.fleet, amount)


def _shoot(victims: list[Trucker], shots: tuple[Hit, ...], first_roll: int, dice: Dice) -> None:
    """One shot after the other, each at the same place of all victims."""
    for number, hit in enumerate(shots, start=first_roll):
        for trucker in victims:
            suffer(trucker.fleet, trucker.captain, shot(hit), hit.side, dice(number))


def combat_zone(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Line by line the worst at the criterion suffers, of equals the front-most; who flies alone ignores it."""
    if len(convoy.order) == 1:
        return
    shots_before = 0
    for line in card.lines:
        victim = _worst(convoy, line)
        if line.penalty == "shots":
            _shoot([victim], line.shots, shots_before, dice)
        else:
            _lose(convoy, victim, line.penalty, line.amount)
        shots_before += len(line.shots)


def _worst(convoy: Convoy, line: CombatLine) -> Trucker:
    order = convoy.order
    measured = [trucker.fleet.crew for trucker in order] if line.criterion == "crew" else _announced(convoy, line)
    return order[measured.index(min(measured))]


def _feared(convoy: Convoy, trucker: Trucker, penalty: str, amount: int) -> int:
    """What the penalty is feared to cost, by values or by prices."""
    by_values = {"days": price_of_days, "crew": price_of_crew, "goods": price_of_goods}
    if penalty in by_values and has_values(convoy, trucker):
        return by_values[penalty](convoy, trucker, amount)
    return harm(trucker.fleet, trucker.captain, penalty, amount)


def _announced(convoy: Convoy, line: CombatLine) -> list[int]:
    """The strengths announced front to back, the charges for them spent."""
    order = convoy.order
    amount = len(line.shots) if line.penalty == "shots" else line.amount
    strengths = cannons if line.criterion == "cannons" else engines
    truckers = []
    for trucker in order:
        captain = replace(trucker.captain, reserve=0) if trucker.captain.foresees else trucker.captain
        options = strengths(trucker.fleet, captain)
        prices = [price_of_charges(convoy, trucker, charges) for charges in range(options[-1].charges + 1)]
        feared = _feared(convoy, trucker, line.penalty, amount)
        truckers.append(Announcing(options, feared, prices, captain.foresees))
    announced: list[int] = []
    for trucker in order:
        spending = announces(truckers, announced)
        trucker.fleet.spend(spending.by_ship)
        announced.append(spending.strength)
    return announced


def stardust(convoy: Convoy, card: Card, dice: Dice) -> None:
    """From the last to the first each loses as many days as they have exposed connectors."""
    for trucker in reversed(convoy.order):
        convoy.lose_days(trucker, trucker.fleet.exposed)


def epidemic(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Every occupied cabin joined to another occupied cabin loses one figure, all at the same time."""
    for ship in (ship for trucker in convoy.order for ship in trucker.fleet.flying):
        occupied = {square for square in ship.parts if ship.occupied(square)}
        ill = {square for square in occupied if occupied.intersection(joined_to(ship.board, ship.parts, square))}
        for cabin in ill & ship.humans.keys():
            ship.humans[cabin] -= 1
        ship.aliens = {colour: cabin for colour, cabin in ship.aliens.items() if cabin not in ill}


def sabotage(convoy: Convoy, card: Card, dice: Dice) -> None:
    """With the smallest crew a component explodes: column, then row, three tries; who flies alone ignores it."""
    if len(convoy.order) == 1:
        return
    victim = min(convoy.order, key=lambda trucker: trucker.fleet.crew)
    for attempt in range(3):
        column, row = dice(2 * attempt), dice(2 * attempt + 1)
        if any((row, column) in ship.parts for ship in victim.fleet.flying):
            victim.fleet.destroy((row, column), victim.captain)
            return


ADVENTURES: dict[str, Callable[[Convoy, Card, Dice], None]] = {
    "open_space": open_space,
    "planets": planets,
    "abandoned_ship": abandoned_ship,
    "abandoned_station": abandoned_station,
    "meteor_swarm": meteor_swarm,
    "slavers": enemies,
    "smugglers": enemies,
    "pirates": enemies,
    "combat_zone": combat_zone,
    "stardust": stardust,
    "epidemic": epidemic,
    "sabotage": sabotage,
}
