"""The words for what befell a ship: hits, losses, goods, days."""

from __future__ import annotations

from analyzer.trucker.explain.phrases import Facts, at, credits, crew, joined_up, listed, many
from analyzer.trucker.ship.report import in_words


def hazard(facts: Facts) -> str:
    """A meteor or a shot, what it met, and what came of that."""
    comes = f"{facts['hazard']} from the {facts['side']}, roll {facts['roll']}"
    if facts["square"] is None:
        return f"{comes}: flies past"
    met = f"{comes}: {in_words(facts['kind'])} at {at(facts['square'])}"
    match facts["outcome"]:
        case "bounced":
            return f"{met}, bounces off a smooth side"
        case "shielded":
            return f"{met}, held by a shield"
        case "shot_down":
            return f"{met}, shot down by a {facts['by']}"
        case _:
            return f"{met} is hit" + (f": {facts['why']}" if "why" in facts else ", nothing helps against that")


def loss(facts: Facts) -> str:
    """A component that is destroyed, and all that goes with it."""
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
    return lost + (f"; without life support leaves: {crew(facts['left'])}" if facts["left"] else "")


def breaks(facts: Facts) -> str:
    """The pieces of a broken ship."""
    pieces = [
        f"{many(len(piece['squares']), 'component')} worth {credits(piece['worth'])}"
        + ("" if piece["humans"] else ", no humans")
        + (" (flies on)" if number == facts["kept"] else "")
        for number, piece in enumerate(facts["pieces"])
    ]
    return f"the ship breaks into {len(pieces)} pieces: " + "; ".join(pieces)


def search(facts: Facts) -> str:
    """A try of saboteurs."""
    tried = f"saboteurs roll column {facts['column']}, row {facts['row']}"
    if facts["square"] is None:
        return f"{tried}: nothing there"
    return f"{tried}: {in_words(facts['kind'])} explodes"


def epidemic(facts: Facts) -> str:
    """Who died of an epidemic."""
    if not facts["cabins"]:
        return "no occupied cabin is joined to another: nobody falls ill"
    return f"infected cabins: {' '.join(map(at, facts['cabins']))}; dies: {crew(facts['victims'])}"


def goods(facts: Facts) -> str:
    """Goods that are taken away."""
    lost = f"loses goods: {listed(facts['lost'])}" if facts["lost"] else "has no goods to lose"
    return lost + (f"; for those that are missing: {many(facts['short'], 'charge')}" if facts["short"] else "")


def loading(facts: Facts) -> str:
    """Goods that come aboard."""
    left = f", leaves behind {listed(facts['left_behind'])}" if facts["left_behind"] else ""
    return f"loads {listed(facts['taken'])}{left}; aboard: {listed(facts['aboard'])}"


def moves(facts: Facts) -> str:
    """Days gained or lost."""
    done = "gains" if facts["days"] > 0 else "loses"
    passed = abs(facts["spaces"]) - abs(facts["days"])
    past = f", passing {many(passed, 'ship')}" if passed else ""
    return f"{done} {many(abs(facts['days']), 'day')}{past}"
