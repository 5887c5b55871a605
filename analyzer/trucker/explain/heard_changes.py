"""What is heard of charges, goods, crew, days and credits that change hands, and of ships that leave."""

from __future__ import annotations

from analyzer.trucker.convoy.cargo import cubes
from analyzer.trucker.convoy.crew import aboard
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.explain.lines import ASKED
from analyzer.trucker.explain.listener import Facts, Listener, by_colour, by_type, hears


@hears("spends")
def spends(story: Listener, ship: Ship, facts: Facts) -> None:
    """Charges are spent."""
    if facts["charges"]:
        story.add(ship, "charges", spent=facts["charges"], left=int(ship.charges[0]) - facts["charges"])


@hears("earns")
def earns(story: Listener, ship: Ship, facts: Facts) -> None:
    """A card pays."""
    story.add(ship, "credits", paid=facts["credits"])


@hears("moves")
def moves(story: Listener, ship: Ship, facts: Facts) -> None:
    """Days are gained or lost: as many free spaces, and those that others stand on."""
    if facts["spaces"]:
        way = facts["direction"]
        story.add(ship, "moves", days=way * facts["days"], spaces=way * facts["spaces"])


@hears("gives crew")
def gives_crew(story: Listener, ship: Ship, facts: Facts) -> None:
    """Crew is given up."""
    left = aboard(ship, ship.crew)[:, 0] - facts["given"]
    story.add(ship, "crew", given=by_type(facts["given"]), left=int(left.sum()))


@hears("loads")
def loads(story: Listener, ship: Ship, facts: Facts) -> None:
    """Goods come aboard; for want of room cheaper ones may be left behind."""
    change = [after - before for after, before in zip(facts["kept"], cubes(ship)[:, 0].tolist(), strict=True)]
    taken, left = [max(n, 0) for n in change], [max(-n, 0) for n in change]
    story.add(ship, "loading", taken=by_colour(taken), left_behind=by_colour(left), aboard=by_colour(facts["kept"]))


@hears("loses goods")
def loses_goods(story: Listener, ship: Ship, facts: Facts) -> None:
    """Goods are taken away, and charges for those that are missing."""
    story.add(ship, "goods", lost=by_colour(facts["lost"]), short=facts["short"])


@hears("gives up")
def gives_up(story: Listener, ship: Ship, facts: Facts) -> None:
    """The flight is over for a ship."""
    if facts["why"] != "gave_up":
        story.add(ship, "leaves", why=facts["why"])
        return
    story.add_before(ship, "leaves", why=facts["why"])
    if ship.number == ASKED:
        story.land(ship.convoy.slot - 1)
