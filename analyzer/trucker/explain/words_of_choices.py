"""The words for decisions and comparisons, with the values that a captain compared."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.trucker.explain.phrases import UNITS, Facts, credits, many, penalty


def planets(facts: Facts) -> str:
    """The planets, what each would bring, and the choice."""
    gains = [
        f"{number}: {credits(gain) if free else 'taken'}"
        for number, (gain, free) in enumerate(zip(facts["gains"], facts["free"], strict=True), start=1)
    ]
    return f"gain by planet {'; '.join(gains)}; the days cost {credits(facts['price'])}: {chosen(facts)}"


def chosen(facts: Facts) -> str:
    """The planet, if any."""
    return "flies on" if facts["planet"] is None else f"lands on planet {facts['planet']}"


def offer(facts: Facts) -> str:
    """An abandoned ship or station, and the decision."""
    if facts["strands"]:
        return "no human would remain aboard: declines"
    return f"worth {credits(facts['value'])} against {credits(facts['price'])} in days and crew: {taken(facts)}"


def taken(facts: Facts) -> str:
    """Whether it is taken."""
    return "takes it" if facts["takes"] else "declines"


def battle(facts: Facts) -> str:
    """An enemy: the options and the end."""
    options = "; ".join(
        f"with {many(option['charges'], 'charge') if option['charges'] else 'no charge'} "
        f"strength {option['strength']:g}, worth {credits(option['worth'])}"
        for option in facts["options"]
    )
    return f"enemy {facts['enemy']:g}; {options}: {_end(facts)}"


def fought(facts: Facts) -> str:
    """How a battle ended."""
    strength = f"with strength {facts['strength']:g}"
    match facts["outcome"]:
        case "lost":
            return f"is defeated {strength}"
        case "tied":
            return f"a tie {strength}, they go on"
        case _:
            return f"beats them {strength} and {'takes' if facts['takes'] else 'declines'} the reward"


def _end(facts: Facts) -> str:
    if facts["outcome"] != "won":
        return fought(facts)
    return f"{fought(facts)} (worth {credits(facts['profit'])} after the days it costs)"


def speed(facts: Facts) -> str:
    """Engine strength in open space."""
    powered = f" with {many(facts['charges'], 'charge')}" if facts["charges"] else ""
    prices = f"two days are worth {credits(2 * facts['day'])}, a charge {facts['battery']:g}"
    return f"engine strength {facts['strength']}{powered} ({prices})"


def line_of_zone(facts: Facts) -> str:
    """A line of a combat zone."""
    return f"who has the least {UNITS[facts['criterion']]} suffers: {penalty(facts['penalty'], facts['amount'])}"


def safety(facts: Facts) -> str:
    """Whether charges are spent so as not to be the weakest."""
    if facts["charges"] == 0:
        return f"safe with {facts['safe']:g} or more: needs no charge"
    at_stake = f"{credits(facts['harm'])} at stake"
    if facts["charges"] is None:
        return f"safe with {facts['safe']:g} or more: out of reach, {at_stake}"
    needs = f"needs {many(facts['charges'], 'charge')} for {credits(facts['price'])}"
    spends = "spends" if facts["harm"] > facts["price"] else "spares"
    return f"safe with {facts['safe']:g} or more: {needs}, {at_stake}: {spends} it"


def weakest(facts: Facts, names: Sequence[str]) -> str:
    """What all have to show, and who has least."""
    shown = ", ".join(f"{names[number]} {strength:g}" for number, strength in facts["shown"].items())
    return f"{UNITS[facts['criterion']]}: {shown}; the least: {names[facts['victim']]}"


def dread(facts: Facts) -> str:
    """What a captain fears, and what he would lose by leaving."""
    return (
        f"the captain fears to lose {credits(facts['feared'])}; by giving up he would lose {credits(facts['at_stake'])}"
    )
