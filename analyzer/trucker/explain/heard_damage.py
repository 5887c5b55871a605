"""What is heard of hits and losses."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.cargo import cubes
from analyzer.trucker.convoy.crew import aboard
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.explain.listener import Facts, Listener, by_colour, by_type, hears, squares
from analyzer.trucker.ship.component import SIDE_NAMES


@hears("meteor")
def meteor(story: Listener, ship: Ship, facts: Facts) -> None:
    """A meteor comes."""
    _comes(story, ship, facts, "large meteor" if facts["hit"].large else "small meteor")


@hears("fire")
def fire(story: Listener, ship: Ship, facts: Facts) -> None:
    """A shot comes."""
    _comes(story, ship, facts, "heavy fire" if facts["hit"].large else "light fire")


def _comes(story: Listener, ship: Ship, facts: Facts, what: str) -> None:
    side = SIDE_NAMES[facts["hit"].side]
    story.add(ship, "hazard", hazard=what, side=side, roll=facts["roll"], square=None, kind=None, outcome="missed")


@hears("met")
def met(story: Listener, ship: Ship, facts: Facts) -> None:
    """It flies past or is about to hit."""
    if facts["first"]:
        (square,) = squares(ship.hull, facts["first"])
        story.latest("hazard").update(square=square, kind=_kind(ship, square), outcome="destroyed")


@hears("is shielded")
def is_shielded(story: Listener, ship: Ship, facts: Facts) -> None:
    """It bounces off, or a shield holds it, or why none does."""
    hazard = story.latest("hazard")
    if hazard["outcome"] == "missed":
        return
    if not facts["threatened"]:
        hazard["outcome"] = "bounced"
    elif facts["used"]:
        hazard.update(outcome="shielded", charges=1)
    else:
        hazard["why"] = _undefended(ship) if facts["covered"] else "no shield covers that side"


@hears("shoots")
def shoots(story: Listener, ship: Ship, facts: Facts) -> None:
    """A cannon shoots it down, or why none does."""
    hazard = story.latest("hazard")
    if facts["by_single"]:
        hazard.update(outcome="shot_down", by="single cannon")
    elif facts["fired"]:
        hazard.update(outcome="shot_down", by="double cannon", charges=1)
    elif hazard["outcome"] != "missed":
        hazard["why"] = _undefended(ship) if facts["by_double"] else "no cannon bears on it"


def _undefended(ship: Ship) -> str:
    return "no charge is left" if ship.captain.defends else "the captain spends no charge on defence"


@hears("loses")
def loses(story: Listener, ship: Ship, facts: Facts) -> None:
    """A component is destroyed; what goes with it is added when that is known."""
    (square,) = squares(ship.hull, facts["component"])
    before = _aboard(ship)
    story.add(ship, "loss", square=square, kind=_kind(ship, square), broke_off=[], before=before)


@hears("weighs")
def weighs(story: Listener, ship: Ship, facts: Facts) -> None:
    """A piece of a broken ship and what it is worth to the captain."""
    if not story.latest("loss").get("broken"):
        story.latest("loss")["broken"] = True
        story.add(ship, "breaks", pieces=[])
    piece = {"squares": squares(ship.hull, facts["piece"]), "worth": facts["worth"] / 100, "humans": facts["humans"]}
    story.latest("breaks")["pieces"].append(piece)


@hears("keeps")
def keeps(story: Listener, ship: Ship, facts: Facts) -> None:
    """The piece that flies on."""
    kept = squares(ship.hull, facts["piece"])
    gone = int(ship.alive[0]) & ~facts["piece"]
    story.latest("loss")["broke_off"] = squares(ship.hull, gone)
    story.latest("breaks")["kept"] = [piece["squares"] for piece in story.latest("breaks")["pieces"]].index(kept)


@hears("flies on")
def flies_on(story: Listener, ship: Ship, facts: Facts) -> None:
    """What was aboard the lost components, and which aliens left for want of life support."""
    loss = story.latest("loss")
    before, after = loss.pop("before"), _aboard(ship)
    loss.pop("broken", None)
    crew, goods = np.array(before[0]) - after[0], np.array(before[1]) - after[1]
    homes = [True, *(bool(int(home) & int(ship.alive[0])) for home in ship.hull.tokens.home)]
    left = by_type([lost if home and i else 0 for i, (lost, home) in enumerate(zip(crew.tolist(), homes, strict=True))])
    loss.update(crew=by_type(crew.tolist()), left=left, goods=by_colour(goods.tolist()), charges=before[2] - after[2])


def _aboard(ship: Ship) -> tuple[list[int], list[int], int]:
    """Crew by type, cubes by colour, charges."""
    return aboard(ship, ship.crew)[:, 0].tolist(), cubes(ship)[:, 0].tolist(), int(ship.charges[0])


@hears("is searched")
def is_searched(story: Listener, ship: Ship, facts: Facts) -> None:
    """Saboteurs look for something to blow up."""
    found = squares(ship.hull, facts["there"])
    square = found[0] if found else None
    kind = _kind(ship, square) if square else None
    story.add(ship, "search", column=facts["column"], row=facts["row"], square=square, kind=kind)


@hears("falls ill")
def falls_ill(story: Listener, ship: Ship, facts: Facts) -> None:
    """Who dies of an epidemic, and in which cabins."""
    victims = aboard(ship, np.array([facts["victims"]], np.uint64))[:, 0].tolist()
    story.add(ship, "epidemic", cabins=squares(ship.hull, facts["cabins"]), victims=by_type(victims))


def _kind(ship: Ship, square: tuple[int, int]) -> str:
    return ship.hull.layout.components[square].kind
