"""What is heard of decisions: the values that a captain compared, in credits."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.trucker.convoy.power import NEVER, cannons
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.explain.listener import Facts, Listener, hears
from analyzer.trucker.ship.bitboard import count


@hears("looks at planets")
def looks_at_planets(story: Listener, ship: Ship, facts: Facts) -> None:
    """What each planet would bring, and whether the ship lands."""
    best = facts["best"] + 1 if facts["lands"] else None
    story.add(ship, "planets", gains=facts["gains"], free=facts["free"], planet=best, price=facts["price"] / 100)


@hears("comes by")
def comes_by(story: Listener, ship: Ship, facts: Facts) -> None:
    """Whether the crew is large enough."""
    if not facts["enough"]:
        story.add(ship, "too_few", crew=_crew(ship))


@hears("is offered")
def is_offered(story: Listener, ship: Ship, facts: Facts) -> None:
    """What an abandoned ship or station would bring, against days and crew."""
    if not facts.get("enough", True):
        story.add(ship, "too_few", crew=_crew(ship))
        return
    value, price = facts["value"] / 100, facts["price"] / 100
    story.add(ship, "offer", value=value, price=price, strands=facts.get("strands", False), takes=facts["takes"])


@hears("prepares")
def prepares(story: Listener, ship: Ship, facts: Facts) -> None:
    """The options of a battle: no charge, the fewest that hold, the fewest that win."""
    enemy, battery = facts["enemy"], ship.captain.battery
    without, victory = facts["without"], facts["victory"] / 100
    options = [_option(0, without, enemy, victory, facts["harm"] / 100)]
    for charges in sorted({facts["to_hold"], facts["to_win"]} - {0, int(NEVER)}):
        strength = int(cannons(ship, np.array([charges]))[0])
        option = _option(charges, strength, enemy, victory, facts["harm"] / 100)
        options.append(option | {"worth": option["worth"] - charges * battery / 100})
    story.add(ship, "battle", enemy=enemy / 2, options=options)


def _option(charges: int, strength: int, enemy: int, victory: float, harm: float) -> dict[str, Any]:
    worth = victory if strength > enemy else -harm if strength < enemy else 0.0
    return {"charges": charges, "strength": strength / 2, "worth": worth}


@hears("fights")
def fights(story: Listener, ship: Ship, facts: Facts) -> None:
    """How the battle ends, and what the reward is worth less the days that it costs."""
    battle = story.latest("battle")
    strength, enemy = facts["strength"] / 2, battle["enemy"]
    outcome = "won" if strength > enemy else "lost" if strength < enemy else "tied"
    battle.update(strength=strength, outcome=outcome, profit=facts["profit"] / 100, takes=facts["takes"])


@hears("speeds")
def speeds(story: Listener, ship: Ship, facts: Facts) -> None:
    """Engine strength in open space."""
    captain = ship.captain
    prices = {"day": captain.day / 100, "battery": captain.battery / 100}
    story.add(ship, "speed", charges=facts["charges"], strength=facts["strength"], **prices)


@hears("gathers dust")
def gathers_dust(story: Listener, ship: Ship, facts: Facts) -> None:
    """Exposed connectors in stardust."""
    story.add(ship, "dust", exposed=facts["exposed"])


@hears("line")
def line(story: Listener, ship: Ship, facts: Facts) -> None:
    """A line of a combat zone is read."""
    read = facts["line"]
    story.add_for_all(
        ship, "line", criterion=read.criterion, penalty=read.penalty, amount=read.amount or len(read.shots)
    )


@hears("compares")
def compares(story: Listener, ship: Ship, facts: Facts) -> None:
    """What it takes not to be the weakest, and what is at stake."""
    charges = None if facts["charges"] == NEVER else facts["charges"]
    price = None if charges is None else charges * ship.captain.battery / 100
    cannon = story.latest("line")["criterion"] == "cannons"
    safe = facts["safe"] / 2 if cannon else facts["safe"]
    story.add(ship, "safety", safe=safe, charges=charges, price=price, harm=facts["harm"] / 100)


@hears("weakest")
def weakest(story: Listener, ship: Ship, facts: Facts) -> None:
    """What all have to show in a line of a combat zone, or against saboteurs, and who has least."""
    flying = ship.convoy.state.flying[:, 0].tolist()
    criterion = story.latest("line").get("criterion", "crew")
    cannon = criterion == "cannons"
    shown = {
        number: strength / 2 if cannon else strength
        for number, (strength, flies) in enumerate(zip(facts["strengths"], flying, strict=True))
        if flies
    }
    story.add_for_all(ship, "weakest", criterion=criterion, shown=shown, victim=facts["weakest"])


@hears("dreads")
def dreads(story: Listener, ship: Ship, facts: Facts) -> None:
    """What a captain fears of the cards to come, and what he would lose by leaving."""
    if facts["feared"]:
        feared = facts["feared"] / facts["built"] / 100
        story.add_before(ship, "dread", feared=feared, at_stake=facts["at_stake"] / 100)


def _crew(ship: Ship) -> int:
    return int(count(ship.crew)[0])
