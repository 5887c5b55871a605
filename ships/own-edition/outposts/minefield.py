"""A minefield: exposed connectors draw mines, which come and are met as meteors are."""

from functools import partial

from analyzer.trucker.adventures import hazards
from analyzer.trucker.adventures.kind import METEORS, CardKind
from analyzer.trucker.convoy.events import Events, Phrase
from analyzer.trucker.sayings.phrases import by_side, many
from analyzer.trucker.wrecks.facts import exposed_connectors


def minefield(convoy, dice):
    """Mine by mine: the n-th hits ships with n times as many exposed connectors as the strength, counted anew."""
    for number in range(convoy.card.most_hits):
        convoy.together(convoy.with_hit(number), partial(one_mine, number=number, dice=dice))


def one_mine(convoy, number, dice):
    """Mark the ships that draw it; one roll for all of them."""
    for ship in convoy.ships():
        exposed = ship.fact(exposed_connectors)
        ship.marked = exposed >= (number + 1) * ship.card.strength
        ship.emit("draws mines", exposed=exposed, drawn=ship.marked, number=number + 1)
    roll = dice.roll(convoy, number, convoy.with_marked())
    for ship in convoy.marked_ships():
        hazards.meteor(ship, ship.card.hit(number), ship.of_flight(roll))


def on_draws_mines(tale, ship, facts):
    """Whether the mine of that number comes."""
    tale.add(ship, "mine", number=facts["number"], exposed=facts["exposed"], drawn=facts["drawn"])


def phrase_mine(facts):
    """Why it comes, or does not."""
    comes = "comes" if facts["drawn"] else "stays away"
    return f"{many(facts['exposed'], 'exposed connector')}: mine {facts['number']} {comes}"


def phrase_figures(card):
    """How many connectors draw one, and the mines by side."""
    return [f"a mine for every {many(card.strength, 'exposed connector')}", by_side(card.hits, ("small", "large"))]


OWN = Events(handlers={"draws mines": on_draws_mines}, phrases={"mine": Phrase(phrase_mine)})
KIND = CardKind(
    minefield, events=(hazards.EVENTS, OWN), needs=("strength", "hits"), sends=METEORS, figures=phrase_figures
)
