"""A repair dock: whoever has lost components may have all of them put back, for credits and days."""

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.decisions import TAKES, YES_OR_NO
from analyzer.trucker.convoy.events import Events, Phrase
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.sayings.phrases import credits, many
from analyzer.trucker.ship.bitboard import count


def repair_dock(convoy, dice):
    """Front to back; what is put back is empty: no crew, no charges, no goods."""
    for every in convoy.front_to_back():
        ship = every.where(every.alive != every.launched_squares)
        lost = count(ship.launched_squares & ~ship.alive)
        bill = ship.card.credits * lost
        value, price = ship.captain.component * lost, 100 * bill + ship.card.days * ship.day
        takes = ship.decide(TAKES, value > price, lambda number: YES_OR_NO)
        ship.emit("comes to a dock", lost=lost, bill=bill, takes=takes)
        docked = ship.where(takes)
        docked.bounty = docked.bounty - bill[takes]
        wrecks = docked.convoy.wrecks
        docked.wreck = wrecks.intact.take(wrecks.hulls_of(docked.wreck), axis=-1)
        fall_back(docked, docked.card.days)


def on_comes_to_a_dock(tale, ship, facts):
    """A damaged ship, and whether it is repaired."""
    tale.add(ship, "dock", lost=facts["lost"], bill=facts["bill"], takes=facts["takes"])


def phrase_dock(facts):
    """What is put back, and for how much."""
    done = "has them put back" if facts["takes"] else "declines"
    return f"{many(facts['lost'], 'component')} lost, repaired for {credits(facts['bill'])}: {done}"


def phrase_figures(card):
    """The bill and the days."""
    return [f"{many(card.credits, 'credit')} a component", many(card.days, "day")]


KIND = CardKind(
    repair_dock,
    events=(Events(handlers={"comes to a dock": on_comes_to_a_dock}, phrases={"dock": Phrase(phrase_dock)}),),
    needs=("credits", "days"),
    figures=phrase_figures,
)
