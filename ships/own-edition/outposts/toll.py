"""A toll: goods, crew or days, as each captain likes."""

import numpy as np

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.cargo import cubes, lose_goods, worth_of_lost_goods
from analyzer.trucker.convoy.crew import cost_of_crew, give_up_crew
from analyzer.trucker.convoy.decisions import TAKES, if_there_is_one
from analyzer.trucker.convoy.events import Events, Phrase
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.bitboard import count


def toll(convoy, dice):
    """Front to back: the dearest goods, if there are enough; else crew, if a human stays aboard; else days."""
    for ship in convoy.front_to_back():
        in_goods = worth_of_lost_goods(ship, ship.card.goods_lost)
        in_crew, strands = cost_of_crew(ship, ship.card.crew_lost)
        in_days = ship.card.days * ship.day
        has_goods = cubes(ship).sum(axis=0) >= ship.card.goods_lost
        has_crew = (count(ship.crew) >= ship.card.crew_lost) & ~strands
        cheapest = np.where(has_crew, np.minimum(in_crew, in_days), in_days)
        goods = ship.decide(TAKES, has_goods & (in_goods <= cheapest), if_there_is_one(has_goods))
        may_crew = has_crew & ~goods
        crew = ship.decide(TAKES, may_crew & (in_crew <= in_days), if_there_is_one(may_crew))
        ship.emit("pays a toll", goods=goods, crew=crew)
        pays_goods, pays_crew, pays_days = ship.where(goods), ship.where(crew), ship.where(~goods & ~crew)
        lose_goods(pays_goods, pays_goods.card.goods_lost)
        give_up_crew(pays_crew, pays_crew.card.crew_lost)
        fall_back(pays_days, pays_days.card.days)


def on_pays_a_toll(tale, ship, facts):
    """In what it is paid."""
    tale.add(ship, "toll", paid="goods" if facts["goods"] else "crew" if facts["crew"] else "days")


def phrase_toll(facts):
    """In what it is paid."""
    return f"pays the toll in {facts['paid']}"


def phrase_figures(card):
    """The three prices."""
    return [f"{many(card.goods_lost, 'cube')}, {card.crew_lost} crew or {many(card.days, 'day')}"]


def phrase_several():
    """Such cards."""
    return "tolls"


KIND = CardKind(
    toll,
    events=(
        Events(
            handlers={"pays a toll": on_pays_a_toll},
            phrases={"toll": Phrase(phrase_toll, of_rivals=phrase_toll)},
        ),
    ),
    needs=("goods_lost", "crew_lost", "days"),
    figures=phrase_figures,
    several=phrase_several,
)
