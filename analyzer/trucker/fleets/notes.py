"""What a reader of flights of fleets should know: how many one box builds, homeless aliens, insurance."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.answers.note import Note
from analyzer.trucker.cards.cards_in_words import other_figures
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card
from analyzer.trucker.fleets.borders import WAYS, layout_of
from analyzer.trucker.fleets.compiled import homeless
from analyzer.trucker.sayings.phrases import printed_level
from analyzer.trucker.ship.layout import Layout

INSURANCE = "insurance"
"""Notes on what is paid for it."""
MOST_FLEETS = 3
"""Truckers for whose fleets the components of the basic game last."""
TOO_MANY = (
    f"More than {MOST_FLEETS} truckers fly. Ships of class IV take many components, and by the rules at most "
    f"{MOST_FLEETS} truckers build them from one box."
)


DEFENCE = "Captains do not defend less because they are insured."


def notes_on_fleets(
    ships: Sequence[Layout], names: Sequence[str], route: Route, premiums: Sequence[Sequence[int]]
) -> list[str]:
    """Sentences on flights; `names` of the ships, the first ones, that are asked about."""
    notes = [TOO_MANY] if len(ships) > MOST_FLEETS else []
    notes += [note for ship in ships[: len(names)] for note in homeless(ship, route)]
    if premiums:
        paid = ", ".join(f"{name} {_by_layout(row, route)}" for name, row in zip(names, premiums, strict=True))
        how = f"Insured as advised (the advice comes from other flights of the same fleets): {paid}."
        return [*notes, Note(INSURANCE, f"{how} {DEFENCE}")]
    caps = route.fleet_tables.insurance
    held = [
        f"{name} for {ship.insurance} credits (losses cost at most {caps[ship.insurance]})"
        for name, ship in zip(names, ships, strict=False)
        if ship.insurance
    ]
    if not held:
        return [*notes, Note(INSURANCE, "Flown without insurance.")]
    return [*notes, Note(INSURANCE, f"Insured: {', '.join(held)}. {DEFENCE}")]


def notes_on_journey(ships: Sequence[Layout], route: Route) -> list[str]:
    """Sentences on a flight of a journey."""
    held = "Premiums are paid from what is held before the flight. Whoever holds less flies without insurance."
    cards = printed_level(route.level.number)
    return [
        *[held] * any(ship.insurance for ship in ships),
        f"Level {route.level.name} is flown with all cards of level {cards}, shuffled again with those used before.",
    ]


def harder(met: Card, printed: Card) -> list[str]:
    """What level IV makes of a card, beside what is printed."""
    figures = other_figures(printed, met)
    step = "level IV: when loading, one cube may be a colour better, or one more blue cube is taken"
    return [f"as printed: {figures}"] * bool(figures) + [step] * bool(met.goods_step)


def _by_layout(row: Sequence[int], route: Route) -> str:
    """The premium of every layout that may come, in words."""
    paid = {layout_of(way): row[WAYS.index(way)] for way in route.outcomes}
    return ", ".join(f"{premium} for {layout.replace('_', ' ')}" for layout, premium in paid.items())
