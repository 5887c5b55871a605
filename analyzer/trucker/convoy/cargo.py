"""Loading, stowing and losing goods (rules: "Warenerwerb", "Waren- oder Besatzungsverlust", FAQ on the bank)."""

from __future__ import annotations

from functools import cache

import numpy as np

from analyzer.trucker.convoy.charges import spend
from analyzer.trucker.convoy.decisions import GOODS as CARGO
from analyzer.trucker.convoy.decisions import Legal, Loads
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter, by_colour
from analyzer.trucker.convoy.ship import Group, ShipsInFlight
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.edition import GOODS
from analyzer.trucker.sayings.phrases import listed, many
from analyzer.trucker.ship.bitboard import IntArray, drop_lowest
from analyzer.trucker.wrecks.facts import room, special_room

RED = 0
"""Index in GOODS of red, the dearest colour; only special containers hold it (rules: "Warenerwerb")."""
STEPS = np.array([[0, 0, 0, 1], [0, 0, 1, -1], [0, 1, -1, 0], [1, -1, 0, 0]], np.int16)
"""Improvements of an offer at level IV, as changes by colour, dearest first: one more blue cube, or a dearer cube."""
STEPS_TAKEN = {"best": slice(None), "blue": slice(1), "step": slice(1, None), "none": slice(0)}
"""Slice of STEPS with the improvements that each value of the switch `level_iv_goods` allows."""


def load(ship: ShipsInFlight, offered: IntArray) -> None:
    """Load the offered cubes that the bank has and the hold has room for, and stow all cubes aboard anew.

    Cheaper cubes aboard are thrown out for dearer ones, and level IV may improve the offer. `convoy.decisions` may
    decide on another cargo. The dearest cubes get the safest places.

    Args:
        ship: Ships that load.
        offered: Cubes offered, by colour. Shape (colours, ships) or (colours, 1).
    """
    if ship.none:
        return
    aboard, in_bank = cubes(ship), bank_of(ship.convoy)
    there = after_best_step(ship, offered, aboard)
    loaded = ship.decide(CARGO, after_loading(ship, there, aboard), all_loads(ship, there, aboard))
    ship.emit("loads", kept=loaded)
    # Writing the column drops the cached bank, so the bank is put back afterwards.
    ship.goods = ship.convoy.formation.tokens_of_cubes(ship, loaded)
    # A group has one ship of each flight; with two, `+=` by index would count only one of them.
    in_bank[:, ship.flights] += aboard - loaded
    ship.convoy.in_bank = in_bank


def after_offer(ship: ShipsInFlight, offered: IntArray) -> IntArray:
    """Return the cubes that each ship would hold after loading each of several offers. Shape (..., colours, ships).

    Args:
        ship: Ships that load.
        offered: Cubes offered. Shape (..., colours, ships), or (..., colours, 1).
    """
    aboard = cubes(ship)
    return after_loading(ship, after_best_step(ship, offered, aboard), aboard)


def gain(ship: ShipsInFlight, offered: IntArray) -> IntArray:
    """Return the credits by which loading each of several offers would raise the value of the goods aboard.

    Args:
        ship: Ships that load.
        offered: Cubes offered. Shape (offers, colours, ships), or (offers, colours, 1).

    Returns:
        Credits in shape (offers, ships).
    """
    return gain_of(ship, after_offer(ship, offered))


def gain_of(ship: ShipsInFlight, loaded: IntArray) -> IntArray:
    """Return the credits by which loading would raise the value of the goods aboard. Shape (..., ships).

    Args:
        ship: Ships that load.
        loaded: Cubes aboard after loading, from `after_offer`. Shape (..., colours, ships).
    """
    return value_of_cubes(ship, loaded) - value_of_cubes(ship, cubes(ship))


def reds_taken(ship: ShipsInFlight, loaded: IntArray) -> IntArray:
    """Return the number of red cubes that each ship would gain by loading. Shape (..., ships).

    Args:
        ship: Ships that load.
        loaded: Cubes aboard after loading, from `after_offer`. Shape (..., colours, ships).
    """
    return np.asarray(loaded[..., RED, :] - cubes(ship)[RED], np.int64)


def after_best_step(ship: ShipsInFlight, offered: IntArray, aboard: IntArray) -> IntArray:
    """Return the offers after the most valuable improvement of their cubes, which only level IV allows.

    A step adds a cube, or replaces one by a dearer colour. An empty offer stays empty, because it stands for a planet
    that the card does not have.

    Args:
        ship: Ships that load.
        offered: Cubes offered. Shape (..., colours, ships), or (..., colours, 1).
        aboard: Cubes aboard before. Shape (colours, ships).
    """
    if not ship.convoy.level.goods_step:
        return offered
    steps = [offered]
    something = offered.any(axis=-2, keepdims=True)
    for up in STEPS[STEPS_TAKEN[ship.convoy.level.switch("level_iv_goods")]]:
        # A step that replaces a cube needs one of the cheaper colour on offer.
        there = something & (offered + np.minimum(up, 0)[:, None] >= 0).all(axis=-2, keepdims=True)
        steps.append(offered + up[:, None] * there)
    each = np.stack(np.broadcast_arrays(*steps))
    worth = value_of_cubes(ship, after_loading(ship, each, aboard))
    best = worth.argmax(axis=0)  # the first of equal ones, so the bare offer before any improvement
    each = np.broadcast_to(each, (*each.shape[:-1], best.shape[-1]))
    return np.asarray(np.take_along_axis(each, best[None, ..., None, :], axis=0)[0])


def cubes(ship: ShipsInFlight) -> IntArray:
    """Return the number of cubes of each colour aboard. Shape (colours, ships)."""
    # A cube is one bit of the tokens of its colour; int16 is the type of the goods on cards, too (see CardNumbers).
    return np.bitwise_count(ship.goods).astype(np.int16)


def bank_of(convoy: Group) -> IntArray:
    """Return the number of cubes of each colour in the bank, i.e. on no ship. Shape (colours, flights).

    Ships that gave up still hold their cubes, and so do ships that left their fleet.
    """
    if convoy.in_bank is None:
        aboard = np.bitwise_count(convoy.column("goods")).sum(axis=1, dtype=np.int16)
        if convoy.state.set_aside.any():
            aboard += convoy.state.set_aside.take(convoy.rows, axis=2).sum(axis=1, dtype=np.int16)
        convoy.in_bank = np.array(convoy.edition.good_cubes, np.int16)[:, None] - aboard
    return convoy.in_bank


def after_loading(ship: ShipsInFlight, offered: IntArray, aboard: IntArray) -> IntArray:
    """Return the cubes aboard after loading: the dearest for which there is room. Shape (..., colours, ships).

    Cubes aboard may be thrown out for dearer ones (rules: "Warenerwerb").

    Args:
        ship: Ships that load.
        offered: Cubes offered. Shape (..., colours, ships), or (..., colours, 1) if all ships get the same offer.
        aboard: Cubes aboard before. Shape (colours, ships).
    """
    wanted = aboard + np.minimum(offered, ship.of_flight(bank_of(ship.convoy)))
    loaded = np.empty_like(wanted)
    # Red cubes go into special containers only; the others fill whatever is left, dearest first.
    loaded[..., RED, :] = np.minimum(wanted[..., RED, :], ship.fact(special_room))
    left = ship.fact(room) - loaded[..., RED, :]
    for colour in range(RED + 1, len(GOODS)):
        loaded[..., colour, :] = np.minimum(wanted[..., colour, :], left)
        left -= loaded[..., colour, :]
    return loaded


def all_loads(ship: ShipsInFlight, offered: IntArray, aboard: IntArray) -> Legal:
    """Return a `Legal` that gives, for a ship, all cargoes that it may have after loading (see `Loads`)."""

    @cache
    def limits() -> tuple[list[list[int]], list[int], list[int]]:
        most = aboard + np.minimum(offered, ship.of_flight(bank_of(ship.convoy)))
        return most.T.tolist(), ship.fact(special_room).tolist(), ship.fact(room).tolist()

    def legal(number: int) -> Loads:
        most, special, places = limits()
        return Loads(tuple(most[number]), special[number], places[number], ship.convoy.edition.good_values)

    return legal


def lose_goods(ship: ShipsInFlight, how_many: IntArray | int) -> None:
    """Remove `how_many` cubes from each ship, the dearest first, and a charge for each cube that it lacks."""
    if ship.none:
        return
    lost, short = dearest(ship, how_many)
    ship.emit("loses goods", lost=lost, short=short)
    goods = ship.goods
    # Tokens are sorted by risk, so the cubes that go are those in the least safe places.
    ship.goods = np.stack([drop_lowest(goods[colour], lost[colour]) for colour in range(len(GOODS))])
    spend(ship, short)


def worth_of_lost_goods(ship: ShipsInFlight, how_many: IntArray | int) -> IntArray:
    """Return the captain's price of losing `how_many` cubes, and a charge for each cube that the ship lacks.

    The price is in hundredths of a credit.
    """
    lost, short = dearest(ship, how_many)
    return 100 * value_of_cubes(ship, lost) + ship.captain.battery * short


def dearest(ship: ShipsInFlight, how_many: IntArray | int) -> tuple[IntArray, IntArray]:
    """Return the cubes that each ship loses if it must lose `how_many`, and the charges it loses for missing cubes.

    The dearest cubes are lost first, in the order of GOODS.

    Returns:
        Cubes by colour, shape (colours, ships), and charges, shape (ships,).
    """
    aboard = cubes(ship)
    lost = np.zeros_like(aboard)
    due = np.broadcast_to(how_many, aboard.shape[1:])
    for colour in range(len(GOODS)):
        lost[colour] = np.minimum(due, aboard[colour])
        due = due - lost[colour]
    return lost, np.minimum(due, ship.charges)


def on_loads(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for goods that come aboard, and for cheaper ones left behind because there is no room."""
    change = [after - before for after, before in zip(facts["kept"], cubes(ship)[:, 0].tolist(), strict=True)]
    taken, left = [max(n, 0) for n in change], [max(-n, 0) for n in change]
    tale.add(ship, "loading", taken=by_colour(taken), left_behind=by_colour(left), aboard=by_colour(facts["kept"]))


def on_loses_goods(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for lost goods, and for charges lost in their place."""
    tale.add(ship, "goods", lost=by_colour(facts["lost"]), short=facts["short"])


def phrase_loading(facts: Facts) -> str:
    """Return a phrase for a story on the cubes that come aboard, and on those left behind."""
    left = f", leaves behind {listed(facts['left_behind'])}" if facts["left_behind"] else ""
    return f"loads {listed(facts['taken'])}{left}; aboard: {listed(facts['aboard'])}"


def phrase_goods(facts: Facts) -> str:
    """Return a phrase for a story on the cubes that are taken away, and on charges lost in their place."""
    lost = f"loses goods: {listed(facts['lost'])}" if facts["lost"] else "has no goods to lose"
    return lost + (f"; gives {many(facts['short'], 'charge')} for missing cubes" if facts["short"] else "")


EVENTS = Events(
    handlers={"loads": on_loads, "loses goods": on_loses_goods},
    phrases={"loading": Phrase(phrase_loading), "goods": Phrase(phrase_goods)},
)
