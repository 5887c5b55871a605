"""Damage: a component that is hit is lost with all that falls off (rules: "Angriff auf ein Schiff")."""

from __future__ import annotations

from functools import partial

import numpy as np

from analyzer.trucker.captains import Captains
from analyzer.trucker.convoy.cargo import cubes
from analyzer.trucker.convoy.crew import aboard
from analyzer.trucker.convoy.decisions import KEEPS
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter, by_colour, by_type, squares
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.worth import bounds_of_worth, worth_of_piece
from analyzer.trucker.sayings.phrases import at, credits, crew, in_words, joined_up, listed, many
from analyzer.trucker.ship.bitboard import positions
from analyzer.trucker.ship.tokens import HUMANS
from analyzer.trucker.wrecks.facts import charges_left, containers, crew_seats
from analyzer.trucker.wrecks.wrecks import NO_PIECE, Numbers, Wrecks


def destroy(ship: ShipsInFlight, position: Numbers) -> None:
    """Destroy the component at `position` of each ship, with all that falls off and everything aboard these parts."""
    if ship.none:
        return
    ship.emit("loses", position=position)
    formation = ship.convoy.formation
    # Negative entries stand for ships that break: -1 - number of the choice between the pieces.
    left = ship.convoy.wrecks.without_component(formation.wreck_hit(ship, position), position)
    broken = np.flatnonzero(left < 0)
    if broken.size:
        left[broken] = best_piece(ship.at(broken), -1 - left.take(broken))
    ship.wreck = formation.wrecks_after_hit(ship, position, left)
    lose_tokens(ship)
    ship.emit("flies on")


def best_piece(ship: ShipsInFlight, choice: Numbers) -> Numbers:
    """Return the wreck number of the piece with which each broken ship flies on; all other pieces are lost.

    It is the piece of `dearest_piece`, unless `convoy.decisions` decides otherwise.

    Args:
        ship: The ships that broke.
        choice: Index in `Wrecks.choices` of the set of pieces that each ship broke into.
    """
    pieces = ship.convoy.wrecks.choices.pieces

    def legal(number: int) -> list[int]:
        among = pieces[:, choice[number]]
        return [piece for piece in among.tolist() if piece != NO_PIECE]

    return ship.decide(KEEPS, dearest_piece(ship, choice), legal)


def dearest_piece(ship: ShipsInFlight, choice: Numbers) -> Numbers:
    """Return the wreck number of the piece that the captain of each broken ship prefers.

    Usually one piece is worth most whatever is aboard (see `certain_best_pieces`). Otherwise the worth of cargo and
    crew is computed for each piece.
    """
    if ship.convoy.tells_each_ship:
        return best_by_worth(ship, choice)
    wrecks = ship.convoy.wrecks
    captains = ship.convoy.captains
    table = wrecks.choices.table(partial(certain_best_pieces, wrecks, captains), key=captains.each)
    best = table.take(choice * len(captains.each) + ship.who)
    # The favourite is certain only with a human aboard; all other ships weigh each piece.
    steered = (ship.crew & wrecks.table(crew_seats).take(best) & HUMANS) != 0
    open_ = (~steered | (best == NO_PIECE)).nonzero()[0]
    best[open_] = best_by_worth(ship.at(open_), choice.take(open_))
    return best


def best_by_worth(ship: ShipsInFlight, choice: Numbers) -> Numbers:
    """Return the wreck number of the piece with the highest worth, including all that is aboard.

    If several pieces are equal, the first one is returned.
    """
    first: Numbers
    first, *others = ship.convoy.wrecks.choices.pieces.take(choice, axis=1)
    chosen, best = first.copy(), worth_of_piece(ship, first)
    for piece in others:
        there = np.flatnonzero(piece != NO_PIECE)
        worth = worth_of_piece(ship.at(there), piece.take(there))
        better = worth > best.take(there)
        chosen[there[better]], best[there[better]] = piece[there[better]], worth[better]
    ship.emit("keeps", piece=ship.convoy.wrecks.squares.take(chosen))
    return chosen


def certain_best_pieces(wrecks: Wrecks, captains: Captains, pieces: Numbers) -> Numbers:
    """Return the piece of a broken ship that each captain keeps, whatever is aboard. Shape (choices, captains).

    It is NO_PIECE if the best piece depends on crew, charges or cubes aboard. The result holds only if a human is
    aboard the piece, so callers have to check that. With this table, all that is aboard has to be weighed for only 3 to
    15 of 100 broken ships (docs/performance.md).

    Args:
        wrecks: The register of the ships' wrecks.
        captains: The different captains of the convoy.
        pieces: Wreck numbers of the pieces of each choice. Shape (most pieces, choices).
    """
    none = (pieces == NO_PIECE)[..., None]
    # A piece is a favourite if its least worth exceeds the greatest worth of all others.
    least, most = (np.where(none, -1, worth) for worth in bounds_of_worth(wrecks, captains, pieces))
    best, choice = least.argmax(axis=0), np.arange(pieces.shape[1])[:, None]
    np.put_along_axis(most, best[None], -1, axis=0)
    favourite: Numbers = np.where(least.max(axis=0) > most.max(axis=0), pieces[best, choice], NO_PIECE)
    return favourite


def lose_tokens(ship: ShipsInFlight) -> None:
    """Remove crew, charges and cubes from lost components; aliens without life support leave at once."""
    ship.crew = ship.crew & ship.fact(crew_seats)
    ship.charge = ship.charge & ship.fact(charges_left)
    goods = ship.goods
    if goods.any():  # early in a flight most holds are empty
        ship.goods = goods & ship.fact(containers).astype(goods.dtype)


def on_loses(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for a destroyed component; other events complete it with its crew, charges and cubes."""
    square = ship.hull.squares[facts["position"]]
    before = all_aboard(ship)
    tale.add(ship, "loss", square=square, kind=kind_at(ship, square), broke_off=[], before=before)


def on_weighs(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a piece and its worth to the story line of a broken ship; the first piece starts that line."""
    if not tale.latest("loss").get("broken"):
        tale.latest("loss")["broken"] = True
        tale.add(ship, "breaks", pieces=[])
    piece = {"squares": squares(ship.hull, facts["piece"]), "worth": facts["worth"] / 100, "humans": facts["humans"]}
    tale.latest("breaks")["pieces"].append(piece)


def on_keeps(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Complete the story lines of a broken ship: the piece that flies on, and the squares that broke off."""
    flies_on = squares(ship.hull, facts["piece"])
    own = int(ship.hull.ships[ship.hull.ship_of[positions(facts["piece"])[0]]])
    loss, gone = tale.latest("loss"), int(ship.alive[0]) & own & ~facts["piece"]
    loss["broke_off"] = [square for square in squares(ship.hull, gone) if square != loss["square"]]
    tale.latest("breaks")["kept"] = [piece["squares"] for piece in tale.latest("breaks")["pieces"]].index(flies_on)


def on_flies_on(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Complete the story line of a lost component: losses aboard, and the aliens that left without life support."""
    loss = tale.latest("loss")
    before, after = loss.pop("before"), all_aboard(ship)
    loss.pop("broken", None)
    crew, goods = np.array(before[0]) - after[0], np.array(before[1]) - after[1]
    homes = [True, *(bool(int(home) & int(ship.alive[0])) for home in ship.hull.tokens.home)]
    left = by_type([lost if home and i else 0 for i, (lost, home) in enumerate(zip(crew.tolist(), homes, strict=True))])
    loss.update(crew=by_type(crew.tolist()), left=left, goods=by_colour(goods.tolist()), charges=before[2] - after[2])


def all_aboard(ship: ShipsInFlight) -> tuple[list[int], list[int], int]:
    """Return crew by type, cubes by colour, and the number of charges of a single ship."""
    return aboard(ship.crew)[:, 0].tolist(), cubes(ship)[:, 0].tolist(), int(ship.charges[0])


def kind_at(ship: ShipsInFlight, square: tuple[int, int]) -> str:
    """Return the name of the kind of component on a square of the ship's hull."""
    return ship.hull.layout.components[square].kind


def phrase_loss(facts: Facts) -> str:
    """Return a phrase for a story on a destroyed component and on all that goes with it."""
    lost = f"lost: {in_words(facts['kind'])} at {at(facts['square'])}"
    if facts["broke_off"]:
        lost += "; breaks off with it: " + " ".join(map(at, facts["broke_off"]))
    dead = {kind: number - facts["left"].get(kind, 0) for kind, number in facts["crew"].items()}
    aboard = joined_up(
        [
            crew(dead) if any(dead.values()) else "",
            many(facts["charges"], "charge") if facts["charges"] else "",
            f"goods: {listed(facts['goods'])}" if facts["goods"] else "",
        ]
    )
    lost += f"; with what was aboard: {aboard}" if aboard else ""
    return lost + (f"; leaves without life support: {crew(facts['left'])}" if facts["left"] else "")


def phrase_breaks(facts: Facts) -> str:
    """Return a phrase for a story on the pieces of a broken ship, with their worths, and on the one that flies on."""
    pieces = [
        f"{many(len(piece['squares']), 'component')} worth {credits(piece['worth'])}"
        + ("" if piece["humans"] else ", no humans")
        + (" (flies on)" if number == facts["kept"] else "")
        for number, piece in enumerate(facts["pieces"])
    ]
    return f"the ship breaks into {len(pieces)} pieces: " + "; ".join(pieces)


EVENTS = Events(
    handlers={
        "loses": on_loses,
        "weighs": on_weighs,
        "keeps": on_keeps,
        "flies on": on_flies_on,
    },
    phrases={"loss": Phrase(phrase_loss, of_rivals=phrase_loss), "breaks": Phrase(phrase_breaks)},
)
