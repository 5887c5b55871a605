"""Loading, stowing and losing goods (rules: "Warenerwerb", "Waren- oder Besatzungsverlust", FAQ on the bank)."""

from __future__ import annotations

from functools import cache

import numpy as np

from analyzer.trucker.convoy.charges import spend
from analyzer.trucker.convoy.decisions import GOODS as CARGO
from analyzer.trucker.convoy.decisions import Legal, Loads
from analyzer.trucker.convoy.events import Events, Facts, Phrase, Tale, by_colour
from analyzer.trucker.convoy.ship import Group, ShipsInFlight
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.edition import GOODS
from analyzer.trucker.sayings.phrases import listed, many
from analyzer.trucker.ship.bitboard import Counts, drop_lowest
from analyzer.trucker.wrecks.facts import room, special_room

RED = 0
STEPS = np.array([[0, 0, 0, 1], [0, 0, 1, -1], [0, 1, -1, 0], [1, -1, 0, 0]], np.int16)
"""What a step of level IV adds by colour: a blue cube, or one of a colour in place of one of the next cheaper."""
STEPS_TAKEN = {"best": slice(None), "blue": slice(1), "step": slice(1, None), "none": slice(0)}
"""By what a switch says which of them may be taken."""


def load(ship: ShipsInFlight, offered: Counts) -> None:
    """Take the offered cubes, as far as the bank has them, and stow all anew, the dearest where it is safest."""
    if ship.none:
        return
    aboard, in_bank = cubes(ship), bank_of(ship.convoy)
    there = stepped(ship, offered, aboard)
    loaded = ship.decide(CARGO, after_loading(ship, there, aboard), all_loads(ship, there, aboard))
    ship.emit("loads", kept=loaded)
    ship.goods = ship.convoy.formation.stowed(ship, loaded)
    in_bank[:, ship.flights] += aboard - loaded
    ship.convoy.in_bank = in_bank


def gain(ship: ShipsInFlight, offered: Counts) -> Counts:
    """By how many credits loading the offered cubes raises the value of the goods aboard; one row for each offer."""
    aboard = cubes(ship)
    loaded = after_loading(ship, stepped(ship, offered, aboard), aboard)
    return value_of_cubes(ship, loaded) - value_of_cubes(ship, aboard)


def reds_taken(ship: ShipsInFlight, offered: Counts) -> Counts:
    """How many red cubes more are aboard after loading; one row for each offer."""
    aboard = cubes(ship)
    return np.asarray(after_loading(ship, stepped(ship, offered, aboard), aboard)[..., RED, :] - aboard[RED], np.int64)


def stepped(ship: ShipsInFlight, offered: Counts, aboard: Counts) -> Counts:
    """The offered cubes with the best step that level IV allows: none, a blue one more, or a cube a colour up.

    Where nothing is offered there is nothing to step: a card with fewer planets than another has empty ones.
    """
    if not ship.convoy.level.goods_step:
        return offered
    steps = [offered]
    something = offered.any(axis=-2, keepdims=True)
    for up in STEPS[STEPS_TAKEN[ship.convoy.level.switch("level_iv_goods")]]:
        there = something & (offered + np.minimum(up, 0)[:, None] >= 0).all(axis=-2, keepdims=True)
        steps.append(offered + up[:, None] * there)
    each = np.stack(np.broadcast_arrays(*steps))
    worth = value_of_cubes(ship, after_loading(ship, each, aboard))
    best = worth.argmax(axis=0)
    each = np.broadcast_to(each, (*each.shape[:-1], best.shape[-1]))
    return np.asarray(np.take_along_axis(each, best[None, ..., None, :], axis=0)[0])


def cubes(ship: ShipsInFlight) -> Counts:
    """(colours, ships) The cubes aboard."""
    return np.bitwise_count(ship.goods).astype(np.int16)


def bank_of(convoy: Group) -> Counts:
    """(colours, flights) The cubes that lie on no ship; those of ships that gave up are still aboard."""
    if convoy.in_bank is None:
        goods = convoy.state.goods if convoy.size == convoy.state.size else convoy.state.goods.take(convoy.rows, axis=2)
        aboard = np.bitwise_count(goods).sum(axis=1, dtype=np.int16)
        if convoy.state.aside.any():
            aboard += convoy.state.aside.take(convoy.rows, axis=2).sum(axis=1, dtype=np.int16)
        convoy.in_bank = np.array(convoy.edition.good_cubes, np.int16)[:, None] - aboard
    return convoy.in_bank


def after_loading(ship: ShipsInFlight, offered: Counts, aboard: Counts) -> Counts:
    """(..., colours, ships) What is kept of the goods aboard and those offered: the dearest that there is room for.

    `offered` is (..., colours, ships), or (..., colours, 1) for the same in all flights.
    """
    wanted = aboard + np.minimum(offered, ship.of_flight(bank_of(ship.convoy)))
    loaded = np.empty_like(wanted)
    loaded[..., RED, :] = np.minimum(wanted[..., RED, :], ship.fact(special_room))
    left = ship.fact(room) - loaded[..., RED, :]
    for colour in range(RED + 1, len(GOODS)):
        loaded[..., colour, :] = np.minimum(wanted[..., colour, :], left)
        left -= loaded[..., colour, :]
    return loaded


def all_loads(ship: ShipsInFlight, offered: Counts, aboard: Counts) -> Legal:
    """All that may be aboard after loading."""

    @cache
    def limits() -> tuple[list[list[int]], list[int], list[int]]:
        most = aboard + np.minimum(offered, ship.of_flight(bank_of(ship.convoy)))
        return most.T.tolist(), ship.fact(special_room).tolist(), ship.fact(room).tolist()

    def legal(number: int) -> Loads:
        most, special, places = limits()
        return Loads(tuple(most[number]), special[number], places[number], ship.convoy.edition.good_values)

    return legal


def lose_goods(ship: ShipsInFlight, how_many: Counts | int) -> None:
    """Lose that many cubes, the dearest first, and a charge for each that is missing."""
    if ship.none:
        return
    lost, short = dearest(ship, how_many)
    ship.emit("loses goods", lost=lost, short=short)
    goods = ship.goods
    ship.goods = np.stack([drop_lowest(goods[colour], lost[colour]) for colour in range(len(GOODS))])
    spend(ship, short)


def worth_of_lost_goods(ship: ShipsInFlight, how_many: Counts | int) -> Counts:
    """What the captain thinks of losing that many cubes, in hundredths of a credit."""
    lost, short = dearest(ship, how_many)
    return 100 * value_of_cubes(ship, lost) + ship.captain.battery * short


def dearest(ship: ShipsInFlight, how_many: Counts | int) -> tuple[Counts, Counts]:
    """(colours, ships) The dearest cubes aboard up to that number, and the charges that go for those missing."""
    aboard = cubes(ship)
    lost = np.zeros_like(aboard)
    due = np.broadcast_to(how_many, aboard.shape[1:])
    for colour in range(len(GOODS)):
        lost[colour] = np.minimum(due, aboard[colour])
        due = due - lost[colour]
    return lost, np.minimum(due, ship.charges)


def on_loads(tale: Tale, ship: ShipsInFlight, facts: Facts) -> None:
    """Goods come aboard; for want of room cheaper ones may be left behind."""
    change = [after - before for after, before in zip(facts["kept"], cubes(ship)[:, 0].tolist(), strict=True)]
    taken, left = [max(n, 0) for n in change], [max(-n, 0) for n in change]
    tale.add(ship, "loading", taken=by_colour(taken), left_behind=by_colour(left), aboard=by_colour(facts["kept"]))


def on_loses_goods(tale: Tale, ship: ShipsInFlight, facts: Facts) -> None:
    """Goods are taken away, and charges for those that are missing."""
    tale.add(ship, "goods", lost=by_colour(facts["lost"]), short=facts["short"])


def phrase_loading(facts: Facts) -> str:
    """Goods that come aboard."""
    left = f", leaves behind {listed(facts['left_behind'])}" if facts["left_behind"] else ""
    return f"loads {listed(facts['taken'])}{left}; aboard: {listed(facts['aboard'])}"


def phrase_goods(facts: Facts) -> str:
    """Goods that are taken away."""
    lost = f"loses goods: {listed(facts['lost'])}" if facts["lost"] else "has no goods to lose"
    return lost + (f"; for those that are missing: {many(facts['short'], 'charge')}" if facts["short"] else "")


EVENTS = Events(
    handlers={"loads": on_loads, "loses goods": on_loses_goods},
    phrases={"loading": Phrase(phrase_loading), "goods": Phrase(phrase_goods)},
)
